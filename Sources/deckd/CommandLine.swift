import ArgumentParser
import Glibc
import Logging
import MessageText
import Service
import UnixSocket

/// A failure with a message for the user; the program ends with exit code 1.
struct ProgramFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Writes a warning to standard error.
func warn(_ text: String) {
  let bytes = Array("warning: \(text)\n".utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// The state directory from the service manager (systemd's `StateDirectory=`): the first if there are several.
var stateDirectoryOfService: String? {
  getenv("STATE_DIRECTORY").flatMap { String(cString: $0).split(separator: ":").first.map { String($0) } }
}

/// How much a program logs.
struct LogOptions: ParsableArguments {
  @Option(
    help: "How much to log: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(Logger.Level.allCases.map(\.rawValue)),
    transform: Self.level
  )
  var logLevel = Logger.Level.notice

  /// Returns the log of `program`.
  func logger(of program: String) -> Logger {
    var log = Logger(label: program) { _ in ServiceLog() }
    log.logLevel = logLevel
    return log
  }

  private static func level(named name: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: name) else {
      throw ValidationError("expected \(Suggestion.oneOf(Logger.Level.allCases.map(\.rawValue), insteadOf: name))")
    }
    return level
  }
}

/// The daemon that a service is a client of.
struct ClientSocket: ParsableArguments {
  @Option(
    help: ArgumentHelp("deckd's socket (default: $DECKD_SOCKET, /run/deckd, $XDG_RUNTIME_DIR).", valueName: "path"),
    completion: .file()
  )
  var socket: String?

  /// The socket through which decks are changed.
  var control: String { SocketPath.forConnecting(explicit: socket, environment: SocketPath.environment) }

  /// The socket of a service that changes nothing: the given one, else the read-only one.
  var observing: String { socket ?? SocketPath.observing(beside: control) }

  func validate() throws {
    if socket == "" { throw ValidationError("--socket: expected the path of a socket, not an empty one.") }
  }
}
