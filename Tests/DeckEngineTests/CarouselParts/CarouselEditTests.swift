import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `An edit of a carousel in motion` {
  private static let sessions = Search.length(slice: 400, whole: 5000)

  @Test(arguments: [false, true])
  func `leaves each card where it is drawn, as fast as it is drawn`(loops: Bool) throws {
    let seed = Seed.steady
    var compared = 0
    for number in 0..<UInt64(Self.sessions) {
      var course = try EditedCarousel(loops: loops, seed: seed &+ number)
      let findings = course.findings()
      #expect(findings.isEmpty, "DECKD_SEED=\(seed &+ number)\n\(course.trail.joined(separator: "\n"))")
      compared += course.movingCards
      if !findings.isEmpty { return }
    }
    #expect(compared >= Self.sessions)
  }
}

/// A carousel that a fling, a command or a finger moves, edited at a random moment, and then caught by a finger.
private struct EditedCarousel: ~Copyable {
  /// The time between two looks at a card that a velocity is measured by, in seconds.
  private static let interval = 5e-6
  private static let size = Size(width: 400, height: 800)

  private var generator: SeededGenerator
  private var engine: Engine
  private var now = Instant.seconds(1)
  private var finger = Point(x: 0, y: 400)
  private var isDown = false
  private var cardNumber = 0
  /// What jumped while time passed.
  private var leaps: [String] = []
  /// What happened, for a failure.
  private(set) var trail: [String] = []
  /// How many cards moved at an edit and were compared.
  private(set) var movingCards = 0

  init(loops: Bool, seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    var deck = DeckDefinition.builtIn(preset: .carousel, count: .random(in: 3...30, using: &generator))
    deck.settings.loop = loops
    deck.settings.carousel?.width = [0.3, 0.7, 1].randomElement(using: &generator) ?? 0.7
    deck.settings.carousel?.band = [0, 0.55].randomElement(using: &generator) ?? 0
    engine = try Engine(
      EngineConfiguration(surfaces: [SurfaceConfiguration(name: "main", size: Self.size)], decks: [deck]),
      at: .zero
    )
    _ = engine.start()
  }

  /// Moves, edits and catches the carousel a few times; returns what jumped.
  mutating func findings() -> [String] {
    var findings: [String] = []
    for _ in 0..<4 where findings.isEmpty {
      start()
      wait(.random(in: 0...0.3, using: &generator))
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        findings += edit()
        wait(.random(in: 0...0.1, using: &generator))
      }
      findings += drag()
      if Bool.random(using: &generator) { touch(.up) }
      findings += leaps
    }
    return findings
  }

  private var count: Int { engine.position(of: "main")?.count ?? 0 }

  /// Flings the carousel, scrolls it by a command, or leaves it under the finger.
  private mutating func start() {
    guard count > 0, !isDown else { return }
    if Bool.random(using: &generator) {
      let card = "card-\(Int.random(in: 0..<30, using: &generator))"
      play(.command(.scroll(.init(to: .card(card))), deck: "main", ticket: 1))
    } else {
      finger.x = 200
      touch(.down)
      let step = Double.random(in: -40...40, using: &generator)
      for _ in 0..<5 { touch(.moved, by: step, after: 0.008) }
      touch(.up)
    }
  }

  /// Edits the cards, and compares how they are drawn before and after it.
  private mutating func edit() -> [String] {
    let count = count
    let command: DeckCommand
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      let cards = (0..<Int.random(in: 1...4, using: &generator)).map { _ in newCard() }
      command = .insert(.init(cards, at: .random(in: 0...count, using: &generator)))
    case 1 where count > 1:
      let card = drawn(engine, at: now).keys.sorted().randomElement(using: &generator) ?? "card-0"
      command = .move(.init(card: card, to: .random(in: 0..<count, using: &generator)))
    case _ where count > 1:
      let first = Int.random(in: 0..<count, using: &generator)
      command = .remove(.init(first..<Int.random(in: first + 1...count, using: &generator)))
    default: command = .insert(.init([newCard()]))
    }
    let later = now.advanced(bySeconds: Self.interval)
    let (before, passing) = (drawn(engine, at: now), drawn(engine, at: later))
    play(.command(command, deck: "main", ticket: 1))
    let (after, leaving) = (drawn(engine, at: now), drawn(engine, at: later))
    return before.sorted { $0.key < $1.key }.compactMap { id, x in
      guard isVisible(x) else { return nil }
      guard let x1 = after[id] else { return isKept(id) ? "\(id) vanishes at \(x)" : nil }
      if (x1 - x).magnitude > 0.11 { return "\(id) jumps from \(x) to \(x1)" }
      guard let end = passing[id], let end1 = leaving[id] else { return nil }
      let (velocity, velocity1) = ((end - x) / Self.interval, (end1 - x1) / Self.interval)
      if velocity.magnitude > 50 { movingCards += 1 }
      // What springs do within the interval.
      let slack = 10 + 0.01 * max(velocity.magnitude, velocity1.magnitude)
      return (velocity1 - velocity).magnitude > slack ? "\(id) moves at \(velocity1), moved at \(velocity)" : nil
    }
  }

  /// Catches the carousel, and drags it: no card moves farther than the finger.
  private mutating func drag() -> [String] {
    var findings: [String] = []
    if !isDown {
      finger.x = .random(in: 10...390, using: &generator)
      findings += compare(reach: 0) { $0.touch(.down) }
    }
    for _ in 0..<Int.random(in: 0...6, using: &generator) where findings.isEmpty {
      let step = Double.random(in: -20...20, using: &generator)
      wait(0.008)
      findings += compare(reach: step.magnitude + 10) { $0.touch(.moved, by: step) }
    }
    return findings
  }

  /// Compares how the cards are drawn before and after something that moves them by `reach` at most.
  private mutating func compare(reach: Double, _ act: (inout Self) -> Void) -> [String] {
    let before = drawn(engine, at: now)
    act(&self)
    let after = drawn(engine, at: now)
    let appearing = after.filter { before[$0.key] == nil && isVisible($0.value, by: reach + 1) }
    return appearing.sorted { $0.key < $1.key }.map { "\($0) appears at \($1)" }
      + before.sorted { $0.key < $1.key }.compactMap { id, x in
        guard isVisible(x) else { return nil }
        guard let next = after[id] else {
          return isVisible(x, by: reach) && isKept(id) ? "\(id) vanishes at \(x)" : nil
        }
        return (next - x).magnitude > reach + 0.11 ? "\(id) jumps from \(x) to \(next)" : nil
      }
  }

  /// Whether a card that is drawn at `x` is visible and not about to leave the deck.
  private func isVisible(_ x: Double, by margin: Double = 1) -> Bool { x > margin && x < Self.size.width - margin }

  private func isKept(_ id: String) -> Bool { engine.cardIDs(of: "main")?.contains(id) ?? false }

  /// The centers of the cards that do not leave the deck, from the left.
  private func drawn(_ engine: borrowing Engine, at now: Instant) -> [String: Double] {
    let cards = engine.cards(of: "main", at: now).filter { $0.role != .leaving }
    return Dictionary(cards.map { ($0.id, $0.x + $0.width / 2) }) { first, _ in first }
  }

  private mutating func newCard() -> Card {
    cardNumber += 1
    return Card(id: "new-\(cardNumber)")
  }

  private mutating func wait(_ seconds: Double) {
    let end = now.advanced(bySeconds: seconds)
    while let due = engine.nextDeadline, due <= end {
      now = due
      leaps += compare(reach: 0) { _ = $0.engine.handle(.deadline, at: due) }
    }
    now = end
  }

  private mutating func touch(_ phase: Contact.Phase, by distance: Double = 0, after seconds: Double = 0) {
    wait(seconds)
    finger.x += distance
    isDown = phase != .up
    let contact = Contact(id: ContactID(0), phase: phase, position: finger)
    play(.touches(TouchFrame(time: now, contacts: [contact]), surface: "main"))
  }

  private mutating func play(_ input: EngineInput) {
    trail.append("\(now.microseconds) µs: \(input)")
    _ = engine.handle(input, at: now)
  }
}
