import Foundation
import TestSupport
import Testing

@Suite
struct `A deck that is commanded over the socket` {
  private let daemon: LoneDaemon
  private let client: LiveClient

  init() throws {
    daemon = try LoneDaemon()
    client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
  }

  /// Waits until nothing moves; returns the reply to `deck.get` and the front card.
  private func settled() throws -> (answer: String, front: String?) {
    try client.rest()
    let answer = try client.ask("deck.get")
    return (answer, Picture(answer)?.cards.first { $0.role == "front" }?.id)
  }

  /// Returns the types, cards and indexes of the events after the one with this number.
  private func events(after number: Int64) -> [String] {
    client.lines.filter { $0.contains(#""method":"event""#) && $0.number("seq") ?? 0 > number }.map { line in
      ["type", "card"].compactMap { line.text($0) }.joined(separator: " ")
        + (line.number("index").map { " \($0)" } ?? "")
    }
  }

  /// Expects the request to be refused, to name this field and to change nothing.
  private func expectRefusal(_ method: String, _ parameters: String, field: String) throws {
    let before = try settled().answer
    let refusal = Refusal(try client.ask(method, parameters))
    #expect(refusal?.field == field, "\(method) \(parameters)")
    #expect(refusal?.expected.isEmpty == false)
    let after = try settled().answer
    #expect(after == before)
  }

  // MARK: - Undo, select, appear

  @Test
  func `takes its decisions back, the last one first, and each card from where it went`() throws {
    for direction in ["left", "right", "left"] { try client.ask("deck.swipe", #"{"direction":"\#(direction)"}"#) }
    #expect(try client.ask("deck.get").number("undoDepth") == 3)
    for (card, direction) in [(2, "left"), (1, "right"), (0, "left")] {
      let answer = try client.ask("deck.undo")
      let rewound = try #require(client.lines.last { $0.contains(#""type":"deck.rewound""#) })
      #expect(rewound.contains(#""card":"card-\#(card)","index":\#(card),"direction":"\#(direction)""#))
      #expect(answer.number("seq") ?? 0 >= rewound.number("seq") ?? .max)
    }
    let (answer, front) = try settled()
    #expect(front == "card-0")
    #expect(answer.number("current") == 0 && answer.number("undoDepth") == 0)
    let nothing = Refusal(try client.ask("deck.undo"))
    #expect(nothing?.code == -32000)
  }

  @Test
  func `comes back by an undo after it ran out`() throws {
    try client.ask("deck.load", #"{"cards":[{"id":"only"}]}"#)
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    #expect(client.lines.contains { $0.contains(#""type":"deck.exhausted""#) })
    try client.ask("deck.undo")
    #expect(try settled().front == "only")
    #expect(try client.ask("deck.swipe", #"{"direction":"left"}"#).contains(#""result":{"seq":"#))
  }

  @Test
  func `selects its front card, and no other`() throws {
    let answer = try client.ask("deck.select")
    let selected = try #require(client.lines.dropLast().last)
    #expect(selected.contains(#""type":"card.selected","card":"card-0","index":0"#))
    #expect(answer.number("seq") == selected.number("seq"))
    #expect(try client.ask("deck.select", #"{"card":"card-0"}"#).contains(#""result":{"seq":"#))
    try expectRefusal("deck.select", #"{"card":"card-1"}"#, field: "params.card")
  }

  @Test
  func `appears`() throws {
    try client.ask("deck.appear")
    try client.event("deck.appeared")
    #expect(try settled().front == "card-0")
  }

  @Test(
    arguments: [
      ("deck.move", #"{"card":"card-1","to":0}"#, "stack or carousel"),
      ("deck.scroll", #"{"to":100}"#, "stack or carousel"),
      ("deck.scroll", #"{"card":"card-1"}"#, "stack or carousel"),
      ("deck.bounce", "{}", "stack"), ("detail.layout", #"{"card":"card-0","length":1200}"#, "stack"),
    ]
  )
  func `does nothing that only other kinds can do`(method: String, parameters: String, kinds: String) throws {
    let answer = try client.ask(method, parameters)
    #expect(answer.contains(#""message":"a swipe deck cannot do that""#))
    #expect(Refusal(answer) == Refusal(code: -32000, field: "params.deck", expected: "a deck of the kind \(kinds)"))
    try expectRefusal(method, parameters, field: "params.deck")
  }

  @Test
  func `has no swipe to cancel where none waits for the delegate`() throws {
    let answer = try client.ask("deck.dismiss")
    #expect(answer.contains(#""message":"no swipe waits for the delegate""#))
    #expect(Refusal(answer) == Refusal(code: -32000, field: "params.deck", expected: "a deck in the phase awaiting"))
  }

  // MARK: - Cards

  @Test
  func `is loaded with cards whose data comes back byte for byte, and with its own again`() throws {
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    let data = #"{ "title" : "S\u00e9a", "size":1.50e1 }"#
    let before = try #require(client.eventNumbers.last)
    try client.ask("deck.load", #"{"cards":[{"id":"a","data":\#(data)},{"id":"b","data":null},{"id":"c"}]}"#)
    #expect(events(after: before).contains("deck.loaded"))
    let (answer, front) = try settled()
    #expect(front == "a")
    #expect(answer.contains(#""data":\#(data)}"#) && answer.contains(#""data":null}"#))
    #expect(answer.number("count") == 3 && answer.number("current") == 0 && answer.number("undoDepth") == 0)

    try client.ask("deck.load", #"{"current":4}"#)
    let own = try settled()
    #expect(own.front == "card-4")
    #expect(own.answer.number("count") == 10 && own.answer.number("current") == 4)
    try expectRefusal("deck.load", #"{"current":11}"#, field: "params.current")
    try expectRefusal("deck.load", #"{"cards":[{"id":"a"}],"current":2}"#, field: "params.current")
  }

  @Test
  func `is loaded with nothing, and filled`() throws {
    try client.ask("deck.load", #"{"cards":[]}"#)
    let (empty, front) = try settled()
    #expect(front == nil && empty.number("count") == 0)
    try client.ask("deck.insert", #"{"cards":[{"id":"a"},{"id":"b"}]}"#)
    #expect(try settled().front == "a")
  }

  @Test
  func `lets a card be swiped only where the card says`() throws {
    try client.ask("deck.load", #"{"cards":[{"id":"a","allowed":["right"]}]}"#)
    let left = Refusal(try client.ask("deck.swipe", #"{"direction":"left","force":true}"#))
    #expect(left == Refusal(code: -32602, field: "params.direction", expected: "one of right"))
    #expect(try client.ask("deck.swipe", #"{"direction":"right"}"#).contains(#""result":{"seq":"#))
  }

  @Test
  func `keeps its place when it is reloaded`() throws {
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    try client.ask("deck.reload")
    #expect(try settled().front == "card-1")
    try client.ask("deck.reload", #"{"cards":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#)
    let (answer, front) = try settled()
    #expect(front == "b")
    #expect(answer.number("current") == 1 && answer.number("count") == 3)
  }

  @Test
  func `keeps its front card when cards are put in before it`() throws {
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    let before = try #require(try client.ask("deck.get").number("seq"))
    let answer = try client.ask("deck.insert", #"{"cards":[{"id":"x"},{"id":"y"}],"at":0}"#)
    #expect(
      events(after: before).filter { $0.hasPrefix("card.inserted") } == ["card.inserted x 0", "card.inserted y 1"]
    )
    #expect(answer.number("seq") == client.eventNumbers.last)
    let (shifted, front) = try settled()
    #expect(front == "card-1")
    #expect(shifted.number("current") == 3 && shifted.number("count") == 12)
    try client.ask("deck.insert", #"{"cards":[{"id":"z"}]}"#)
    #expect(client.lines.contains { $0.contains(#""type":"card.inserted","card":"z","index":12"#) })
  }

  @Test
  func `has a new card in front when one is put in there`() throws {
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    try client.ask("deck.insert", #"{"cards":[{"id":"x","data":7}],"at":1}"#)
    let (answer, front) = try settled()
    #expect(front == "x")
    #expect(answer.number("current") == 1 && answer.contains(#""data":7}"#))
  }

  @Test
  func `refuses cards that it has, and places that it has not`() throws {
    try expectRefusal("deck.insert", #"{"cards":[{"id":"new"},{"id":"card-9"}]}"#, field: "params.cards[1].id")
    try expectRefusal("deck.insert", #"{"cards":[{"id":"new"}],"at":11}"#, field: "params.at")
    try expectRefusal("deck.remove", #"{"at":10}"#, field: "params.at")
    try expectRefusal("deck.remove", #"{"at":8,"count":3}"#, field: "params.count")
    try expectRefusal("deck.remove", #"{"at":0,"count":9007199254740991}"#, field: "params.count")
    try expectRefusal("deck.update", #"{"cards":[{"id":"card-0"},{"id":"new"}]}"#, field: "params.cards[1].id")
  }

  @Test
  func `goes on with the next card when those in front are taken out`() throws {
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    let before = try #require(try client.ask("deck.get").number("seq"))
    try client.ask("deck.remove", #"{"at":1,"count":2}"#)
    let removed = events(after: before).filter { $0.hasPrefix("card.removed") }
    #expect(removed.count == 2 && removed.contains("card.removed card-1 1"))
    #expect(removed.contains { $0.hasPrefix("card.removed card-2") })
    let (answer, front) = try settled()
    #expect(front == "card-3")
    #expect(answer.number("current") == 1 && answer.number("count") == 8)
    // The card has already been decided: the others only move up.
    try client.ask("deck.remove", #"{"at":0}"#)
    let shifted = try settled()
    #expect(shifted.front == "card-3")
    #expect(shifted.answer.number("current") == 0 && shifted.answer.number("count") == 7)
    try client.ask("deck.remove", #"{"at":0,"count":7}"#)
    #expect(try settled().front == nil)
  }

  @Test
  func `shows the new data of a card that is updated, and forgets what the update leaves out`() throws {
    try client.ask("deck.load", #"{"cards":[{"id":"a","data":1,"allowed":["right"]},{"id":"b"}]}"#)
    try client.ask("deck.update", #"{"cards":[{"id":"a","data":{"n":2}}]}"#)
    #expect(client.lines.contains { $0.contains(#""type":"card.updated","card":"a","index":0"#) })
    #expect(try settled().answer.contains(#""data":{"n":2}}"#))
    #expect(try client.ask("deck.swipe", #"{"direction":"left"}"#).contains(#""result":{"seq":"#))
  }

  @Test
  func `tells of thousands of cards without losing a client`() throws {
    let before = try #require(try client.ask("deck.get").number("seq"))
    let last = try #require(try client.insert(5000, "new-").number("seq"))
    #expect(client.eventNumbers.filter { $0 > before } == Array(before + 1...last))
    #expect(try client.ask("deck.get").number("count") == 5010)
  }

  @Test
  func `is another than the one that is not named`() throws {
    let daemon = try LoneDaemon(
      configuration: """
        [[surfaces]]
        name = "s"
        [[decks]]
        id = "a"
        [[decks]]
        id = "b"
        """
    )
    let client = try LiveClient(daemon)
    let unnamed = Refusal(try client.ask("deck.load", #"{"cards":[]}"#))
    #expect(unnamed == Refusal(code: -32602, field: "params.deck", expected: "one of a, b"))
    try client.ask("deck.load", #"{"deck":"b","cards":[{"id":"x"}]}"#)
    #expect(try client.ask("deck.get", #"{"deck":"a"}"#).number("count") == 10)
    #expect(try client.ask("deck.get", #"{"deck":"b"}"#).number("count") == 1)
  }
}

extension String {
  /// Returns the text of the first member with this name; it must have no escapes.
  fileprivate func text(_ name: String) -> String? {
    guard let key = range(of: "\"\(name)\":\"") else { return nil }
    return String(self[key.upperBound...].prefix { $0 != "\"" })
  }
}
