import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// Plays inputs, and says what came of them but when.
private final class Session {
  private(set) var engine: Engine
  private(set) var told: [String] = []
  /// Inputs that met a deck in motion: what they do may depend on where its cards are.
  private(set) var isDisturbed = false
  private(set) var findings: [String] = []
  private let isReduced: Bool
  private var fingers: Set<ContactID> = []

  init(_ engine: consuming Engine, isReduced: Bool, appearing: Bool = false) {
    self.engine = engine
    self.isReduced = isReduced
    self.engine.listen(to: isReduced ? [.events, .frames, .haptics] : [.events, .haptics], from: .zero)
    take(self.engine.handle(Self.reduce(isReduced), at: .zero))
    take(self.engine.start(appearing: appearing))
  }

  static func reduce(_ isReduced: Bool) -> EngineInput {
    .surface(.set(reducedMotion: isReduced, refresh: nil), name: "main", ticket: 9)
  }

  func play(_ input: EngineInput, at now: Instant) {
    pass(to: now)
    var touchesOnly = false
    if case .touches(let frame, _) = input {
      touchesOnly = !frame.contacts.contains { $0.phase == .down }
      for contact in frame.contacts {
        let ends = contact.phase == .up || contact.phase == .cancelled
        if ends { fingers.remove(contact.id) } else { fingers.insert(contact.id) }
      }
    }
    if !touchesOnly, engine.position(of: "main")?.phase != .rest { isDisturbed = true }
    take(engine.handle(input, at: now))
    findings += engine.violations
    guard isReduced, fingers.isEmpty else { return }
    if let due = engine.nextDeadline { findings.append("at \(now.microseconds): still due at \(due.microseconds)") }
    if engine.position(of: "main")?.phase != .rest { findings.append("at \(now.microseconds): not at rest") }
  }

  func pass(to now: Instant) {
    while let due = engine.nextDeadline, due <= now, findings.isEmpty {
      let phase = engine.position(of: "main")?.phase
      let effects = engine.handle(.deadline, at: due)
      take(effects)
      // A press that begins shows; a card that is dragged to the end of a stack scrolls it; nothing else does.
      guard isReduced, phase != .dragging else { continue }
      let frames = effects.count { if case .frame = $0 { true } else { false } }
      if frames > 0, fingers.isEmpty { findings.append("at \(due.microseconds): a frame by itself") }
    }
  }

  private func take(_ effects: [EngineEffect]) {
    for note in effects.compactMap(\.notification) {
      switch note {
      case .event(let event): told.append("\(event.kind)")
      // Several cards that a carousel passes at once are felt once.
      case .haptic(let haptic) where told.last == "\(haptic.kind)": break
      case .haptic(let haptic): told.append("\(haptic.kind)")
      default: break
      }
    }
  }
}

@Suite
struct `With reduced motion` {
  @Test
  func `the same happens in every script whose inputs meet a deck at rest, in the same order`() throws {
    var compared = 0
    // What a client is to answer or to load in time is waited for all the same.
    for file in try `A deck script`.files() where !["delegate.deck", "round.deck"].contains(file) {
      let text = try String(contentsOf: `A deck script`.folder.appending(path: file), encoding: .utf8)
      for item in try DeckScript(text, file: file).cases {
        let (usual, reduced) = (
          Session(try item.scene.engine(), isReduced: false, appearing: item.scene.appears),
          Session(try item.scene.engine(), isReduced: true, appearing: item.scene.appears)
        )
        for next in item.inputs {
          usual.play(next.input, at: next.time)
          reduced.play(next.input, at: next.time)
        }
        usual.pass(to: .seconds(1000))
        reduced.pass(to: .seconds(1000))
        #expect(reduced.findings == [], "\(file)")
        guard !usual.isDisturbed else { continue }
        #expect(reduced.told == usual.told, "\(file): \(item.steps.first?.line ?? 0)")
        compared += 1
      }
    }
    #expect(compared > 150)
  }

  @Test(arguments: Preset.allCases)
  func `the same happens in any session, in the same order`(preset: Preset) throws {
    let seed = Seed.steady
    var gestures = WholeGestures(seed: seed)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let configuration = EngineConfiguration(surfaces: [surface], decks: [.builtIn(preset: preset, count: 30)])
    let usual = Session(try Engine(configuration, at: .zero), isReduced: false)
    let reduced = Session(try Engine(configuration, at: .zero), isReduced: true)
    for _ in 0..<200 {
      for next in gestures.next() {
        usual.play(next.input, at: next.time)
        reduced.play(next.input, at: next.time)
      }
    }
    usual.pass(to: gestures.now.advanced(bySeconds: 60))
    reduced.pass(to: gestures.now.advanced(bySeconds: 60))
    #expect(usual.findings == [] && reduced.findings == [], "DECKD_SEED=\(seed)")
    #expect(!usual.isDisturbed)
    #expect(usual.told.count > 50)
    #expect(reduced.told == usual.told, "DECKD_SEED=\(seed)")
  }

  @Test(arguments: Preset.allCases)
  func `what moves is at its end as soon as motion is reduced, and moves again when it is not`(preset: Preset) throws {
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var engine = try Engine(
      EngineConfiguration(surfaces: [surface], decks: [.builtIn(preset: preset)]),
      at: .zero
    )
    engine.listen(to: [.events, .frames], from: .zero)
    _ = engine.start()
    let (there, back) = preset.kind.rules.animations
    _ = engine.handle(.command(there, deck: "main", ticket: 1), at: .zero)
    #expect(engine.position(of: "main")?.phase == .settling)
    let moment = Instant.seconds(0.1)
    let frames = engine.handle(Session.reduce(true), at: moment).compactMap { effect in
      if case .frame(let frame) = effect { frame } else { nil }
    }
    #expect(frames.last?.phase == .rest && frames.last?.time == moment.microseconds)
    #expect(engine.nextDeadline == nil)
    _ = engine.handle(Session.reduce(false), at: moment)
    _ = engine.handle(.command(back, deck: "main", ticket: 1), at: moment)
    #expect(engine.position(of: "main")?.phase == .settling)
  }

  @Test
  func `a card follows the finger all the same`() throws {
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800), reducedMotion: true)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [.builtIn()]), at: .zero)
    _ = engine.start()
    var path = FingerPath(contact: 0, down: Point(x: 200, y: 400), at: .zero, rate: 100)
    path.move(to: Point(x: 280, y: 400), in: 0.2)
    for frame in path.frames { _ = engine.handle(.touches(frame, surface: "main"), at: frame.time) }
    let dragged = try #require(engine.cards(of: "main", at: .seconds(1)).first)
    #expect(dragged.role == .dragged && abs(dragged.x - 100) < 1e-9)
    #expect(engine.nextDeadline == nil)
  }
}

@Suite
struct `Ticks of a surface` {
  private static func engine() throws -> Engine {
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [.builtIn()]), at: .seconds(1))
    engine.listen(to: [.events, .frames], from: .seconds(1))
    _ = engine.start()
    return engine
  }

  /// The times of a swipe's frames after its first, by the engine's own deadlines.
  private static func ticks(_ engine: inout Engine, at now: Instant) -> [Int64] {
    _ = engine.handle(.command(.swipe(.init(.left)), deck: "main", ticket: 1), at: now)
    var times: [Int64] = []
    while let due = engine.nextDeadline {
      for case .frame(let frame) in engine.handle(.deadline, at: due) where frame.phase == .settling {
        times.append(frame.time)
      }
    }
    return times
  }

  @Test(arguments: [(10_000.0, 10_000), (8333.333, 8333), (16_666.667, 16_667)])
  func `come with a client's vertical syncs`(period: Double, step: Int64) throws {
    var engine = try Self.engine()
    let sync = Instant(microseconds: 1_003_000)
    _ = engine.handle(
      .surface(.align(Vsync(sync: sync, period: period / 1e6)), name: "main", ticket: 1),
      at: .seconds(1)
    )
    let ticks = Self.ticks(&engine, at: Instant(microseconds: 1_100_007))
    // What is due by itself, the cards behind moving up and the card leaving, shows at its own moment, too.
    let aligned = ticks.filter { time in
      let phase = (Double(time - sync.microseconds) / period).rounded()
      return abs(Double(time - sync.microseconds) - phase * period) < 1.001
    }
    #expect(aligned.count > 10 && aligned.count >= ticks.count - 3)
    let steps = Set(zip(aligned, aligned.dropFirst()).map { $1 - $0 })
    #expect(steps.isSubset(of: [step - 1, step, step + 1]))
  }

  @Test
  func `follow another refresh rate at once`() throws {
    var engine = try Self.engine()
    _ = engine.handle(.surface(.set(reducedMotion: nil, refresh: 100), name: "main", ticket: 1), at: .seconds(1))
    let ticks = Self.ticks(&engine, at: .seconds(2))
    #expect(ticks.prefix(3) == [2_010_000, 2_020_000, 2_030_000])
    let unknown = engine.handle(.surface(.cancelTouches, name: "wall", ticket: 3), at: .seconds(4))
    guard case .answer(3, .failed(let wrong)) = unknown.last else {
      Issue.record("\(unknown)")
      return
    }
    #expect(wrong.parameter == .surface && wrong.expected == "one of main")
  }
}
