import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

/// One deck under random inputs.
private struct Trial: ~Copyable {
  let seed: UInt64
  let settings: DeckSettings
  private var chaos: Chaos
  private var watched: WatchedEngine
  private var session: RandomSession
  private var step = 0
  /// The last inputs, for a failure.
  private var trail: [String] = []
  /// When the daemon is killed, and when its disk is full.
  private var fate: SeededGenerator

  init(_ preset: Preset?, seed: UInt64, settings chosen: DeckSettings? = nil) throws {
    self.seed = seed
    fate = SeededGenerator(seed: ~seed)
    var chaos = Chaos(seed: seed)
    settings = chosen ?? preset?.settings ?? chaos.mixture()
    chaos.kind = preset?.kind ?? .swipe
    var deck = DeckDefinition.builtIn(count: 12)
    deck.preset = preset ?? .swipeclean
    deck.settings = settings
    if preset == nil { deck.area = DeckArea(chaos.area()) }
    let surface = SurfaceConfiguration(name: "main", size: Chaos.surface)
    let configuration = EngineConfiguration(surfaces: [surface], decks: [deck])
    chaos.configuration = configuration
    self.chaos = chaos
    session = RandomSession(configuration: configuration)
    watched = try WatchedEngine(configuration)
    _ = watched.start()
  }

  var findings: [String] {
    guard !watched.findings.isEmpty else { return [] }
    return watched.findings.map { "DECKD_SEED=\(seed), step \(step): \($0)" } + ["after"] + trail
  }

  /// Plays `steps` inputs, then takes every finger away and waits until the deck rests.
  mutating func run(_ steps: Int) throws {
    var last = Instant.zero
    for number in 1...steps where watched.findings.isEmpty {
      step = number
      let (cards, current) = watched.decks[0].position
      let next = chaos.next(for: (cards, current))
      note(next)
      session.entries.append(RandomSession.Entry(time: next.now, event: .input(next.input)))
      _ = watched.pass(to: next.now)
      _ = watched.play(next.input, at: next.now, reach: ["main": next.reach])
      chaos.asked = watched.asked
      chaos.kind = watched.decks[0].kind
      last = next.now
      try interrupt(at: last)
    }
    watched.bringToRest(after: last)
  }

  /// Records an issue if anything was found, with the shortest script that fails in the same way.
  func expectNoFindings() throws {
    guard !findings.isEmpty else { return }
    let least = try session.shrunk { $0.findings.first }
    Issue.record("\(findings.joined(separator: "\n"))\n\(try least.report { $0.findings.first })")
  }

  private mutating func note(_ next: Chaos.Step) {
    let phase = watched.engine.position(of: "main")?.phase.rawValue ?? "-"
    note("\(next.now.microseconds) µs, \(phase): \(next.input)")
  }

  private mutating func note(_ what: String) {
    trail.append(what)
    if trail.count > 6 { trail.removeFirst() }
  }

  /// Now and then the daemon starts again, with the configuration that it has or another, or cannot keep what happened.
  private mutating func interrupt(at now: Instant) throws {
    switch Int.random(in: 0..<200, using: &fate) {
    case 0:
      if Bool.random(using: &fate), let last = chaos.configuration { chaos.configuration = chaos.another(than: last) }
      guard let configuration = chaos.configuration else { return }
      note("restarted")
      session.entries.append(RandomSession.Entry(time: now, event: .restart(configuration)))
      try watched.restart(configuration, at: now)
    case 1...2:
      note("rolled back")
      session.entries.append(RandomSession.Entry(time: now, event: .takeBack))
      watched.takeBack(at: now)
    case 3...8:
      note("saved")
      session.entries.append(RandomSession.Entry(time: now, event: .save))
      watched.save()
    default: return
    }
    chaos.asked = watched.asked
    chaos.kind = watched.decks[0].kind
  }
}

@Suite
struct `Any sequence of touches, commands and pauses` {
  private static let steps = Search.length(slice: 3000, whole: 12_000)

  @Test(arguments: Preset.allCases)
  func `loses no card, decides none twice, moves none by leaps and comes to rest`(preset: Preset) throws {
    var trial = try Trial(preset, seed: Seed.steady)
    try trial.run(Self.steps)
    try trial.expectNoFindings()
  }

  @Test
  func `does so in a carousel that loops`() throws {
    var settings = Preset.carousel.settings
    settings.loop = true
    var trial = try Trial(.carousel, seed: Seed.steady, settings: settings)
    try trial.run(Self.steps)
    try trial.expectNoFindings()
  }

  @Test
  func `does so with any mixture of settings`() throws {
    for number in 0..<Search.length(slice: 20, whole: 80) {
      var trial = try Trial(nil, seed: Seed.steady &+ UInt64(number))
      try trial.run(500)
      try trial.expectNoFindings()
      guard trial.findings.isEmpty else { return }
    }
  }
}
