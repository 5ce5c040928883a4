import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `An explanation` {
  /// What a bench with `cards` explains of fingers, in words; the verdicts of recognizers aside.
  private static func told(
    _ fingers: FingerPath...,
    preset: Preset = .swipeclean,
    cards: [Card] = []
  ) throws -> [String] {
    var bench = try EngineBench(preset: preset)
    // The cards of a stack have appeared.
    bench.rest()
    if !cards.isEmpty { bench.command(.load(.init(cards)), at: .seconds(9)) }
    bench.engine.explains = true
    for finger in fingers { bench.play(finger) }
    return bench.explanations.filter { if case .verdict = $0.subject { false } else { true } }
      .map { explanation in
        let note = explanation.note
        return "\(note.deck ?? "-") \(note.card ?? "-") \(note.outcome.rawValue): \(note.reason ?? "-")"
      }
  }

  /// A finger at a second point in time, in seconds, that goes by `dy`.
  private static func finger(
    at seconds: Double,
    from start: Point = Point(x: 200, y: 400),
    by dy: Double = 0,
    in duration: Double = 0.05,
    hold: Double = 0.2
  ) -> FingerPath {
    var path = FingerPath(down: start, at: .seconds(seconds), rate: 100)
    if dy != 0 {
      path.move(to: Point(x: start.x, y: start.y + dy), in: duration)
      path.hold(hold)
    } else {
      path.hold(duration)
    }
    path.lift()
    return path
  }

  private static let later = Instant.seconds(10)

  @Test func `says of every release of a card how far it was and what came of it`() throws {
    let released = "main card-0 released: released"
    #expect(
      try Self.told(.drag(by: 100, at: Self.later)) == ["\(released) at 0.83 of 1 to the right: not far enough"]
    )
    #expect(try Self.told(.drag(by: -200, at: Self.later)) == ["\(released) at 1.67 of 1 to the left: decided"])
    #expect(try Self.told(.drag(by: 15, at: Self.later)) == ["\(released) in the dead zone"])
    let held = [Card(id: "a", swipeable: false)]
    #expect(
      try Self.told(.drag(by: 200, at: Self.later), cards: held)
        == ["main a released: released at 1.67 of 1 to the right: the card is not swipeable"]
    )
    let loading = [Card(id: "a", loaded: false)]
    #expect(
      try Self.told(.drag(by: 200, at: Self.later), cards: loading).last
        == "main a released: released at 1.67 of 1 to the right: the round is loading"
    )
    var cancelled = FingerPath(down: Point(x: 200, y: 400), at: Self.later, rate: 100)
    cancelled.move(to: Point(x: 300, y: 400), in: 0.1)
    cancelled.cancel()
    #expect(
      try Self.told(cancelled) == ["main card-0 released: the touch was cancelled at 0.83 of 1 to the right"]
    )
  }

  @Test func `says what became of a tap that did nothing`() throws {
    // 0.3 s of drag and 50 ms of the way back.
    let caught = try Self.told(.drag(by: 100, at: Self.later), Self.finger(at: 10.35))
    #expect(caught.dropFirst() == ["main card-0 suppressed: the touch only stopped the moving card"])
    let fixed = try Self.told(.drag(by: 100, at: Self.later), cards: [Card(id: "a", draggable: false)])
    #expect(fixed == [#"main a suppressed: the card may not be dragged: its "draggable", or the delegate, says so"#])
    let place = Point(x: 200, y: 500)
    let stopped = try Self.told(
      Self.finger(at: 10, from: place, by: -300, in: 0.1, hold: 0),
      Self.finger(at: 10.15, from: place),
      preset: .fan
    )
    #expect(stopped.last?.hasSuffix("suppressed: the touch only stopped the moving stack") == true, "\(stopped)")
    let dropped = try Self.told(
      Self.finger(at: 10, from: Point(x: 200, y: 100), in: 0.6),
      Self.finger(at: 10.7, from: Point(x: 200, y: 100)),
      preset: .fan
    )
    let reason = "suppressed: taps are ignored for 0.25 s after a card was dropped"
    #expect(dropped.last?.hasSuffix(reason) == true, "\(dropped)")
  }

  @Test func `speaks of what a finger cannot do only if it does nothing else`() throws {
    #expect(try Self.told(Self.finger(at: 10), cards: [Card(id: "a", draggable: false)]) == [])
    let card = Point(x: 200, y: 100)
    let closed = try Self.told(Self.finger(at: 10, from: card), Self.finger(at: 11, from: card, by: 220), preset: .fan)
    #expect(closed.count == 1 && closed[0].contains("closes"), "\(closed)")
  }

  @Test func `says that there is no card to tap`() throws {
    let below = Point(x: 200, y: 700)
    let two = [Card(id: "a"), Card(id: "b")]
    #expect(
      try Self.told(Self.finger(at: 10, from: below), preset: .wallet, cards: two) == [
        "main - suppressed: no card is there"
      ]
    )
  }

  @Test func `says how far a card got that came back`() throws {
    var path = FingerPath(down: Point(x: 200, y: 400), at: Self.later, rate: 100)
    path.move(to: Point(x: 320, y: 400), in: 0.1)
    path.move(to: Point(x: 260, y: 400), in: 0.1)
    path.hold(0.3)
    path.lift()
    #expect(
      try Self.told(path) == ["main card-0 released: released at 0.5 of 1 to the right, after 1: not far enough"]
    )
  }

  @Test func `has as many decimals as it takes to see what was missing`() throws {
    let almost = try Self.told(.drag(by: 119.9, at: Self.later))
    #expect(almost == ["main card-0 released: released at 0.999 of 1 to the right: not far enough"])
    let down = try Self.told(Self.finger(at: 10, by: 100), preset: .koloda)
    #expect(down == ["main card-0 released: released at 0 of 1: not far enough"])
  }

  @Test func `says that a tap does not close a card that a drag closes`() throws {
    let card = Point(x: 200, y: 100)
    let taps = try Self.told(Self.finger(at: 10, from: card), Self.finger(at: 10.1, from: card), preset: .fan)
    #expect(
      taps == [
        "main card-1 suppressed: a tap does not close an open card; a drag down, or deck.dismiss, does"
      ]
    )
  }

  @Test func `names the axis of a drag that only counts movement along one`() throws {
    var bench = try EngineBench(preset: .fan)
    bench.rest()
    bench.engine.explains = true
    var sideways = FingerPath(down: Point(x: 200, y: 400), at: Self.later, rate: 100)
    sideways.move(to: Point(x: 260, y: 404), in: 0.1)
    sideways.lift()
    bench.play(sideways)
    let notes = bench.explanations.map(\.note)
    #expect(notes.first { $0.recognizer == "drag" }?.reason == "moved 4 pt up or down, needs 12")
  }

  @Test func `says what a finger let go of in a stack`() throws {
    let pulled = try Self.told(Self.finger(at: 10, by: 100), preset: .fan)
    // 100·0.55·800 / (0.55·100 + 800) beyond its beginning.
    #expect(pulled.count == 1 && pulled[0].hasSuffix("released 51.46 pt beyond the end: returns"), "\(pulled)")
    let dropped = try Self.told(Self.finger(at: 10, from: Point(x: 200, y: 100), in: 0.6), preset: .fan)
    #expect(dropped == ["main card-1 released: dropped at its own index, 1"])
  }

  @Test func `names the deck that a finger came down beside the cards of`() throws {
    let beside = try Self.told(Self.finger(at: 10, from: Point(x: 5, y: 400)))
    #expect(beside == ["main - ignored: no card there takes touches"])
  }
}
