import ArgumentParser
import DeckClient
import DeckProtocol
import UnixSocket

/// How a daemon is named on the command line.
struct DaemonAddress: ParsableArguments {
  @Option(
    help: ArgumentHelp("The daemon's socket (default: $DECKD_SOCKET, /run/deckd, $XDG_RUNTIME_DIR).", valueName: "path")
  )
  var socket: String?

  func validate() throws {
    if socket == "" { throw ValidationError("--socket: expected the path of a socket, not an empty one.") }
  }

  /// How long an answer may take before the daemon counts as stuck.
  private static let patience = Duration.seconds(10)

  /// A request's result.
  struct Answer {
    var value: JSONValue
    /// The result as it was written.
    var source: [UInt8]
  }

  func connect() throws -> DeckConnection {
    do {
      return try DeckConnection(path: socketPath)
    } catch {
      throw Failure("\(error)")
    }
  }

  var socketPath: String {
    DeckConnection.socketPath(explicit: socket, environment: SocketPath.environment)
  }

  /// Sends a request, about the deck where one is named, and waits for its answer.
  func ask(
    _ connection: DeckConnection,
    _ method: String,
    deck: String?,
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws -> Answer {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("id", 1)
      json.member("method", method)
      json.member("params") { json in
        if let deck { json.member("deck", deck) }
        parameters(&json)
      }
    }
    try connection.send(json.bytes)
    while true {
      switch try connection.readLine(timeout: Self.patience) {
      case .timedOut: throw Failure("\(socketPath): no answer within \(Self.patience); is the daemon stopped?")
      case .closed: throw Failure("\(socketPath): the daemon closed the connection")
      case .line(let line):
        // Notifications may come first.
        guard case .object(let members) = try JSONReader.read(line), members.contains(where: { $0.key == "id" })
        else { continue }
        if let error = members.first(where: { $0.key == "error" }) { throw Failure(Self.text(of: error.value)) }
        if let result = members.first(where: { $0.key == "result" }) {
          return Answer(value: result.value, source: Array(result.source))
        }
      }
    }
  }

  /// What on the command line gave the field.
  private static func argument(for field: String) -> String {
    switch field {
    case "params.deck": "--deck"
    case "params.surface": "<surface>"
    default: field
    }
  }

  private static func text(of error: JSONValue) -> String {
    let message = error["message"]?.text ?? "the daemon refused"
    let field = error["data"]?["field"]?.text ?? ""
    let expected = error["data"]?["expected"]?.text ?? ""
    // Many messages name the field themselves.
    let place = field.isEmpty || message.contains(field) ? "" : " (\(argument(for: field)))"
    return expected.isEmpty ? message + place : "\(message)\(place); expected \(expected)"
  }
}

extension JSONValue {
  /// An object's member, with its value as it was written.
  func member(_ key: String) -> Member? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }
  }

  /// The value of an object's member.
  subscript(_ key: String) -> JSONValue? { member(key)?.value }

  /// A string's text.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A number's value.
  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// An array's elements.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
