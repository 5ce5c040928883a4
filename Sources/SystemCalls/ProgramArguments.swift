import CLinux

/// The arguments of the command line.
///
/// Swift's `CommandLine.arguments` reads `/proc/self/cmdline` and is empty where `/proc` is not mounted, as in the tree of
/// an image that is being built: `deckd --check-config` would then start the daemon.
package enum ProgramArguments {
  /// The name that the program was started by.
  package static var program: String { deckd_argument(0).map { String(cString: $0) } ?? "" }

  /// The arguments after the program's name; bytes that are not UTF-8 are replaced.
  package static var all: [String] {
    (0..<max(0, deckd_argument_count())).dropFirst().compactMap { index in
      deckd_argument(index).map { String(cString: $0) }
    }
  }
}
