import DeckProtocol
import Foundation
import JSON
import TestSupport
import Testing

@Suite
struct `A daemon with a carousel` {
  private static let configuration = """
    [[surfaces]]
    name = "main"
    [[decks]]
    id = "photos"
    preset = "carousel"
    count = 6
    """

  @Test
  func `scrolls to a card by command, and tells its clients when the card has come to rest`() throws {
    let daemon = try LoneDaemon(configuration: Self.configuration)
    let client = try LiveClient(daemon)
    var model = try ToldSnapshot.model(try client.ask("subscribe", #"{"topics":["events","frames"]}"#))
    try client.ask("deck.scroll", #"{"card":"card-3"}"#)
    let shown = try client.event("card.shown")
    #expect(shown.contains(#""card":"card-3","index":3"#))
    try model.apply(try #require(try DeckEvent.read(try JSONReader.read(shown).member("params"))))
    #expect(model.counts.current == 3)
    #expect(client.frames.contains { $0.contains(#""phase":"settling""#) && $0.contains(#""current":0"#) })
    let fresh = try ToldSnapshot.model(try client.ask("deck.get"))
    #expect(fresh.counts == model.counts)
    try SchemaValidator.expectValid(client.lines)
  }

  @Test(.enabled(if: Workshop.hasBed, Workshop.bedAbsence))
  func `is scrolled by a finger on its panel`() throws {
    let bed = try TouchBed(configuration: Self.configuration)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    let finger = PanelFinger(bed)
    try finger.down(900, 1000)
    try finger.slide(from: (900, 1000), by: (-500, 0))
    try finger.up()
    #expect(!(try client.event("card.shown")).contains(#""index":0"#))
  }

  @Test
  func `refuses what only decks of other kinds can do`() throws {
    let daemon = try LoneDaemon(configuration: Self.configuration)
    let client = try LiveClient(daemon)
    for (method, params) in [("deck.swipe", #"{"direction":"left"}"#), ("deck.undo", "{}"), ("deck.dismiss", "{}")] {
      let refusal = try #require(Refusal(try client.ask(method, params)))
      #expect(refusal.expected.contains("swipe") || refusal.expected.contains("stack"), "\(method): \(refusal)")
    }
  }

  @Test
  func `rests after a restart on the card that it was scrolling to, and publishes that it is shown`() throws {
    let daemon = try LoneDaemon(configuration: Self.configuration, keepsState: true)
    let client = try LiveClient(daemon)
    try client.ask("deck.move", #"{"card":"card-5","to":1}"#)
    // The reply means that the state is on the disk; the scroll itself takes longer than the kill.
    try client.ask("deck.scroll", #"{"card":"card-3"}"#)
    daemon.stop(SIGKILL)
    try daemon.start()
    let again = try LiveClient(daemon)
    let model = try ToldSnapshot.model(try again.ask("deck.get"))
    // card-5 was moved before it.
    #expect(model.counts.current == 4)
    #expect(try again.ask("deck.get").contains(#""id":"card-3","index":4,"depth":0"#))
  }
}
