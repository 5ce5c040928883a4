import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

/// What a deck has to be by its events alone.
private struct Ledger {
  var cards: [String]
  var current = 0
  var history: [Int] = []
  var round = RoundPhase.active
  let loops: Bool
  let isStack: Bool

  /// Takes an event in; what it says that cannot be.
  mutating func take(_ kind: DeckEvent.Kind, loaded: Loaded?) -> String? {
    switch kind {
    case .deckLoaded:
      if let loaded {
        cards = loaded.cards
        current = min(loaded.current ?? current, cards.count)
        history = loaded.current.map { Array(0..<$0) } ?? history.filter { $0 < cards.count }
      }
      if loops, current == cards.count { current = 0 }
      round = .active
    case .deckReset: (current, history, round) = (0, [], .active)
    case .cardSwiped(let card, let index, _, _):
      guard index == current, cards.indices.contains(index), cards[index] == card else {
        return "\(card) at \(index) is decided, but \(current) is in front"
      }
      if round != .active { return "\(card) is decided while the round is \(round)" }
      history.append(index)
      current = loops ? (current + 1) % cards.count : current + 1
    case .deckRewound(let card, let index, _):
      guard history.popLast() == index, cards[index] == card else { return "\(card) at \(index) was not the last" }
      current = index
    case .cardInserted(let card, let index):
      guard (0...cards.count).contains(index) else { return "\(card) cannot be inserted at \(index)" }
      cards.insert(card, at: index)
      if index < current, !isStack { current += 1 }
      history = history.map { $0 < index ? $0 : $0 + 1 }
    case .cardRemoved(let card, let index):
      guard cards.indices.contains(index), cards[index] == card else { return "\(card) was not at \(index)" }
      cards.remove(at: index)
      if index < current, !isStack { current -= 1 }
      if loops, current == cards.count { current = 0 }
      history = history.filter { $0 != index }.map { $0 < index ? $0 : $0 - 1 }
    case .deckExhausted:
      if current != cards.count { return "exhausted at \(current) of \(cards.count)" }
    case .cardMoved(let card, let from, let to):
      guard cards.indices.contains(from), cards[from] == card, cards.indices.contains(to), from != to else {
        return "\(card) did not move from \(from) to \(to)"
      }
      cards.insert(cards.remove(at: from), at: to)
    case .cardDismissed(let card, let index):
      if !isStack || cards[index] != card { return "\(card) is not open at \(index)" }
    case .cardSelected(let card, let index) where isStack:
      if cards[index] != card { return "\(card) is not at \(index)" }
    case .cardShown(let card, let index), .cardReset(let card, let index), .cardSelected(let card, let index):
      if index != current || cards[index] != card { return "\(card) at \(index) is not in front" }
    case .cardUpdated(let card, let index):
      if cards[index] != card { return "\(card) is not at \(index)" }
    case .roundChanged(let phase): round = phase
    case .deckAppeared, .deckBounced: break
    }
    return nil
  }
}

/// The cards that a command shows, and from which one on; `nil` for the one that is in front.
private struct Loaded {
  var cards: [String]
  var current: Int?
}

/// An engine under random inputs, and what must hold whatever comes.
private struct Trial {
  let seed: UInt64
  let settings: DeckSettings
  private let isStack: Bool
  /// The deck's origin on its surface.
  private let corner: SIMD2<Double>
  private var chaos: Chaos
  private var engine: Engine
  private var ledger: Ledger
  private var sequence = UInt64(0)
  private var frameNumber = UInt64(0)
  private var step = 0
  /// How many commands were given and how many answered: those that wait for a delegate, later.
  private var commands = 0
  private var answers = 0
  /// How far the fingers have moved since they pressed a card that does not yet follow.
  private var slack = 0.0
  /// The cards of the newest frame.
  private var seen: [CardFrame] = []
  /// The progress of the drag in it.
  private var progress = 0.0
  private(set) var findings: [String] = []

  init(_ preset: Preset?, seed: UInt64) throws {
    self.seed = seed
    var chaos = Chaos(seed: seed)
    settings = preset?.settings ?? chaos.mixture()
    isStack = preset?.kind == .stack
    chaos.isStack = isStack
    var deck = DeckDefinition.builtIn(count: 12)
    deck.preset = preset ?? .swipeclean
    deck.settings = settings
    let area = preset == nil ? chaos.area() : Rectangle(origin: Point(x: 0, y: 0), size: Chaos.surface)
    if preset == nil { deck.area = area }
    corner = SIMD2(area.origin.x, area.origin.y)
    self.chaos = chaos
    let surface = SurfaceConfiguration(name: "main", size: Chaos.surface)
    engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.interest = Set(Topic.allCases)
    ledger = Ledger(cards: deck.cards.map(\.id), loops: settings.loop, isStack: isStack)
    take(engine.start(appearing: true), loaded: nil)
  }

  /// Plays `steps` inputs, then takes every finger away and waits until the deck rests.
  mutating func run(_ steps: Int) {
    var last = Instant.zero
    for number in 1...steps where findings.isEmpty {
      step = number
      let next = chaos.next(for: (ledger.cards, ledger.current))
      pass(to: next.now)
      play(next)
      if frameNumber > 0, engine.nextDeadline == nil { compareSeen(with: engine.cards(of: "main", at: next.now)) }
      findings += engine.violations
      last = next.now
    }
    let cut = (0..<3).map { Contact(id: ContactID($0), phase: .cancelled, position: Point(x: 0, y: 0)) }
    play(Chaos.Step(input: .touches(TouchFrame(time: last, contacts: cut), surface: "main"), now: last))
    pass(to: last.advanced(bySeconds: 60))
    guard findings.isEmpty else { return }
    if answers != commands { find("\(answers) of \(commands) commands were answered") }
    if engine.nextDeadline != nil { find("the deck does not come to rest") }
    if engine.position(of: "main")?.phase != .rest { find("the deck is not at rest") }
  }

  /// Lets everything happen that is due by `now`; no card may jump at any moment of it.
  private mutating func pass(to now: Instant) {
    while let due = engine.nextDeadline, due <= now, findings.isEmpty {
      let before = engine.cards(of: "main", at: due)
      take(engine.handle(.deadline, at: due), loaded: nil)
      compare(before, engine.cards(of: "main", at: due))
    }
  }

  private mutating func play(_ next: Chaos.Step) {
    let before = engine.cards(of: "main", at: next.now)
    let progressBefore = progress
    slack += next.reach
    var loaded: Loaded?
    var isCut = false
    switch next.input {
    case .command(.load(let cards, let current), _, _):
      (loaded, isCut) = (cards.map { Loaded(cards: $0.map(\.id), current: current) }, true)
    case .command(.reload(let cards), _, _):
      (loaded, isCut) = (cards.map { Loaded(cards: $0.map(\.id), current: nil) }, true)
    case .command(.reset, _, _), .command(.appear, _, _), .resize: isCut = true
    default: break
    }
    if case .command = next.input { commands += 1 }
    take(engine.handle(next.input, at: next.now), loaded: loaded)
    guard !isCut else { return }
    let after = engine.cards(of: "main", at: next.now)
    // Moves that are no more than jitter are made up for by the next one.
    if case .touches = next.input { slack += GestureDefaults.jitter }
    // A pinch may part as many cards as are to be seen; a card that is dragged down follows from 20 pt on (W8, W9).
    let parted = isStack ? 15 * (spacing(of: after) - spacing(of: before)).magnitude + 12 : 0
    compare(before, after, reach: slack + parted / 5, progress: (progress - progressBefore).magnitude)
    if engine.position(of: "main")?.phase != .pressing { slack = 0 }
  }

  /// Nothing comes any more by itself: clients have to have seen how everything came to rest.
  private mutating func compareSeen(with cards: [CardFrame]) {
    guard seen.map(\.id) == cards.map(\.id), seen.map(\.role) == cards.map(\.role) else {
      find("the newest frame has \(seen.map(\.role)), not \(cards.map(\.role))")
      return
    }
    for (before, now) in zip(seen, cards) {
      let way = DrawnCard(before).distance(to: DrawnCard(now))
      if way > 1e-6 || before.opacity != now.opacity {
        find("the newest frame has \(now.id), \(now.role), \(way) pt beside where it is")
      }
    }
  }

  /// How far the cards of a stack are apart.
  private func spacing(of cards: [CardFrame]) -> Double {
    zip(cards, cards.dropFirst()).map { ($1.y - $0.y).magnitude }.max() ?? 0
  }

  /// Compares the cards before and after something that took no time.
  ///
  /// A corner goes with the finger, and further by the turn and the size that change with it. Motions end, and do not
  /// begin, within their rest thresholds: 0.1 pt, and 0.05° and 0.001 of the size at a corner 900 pt away.
  ///
  /// Cards behind may follow the progress, which leaps where the nearest direction changes and at the dead zone's edge
  /// (S6, S7): by as much as one slot is from the next.
  private mutating func compare(
    _ before: [CardFrame],
    _ after: [CardFrame],
    reach: Double = 0,
    progress: Double = 0
  ) {
    for card in before {
      let drawn = DrawnCard(card, from: corner)
      // Surfaces of every width that the inputs make: a card may go, or begin again in a looping deck, off them.
      let isOff = drawn.isOff(width: 300, height: 800) || drawn.isOff(width: 1000, height: 800)
      guard let next = after.first(where: { $0.id == card.id }) else {
        // A card of a stack may be scrolled off by as much as the finger moves.
        let isNearEdge = isStack && drawn.isOff(width: 1000, height: 800 - 5 * reach, slack: 5 * reach)
        // Under an open card others lie that nobody sees.
        let isCovered = isStack && before.contains { $0.z > card.z && DrawnCard($0, from: corner).covers(drawn) }
        if !isOff, !isNearEdge, !isCovered, drawn.opacity > 0.02 {
          find("\(card.id), \(card.role), vanishes at \(drawn)")
        }
        continue
      }
      if isOff, card.role == .leaving, next.role != .leaving { continue }
      let now = DrawnCard(next, from: corner)
      let risen = card.depth > 0 ? progress : 0
      let allowed = 0.1 + 0.8 + 0.9 + 5 * reach + 1000 * risen
      let fade = 0.002 + reach / 40 + risen
      let jump = drawn.distance(to: now)
      if jump > allowed { find("\(card.id), \(card.role), jumps by \(jump) pt, not \(allowed)") }
      let flash = (now.opacity - drawn.opacity).magnitude
      if flash > fade { find("\(card.id), \(card.role), changes its opacity by \(flash)") }
    }
  }

  private mutating func take(_ effects: [EngineEffect], loaded: Loaded?) {
    for case .notify(let note) in effects {
      switch note {
      case .event(let event):
        if event.sequence != sequence + 1 { find("event \(event.sequence) follows \(sequence)") }
        sequence = event.sequence
        if let wrong = ledger.take(event.kind, loaded: loaded) { find(wrong) }
      case .frame(let frame):
        if frame.number != frameNumber + 1 { find("frame \(frame.number) follows \(frameNumber)") }
        frameNumber = frame.number
        seen = frame.cards
        progress = frame.drag?.progress ?? 0
      case .gesture, .haptic, .touch: break
      }
    }
    for effect in effects {
      switch effect {
      case .answer: answers += 1
      case .ask(let ticket, let question):
        chaos.asked = ticket
        if !ledger.cards.indices.contains(question.index) || ledger.cards[question.index] != question.card {
          find("asks about \(question.card), which is not at \(question.index)")
        }
      case .notify, .explain: break
      }
    }
    guard let state = engine.position(of: "main") else { return }
    let current = isStack ? ledger.current : state.current
    if current != ledger.current || state.count != ledger.cards.count || state.undoDepth != ledger.history.count {
      find("\(state.current) of \(state.count), \(state.undoDepth) to undo; by its events \(ledger)")
    }
  }

  private mutating func find(_ what: String) {
    findings.append("DECKD_SEED=\(seed), step \(step): \(what)")
  }
}

@Suite
struct `Any sequence of touches, commands and pauses` {
  @Test(arguments: [Preset.swipeclean, .koloda, .kolodaStretched])
  func `loses no card, decides none twice, moves none by leaps and comes to rest`(preset: Preset) throws {
    var trial = try Trial(preset, seed: Seed.steady)
    trial.run(12_000)
    #expect(trial.findings.isEmpty)
  }

  @Test(arguments: [Preset.wallet, .fan])
  func `loses no card of a stack, moves none by leaps and comes to rest`(preset: Preset) throws {
    var trial = try Trial(preset, seed: Seed.steady)
    trial.run(12_000)
    #expect(trial.findings.isEmpty)
  }

  @Test
  func `does so with any mixture of settings`() throws {
    for number in 0..<80 {
      var trial = try Trial(nil, seed: Seed.steady &+ UInt64(number))
      trial.run(500)
      guard trial.findings.isEmpty else {
        Issue.record("\(trial.findings) with \(trial.settings)")
        return
      }
    }
  }
}
