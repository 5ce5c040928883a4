import DeckClient
import DeckProtocol
import Diagnosis
import JSON
import UnixSocket

/// Asks a daemon for its status, and finds out why it does not answer.
enum DaemonProbe {
  /// How long a daemon may take: one that is well answers within milliseconds.
  private static let patience = ReplyTimeout.named(else: .seconds(3))

  /// The state of the daemon on the socket at `path`.
  static func state(of path: String) -> DaemonState {
    let connection: DeckConnection
    do throws(DeckConnectionError) {
      connection = try DeckConnection(path: path)
    } catch .notRunning {
      return SocketPath.exists(at: path) ? .stale : .missing
    } catch .notPermitted {
      return .notPermitted
    } catch {
      return .failed(reason: "\(error)")
    }
    do {
      try connection.send(DaemonAddress.request("daemon.status", deck: nil) { _ in })
      while true {
        switch try connection.readLine(timeout: patience) {
        case .timedOut:
          let peer = try? StreamSocket.peer(of: connection.fileDescriptor)
          return .silent(process: peer?.process)
        case .closed: return .failed(reason: "\(path): the daemon closed the connection")
        case .line(let line):
          let message = try ReceivedMessage(line: line)
          if let result = message.result { return .answers(result.value) }
          if let error = message.error { return .failed(reason: "\(path): \(Refusal(error.value).message)") }
        }
      }
    } catch {
      return .failed(reason: "\(error)")
    }
  }
}
