import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A subscriber in the middle of a movement` {
  /// Slow enough that a test always joins in the middle; while a finger holds still, nothing moves.
  private static let slow = """
    [[surfaces]]
    name = "s"
    [[decks]]
    id = "main"
    [decks.settings]
    fly.duration = 1.5
    wash.duration = 0
    """

  /// The background follows the progress at once: nothing moves while a finger holds still.
  private static let still = """
    [[surfaces]]
    name = "s"
    [[decks]]
    id = "main"
    preset = "swipeclean"
    [decks.settings]
    wash.duration = 0
    """

  @Test
  func `gets a snapshot, and then every event and frame after it, once`() throws {
    let bed = try TouchBed(configuration: Self.slow)
    let first = try LiveClient(bed)
    try first.ask("subscribe", #"{"topics":["events","frames"]}"#)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    let held = try finger.slide(from: (560, 992), by: (300, 0))
    let seen = try #require(try first.next { $0.contains(#""input":\#(held),"#) }.number("frame"))

    // The finger holds still: the next frame is the next touch's.
    let second = try LiveClient(bed)
    let dragging = try second.ask("subscribe", #"{"topics":["events","frames"]}"#)
    #expect(dragging.contains(#""phase":"dragging""#))
    let refusal = Refusal(try second.ask("deck.swipe", #"{"direction":"left"}"#))
    #expect(refusal?.code == -32000 && refusal?.field == "params.deck")
    try finger.slide(from: (860, 992), by: (200, 0))
    try finger.up()
    try first.event("card.swiped")

    let third = try LiveClient(bed)
    let flying = try third.ask("subscribe", #"{"topics":["events","frames"]}"#)
    #expect(flying.contains(#""phase":"settling""#) && flying.contains(#""role":"leaving""#))
    try third.ask("deck.swipe", #"{"direction":"left"}"#)
    let clients = [first, second, third]
    try wait(for: "the last frame") {
      // All clients in turn, so that none is slow.
      for client in clients { try client.readWaiting() }
      return clients.allSatisfy { $0.frames.last?.contains(#""phase":"rest""#) ?? false }
    }

    let last = try #require(first.eventNumbers.last)
    #expect(second.eventNumbers == Array(try #require(dragging.number("seq")) + 1...last))
    #expect(third.eventNumbers == Array(try #require(flying.number("seq")) + 1...last))
    #expect(second.frameNumbers.first == seen + 1)
    let end = try #require(first.frameNumbers.last)
    for client in clients {
      // Consecutive, and the same lines for each client.
      #expect(client.frameNumbers == Array(try #require(client.frameNumbers.first)...end))
      let areTheSame = client.frames == first.frames.suffix(client.frames.count)
      #expect(areTheSame)
    }
  }

  @Test
  func `gets frames at its own rate, and always the last one, while another gets them all`() throws {
    let bed = try TouchBed()
    let (all, slow) = (try LiveClient(bed), try LiveClient(bed))
    try all.ask("subscribe", #"{"topics":["frames"]}"#)
    try slow.ask("subscribe", #"{"topics":["frames"],"rate":10}"#)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    for x in stride(from: 560, to: 1060, by: 100) {
      try finger.slide(from: (x, 992), by: (100, 0), steps: 12)
      try all.readWaiting()
    }
    try finger.up()
    let last = try all.frame("rest")
    try slow.next { $0 == last }
    #expect(all.frameNumbers == Array(1...Int64(all.frames.count)))
    #expect(all.frames.count > 70)
    let times = slow.frames.compactMap { $0.number("t") }
    let seconds = Double(try #require(times.last) - (try #require(times.first))) / 1e6
    // The first is sent at once, and the last as soon as the rate allows.
    #expect(Double(times.count) <= seconds * 10 / 0.995 + 2)
    let areAmongAll = Set(slow.frames).isSubset(of: all.frames)
    #expect(areAmongAll)
    #expect(times == times.sorted())
  }

  @Test
  func `gets the newest frame at its rate although the finger holds still`() throws {
    let bed = try TouchBed(configuration: Self.still)
    let (all, slow) = (try LiveClient(bed), try LiveClient(bed))
    try all.ask("subscribe", #"{"topics":["frames"]}"#)
    try slow.ask("subscribe", #"{"topics":["frames"],"rate":2}"#)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    let held = try finger.slide(from: (560, 992), by: (200, 0))
    // Nothing moves any more, so no later frame would replace this one.
    let newest = try all.next { $0.contains(#""input":\#(held),"#) }
    try slow.next { $0 == newest }
    #expect(slow.frames.count < all.frames.count)
    try finger.up()
    try slow.frame("rest")
  }

  @Test
  func `gets every course with its snapshot, and then each change of one, and no frames`() throws {
    let bed = try TouchBed(configuration: Self.still)
    let client = try LiveClient(bed)
    let answer = try client.ask("subscribe", #"{"topics":["motions"]}"#)
    #expect(answer.contains(#""motions":[{"deck":"main","card":"card-0","property":"x","kind":"set","#))
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    let flight = try client.next { $0.contains(#""card":"card-0","property":"x","kind":"curve","#) }
    let end = try #require(flight.number("end"))
    let gone = try client.next { $0.contains(#""card":"card-0","kind":"remove","#) }
    #expect(gone.number("t") == end)
    #expect(client.frames.isEmpty)
    #expect(!(try client.ask("subscribe", #"{"topics":["events"]}"#)).contains(#""motions""#))
  }
}
