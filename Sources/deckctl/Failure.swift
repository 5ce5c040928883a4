/// A failure with a message for the user, and the program's exit code.
struct Failure: Error, CustomStringConvertible {
  let description: String
  let status: ExitStatus

  /// A failure that ends the program with `status`.
  init(_ description: String, _ status: ExitStatus = .refused) {
    self.description = description
    self.status = status
  }
}

/// The exit codes of failures; ArgumentParser uses 0 for success and 64 for wrong usage.
enum ExitStatus: Int32 {
  /// The daemon rejected the request, or a file is invalid.
  case refused = 1
  /// No daemon listens on the socket, the connection was lost, or the user may not connect.
  case noDaemon = 2
  /// No reply or event arrived in time.
  case timeout = 3

  /// All exit codes, for the help.
  static let help = """
    0   done
    1   refused by the daemon, or a file is wrong
    2   no daemon: nobody listens, the connection was lost, or no permission
    3   timeout
    64  wrong usage
    """
}
