import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

/// A surface of 400 × 800 points, 62.5 × 125 mm, with gestures; by default without decks.
private struct SurfaceBench: ~Copyable {
  private(set) var engine: Engine
  private(set) var effects: [EngineEffect] = []
  private var places: [Int: Point] = [:]
  private(set) var now = Instant(microseconds: 1_000_000)

  static let gestures = [
    SurfaceGesture("home", .swipe([.up], distance: 10), from: .edge(.bottom, depth: 6)),
    SurfaceGesture("next", .swipe([.left], distance: 10), fingers: 2),
    SurfaceGesture("menu", .hold(duration: 0.5)),
  ]

  init(_ gestures: [SurfaceGesture] = Self.gestures, decks: [DeckDefinition] = []) throws {
    var surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    surface.gestures = gestures
    engine = try Engine(EngineConfiguration(surfaces: [surface], decks: decks), at: now)
    engine.interest = [.events, .gestures, .touches]
    effects = engine.start()
  }

  var events: [DeckEvent] {
    effects.compactMap { if case .notify(.event(let event)) = $0 { event } else { nil } }
  }

  /// The names of the gestures that were performed.
  var performed: [String] {
    events.compactMap { if case .gesturePerformed(let gesture) = $0.kind { gesture.gesture } else { nil } }
  }

  /// The phases of the gestures of the surface.
  var phases: [GesturePhase] {
    effects.compactMap { if case .notify(.surfaceGesture(let note)) = $0 { note.phase } else { nil } }
  }

  /// The contacts that subscribers of touches have seen.
  var seen: Set<Int> {
    var ids: Set<Int> = []
    for case .notify(.touch(let note)) in effects { ids.formUnion(note.contacts.map(\.id)) }
    return ids
  }

  mutating func forget() { effects = [] }

  mutating func play(_ input: EngineInput) { effects += engine.handle(input, at: now) }

  /// Takes back what happened after an event, as when the disk refuses it.
  mutating func rollBack(to sequence: UInt64) {
    effects += engine.restore([], sequence: sequence, failing: .notStored(reason: "full"), at: now)
  }

  mutating func wait(_ seconds: Double) {
    now = now.advanced(bySeconds: seconds)
    play(.deadline)
  }

  mutating func touch(_ contacts: [Contact]) {
    play(.touches(TouchFrame(time: now, contacts: contacts), surface: "main"))
  }

  mutating func down(_ finger: Int, at x: Double, _ y: Double) {
    places[finger] = Point(x: x, y: y)
    touch([contact(finger, .down)])
  }

  mutating func move(_ fingers: Int..., by x: Double, _ y: Double) {
    for _ in 0..<20 {
      now = now.advanced(bySeconds: 0.008)
      for finger in fingers {
        let place = places[finger] ?? Point(x: 0, y: 0)
        places[finger] = Point(x: place.x + x / 20, y: place.y + y / 20)
      }
      touch(fingers.map { contact($0, .moved) })
    }
  }

  mutating func up(_ fingers: Int...) {
    now = now.advanced(bySeconds: 0.008)
    touch(fingers.map { contact($0, .up) })
  }

  private func contact(_ finger: Int, _ phase: Contact.Phase) -> Contact {
    Contact(id: ContactID(finger), phase: phase, position: places[finger] ?? Point(x: 0, y: 0))
  }
}

@Suite
struct `Gestures of a surface` {
  private static let random = 1000

  @Test
  func `are performed on a surface without decks, as events without a deck`() throws {
    var bench = try SurfaceBench()
    bench.down(1, at: 200, 790)
    bench.move(1, by: 5, -200)
    bench.up(1)
    let event = try #require(bench.events.first)
    #expect(event.deck == nil && event.surface == "main" && event.sequence == 1)
    #expect(bench.performed == ["home"])
    #expect(bench.phases.first == .began && bench.phases.last == .ended)
    bench.down(1, at: 200, 400)
    bench.wait(0.6)
    #expect(bench.performed == ["home", "menu"])
    bench.up(1)
    #expect(bench.engine.violations.isEmpty && bench.engine.nextDeadline == nil)
  }

  @Test
  func `come before decks from an edge, and after them elsewhere`() throws {
    let whole = DeckDefinition(
      id: "main",
      surface: "main",
      preset: .fan,
      cards: CardSequence((0..<30).map { Card(id: "card-\($0)") })
    )
    var bench = try SurfaceBench(decks: [whole])
    bench.wait(5)
    bench.forget()
    bench.down(1, at: 200, 790)
    bench.move(1, by: 0, -200)
    #expect(bench.engine.position(of: "main")?.phase == .rest)
    bench.up(1)
    #expect(bench.performed == ["home"])
    bench.down(1, at: 200, 500)
    bench.down(2, at: 260, 500)
    bench.move(1, 2, by: -120, 0)
    bench.wait(1)
    bench.up(1, 2)
    #expect(bench.performed == ["home"])
  }

  @Test
  func `a finger on a deck ends what others beside it were about to make`() throws {
    var deck = DeckDefinition.builtIn(preset: .swipeclean)
    deck.area = DeckArea(Rectangle(origin: Point(x: 0, y: 400), size: Size(width: 400, height: 400)))
    var bench = try SurfaceBench(decks: [deck])
    bench.wait(5)
    bench.forget()
    bench.down(1, at: 200, 100)
    bench.down(2, at: 200, 600)
    bench.wait(1)
    #expect(bench.engine.position(of: "main")?.phase == .pressing)
    #expect(bench.performed.isEmpty)
    bench.up(1, 2)
    bench.down(1, at: 200, 100)
    bench.wait(1)
    #expect(bench.performed == ["menu"])
  }

  @Test
  func `end when another configuration changes them, and continue when it does not`() throws {
    var bench = try SurfaceBench()
    bench.down(1, at: 200, 790)
    bench.move(1, by: 0, -100)
    let same = EngineConfiguration(surfaces: bench.engine.surfaceConfigurations, decks: [])
    bench.play(.reconfigure(same))
    bench.move(1, by: 0, -20)
    #expect(bench.phases.last == .changed)
    var other = same
    other.surfaces[0].gestures.removeLast()
    bench.play(.reconfigure(other))
    #expect(bench.phases.last == .cancelled)
    bench.move(1, by: 0, -50)
    bench.up(1)
    #expect(bench.performed.isEmpty && bench.engine.violations.isEmpty)
  }

  @Test
  func `a touch that wakes the surface does nothing else, and the next one always does`() throws {
    var generator = SeededGenerator(seed: 45)
    for trial in 1...Self.random {
      var bench = try SurfaceBench(decks: [.builtIn(preset: .swipeclean)])
      bench.wait(5)
      bench.forget()
      if Bool.random(using: &generator) { bench.down(9, at: 200, 400) }
      bench.play(.surface(.set(reducedMotion: nil, refresh: nil, asleep: true), name: "main", ticket: 1))
      bench.forget()
      let count = Int.random(in: 1...5, using: &generator)
      for finger in 0..<count {
        bench.down(finger, at: .random(in: 0...400, using: &generator), .random(in: 0...800, using: &generator))
        bench.wait(.random(in: 0...0.05, using: &generator))
      }
      for finger in 0..<count { bench.move(finger, by: .random(in: -200...200, using: &generator), -200) }
      for finger in 0..<count { bench.up(finger) }
      let isQuiet = bench.seen.isSubset(of: [9]) && bench.phases.isEmpty && bench.performed.isEmpty
      #expect(isQuiet && bench.events.map(\.type) == [.surfaceWoken], "trial \(trial)")
      #expect(bench.engine.position(of: "main")?.phase == .rest, "trial \(trial)")
      bench.wait(0.3)
      bench.down(6, at: 200, 400)
      #expect(bench.seen.contains(6) && bench.engine.position(of: "main")?.phase == .pressing, "trial \(trial)")
    }
  }

  @Test
  func `a surface that a request wakes takes the next touch at once`() throws {
    var bench = try SurfaceBench()
    for isAsleep in [true, true, false, false] {
      bench.play(.surface(.set(reducedMotion: nil, refresh: nil, asleep: isAsleep), name: "main", ticket: 1))
    }
    #expect(bench.events.map(\.kind) == [.surfaceWoken(.init(surface: "main", by: .request))])
    bench.down(1, at: 200, 790)
    bench.move(1, by: 0, -200)
    bench.up(1)
    #expect(bench.performed == ["home"])
  }

  @Test
  func `a finger that is lifted far from where it came down has swiped`() throws {
    var bench = try SurfaceBench([
      SurfaceGesture("right", .swipe([.right], distance: 10)), SurfaceGesture("tap", .tap(count: 1)),
    ])
    bench.down(1, at: 100, 400)
    bench.wait(0.1)
    bench.touch([Contact(id: ContactID(1), phase: .up, position: Point(x: 300, y: 400))])
    #expect(bench.performed == ["right"])
  }

  @Test
  func `a finger at an edge stays the edge's when another configuration comes`() throws {
    var bench = try SurfaceBench()
    bench.down(1, at: 200, 790)
    bench.move(1, by: 0, -100)
    var other = EngineConfiguration(surfaces: bench.engine.surfaceConfigurations, decks: [])
    other.surfaces[0].gestures.removeLast()
    bench.play(.reconfigure(other))
    bench.forget()
    bench.move(1, by: 0, -50)
    for case .notify(.touch(let note)) in bench.effects { #expect(note.contacts.allSatisfy { $0.isTaken }) }
    bench.up(1)
    #expect(bench.performed.isEmpty && bench.engine.nextDeadline == nil)
  }

  @Test
  func `that the surface was woken is published again after a rollback`() throws {
    var bench = try SurfaceBench()
    bench.play(.surface(.set(reducedMotion: nil, refresh: nil, asleep: true), name: "main", ticket: 1))
    bench.down(1, at: 200, 400)
    bench.up(1)
    #expect(bench.events.map(\.sequence) == [1])
    bench.rollBack(to: 0)
    bench.forget()
    bench.wait(1)
    bench.down(1, at: 200, 400)
    #expect(bench.events.map(\.kind) == [.surfaceWoken(.init(surface: "main", by: .touch))])
    bench.rollBack(to: 1)
    bench.forget()
    bench.up(1)
    #expect(bench.events.isEmpty)
  }
}
