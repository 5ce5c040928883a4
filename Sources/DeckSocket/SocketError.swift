package import SystemCalls
package import UnixSocket

/// Why the daemon's socket could not be created, and what to do about it.
package enum SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation on the file at the path.
  package enum Operation: Hashable, Sendable {
    case makeFolder
    case openFolder
    case inspect
    case probe
    case removeStale
    case open
    case bind
    case setGroup
    case setMode
    case listen
  }

  /// Another process accepts connections on the socket.
  case anotherRunning(path: String)
  /// Another daemon is creating its socket in the same folder at this moment.
  case anotherStarting(path: String)
  /// The folder for the socket does not exist.
  case noFolder(path: String)
  /// A file that is not a socket is at the path, and is kept.
  case notASocket(path: String)
  case pathTooLong(path: String, limit: Int)
  case unknownGroup(AccountName, path: String)
  case failed(Operation, path: String, Errno)

  /// The problem and its remedy.
  package var description: String {
    switch self {
    case .anotherRunning(let path):
      """
      another deckd is running on \(path); stop it ("systemctl stop deckd" if it is the service), or name another socket \
      with --socket
      """
    case .anotherStarting(let path):
      "another deckd is starting on \(path); try again when it has"
    case .noFolder(let path):
      """
      there is no folder \(SocketPath.folder(of: path)) for the socket \(path); make it, or name another socket with \
      --socket or DECKD_SOCKET
      """
    case .notASocket(let path):
      "\(path) is not a socket, and is left as it is; remove it, or name another socket with --socket"
    case .pathTooLong(let path, let limit):
      "the path of the socket has more than \(limit) bytes, the most it can have; use a shorter one: \(path)"
    case .unknownGroup(let group, let path):
      """
      there is no group \(group) for the socket \(path); make it with groupadd(8), or name another in the table \
      [socket] of the configuration
      """
    case .failed(let operation, let path, let error):
      "cannot \(operation.words) \(path): \(error); \(operation.remedy(path))"
    }
  }
}

extension SocketError.Operation {
  fileprivate var words: String {
    switch self {
    case .makeFolder: "make the folder of the socket"
    case .openFolder: "use the folder of the socket"
    case .inspect: "look at the socket"
    case .probe: "find out whether anybody answers on"
    case .removeStale: "remove the stale socket"
    case .open: "make the socket"
    case .bind: "make the socket"
    case .setGroup: "give its group to the socket"
    case .setMode: "set the permissions of the socket"
    case .listen: "listen on the socket"
    }
  }

  fileprivate func remedy(_ path: String) -> String {
    switch self {
    case .makeFolder, .openFolder, .inspect, .bind:
      "let the user of deckd write to \(SocketPath.folder(of: path)), or name another socket with --socket"
    case .probe, .removeStale:
      "remove it by hand if no deckd is running, or name another socket with --socket"
    case .setGroup:
      "let the user of deckd be a member of the group (in its unit: SupplementaryGroups=)"
    case .open, .setMode, .listen:
      "name another socket with --socket"
    }
  }
}
