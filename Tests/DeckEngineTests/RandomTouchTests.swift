import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

/// Random fingers, commands and pauses, from a seed that failures print.
private struct Chaos {
  private var generator: SeededGenerator
  private var down: [Int: Point] = [:]
  private var time = Instant.zero

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The next input with its moment; touches may be older than the moment, and fingers may lose their up.
  mutating func next() -> (input: EngineInput, now: Instant) {
    time = time.advanced(bySeconds: Double.random(in: 0...0.03, using: &generator))
    switch Int.random(in: 0..<100, using: &generator) {
    case 0: return (.command(.reset, deck: "main", ticket: 1), time)
    case 1...4:
      let direction = Direction.allCases.randomElement(using: &generator) ?? .left
      return (.command(.swipe(direction, force: Bool.random(using: &generator)), deck: "main", ticket: 1), time)
    case 5:
      time = time.advanced(bySeconds: Double.random(in: 0...3, using: &generator))
      return (.deadline, time)
    case 6:
      let side = Double.random(in: 100...1000, using: &generator)
      return (.resize(surface: "main", size: Size(width: side, height: 800), pointsPerMillimetre: 6.4), time)
    default:
      let late = Int64.random(in: 0...20_000, using: &generator)
      return (.touches(frame(at: Instant(microseconds: time.microseconds - late)), surface: "main"), time)
    }
  }

  private mutating func frame(at time: Instant) -> TouchFrame {
    var contacts: [Contact] = []
    for id in 0..<3 {
      let step = Double.random(in: -60...60, using: &generator)
      switch (down[id], Int.random(in: 0..<12, using: &generator)) {
      case (nil, 0...3):
        let place = Point(x: .random(in: -50...450, using: &generator), y: .random(in: -50...850, using: &generator))
        down[id] = place
        contacts.append(Contact(id: ContactID(id), phase: .down, position: place))
      case (nil, _): break
      case (.some(let place), 0):
        down[id] = nil
        contacts.append(Contact(id: ContactID(id), phase: .up, position: place))
      case (.some(let place), 1):
        down[id] = nil
        contacts.append(Contact(id: ContactID(id), phase: .cancelled, position: place))
      case (.some, 2):
        // Its up is lost; the same contact comes down again later.
        down[id] = nil
      case (.some(let place), _):
        let moved = Point(x: place.x + step, y: place.y + step / 2)
        down[id] = moved
        contacts.append(Contact(id: ContactID(id), phase: .moved, position: moved))
      }
    }
    return TouchFrame(time: time, contacts: contacts)
  }
}

@Suite
struct `Any sequence of touches, commands and pauses` {
  @Test
  func `loses no card, decides none twice, stays finite and comes to rest`() throws {
    let seed = Seed.value
    var chaos = Chaos(seed: seed)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let deck = DeckDefinition.builtIn(count: 40)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.interest = Set(Topic.allCases)
    var sequence = UInt64(0)
    var decided: [Int] = []
    var frameNumber = UInt64(0)
    var last = Instant.zero
    func check(_ effects: [EngineEffect], _ step: Int) {
      for case .notify(let note) in effects {
        switch note {
        case .event(let event):
          #expect(event.sequence == sequence + 1, "DECKD_SEED=\(seed), step \(step)")
          sequence = event.sequence
          if case .cardSwiped(_, let index, _, _) = event.kind { decided.append(index) }
          if event.kind == .deckReset { decided = [] }
          #expect(decided == Array(0..<decided.count), "DECKD_SEED=\(seed), step \(step)")
        case .frame(let frame):
          #expect(frame.number == frameNumber + 1, "DECKD_SEED=\(seed), step \(step)")
          frameNumber = frame.number
        case .gesture, .touch: break
        }
      }
    }
    check(engine.start(), 0)
    for step in 1...20_000 {
      let (input, now) = chaos.next()
      check(engine.handle(input, at: now), step)
      last = now
      let violations = engine.violations
      guard violations.isEmpty else {
        Issue.record("DECKD_SEED=\(seed), step \(step): \(violations)")
        return
      }
    }
    // Every finger that may still be down is taken away; then the deck must come to rest by itself.
    let cut = (0..<3).map { Contact(id: ContactID($0), phase: .cancelled, position: Point(x: 0, y: 0)) }
    check(engine.handle(.touches(TouchFrame(time: last, contacts: cut), surface: "main"), at: last), -1)
    var wakeups = 0
    while let deadline = engine.nextDeadline, wakeups < 10_000 {
      check(engine.handle(.deadline, at: deadline), -1)
      wakeups += 1
    }
    #expect(engine.nextDeadline == nil, "DECKD_SEED=\(seed)")
    #expect(engine.snapshot(of: "main", at: last)?.phase == .rest, "DECKD_SEED=\(seed)")
  }
}
