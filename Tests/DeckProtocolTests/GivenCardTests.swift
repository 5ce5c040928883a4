import DeckProtocol
import JSON
import TestSupport
import Testing

/// Cards as clients give them.
struct GivenCardTests {
  /// A request with these cards; `cards` is JSON.
  private func line(_ cards: String, _ method: String = "deck.update") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"cards":\#(cards)}}"#
  }

  private func cards(_ json: String) throws -> [Card] {
    let request = try ClientRequest.read(Array(line(json).utf8))
    guard case .command(.update(let update), _) = request.method else {
      preconditionFailure("it was written as an update")
    }
    return Array(update.cards)
  }

  private func refusal(_ json: String) throws -> ProtocolError {
    try #require(throws: RejectedRequest.self) { try ClientRequest.read(Array(line(json).utf8)) }.error
  }

  @Test func `only the id must be given`() throws {
    #expect(try cards(#"[{"id":"a"}]"#) == [Card(id: "a")])
  }

  @Test func `every member is read`() throws {
    let json = #"""
      [{"threshold":0.01,"id":"é \"1\"","allowed":["bottomRight","up"],"data":{"a":1}},{"id":"b","threshold":1}]
      """#
    let first = Card(id: "é \"1\"", data: Array(#"{"a":1}"#.utf8), allowed: [.bottomRight, .up], threshold: 0.01)
    #expect(try cards(json) == [first, Card(id: "b", threshold: 1)])
    try SchemaValidator.expectValid([line(json)], from: .client)
  }

  @Test func `every member of a card is written in the order of the schema, and read again`() throws {
    var card = Card(id: "a", data: Array(#"{"k":[1]}"#.utf8), allowed: [.up, .left], threshold: 0.125)
    (card.draggable, card.swipeable, card.loaded, card.label, card.hint) = (true, false, false, "A \"card\"", "")
    let reply = Reply.cards(id: Array("1".utf8), CardPage(.run([card], from: 0), total: 1, sequence: 1))
    let result = try #require(try JSONReader.read(reply)["result"])
    guard case .object(let members) = result["cards"]?.elements.first else { preconditionFailure("it has a card") }
    #expect(members.map(\.key) == Card.codec.schema.members.map(\.name))
    #expect(try ReceivedCards.read(result).cards.map(\.card) == [card])
  }

  @Test func `a card can answer for itself what a delegate is asked`() throws {
    let json = #"[{"id":"a","draggable":false,"swipeable":true,"loaded":false}]"#
    #expect(try cards(json) == [Card(id: "a", draggable: false, swipeable: true, loaded: false)])
    try SchemaValidator.expectValid([line(json)], from: .client)
  }

  @Test(arguments: ["null", "1.50e1", #""\u0041\/""#, "true", #"{ "k" : [1.000,1e2 , {} ] }"#, "[ ]"])
  func `data is kept as the bytes that were given`(data: String) throws {
    #expect(try cards(#"[{"id":"a","data": \#(data) }]"#).first?.data == Array(data.utf8))
    try SchemaValidator.expectValid([line(#"[{"id":"a","data":\#(data)}]"#)], from: .client)
  }

  @Test func `data comes back in an answer that a reader as strict as ours reads`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let card = try #require(try cards(#"[{"id":"a","data":\#(nested(56))}]"#).first)
    var snapshot = Samples.snapshot
    snapshot.cards = [.init(frame: Samples.front, data: card.data)]
    _ = try JSONReader.read(Reply.subscribed(id: Array("1".utf8), snapshot, resync: false))
    let error = try refusal(#"[{"id":"a"},{"id":"b","data":{"x":[1,\#(nested(55))]}}]"#)
    #expect(error.field == "params.cards[1].data")
    #expect(error.expected == "at most 56 levels of nesting")
  }

  @Test func `an id is counted in characters, not in bytes`() throws {
    let longest = String(repeating: "é", count: 256)
    #expect(try cards(#"[{"id":"\#(longest)"}]"#).first?.id == longest)
    try SchemaValidator.expectValid([line(#"[{"id":"\#(longest)"}]"#)], from: .client)
  }

  @Test(arguments: Self.wrongCards)
  func `a wrong field of a card is named with what was expected`(wrong: WrongCard) throws {
    let error = try refusal(wrong.cards)
    #expect(error.code == .invalidParameters)
    #expect(error.message.hasPrefix("wrong \(wrong.field)") || error.message == "\(wrong.field) is missing")
    #expect(error.field == wrong.field)
    #expect(error.expected == wrong.expected)
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the schema refuses the cards that the reader refuses`() throws {
    let lines = Self.wrongCards.map { Array(line($0.cards).utf8) }
    #expect(try SchemaValidator.failures(in: lines, from: .client).map(\.line) == Array(1...lines.count))
  }

  @Test(arguments: [
    (#"[{"id":"a"},{"id":"b"},{"id":"a","data":1}]"#, "params.cards[2].id", #""a""#),
    (#"[{"id":"a"},{"id":"\u0061"}]"#, "params.cards[1].id", #""a""#),
    ("[{\"id\":\"\u{e9}\"},{\"id\":\"e\u{301}\"}]", "params.cards[1].id", "\"e\u{301}\""),
  ])
  func `an id twice in a request is refused at the second`(json: String, field: String, id: String) throws {
    let error = try refusal(json)
    #expect(error.code == .invalidParameters)
    #expect(error.field == field)
    #expect(error.expected == "an id of its own, not \(id) again")
  }

  private static func list(_ count: Int) -> String {
    "[" + (0..<count).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",") + "]"
  }

  @Test func `a request has or names at most 250 cards`() throws {
    #expect(try cards(Self.list(250)).count == 250)
    for method in ["deck.load", "deck.reload", "deck.insert", "deck.update"] {
      let line = Array(line(Self.list(251), method).utf8)
      let error = try #require(throws: RejectedRequest.self) { try ClientRequest.read(line) }.error
      #expect(error.expected == "at most 250 cards in a request, not 251")
    }
    let ids = "[" + (0..<251).map { "\"\($0)\"" }.joined(separator: ",") + "]"
    let methods = [("card.loaded", "cards"), ("delegate.invalidate", "cards"), ("deck.cards", "ids")]
    for (method, member) in methods {
      let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"\#(member)":\#(ids)}}"#
      let error = try #require(throws: RejectedRequest.self) { try ClientRequest.read(Array(line.utf8)) }.error
      #expect(error.code == .invalidParameters && error.field == "params.\(member)")
      #expect(error.expected == "at most 250 cards in a request, not 251")
    }
  }
}

extension GivenCardTests {
  /// Cards of which one has a fault, and what the refusal says.
  struct WrongCard: Sendable, CustomTestStringConvertible {
    var cards: String
    var field: String
    var expected: String

    init(_ cards: String, _ field: String, _ expected: String) {
      (self.cards, self.field, self.expected) = (cards, field, expected)
    }

    var testDescription: String { cards.count < 200 ? cards : "\(cards.prefix(200))…" }
  }

  private static let array = #"an array of cards such as {"id": "a"}"#
  private static let id = "1 to 256 characters and no control character among them"
  private static let direction = "one of left, right, up, down, topLeft, topRight, bottomLeft, bottomRight"
  private static let threshold = "a number from 0.01 to 1"

  static let wrongCards: [WrongCard] = [
    .init("null", "params.cards", "\(array), not null"),
    .init(#"{"id":"a"}"#, "params.cards", "\(array), not an object"),
    .init("[]", "params.cards", "\(array), not an empty one"),
    .init(#"["a"]"#, "params.cards[0]", "an object, not a string"),
    .init(#"[{"id":"a"},null]"#, "params.cards[1]", "an object, not null"),
    .init("[{}]", "params.cards[0].id", "a string"),
    .init(#"[{"id":"a"},{"id":"b"},{"label":"c"}]"#, "params.cards[2].id", "a string"),
    .init(#"[{"id":1}]"#, "params.cards[0].id", "a string, not 1"),
    .init(#"[{"id":null}]"#, "params.cards[0].id", "a string, not null"),
    .init(#"[{"id":""}]"#, "params.cards[0].id", id),
    .init(#"[{"id":"\#(String(repeating: "é", count: 257))"}]"#, "params.cards[0].id", id),
    .init(#"[{"id":"a\n"}]"#, "params.cards[0].id", id),
    .init(#"[{"id":"\u0000"}]"#, "params.cards[0].id", id),
    .init("[{\"id\":\"a\u{7f}b\"}]", "params.cards[0].id", id),
    .init("[{\"id\":\"\u{9b}1m\"}]", "params.cards[0].id", id),
    .init(#"[{"id":"a","allowed":"left"}]"#, "params.cards[0].allowed", "an array with \(direction), not a string"),
    .init(#"[{"id":"a","allowed":null}]"#, "params.cards[0].allowed", "an array with \(direction), not null"),
    .init(#"[{"id":"a","allowed":[]}]"#, "params.cards[0].allowed", "an array with \(direction), not an empty one"),
    .init(#"[{"id":"a","allowed":["left",1]}]"#, "params.cards[0].allowed[1]", "\(direction), not a number"),
    .init(
      #"[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d","allowed":["up","east"]}]"#,
      "params.cards[3].allowed[1]",
      #"\#(direction), not "east""#
    ),
    .init(
      #"[{"id":"a","allowed":["up","left","up"]}]"#,
      "params.cards[0].allowed[2]",
      "each direction once, not up again"
    ),
    .init(#"[{"id":"a","threshold":0}]"#, "params.cards[0].threshold", "\(threshold), not 0"),
    .init(#"[{"id":"a","threshold":1.001}]"#, "params.cards[0].threshold", "\(threshold), not 1.001"),
    .init(#"[{"id":"a","threshold":"1"}]"#, "params.cards[0].threshold", "\(threshold), not a string"),
    .init(#"[{"id":"a","threshold":null}]"#, "params.cards[0].threshold", "\(threshold), not null"),
  ]
}
