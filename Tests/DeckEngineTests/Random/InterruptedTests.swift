import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// A power cut after each event of a course: what the deck is then, and what becomes of the rest.
///
/// What a power cut takes is said in the article Restoring; each of it is an exception here.
private struct Interruption: ~Copyable {
  let course: InterruptedCourse
  let name: String
  /// How many cuts were compared: those after which all came to its end by itself, and those with commands meanwhile.
  private(set) var compared = (quiet: 0, calm: 0, all: 0)

  init(_ course: consuming InterruptedCourse, name: String) {
    self.course = course
    self.name = name
    #expect(self.course.whole.findings == [], "\(name)")
  }

  mutating func check() throws {
    for cut in course.cuts { try check(cut) }
  }

  private mutating func check(_ cut: InterruptedCourse.Cut) throws {
    let place = "\(name), event \(cut.told), \(cut.time.microseconds) µs"
    var rest = try course.restarted(at: cut)
    compare(rest.engine, with: cut.engine, at: cut.time, place)
    course.resume(&rest, after: cut)
    #expect(rest.findings == [], "\(place)")
    compared.all += 1
    guard course.isComparable(after: cut) else { return }
    // Taking back comes to the same as starting again.
    let back = course.takenBack(to: cut)
    #expect(back.findings == [], "\(place)")
    #expect(back.told.map(\.kind) == rest.told.map(\.kind), "\(place): taken back")
    #expect(back.engine.sequence == rest.engine.sequence, "\(place): taken back")
    #expect(back.engine.states == rest.engine.states, "\(place): taken back")
    guard course.isCalm(cut) else { return }
    let (meanwhile, then) = course.rest(after: cut)
    #expect(rest.engine.states == course.whole.engine.states, "\(place)")
    if course.isQuiet(cut) {
      // Animations that were cut short end without their events.
      #expect(rest.told.map(\.kind) == meanwhile.filter { !$0.endsAnimation } + then, "\(place)")
      compared.quiet += 1
    } else {
      // A card that has moved up at once is told of though in its time another would have come before.
      let kinds = rest.told.map(\.kind).filter { !$0.isCompletion }
      #expect(kinds == (meanwhile + then).filter { !$0.isCompletion }, "\(place)")
      compared.calm += 1
    }
  }

  /// The deck that has come back is the one that was last told of, but for what it owed: that is told now.
  private func compare(_ engine: borrowing Engine, with before: borrowing Engine, at now: Instant, _ place: String) {
    let (old, new) = (before.snapshot(of: "main", at: now), engine.snapshot(of: "main", at: now))
    var counts = old?.model.counts
    var state = before.state(of: "main")
    // A deck at rest has appeared, and its cards are together.
    var owed = [state?.isArriving, state?.isFanned].filter { $0 == true }.count
    state?.isArriving = false
    state?.isFanned = false
    // The deck returns on the card that it was scrolling to, and publishes that as shown.
    if let scrolled = state, scrolled.kind.rules.arrivesByScrolling, scrolled.scroll != Double(scrolled.current) {
      counts?.current = Int(scrolled.scroll)
      state?.current = Int(scrolled.scroll)
      owed = 1
    }
    #expect(new?.model.counts == counts, "\(place)")
    #expect(new?.model.round == old?.model.round && new?.model.open == old?.model.open, "\(place)")
    #expect(new?.phase == .rest, "\(place)")
    #expect(engine.state(of: "main") == state, "\(place)")
    #expect(engine.sequence - before.sequence == owed, "\(place)")
  }
}

@Suite
struct `A course that is cut short and resumed at each event` {
  @Test
  func `comes out as if nothing had been, for every script`() throws {
    var compared = (quiet: 0, calm: 0, all: 0)
    for file in try `A deck script`.files() {
      let text = try String(contentsOf: `A deck script`.folder.appending(path: file), encoding: .utf8)
      let script = try DeckScript(text, file: file)
      for item in script.cases {
        let name = "\(script.place(of: item.steps.first?.line ?? 0))"
        let course = try InterruptedCourse(item.scene.configuration, item.inputs, appearing: item.scene.appears)
        var interruption = Interruption(course, name: name)
        try interruption.check()
        compared.quiet += interruption.compared.quiet
        compared.calm += interruption.compared.calm
        compared.all += interruption.compared.all
      }
    }
    #expect(compared.quiet > 800 && compared.calm > 50 && compared.all > 1000)
  }

  @Test(arguments: Preset.allCases)
  func `comes out as if nothing had been, for any session of whole gestures`(preset: Preset) throws {
    let seed = Seed.steady
    var gestures = WholeGestures(seed: seed)
    let inputs = (0..<20).flatMap { _ in gestures.next() }
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let configuration = EngineConfiguration(surfaces: [surface], decks: [.builtIn(preset: preset, count: 30)])
    let course = try InterruptedCourse(configuration, inputs, appearing: true)
    var interruption = Interruption(course, name: "\(preset), DECKD_SEED=\(seed)")
    try interruption.check()
    #expect(interruption.compared.quiet > 4 && interruption.compared.all - interruption.compared.quiet < 5)
  }

  @Test
  func `has no finger any more, whatever that does until it is lifted`() throws {
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let configuration = EngineConfiguration(surfaces: [surface], decks: [.builtIn()])
    var engine = try Engine(configuration, at: .zero)
    _ = engine.start()
    var path = FingerPath(contact: 0, down: Point(x: 200, y: 400), at: .zero, rate: 100)
    path.move(to: Point(x: 390, y: 400), in: 0.2)
    path.lift()
    let half = path.inputs.count / 2
    for next in path.inputs[..<half] { _ = engine.handle(next.input, at: next.time) }
    #expect(engine.position(of: "main")?.phase == .dragging)
    let state = try #require(engine.state(of: "main") as DeckState?)
    var again = try Engine(configuration, at: path.inputs[half].time)
    again.restore([state], sequence: engine.sequence)
    #expect(again.start(appearing: true) == [])
    for next in path.inputs[half...] { #expect(again.handle(next.input, at: next.time) == []) }
    #expect(again.state(of: "main") == state)
    // Without the cut it decides the card.
    for next in path.inputs[half...] { _ = engine.handle(next.input, at: next.time) }
    #expect(engine.position(of: "main")?.current == 1)
  }
}

extension DeckEvent.Kind {
  /// Whether it tells that an animation has come to its end.
  fileprivate var endsAnimation: Bool {
    switch self {
    case .deckAppeared, .deckBounced: true
    default: false
    }
  }

  fileprivate var isCompletion: Bool {
    if case .cardShown = self { return true }
    return endsAnimation
  }
}
