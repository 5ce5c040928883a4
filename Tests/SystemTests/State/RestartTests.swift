import Foundation
import TestSupport
import Testing

/// The engine's tests cover the rules (Restoring.md); here they hold from one run of the daemon to the next.
@Suite
struct `A daemon that is started again with another configuration` {
  private let daemon: LoneDaemon
  private static let names = "abcdef"

  init() throws {
    daemon = try LoneDaemon(configuration: Self.deck(), keepsState: true)
  }

  private static func deck(_ id: String = "main", _ lines: String = "", cards: String = names) -> String {
    let list = cards.map { #"{ id = "\#($0)" }"# }.joined(separator: ", ")
    return """
      [[surfaces]]
      name = "s"
      [[decks]]
      id = "\(id)"
      cards = [\(list)]
      \(lines)
      """
  }

  private func restart(_ configuration: String) throws {
    #expect(daemon.stop() == 0)
    try daemon.configure(configuration)
    try daemon.start()
  }

  private func swipe(_ count: Int, deck: String = "main") throws {
    let client = try LiveClient(daemon)
    for _ in 0..<count { try client.ask("deck.swipe", #"{"deck":"\#(deck)","direction":"left"}"#) }
  }

  private func snapshot() throws -> ToldSnapshot { try ToldSnapshot(try LiveClient(daemon).ask("deck.get")) }

  /// Returns the ids of the cards, in order.
  private func cards() throws -> String {
    struct Message: Decodable {
      struct Page: Decodable {
        struct Card: Decodable {
          var id: String
        }
        var cards: [Card]
      }
      var result: Page
    }
    let line = try LiveClient(daemon).ask("deck.cards")
    return try JSONDecoder().decode(Message.self, from: Data(line.utf8)).result.cards.map(\.id).joined()
  }

  /// Returns the types of the events after `since`, from the journal.
  private func events(after since: Int64) throws -> [String] {
    let client = try LiveClient(daemon)
    let answer = try client.ask("subscribe", #"{"topics":["events"]}"#)
    let key = try #require(answer.range(of: #""journal":""#))
    let journal = answer[key.upperBound...].prefix(16)
    try client.ask("subscribe", #"{"topics":["events"],"since":\#(since),"journal":"\#(journal)"}"#)
    try client.ask("deck.list")
    return try client.lines.filter { $0.contains(#""method":"event""#) }.map { try ToldEvent($0).type }
  }

  @Test
  func `keeps everything under another preset of the kind, and begins anew as the other kind`() throws {
    try swipe(2)
    try restart(Self.deck("main", #"preset = "koloda""#))
    let before = try snapshot()
    #expect(before.current == 2 && before.undoDepth == 2)
    #expect(try LiveClient(daemon).ask("deck.get").contains(#""preset":"koloda""#))
    try restart(Self.deck("main", #"preset = "wallet""#))
    let after = try snapshot()
    #expect(after.current == 0 && after.undoDepth == 0)
    #expect(try events(after: before.seq).contains("deck.loaded"))
    #expect(try cards() == Self.names)
  }

  @Test
  func `takes the configuration's new cards unless it has cards of its own`() throws {
    try swipe(2)
    try restart(Self.deck(cards: "uvwxyz"))
    #expect(try cards() == "uvwxyz")
    #expect(try snapshot().current == 2)
    #expect(!daemon.log.contains("keeps its cards"))
    try LiveClient(daemon).ask("deck.insert", #"{"cards":[{"id":"o"}],"at":0}"#)
    try restart(Self.deck(cards: "abc"))
    #expect(try cards() == "ouvwxyz")
    #expect(daemon.log.contains("deck=\"main\""))
    #expect(daemon.log.contains("the deck keeps its cards, which are not the configuration's"))
  }

  @Test
  func `has a deck again that it had not for a run`() throws {
    try swipe(3)
    try restart(Self.deck("other"))
    try swipe(1, deck: "other")
    try restart(Self.deck())
    let back = try snapshot()
    #expect(back.current == 3 && back.undoDepth == 3)
    #expect(!daemon.log.contains("keeps its cards"))
  }

  @Test
  func `has a stack scrolled as a finger left it`() throws {
    let settings = """
      preset = "wallet"
      [decks.settings]
      appear.toFrontEnds = false
      """
    try restart(Self.deck("main", settings, cards: "abcdefghijklmnopqrstuvwxyz"))
    func places() throws -> [Double] {
      try #require(Picture(try LiveClient(daemon).ask("deck.get"))).cards.map(\.y)
    }
    let client = try LiveClient(daemon)
    // Cards that are appearing accept no touches.
    try wait(for: "the cards to appear") { try client.ask("deck.get").contains(#""phase":"rest""#) }
    let before = try places()
    try client.ask("subscribe", #"{"topics":["frames"]}"#)
    for (phase, y) in [("down", 700), ("moved", 600), ("moved", 400), ("up", 400)] {
      // Without an id: there is no reply and so nothing has to be persisted, as with a panel.
      let contact = #"{"id":0,"phase":"\#(phase)","x":200,"y":\#(y)}"#
      try client.send(#"{"jsonrpc":"2.0","method":"input.inject","params":{"contacts":[\#(contact)]}}"#)
    }
    let rest = try client.next { line in
      guard line.contains(#""phase":"rest""#), let picture = Picture(line) else { return false }
      return picture.cards.map(\.y) != before
    }
    let after = try #require(Picture(rest)).cards.map(\.y)
    #expect(daemon.stop() == 0)
    try daemon.start()
    #expect(try places() == after)
  }

  @Test
  func `forgets the decisions of earlier rounds when it does not loop any more`() throws {
    try restart(Self.deck("main", "[decks.settings]\nloop = true"))
    let client = try LiveClient(daemon)
    for _ in 0..<8 {
      // A card that comes round again can be decided only once it has left.
      try client.rest()
      try client.ask("deck.swipe", #"{"direction":"left"}"#)
    }
    #expect(try snapshot().undoDepth == 8)
    try restart(Self.deck())
    let after = try snapshot()
    #expect(after.current == 2 && after.undoDepth == 2)
  }
}
