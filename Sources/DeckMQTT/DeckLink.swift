import DeckClient
import DeckProtocol
import JSON

/// The bridge's side of its connection to deckd: makes requests, and sorts what arrives.
///
/// Events pass through as the daemon wrote them, so that also those of a newer daemon do; the model of a `DeckClient`
/// would have to understand them.
struct DeckLink {
  /// What a reply is for.
  enum Purpose: Hashable {
    case subscription
    case snapshot(deck: String)
    case surfaces
    case command(CommandReply)
    case greeting
  }

  /// Where the reply to a command goes.
  struct CommandReply: Hashable {
    var topic: String
    var correlation: [UInt8]?
  }

  /// What a line of the daemon says; slices are of the line.
  enum Arrival {
    case event(sequence: UInt64, deck: String, type: String, parameters: ArraySlice<UInt8>)
    case surfaceEvent(sequence: UInt64, surface: String, parameters: ArraySlice<UInt8>)
    case frame(deck: String, parameters: ArraySlice<UInt8>)
    case reply(Purpose, Result<(value: JSONValue, source: ArraySlice<UInt8>), Refusal>)
    /// Why the daemon disconnects.
    case warning(String)
    case other
  }

  /// An error of the daemon.
  struct Refusal: Error {
    var message: String
    var source: ArraySlice<UInt8>
  }

  private let connection: DeckConnection
  private var last = 0
  private var waiting: [Int: Purpose] = [:]

  /// How many commands of others wait for their replies.
  private(set) var commandCount = 0

  /// The commands that wait for their replies, in the order in which they came.
  var unanswered: [CommandReply] {
    waiting.sorted { $0.key < $1.key }.compactMap { if case .command(let reply) = $0.value { reply } else { nil } }
  }

  init(_ connection: DeckConnection) {
    self.connection = connection
  }

  var descriptor: Int32 { connection.fileDescriptor }

  /// Sends a request whose `params` are given as an object.
  mutating func request(_ method: String, _ parameters: [UInt8], for purpose: Purpose) throws(DeckConnectionError) {
    last += 1
    var json = JSONWriter()
    json.object { [last] json in
      json.member("jsonrpc", "2.0")
      json.member("id", last)
      json.member("method", method)
      json.key("params")
      json.raw(parameters[...])
    }
    try connection.send(json.bytes)
    waiting[last] = purpose
    if case .command = purpose { commandCount += 1 }
  }

  /// Returns the next line that has arrived, if any.
  ///
  /// Throws where the connection has ended.
  func receive() throws(DeckConnectionError) -> [UInt8]? {
    switch try connection.readLine(timeout: .zero) {
    case .line(let line): return line
    case .timedOut: return nil
    case .closed: throw .lost(path: connection.path, reason: "deckd closed the connection")
    }
  }

  /// What a line says; `nil` for one that is no message of deckd.
  mutating func sort(_ line: [UInt8]) -> Arrival? {
    guard case .object(let members) = try? JSONReader.read(line) else { return nil }
    guard let method = members.member("method")?.value.text else { return reply(members) }
    guard let parameters = members.member("params") else { return .other }
    guard let deck = parameters.value["deck"]?.text else {
      guard method == "event", let surface = parameters.value["surface"]?.text,
        let sequence = parameters.value["seq"]?.natural
      else { return .other }
      return .surfaceEvent(sequence: sequence, surface: surface, parameters: parameters.source)
    }
    switch method {
    case "event":
      guard let sequence = parameters.value["seq"]?.natural, let type = parameters.value["type"]?.text else {
        return nil
      }
      return .event(sequence: sequence, deck: deck, type: type, parameters: parameters.source)
    case "frame": return .frame(deck: deck, parameters: parameters.source)
    default: return .other
    }
  }

  private mutating func reply(_ members: [JSONValue.Member]) -> Arrival? {
    let error = members.member("error")
    let message = error?.value["message"]?.text ?? ""
    guard let number = members.member("id")?.value.number, let id = Int(exactly: number),
      let purpose = waiting.removeValue(forKey: id)
    else { return error == nil ? .other : .warning(message) }
    if case .command = purpose { commandCount -= 1 }
    if let error { return .reply(purpose, .failure(Refusal(message: message, source: error.source))) }
    guard let result = members.member("result") else { return nil }
    return .reply(purpose, .success((result.value, result.source)))
  }
}

extension JSONValue {
  /// A number that counts something; `nil` for another value, and for what 64 bits do not hold.
  var natural: UInt64? { number.flatMap { UInt64(exactly: $0) } }
}
