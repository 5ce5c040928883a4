import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `A finger that is predicted` {
  /// A drag that is released while it moves: a swipe, or a scroll.
  private static func drag(of preset: Preset, to distance: Double = 220) -> [TouchFrame] {
    let isStack = preset.kind == .stack
    let start = isStack ? Point(x: 200, y: 600) : Point(x: 350, y: 400)
    var finger = FingerPath(down: start, at: .seconds(5), rate: 100)
    let end = isStack ? Point(x: 200, y: 600 - distance) : Point(x: 350 - distance, y: 400)
    finger.move(to: end, in: 0.2)
    finger.lift()
    return finger.frames
  }

  private static func engine(_ preset: Preset, prediction: Double, topics: Set<Topic> = []) throws -> Engine {
    var deck = DeckDefinition.builtIn(preset: preset, count: 30)
    deck.settings.appears = false
    deck.settings.prediction = prediction
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.interest = topics
    _ = engine.start()
    _ = engine.handle(.deadline, at: .seconds(4))
    return engine
  }

  /// The positions of the cards as they are drawn at `now`.
  private static func drawn(_ engine: borrowing Engine, at now: Instant) -> [String: Point] {
    Dictionary(uniqueKeysWithValues: engine.cards(of: "main", at: now).map { ($0.id, Point(x: $0.x, y: $0.y)) })
  }

  /// The greatest distance between cards that are in both pictures.
  private static func distance(_ one: [String: Point], _ other: [String: Point]) -> Double {
    one.compactMap { id, place in other[id].map { (place - $0).length } }.max() ?? .infinity
  }

  @Test(arguments: Preset.allCases)
  func `is drawn ahead of its touches, and decides the same`(preset: Preset) throws {
    var measured = try Self.engine(preset, prediction: 0)
    var predicted = try Self.engine(preset, prediction: 16)
    var greatest = 0.0
    for frame in Self.drag(of: preset) {
      let input = EngineInput.touches(frame, surface: "main")
      let (one, other) = (measured.handle(input, at: frame.time), predicted.handle(input, at: frame.time))
      #expect(one == other)
      let ahead = Self.distance(Self.drawn(measured, at: frame.time), Self.drawn(predicted, at: frame.time))
      greatest = max(greatest, ahead)
    }
    // 1100 pt/s for 16 ms.
    #expect((12...19).contains(greatest))
    #expect(measured.handle(.deadline, at: .seconds(20)) == predicted.handle(.deadline, at: .seconds(20)))
    #expect(Self.drawn(measured, at: .seconds(20)) == Self.drawn(predicted, at: .seconds(20)))
  }

  @Test(arguments: Preset.allCases, [60.0, 220])
  func `leaves its card where it is drawn and as fast when it is lifted`(preset: Preset, way: Double) throws {
    var engine = try Self.engine(preset, prediction: 33)
    let frames = Self.drag(of: preset, to: way)
    for frame in frames.dropLast() { _ = engine.handle(.touches(frame, surface: "main"), at: frame.time) }
    let up = try #require(frames.last)
    let (now, later) = (up.time, up.time.advanced(bySeconds: 0.0001))
    let (held, next) = (Self.drawn(engine, at: now), Self.drawn(engine, at: later))
    _ = engine.handle(.touches(up, surface: "main"), at: now)
    let (released, continued) = (Self.drawn(engine, at: now), Self.drawn(engine, at: later))
    #expect(Self.distance(held, released) < 1e-6)
    // 1100 pt/s are 0.11 pt in this time, and springs pull less than a tenth of that.
    #expect(Self.distance(next, continued) < 0.01)
  }

  @Test(arguments: Preset.allCases)
  func `is drawn where it is once its panel is silent`(preset: Preset) throws {
    var measured = try Self.engine(preset, prediction: 0)
    var predicted = try Self.engine(preset, prediction: 33, topics: [.frames])
    let frames = Self.drag(of: preset).dropLast()
    for frame in frames {
      _ = measured.handle(.touches(frame, surface: "main"), at: frame.time)
      _ = predicted.handle(.touches(frame, surface: "main"), at: frame.time)
    }
    let last = try #require(frames.last).time
    var pictures = 0
    while let due = predicted.nextDeadline {
      try #require(due < last.advanced(bySeconds: 0.2))
      for case .frame in predicted.handle(.deadline, at: due) { pictures += 1 }
    }
    // Then the process sleeps.
    #expect((1...12).contains(pictures))
    let end = last.advanced(bySeconds: 0.05)
    #expect(Self.drawn(measured, at: end) == Self.drawn(predicted, at: end))
  }

  @Test func `is predicted by a client's vertical syncs, and not at all without them`() throws {
    func picture(_ prediction: Double, synced: Bool = false) throws -> [String: Point] {
      var engine = try Self.engine(.swipeclean, prediction: prediction)
      let align = EngineInput.surface(.align(Vsync(sync: .seconds(4), period: 0.02)), name: "main", ticket: 1)
      if synced { _ = engine.handle(align, at: .seconds(4)) }
      let frames = Self.drag(of: .swipeclean).dropLast()
      for frame in frames { _ = engine.handle(.touches(frame, surface: "main"), at: frame.time) }
      return Self.drawn(engine, at: frames.last?.time ?? .zero)
    }
    let (alone, synced) = (try picture(-1), try picture(-1, synced: true))
    #expect(try picture(0) == alone)
    #expect(try picture(20) == synced)
    #expect(Self.distance(alone, synced) > 10)
  }

  /// How far beyond the finger a card is drawn at most, at any moment of a drag of 120 reports a second that covers a
  /// steady way at `speed`, then brakes in `brake` seconds and stays.
  private static func overshoot(at speed: Double, brake: Double, _ change: (inout DeckSettings) -> Void = { _ in })
    throws -> Double
  {
    var deck = DeckDefinition.builtIn(preset: .koloda, count: 30)
    deck.settings.appears = false
    // The card follows the finger from where it came down.
    deck.settings.swipe?.deadZone = .points(0)
    change(&deck.settings)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 4000, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    _ = engine.start()
    let vsync = Vsync(sync: .seconds(4), period: 1.0 / 60)
    _ = engine.handle(.surface(.align(vsync), name: "main", ticket: 1), at: .seconds(4))
    let (duration, start) = (0.3, Point(x: 1500, y: 400))
    let (way, pace) = (speed * (duration - brake / 2), SpeedProfile.braking(last: brake / duration))
    var finger = FingerPath(down: start, at: .seconds(5), rate: 120)
    finger.move(in: duration) { Point(x: start.x + pace.progress(after: $0) * way, y: start.y) }
    let front = drawn(engine, at: .seconds(5))["card-0"]?.x ?? 0
    var greatest = 0.0
    for (index, frame) in finger.frames.enumerated() {
      _ = engine.handle(.touches(frame, surface: "main"), at: frame.time)
      let next = index + 1 < finger.frames.count ? finger.frames[index + 1].time : frame.time.advanced(bySeconds: 0.1)
      for moment in stride(from: frame.time.microseconds, to: next.microseconds, by: 500) {
        let x = drawn(engine, at: Instant(microseconds: moment))["card-0"]?.x ?? 0
        greatest = max(greatest, x - front - way)
      }
    }
    return greatest
  }

  @Test
  func `is hardly overshot when it brakes as a hand does, and never by more than the limit`() throws {
    #expect(try (2...8).contains(Self.overshoot(at: 800, brake: 0.04)))
    #expect(try (4...18).contains(Self.overshoot(at: 2000, brake: 0.04)))
    for speed in [800.0, 2000, 4000] {
      #expect(try Self.overshoot(at: speed, brake: 0.001) <= 32)
      #expect(try Self.overshoot(at: speed, brake: 0.001) { $0.leadLimit = .points(8) } <= 8)
      #expect(try Self.overshoot(at: speed, brake: 0.001) { $0.leadLimit = .points(0) } <= 0)
    }
  }

  @Test(arguments: Preset.allCases)
  func `has motions and frames that agree`(preset: Preset) throws {
    var deck = DeckDefinition.builtIn(preset: preset, count: 200)
    deck.settings.prediction = 33
    deck.settings.appears = false
    var witness = try MotionWitness(deck, on: Size(width: 400, height: 800))
    witness.pass(to: .seconds(4))
    for frame in Self.drag(of: preset) { witness.play(.touches(frame, surface: "main"), at: frame.time) }
    witness.rest()
    #expect(witness.findings.isEmpty)
    #expect(witness.looks > 100)
  }
}
