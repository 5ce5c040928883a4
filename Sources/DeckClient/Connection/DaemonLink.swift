import DeckProtocol
package import JSON

/// A connection to deckd whose owner gets messages as deckd wrote them: those of a newer deckd, which a `DeckClient`
/// does not know, reach it as well.
///
/// `Purpose` is what a request is for.
package struct DaemonLink<Purpose> {
  /// What a line of deckd says.
  package enum Arrival {
    /// A notification of this method, with its `params`.
    case notification(String, JSONValue.Member)
    case reply(Purpose, Result<JSONValue.Member, Refusal>)
    /// Why deckd disconnects.
    case warning(String)
    case other
  }

  /// An error of deckd.
  package struct Refusal: Error {
    package var message: String
    package var source: ArraySlice<UInt8>
  }

  private let connection: DeckConnection
  private var last = 0
  private var waiting: [Int: Purpose] = [:]

  /// Connects to the socket at a path, and introduces the client by its name.
  package init(path: String, client: String) throws(DeckConnectionError) {
    connection = try DeckConnection(path: path)
    var hello = JSONWriter()
    hello.object { json in
      json.member("protocol", Reply.protocolNumber)
      json.member("client", client)
    }
    try send("hello", hello.bytes)
  }

  /// The descriptor to wait for, once `receive` has returned `nil`.
  package var descriptor: Int32 { connection.fileDescriptor }

  /// What the requests are for that wait for their replies, in the order in which they were made.
  package var purposes: [Purpose] { waiting.sorted { $0.key < $1.key }.map(\.value) }

  /// Sends a request whose `params` are given as an object.
  package mutating func request(
    _ method: String,
    _ parameters: [UInt8],
    for purpose: Purpose
  ) throws(DeckConnectionError) {
    try send(method, parameters)
    waiting[last] = purpose
  }

  private mutating func send(_ method: String, _ parameters: [UInt8]) throws(DeckConnectionError) {
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
  }

  /// Returns what the next line says that has arrived, if any.
  ///
  /// Throws where the connection has ended, or another program than deckd is at its other end.
  package mutating func receive() throws(DeckConnectionError) -> Arrival? {
    switch try connection.readLine(timeout: .zero) {
    case .line(let line):
      if let arrival = arrival(line) { return arrival }
      throw .lost(path: connection.path, reason: "another program is listening: not a message of deckd")
    case .timedOut: return nil
    case .closed: throw .lost(path: connection.path, reason: "deckd closed the connection")
    }
  }

  /// What a line says; `nil` for one that is no message of deckd.
  private mutating func arrival(_ line: [UInt8]) -> Arrival? {
    guard let json = try? JSONReader.read(line), case .object = json else { return nil }
    let message = ReceivedMessage(json)
    if let method = message.method { return message.parameters.map { .notification(method, $0) } ?? .other }
    let error = message.error
    let reason = error.flatMap { Received<ProtocolError>($0.value).message } ?? ""
    guard let number = message.id?.value.number, let id = Int(exactly: number),
      let purpose = waiting.removeValue(forKey: id)
    else { return error == nil ? .other : .warning(reason) }
    if let error { return .reply(purpose, .failure(Refusal(message: reason, source: error.source))) }
    return message.result.map { .reply(purpose, .success($0)) }
  }
}
