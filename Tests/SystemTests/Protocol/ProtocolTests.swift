import DeckProtocol
import Foundation
import TestSupport
import Testing

@Suite
struct `The protocol of a running daemon` {
  private static let decks = #""decks":[{"id":"main","kind":"swipe","preset":"natural"}]"#

  @Test
  func `says hello with and without a protocol number, and refuses another's`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    let hello = try client.ask("hello")
    #expect(hello.contains(#""server":"deckd","version":"\#(ReleaseVersion.current)","protocol":1,"#))
    let topics = #""events","frames","motions","gestures","haptics","prefetch","touches","panels""#
    #expect(hello.contains(#""capabilities":[\#(topics),"hello","subscribe","unsubscribe","#))
    // The tests run as the same user as the daemon.
    #expect(
      hello.contains(#""input.inject","explain"],"access":"control","grants":["input.inject"],"#)
    )
    #expect(hello.contains(Self.decks))
    #expect(try client.ask("hello", #"{"protocol":1,"client":"tests"}"#) == hello)
    let unknown = Refusal(try client.ask("hello", #"{"protocol":1,"clint":"tests"}"#))
    let expected = #"one of protocol, client; did you mean "client"?"#
    #expect(unknown == Refusal(code: -32602, field: "params.clint", expected: expected))
    let other = Refusal(try client.ask("hello", #"{"protocol":2}"#))
    #expect(other == Refusal(code: -32000, field: "params.protocol", expected: "1"))
  }

  @Test
  func `lists and shows the built-in deck to a client that said no hello`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    #expect(try client.ask("deck.list").contains("{\(Self.decks)}"))
    let answer = try client.ask("deck.get")
    #expect(answer.contains(#""deck":"main","kind":"swipe","preset":"natural","seq":2,"surface":{"name":"main","#))
    #expect(answer.contains(#""area":{"x":0,"y":0,"w":400,"h":800},"cards":[{"id":"card-0","#))
    #expect(answer.contains(#""current":0,"count":10,"visible":3,"phase":"rest","undoDepth":0,"#))
    #expect(Picture(answer)?.cards.map(\.role) == ["front", "behind", "behind"])
    #expect(try client.ask("deck.get", #"{"deck":"main"}"#) == answer)
  }

  @Test
  func `gives the snapshot that its page shows`() throws {
    let daemon = try LoneDaemon()
    let answer = try LiveClient(daemon).ask("deck.get")
    let snapshot = try #require(answer.range(of: #""snapshot":"#)).lowerBound
    let page = SchemaValidator.schema.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "DeckProtocol.docc/Protocol.md")
    #expect(try String(contentsOf: page, encoding: .utf8).contains(answer[snapshot...]))
  }

  @Test
  func `answers a swipe and a reset with the number of their last event`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    let swipe = try client.ask("deck.swipe", #"{"direction":"left"}"#)
    let swiped = try #require(client.lines.dropLast().last)
    #expect(swiped.contains(#""type":"card.swiped","card":"card-0","index":0,"direction":"left""#))
    #expect(swipe.number("seq") == 3 && swiped.number("seq") == 3)
    #expect(try client.event("card.shown").contains(#""seq":4,"#))
    let reset = try client.ask("deck.reset", #"{"deck":"main"}"#)
    #expect(reset.number("seq") == 6)
    #expect(client.eventNumbers == [3, 4, 5, 6])
    #expect(client.lines.suffix(3).first?.contains(#""type":"deck.reset""#) == true)
    #expect(client.lines.dropLast().last?.contains(#""type":"card.shown","card":"card-0","index":0"#) == true)
    #expect(try client.ask("deck.get").contains(#""current":0,"#))
  }

  @Test
  func `refuses a swipe that the card or the deck does not allow, and says what it does`() throws {
    let daemon = try LoneDaemon(configuration: "[[surfaces]]\nname = \"s\"\n[[decks]]\nid = \"main\"\ncount = 1\n")
    let client = try LiveClient(daemon)
    let up = Refusal(try client.ask("deck.swipe", #"{"direction":"up","force":true}"#))
    #expect(up == Refusal(code: -32602, field: "params.direction", expected: "one of left, right"))
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    let empty = Refusal(try client.ask("deck.swipe", #"{"direction":"right"}"#))
    #expect(empty?.code == -32000)
    #expect(empty?.field == "params.deck")
    #expect(empty?.expected.contains("deck.reset starts over") == true)
    try client.ask("deck.reset")
    #expect(try client.ask("deck.swipe", #"{"direction":"right"}"#).contains(#""result":{"seq":"#))
  }

  @Test
  func `replaces a client's subscription by its next one`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    try client.ask("deck.reset")
    let before = client.eventNumbers
    try client.ask("subscribe", #"{"topics":["gestures"]}"#)
    try client.ask("deck.reset")
    try client.ask("deck.list")
    #expect(before == [3, 4])
    #expect(client.eventNumbers == before)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    try client.ask("deck.reset")
    // Once each, although it subscribed three times.
    #expect(client.eventNumbers == [3, 4, 7, 8])
  }

  @Test
  func `says whether events were missed since the client's last`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    let seen = try #require(try client.ask("deck.reset").number("seq"))
    let current = try client.ask("subscribe", #"{"topics":["events"],"since":\#(seen)}"#)
    #expect(current.number("seq") == seen && !current.contains("resync"))
    try client.ask("deck.reset")
    let missed = try client.ask("subscribe", #"{"topics":["events"],"since":\#(seen)}"#)
    #expect(missed.number("seq") == seen + 2 && missed.hasSuffix(#","resync":true}}"#))
    // A number that this daemon has not used yet belongs to another daemon's journal.
    #expect(try client.ask("subscribe", #"{"topics":["events"],"since":1000}"#).contains(#""resync":true"#))
    #expect(try !client.ask("subscribe", #"{"topics":["events"]}"#).contains("resync"))
  }

  @Test
  func `tells every subscriber the same events in the same order`() throws {
    let daemon = try LoneDaemon()
    let (first, second, third) = (try LiveClient(daemon), try LiveClient(daemon), try LiveClient(daemon))
    try first.ask("subscribe", #"{"topics":["events"]}"#)
    try second.ask("subscribe", #"{"topics":["events"]}"#)
    for round in 0..<40 {
      // The subscribers' own commands, and those of a client without subscriptions.
      let client = [first, second, third][round % 3]
      if round % 8 == 7 { try client.ask("deck.reset") }
      try client.ask("deck.swipe", #"{"direction":"\#(round % 2 == 0 ? "left" : "right")"}"#)
    }
    let last = try #require(try third.ask("deck.reset").number("seq"))
    for client in [first, second] { try client.next { $0.contains(#""method":"event""#) && $0.number("seq") == last } }
    let heard = [first, second].map { client in client.lines.filter { $0.contains(#""method":"event""#) } }
    #expect(heard[0] == heard[1])
    #expect(first.eventNumbers == Array(3...last))
    #expect(third.eventNumbers.isEmpty)
  }

  @Test
  func `shows a late subscriber nothing of before its snapshot`() throws {
    // No client subscribed to the frames until then, while a card was moving for seconds.
    let daemon = try LoneDaemon(
      configuration: """
        [[surfaces]]
        name = "s"
        [[decks]]
        id = "main"
        [decks.settings]
        fly.duration = 10
        """
    )
    let client = try LiveClient(daemon)
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    let start = 20.0
    try wait(for: "the card to be well on its way") {
      try leaving(Picture(try client.ask("deck.get"))) > start + 100
    }
    let snapshot = try leaving(Picture(try client.ask("subscribe", #"{"topics":["frames"]}"#)))
    #expect(try leaving(Picture(try client.frame("settling"))) >= snapshot)
  }

  /// Returns the position of the leaving card.
  private func leaving(_ picture: Picture?) throws -> Double {
    try #require(picture?.cards.first { $0.role == "leaving" }).x
  }
}

/// An error in a reply.
struct Refusal: Equatable {
  var code: Int
  var field: String
  var expected: String
}

extension Refusal {
  /// Decodes the error in a line; `nil` if there is none.
  init?(_ line: String) {
    struct Answer: Decodable {
      struct Failure: Decodable {
        struct Particulars: Decodable {
          var field: String
          var expected: String
        }
        var code: Int
        var data: Particulars
      }
      var error: Failure
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else { return nil }
    self.init(code: answer.error.code, field: answer.error.data.field, expected: answer.error.data.expected)
  }
}
