import Glibc

/// The path of the daemon's socket: `--socket`, else `DECKD_SOCKET`, else the system's location, else the user's.
package enum SocketPath {
  /// The socket of the system's daemon.
  package static let system = "/run/deckd/deckd.sock"

  /// The environment variable that names the socket.
  package static let variable = "DECKD_SOCKET"

  /// The process's environment variables that determine the socket's location.
  package static var environment: [String: String] {
    var found: [String: String] = [:]
    for name in [variable, "XDG_RUNTIME_DIR"] {
      if let value = getenv(name) { found[name] = String(cString: value) }
    }
    return found
  }

  /// The path at which a daemon creates its socket; `nil` if no location is suitable.
  ///
  /// An empty variable counts as unset. `canCreate` returns whether a file can be created at a path.
  package static func forServing(
    explicit: String?,
    environment: [String: String],
    canCreate: (String) -> Bool = canCreate(at:)
  ) -> String? {
    if let named = named(explicit: explicit, environment: environment) { return named }
    return places(environment).first(where: canCreate)
  }

  /// The path at which a client looks for the daemon: the named socket, else the first location that has one.
  ///
  /// Without any socket it is the system's, so that an error names the default location.
  package static func forConnecting(
    explicit: String?,
    environment: [String: String],
    exists: (String) -> Bool = exists(at:)
  ) -> String {
    if let named = named(explicit: explicit, environment: environment) { return named }
    return places(environment).first(where: exists) ?? system
  }

  /// The read-only socket beside the control socket at `path`: `deckd-observe.sock` beside `deckd.sock`.
  package static func observing(beside path: String) -> String {
    let ending = ".sock"
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
    return stem + "-observe" + ending
  }

  /// The folder of `path`: `.` if it names none.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether a file can be created at `path`, including its folder if only that is missing.
  package static func canCreate(at path: String) -> Bool {
    let folder = folder(of: path)
    if access(folder, W_OK | X_OK) == 0 { return true }
    guard errno == ENOENT else { return false }
    return access(self.folder(of: folder), W_OK | X_OK) == 0
  }

  /// Whether a file of any kind is at `path`.
  package static func exists(at path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// The socket that the option or the variable names; `nil` if neither does.
  package static func named(explicit: String?, environment: [String: String]) -> String? {
    if let explicit { return explicit }
    guard let path = environment[variable], !path.isEmpty else { return nil }
    return path
  }

  private static func places(_ environment: [String: String]) -> [String] {
    guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return [system] }
    return [system, folder + "/deckd.sock"]
  }
}
