import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

/// Several decks on one surface or two, each under its own hands, beside each of them alone.
private struct MixedTrial: ~Copyable {
  /// How many fingers a surface has at the most.
  private static let fingers = 7

  let seed: UInt64
  let configuration: EngineConfiguration
  private var chaos: Chaos
  private var watched: WatchedEngine
  private var alone: [LoneDeck]
  private var hands: [String: RandomFingers] = [:]
  private var now = Instant.zero
  private var step = 0
  private var wrong: [String] = []
  private var newest: EngineInput?
  /// How often two decks or more were moved by fingers at once.
  private(set) var together = 0

  init(seed: UInt64) throws {
    var chaos = Chaos(seed: seed)
    let configuration = chaos.surfaces()
    let alone = try configuration.decks.map { try LoneDeck($0, of: configuration) }
    var watched = try WatchedEngine(configuration)
    watched.explain()
    let effects = watched.start()
    (self.seed, self.configuration, self.chaos) = (seed, configuration, chaos)
    self.alone = alone
    self.watched = watched
    for place in alone.indices {
      compare(alone[place].share(of: effects), alone[place].start(), of: alone[place].id)
    }
  }

  var findings: [String] {
    (watched.findings + wrong).map { "DECKD_SEED=\(seed), step \(step), \(newest.map { "\($0)" } ?? "start"): \($0)" }
  }

  /// Plays `steps` inputs, then takes every finger away and waits until all rests.
  mutating func run(_ steps: Int) {
    for number in 1...steps where findings.isEmpty {
      step = number
      now = now.advanced(bySeconds: .random(in: 0...0.03, using: &chaos.generator))
      playNext()
    }
    for surface in configuration.surfaces where findings.isEmpty { lose(surface.name) }
    guard findings.isEmpty else { return }
    now = now.advanced(bySeconds: 60)
    play(.deadline)
    watched.checkRest()
  }

  private mutating func playNext() {
    let surface = configuration.surfaces.randomElement(using: &chaos.generator)?.name ?? ""
    let place = alone.indices.randomElement(using: &chaos.generator) ?? 0
    let number = Int.random(in: 0..<1000, using: &chaos.generator)
    let (cards, current) = watched.decks[place].position
    chaos.kind = configuration.decks[place].preset.kind
    if let command = chaos.command(number, for: (cards, current)) {
      let input = EngineInput.command(command, deck: alone[place].id, ticket: UInt64(step))
      return play(input, shares: [place: input])
    }
    switch number {
    case 91...96:
      now = now.advanced(bySeconds: .random(in: 0...3, using: &chaos.generator))
      play(.deadline)
    case 101...103:
      let input = EngineInput.resize(surface: surface, size: chaos.size(), pointsPerMillimetre: 6.4)
      let places = alone.indices.filter { alone[$0].surface == surface }
      play(input, shares: Dictionary(uniqueKeysWithValues: places.map { ($0, input) }))
    case 121...125: lose(surface)
    default: touch(surface)
    }
  }

  /// Plays an input that comes now, and to each deck alone its share of it.
  private mutating func play(
    _ input: EngineInput,
    shares: [Int: EngineInput] = [:],
    reach: [String: Double] = [:]
  ) {
    newest = input
    let passed = watched.pass(to: now)
    let effects = watched.play(input, at: now, reach: reach)
    guard watched.findings.isEmpty else { return }
    for place in alone.indices {
      let id = alone[place].id
      let expected = alone[place].play(shares[place], at: now)
      compare(alone[place].share(of: passed + effects), expected, of: id)
      if watched.engine.cards(of: id, at: now) != alone[place].engine.cards(of: id, at: now) {
        wrong.append("\(id): its cards are not where they are alone")
      }
      if shares[place] == nil, !alone[place].share(of: effects).isEmpty {
        wrong.append("\(id): something happens to it by what is for others: \(input)")
      }
      if isMoved(id), alone[place].contacts.isEmpty { wrong.append("\(id): it is moved by no finger of its own") }
    }
    if alone.filter({ isMoved($0.id) }).count > 1 { together += 1 }
  }

  private func isMoved(_ deck: String) -> Bool {
    let phase = watched.engine.position(of: deck)?.phase
    return phase == .dragging || phase == .scrolling
  }

  /// What a deck did among others has to be what it does alone.
  private mutating func compare(_ effects: [EngineEffect], _ expected: [EngineEffect], of deck: String) {
    guard effects != expected else { return }
    let place = zip(effects, expected).prefix { $0 == $1 }.count
    func words(_ effects: [EngineEffect]) -> String {
      effects.indices.contains(place) ? "\(effects[place])" : "nothing"
    }
    wrong.append(
      "\(deck): effect \(place) of \(effects.count) is \(words(effects)); "
        + "alone, of \(expected.count), \(words(expected))"
    )
  }
}

// MARK: - Fingers

extension MixedTrial {
  private mutating func touch(_ surface: String) {
    let decks = configuration.decks.filter { $0.surface == surface }
    let areas = decks.compactMap { $0.area?.rectangle(on: Chaos.surface) }
    var hand = hands[surface, default: RandomFingers()]
    let (moved, reach) = hand.move(Self.fingers, using: &chaos.generator) { generator in
      Self.place(in: areas, using: &generator)
    }
    var contacts: [Contact] = []
    for contact in moved {
      contacts.append(contact)
      // Lifted, and down again before the panel's next report.
      guard contact.phase == .up, Bool.random(using: &chaos.generator) else { continue }
      contacts.append(hand.comeDown(contact.id.rawValue, on: Self.place(in: areas, using: &chaos.generator)))
    }
    hands[surface] = hand
    let late = Int64.random(in: 0...20_000, using: &chaos.generator)
    play(contacts, reach: reach, at: Instant(microseconds: now.microseconds - late), on: surface)
  }

  /// A place on one of the decks, or now and then anywhere.
  private static func place(in areas: [Rectangle], using generator: inout SeededGenerator) -> Point {
    let everything = Rectangle(origin: Point(x: -50, y: -50), size: Size(width: 900, height: 900))
    let isAnywhere = Int.random(in: 0..<8, using: &generator) == 0
    let area = isAnywhere ? everything : areas.randomElement(using: &generator) ?? everything
    return Point(
      x: area.origin.x + .random(in: 0...area.size.width, using: &generator),
      y: area.origin.y + .random(in: 0...area.size.height, using: &generator)
    )
  }

  /// The panel of a surface goes.
  private mutating func lose(_ surface: String) {
    var hand = hands[surface, default: RandomFingers()]
    let contacts = hand.lose(Self.fingers)
    hands[surface] = hand
    play(contacts, reach: [:], at: now, on: surface)
  }

  /// Plays a hardware frame, and to each deck alone what of it is its own.
  private mutating func play(
    _ contacts: [Contact],
    reach: [ContactID: Double],
    at time: Instant,
    on surface: String
  ) {
    let before = alone.map(\.contacts)
    let shares = share(contacts, at: time, on: surface)
    var moved: [String: Double] = [:]
    for place in shares.keys { moved[alone[place].id] = before[place].compactMap { reach[$0] }.max() ?? 0 }
    let input = EngineInput.touches(TouchFrame(time: time, contacts: contacts), surface: surface)
    let frames = shares.mapValues { EngineInput.touches(TouchFrame(time: time, contacts: $0), surface: surface) }
    play(input, shares: frames, reach: moved)
  }

  /// Which of a frame's contacts are whose: a contact belongs to the topmost deck that it came down on, to its end.
  private mutating func share(_ contacts: [Contact], at time: Instant, on surface: String) -> [Int: [Contact]] {
    let places = alone.indices.filter { alone[$0].surface == surface }
    var shares: [Int: [Contact]] = [:]
    var downs: [Contact] = []
    for contact in contacts {
      let owner = places.first { alone[$0].contacts.contains(contact.id) }
      switch contact.phase {
      case .down:
        // The deck that had it learns that its up is lost.
        let lost = Contact(id: contact.id, phase: .cancelled, position: contact.position)
        if let owner { shares[owner, default: []].append(lost) }
        downs.append(contact)
      case .moved, .stationary, .up, .cancelled:
        if let owner { shares[owner, default: []].append(contact) }
      }
      guard let owner, contact.phase != .moved, contact.phase != .stationary else { continue }
      alone[owner].disown(contact.id)
    }
    for contact in downs {
      let owner = places.reversed().first { place in
        alone[place].isHit(by: contact, after: shares[place] ?? [], time: time, now: now)
      }
      guard let owner else { continue }
      shares[owner, default: []].append(contact)
      alone[owner].own(contact.id)
    }
    return shares
  }
}

@Suite
struct `Several decks, each under hands of its own` {
  @Test
  func `do each what they would do alone, lose no card, move none by leaps and come to rest`() throws {
    var together = 0
    for number in 0..<12 {
      var trial = try MixedTrial(seed: Seed.steady &+ UInt64(number))
      trial.run(100)
      guard trial.findings.isEmpty else {
        Issue.record("\(trial.findings.prefix(3)) with \(trial.configuration)")
        return
      }
      together += trial.together
    }
    // Hands that never met would have shown nothing.
    #expect(together > 20, "DECKD_SEED=\(Seed.steady)")
  }

  /// What a carousel that scrolls publishes ahead of its motion depends on when it does.
  @Test
  func `publish nothing for an input to another`() throws {
    let half = Size(width: 400, height: 800)
    var decks = [DeckDefinition.builtIn(preset: .carousel, count: 200), .builtIn(preset: .koloda)]
    for (number, x) in [(0, 0.0), (1, 400.0)] {
      decks[number].id = "deck-\(number)"
      decks[number].area = DeckArea(Rectangle(origin: Point(x: x, y: 0), size: half))
    }
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 800, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: decks), at: .zero)
    engine.interest = [.events, .motions, .prefetch]
    _ = engine.start()
    _ = engine.handle(.command(.scroll(.init(to: .offset(20_000))), deck: "deck-0", ticket: 1), at: .zero)
    for tick in 1...30 {
      let now = Instant.zero.advanced(bySeconds: Double(tick) / 100)
      _ = engine.handle(.deadline, at: now)
      #expect(
        engine.handle(.command(.update(.init([])), deck: "deck-1", ticket: 2), at: now).allSatisfy { $0.isAnswer }
      )
    }
  }
}

extension EngineEffect {
  fileprivate var isAnswer: Bool {
    if case .answer = self { true } else { false }
  }
}
