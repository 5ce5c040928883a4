import DeckClient
import DeckProtocol
import JSON

/// A connection to deckd that has it send the events of all decks from now on.
///
/// What happened before is left out: a command that runs minutes late is worse than one that does not run.
struct EventLink {
  /// What a line of the daemon says.
  enum Arrival {
    /// Events come from now on, after the one with this number of this journal.
    case subscribed(journal: String?, sequence: UInt64)
    case event(ActionEvent)
    /// Why the daemon refuses the subscription, or disconnects.
    case refused(String)
    case other
  }

  private static let subscription = 2

  private let connection: DeckConnection

  /// Connects to the socket at a path, and subscribes.
  init(path: String) throws(DeckConnectionError) {
    connection = try DeckConnection(path: path)
    try request(1, "hello") { json in
      json.member("protocol", Reply.protocolNumber)
      json.member("client", "deckd-actions")
    }
    try request(Self.subscription, "subscribe") { json in
      json.member("deck", "*")
      json.key("topics")
      json.array([Topic.events]) { $0.value($1.rawValue) }
    }
  }

  /// The descriptor to wait for, once `receive` has returned `nil`.
  var descriptor: Int32 { connection.fileDescriptor }

  /// Returns what the next line says that has arrived, if any; throws where the connection has ended.
  func receive() throws(DeckConnectionError) -> Arrival? {
    switch try connection.readLine(timeout: .zero) {
    case .line(let line):
      if let arrival = Self.arrival(line) { return arrival }
      throw .lost(path: connection.path, reason: "another program is listening: no message of deckd came")
    case .timedOut: return nil
    case .closed: throw .lost(path: connection.path, reason: "deckd closed the connection")
    }
  }

  private static func arrival(_ line: [UInt8]) -> Arrival? {
    guard case .object(let members) = try? JSONReader.read(line) else { return nil }
    if let method = members.member("method")?.value.text {
      guard method == "event" else { return .other }
      return members.member("params").flatMap(ActionEvent.init).map(Arrival.event)
    }
    if let error = members.member("error")?.value { return .refused(error["message"]?.text ?? "") }
    guard members.member("id")?.value == .number(Double(subscription)) else { return .other }
    let result = members.member("result")?.value
    let sequence = result?["seq"]?.number.flatMap { UInt64(exactly: $0) } ?? 0
    return .subscribed(journal: result?["journal"]?.text, sequence: sequence)
  }

  private func request(
    _ id: Int,
    _ method: String,
    _ parameters: (inout JSONWriter) -> Void
  ) throws(DeckConnectionError) {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("id", id)
      json.member("method", method)
      json.key("params")
      json.object(parameters)
    }
    try connection.send(json.bytes)
  }
}
