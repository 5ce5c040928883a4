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

  /// Parameters that every daemon takes in one line, whatever its `limits.line`.
  private static let everyLine = 800

  /// The timeout for a reply.
  private static let patience = ReplyTimeout.named(else: .seconds(10))

  /// A request's result.
  struct Answer {
    var value: JSONValue
    /// The result as it was written.
    var source: [UInt8]

    /// The result as the object that it is for its request.
    func `as`<Result>(_: Result.Type) -> Received<Result> { Received(value) }
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

  /// Sends a request, about the deck if one is named, in as many parts as it needs, and waits for the last reply;
  /// throws a `Refusal` for an error.
  func exchange(
    _ connection: DeckConnection,
    _ method: String,
    deck: String?,
    _ parameters: (inout JSONWriter) -> Void
  ) throws -> Answer {
    let given = Self.parameters(deck: deck, parameters)
    let greeting = given.count < Self.everyLine ? nil : try exchange(connection, "hello", deck: nil) { _ in }
    let limits = greeting?.as(Reply.Greeting.self).limits
    var parts = RequestParts(method, given, under: RequestParts.Limits(limits))
    var answer = Answer(value: .null, source: [])
    while let part = parts.next() { answer = try exchange(connection, part) }
    return answer
  }

  /// Sends a request, and waits for its reply; throws a `Refusal` for an error.
  ///
  /// A swipe may wait minutes for a person to decide: the daemon is asked whether it is there, and waited for while it
  /// is.
  func exchange(_ connection: DeckConnection, _ request: RequestParts.Part) throws -> Answer {
    try connection.send(Self.line(request.method, request.parameters))
    var (isAsked, isWaiting) = (false, false)
    while true {
      switch try connection.readLine(timeout: Self.patience / 2) {
      case .timedOut where isAsked:
        throw Failure("\(socketPath): no answer within \(Self.patience); is the daemon stopped?", .timeout)
      case .timedOut:
        try connection.send(Self.line("deck.list", Array("{}".utf8), id: 0))
        isAsked = true
      case .closed: throw Failure("\(socketPath): the daemon closed the connection", .noDaemon)
      case .line(let line):
        // Notifications may arrive first.
        let message = try ReceivedMessage(line: line)
        guard let id = message.id?.value else { continue }
        if case .number(0) = id {
          // The answer to the question of an earlier exchange says nothing.
          guard isAsked else { continue }
          if !isWaiting, request.method == "deck.swipe" {
            StandardError.note("waiting for the deck's delegate to decide; Ctrl-C ends the wait, not the swipe")
          }
          (isAsked, isWaiting) = (false, true)
          continue
        }
        if let error = message.error { throw Refusal(error.value) }
        if let result = message.result { return Answer(value: result.value, source: Array(result.source)) }
      }
    }
  }

  /// A request's line, without its newline, about the deck if one is named.
  static func request(_ method: String, deck: String?, _ others: (inout JSONWriter) -> Void = { _ in }) -> [UInt8] {
    line(method, parameters(deck: deck, others))
  }

  private static func line(_ method: String, _ parameters: [UInt8], id: Int = 1) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("id", id)
      json.member("method", method)
      json.key("params")
      json.raw(parameters[...])
    }
    return json.bytes
  }

  /// The parameters of a request, about the deck if one is named.
  static func parameters(deck: String?, _ others: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      if let deck { json.member("deck", deck) }
      others(&json)
    }
    return json.bytes
  }
}

extension ReceivedMessage {
  /// Reads a message of the daemon; throws for a number that none has, such as 1e19 for an event.
  init(line: [UInt8]) throws {
    let json = try JSONReader.read(line)
    self.init(json)
    guard let number = json.excessiveNumber else { return }
    throw Failure("not a message of deckd: a number is \(number); is another program listening on its socket?")
  }
}

extension JSONValue {
  /// A number beyond those that every JSON library represents; not in the data of cards, which is their author's.
  fileprivate var excessiveNumber: Double? {
    switch self {
    case .null, .boolean, .string: nil
    case .number(let number): number.magnitude <= Double(Self.largestInteger) ? nil : number
    case .array(let elements): elements.lazy.compactMap(\.excessiveNumber).first
    case .object(let members): members.lazy.compactMap { $0.key == "data" ? nil : $0.value.excessiveNumber }.first
    }
  }
}
