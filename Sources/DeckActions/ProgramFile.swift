import Glibc

/// Finds the program of a command.
package enum ProgramFile {
  /// The path of a program that is named by it, or that is in the fixed PATH; `nil` if there is none to execute.
  package static func find(_ name: String) -> String? {
    if name.hasPrefix("/") { return isExecutable(name) ? name : nil }
    return ActionEnvironment.path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
