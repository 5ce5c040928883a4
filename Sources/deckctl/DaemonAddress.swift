import ArgumentParser
import DeckClient
import DeckProtocol
import JSON
import UnixSocket

/// The option that names a daemon on the command line.
struct DaemonAddress: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket (default: $DECKD_SOCKET, /run/deckd, $XDG_RUNTIME_DIR).",
      valueName: "path"
    ),
    completion: .file()
  )
  var socket: String?

  func validate() throws {
    if let mistake = ReplyTimeout.mistake { throw ValidationError(mistake) }
    if socket == "" { throw ValidationError("--socket: expected the path of a socket, not an empty one.") }
  }

  /// The timeout for a reply.
  private static let patience = ReplyTimeout.named(else: .seconds(10))

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
      throw Failure("\(error)", .noDaemon)
    }
  }

  var socketPath: String {
    DeckConnection.socketPath(explicit: socket, environment: SocketPath.environment)
  }

  /// Sends a request, about the deck if one is named, and waits for its reply; `terms` name its fields in an error.
  func ask(
    _ connection: DeckConnection,
    _ method: String,
    deck: String?,
    terms: FieldTerms = [:],
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) throws -> Answer {
    do {
      return try exchange(connection, method, deck: deck, parameters)
    } catch let refusal as Refusal {
      throw Failure(terms.text(of: refusal))
    }
  }

  /// Sends a request, about the deck if one is named, and waits for its reply; throws a `Refusal` for an error.
  func exchange(
    _ connection: DeckConnection,
    _ method: String,
    deck: String?,
    _ parameters: (inout JSONWriter) -> Void
  ) throws -> Answer {
    try connection.send(Self.request(method, deck: deck, parameters))
    while true {
      switch try connection.readLine(timeout: Self.patience) {
      case .timedOut:
        throw Failure("\(socketPath): no answer within \(Self.patience); is the daemon stopped?", .timeout)
      case .closed: throw Failure("\(socketPath): the daemon closed the connection", .noDaemon)
      case .line(let line):
        // Notifications may arrive first.
        guard case .object(let members) = try JSONValue(message: line), members.contains(where: { $0.key == "id" })
        else { continue }
        if let error = members.first(where: { $0.key == "error" }) { throw Refusal(error.value) }
        if let result = members.first(where: { $0.key == "result" }) {
          return Answer(value: result.value, source: Array(result.source))
        }
      }
    }
  }

  /// A request's line, without its newline.
  static func request(
    _ method: String,
    deck: String?,
    _ parameters: (inout JSONWriter) -> Void
  ) -> [UInt8] {
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
    return json.bytes
  }
}

extension JSONValue {
  /// Reads a message of the daemon; throws for a number that none has, such as 1e19 for an event.
  init(message line: [UInt8]) throws {
    self = try JSONReader.read(line)
    guard let number = excessiveNumber else { return }
    throw Failure("not a message of deckd: a number is \(number); is another program listening on its socket?")
  }

  /// A number beyond those that every JSON library represents; not in the data of cards, which is their author's.
  private var excessiveNumber: Double? {
    switch self {
    case .null, .boolean, .string: nil
    case .number(let number): number.magnitude <= Double(Self.largestInteger) ? nil : number
    case .array(let elements): elements.lazy.compactMap(\.excessiveNumber).first
    case .object(let members): members.lazy.compactMap { $0.key == "data" ? nil : $0.value.excessiveNumber }.first
    }
  }

  /// An object's member, with its value as it was written.
  func member(_ key: String) -> Member? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }
  }
}
