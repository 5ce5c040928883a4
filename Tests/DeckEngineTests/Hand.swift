import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport

/// An engine with one deck, touched and commanded at random, whose cards are looked at as a front end draws them.
struct Hand: ~Copyable {
  let seed: UInt64
  let area: Rectangle
  let surface: Size
  let settings: DeckSettings
  var generator: SeededGenerator
  private(set) var now = Instant.zero
  private(set) var findings: [String] = []
  private var engine: Engine
  private var cardNumber = 0
  /// Where the finger is, while it is down.
  private var finger: Point?
  private var log: [String] = []

  init(_ settings: DeckSettings, area: Rectangle, surface: Size, _ generator: SeededGenerator, seed: UInt64) throws {
    self.seed = seed
    self.settings = settings
    self.area = area
    self.surface = surface
    self.generator = generator
    var deck = DeckDefinition.builtIn(count: 8)
    deck.settings = settings
    deck.area = DeckArea(area)
    for index in deck.cards.indices { deck.cards[index].allowed = Direction.allCases }
    let configuration = SurfaceConfiguration(name: "main", size: surface)
    engine = try Engine(EngineConfiguration(surfaces: [configuration], decks: [deck]), at: .zero)
    _ = engine.start(appearing: true)
  }

  var cards: [CardFrame] { engine.cards(of: "main", at: now) }

  var front: CardFrame? {
    let current = engine.snapshot(of: "main", at: now)?.model.counts.current
    return cards.first { $0.index == current && $0.role != .leaving }
  }

  var phase: DeckPhase? { engine.snapshot(of: "main", at: now)?.phase }

  mutating func find(_ what: String) {
    findings.append("DECKD_SEED=\(seed): \(what); after \(log.suffix(30).joined(separator: ", "))")
  }

  /// Lets time pass; every card that is gone by itself has to be off the surface, or to have faded.
  mutating func pass(_ seconds: Double) {
    let end = now.advanced(bySeconds: seconds)
    log.append("\(seconds) s")
    while let due = engine.nextDeadline, due <= end {
      let before = engine.cards(of: "main", at: due)
      _ = engine.handle(.deadline, at: due)
      let after = engine.cards(of: "main", at: due)
      for card in before where card.role == .leaving && card.opacity > 0.002 {
        let drawn = DrawnCard(card)
        // One that others had pushed out may get its place back.
        let next = after.first { $0.id == card.id }
        let stays = next.map { $0.role == .leaving || drawn.distance(to: DrawnCard($0)) <= 1e-9 } ?? false
        let corners = drawn.corners.map { $0 + SIMD2(area.origin.x, area.origin.y) }
        if !stays, !isOff(corners) {
          find("\(card.id) is gone, and was at \(corners)")
        }
      }
    }
    now = end
    _ = engine.handle(.deadline, at: now)
  }

  /// Does something that takes no time and must not be seen: no corner of any card may move.
  ///
  /// Unless it has to be `exact`, what begins to move within its rest threshold may be over at once.
  mutating func still(_ name: String, _ input: EngineInput, exact: Bool = false) {
    log.append(name)
    _ = engine.handle(.deadline, at: now)
    let before = cards
    _ = engine.handle(input, at: now)
    let after = cards
    for card in before {
      guard let next = after.first(where: { $0.id == card.id }) else {
        if card.opacity > 0 { find("\(name): \(card.id) vanishes") }
        continue
      }
      let jump = DrawnCard(card).distance(to: DrawnCard(next))
      if !(jump <= 1e-9), exact || jump > 0.1 && !isAtRest(card, next) {
        find("\(name): \(card.id), \(card.role), jumps by \(jump) pt")
      }
      let flash = (card.opacity - next.opacity).magnitude
      if !(flash <= 1e-9) { find("\(name): \(card.id), \(card.role), changes its opacity by \(flash)") }
    }
    findings += engine.violations
  }

  /// Whether a card changed by no more than a motion may that begins within its rest threshold, and is over at once (M3).
  private func isAtRest(_ card: CardFrame, _ next: CardFrame) -> Bool {
    let lengths: [any KeyPath<CardFrame, Double> & Sendable] = [\.x, \.y, \.width, \.height]
    return lengths.allSatisfy { (card[keyPath: $0] - next[keyPath: $0]).magnitude <= 0.1 }
      && (card.rotation - next.rotation).magnitude <= 0.05 && (card.scale - next.scale).magnitude <= 0.001
  }

  mutating func command(_ name: String, _ command: DeckCommand) {
    still(name, .command(command, deck: "main", ticket: 1))
  }

  private func isOff(_ corners: [SIMD2<Double>]) -> Bool {
    let (width, height, least) = (surface.width, surface.height, 1e-6)
    return corners.allSatisfy { $0.x <= least } || corners.allSatisfy { $0.x >= width - least }
      || corners.allSatisfy { $0.y <= least } || corners.allSatisfy { $0.y >= height - least }
  }
}

// MARK: - The finger

extension Hand {
  private func touch(_ phase: Contact.Phase, _ place: Point) -> EngineInput {
    .touches(
      TouchFrame(time: now, contacts: [Contact(id: ContactID(0), phase: phase, position: place)]),
      surface: "main"
    )
  }

  /// Comes down on a random part of the front card, where it is now; which part that is.
  mutating func press(exact: Bool = false) -> SIMD2<Double>? {
    guard finger == nil, let front else { return nil }
    let part = SIMD2(Double.random(in: 0.02...0.98, using: &generator), .random(in: 0.02...0.98, using: &generator))
    let spot = DrawnCard(front).spot(of: part)
    let place = Point(x: spot.x + area.origin.x, y: spot.y + area.origin.y)
    still("down", touch(.down, place), exact: exact)
    guard phase == .pressing else { return nil }
    finger = place
    return part
  }

  mutating func move(to place: Point) {
    guard finger != nil else { return }
    log.append("move")
    finger = place
    _ = engine.handle(touch(.moved, place), at: now)
  }

  mutating func release(_ phase: Contact.Phase) {
    guard let finger else { return }
    still("\(phase)", touch(phase, finger))
    self.finger = nil
  }

  /// How far a part of the front card is drawn from the finger.
  func distance(of part: SIMD2<Double>) -> Double? {
    guard let finger, let front else { return nil }
    let way = DrawnCard(front).spot(of: part) + SIMD2(area.origin.x - finger.x, area.origin.y - finger.y)
    return (way.x * way.x + way.y * way.y).squareRoot()
  }

  mutating func place() -> Point {
    Point(
      x: .random(in: 0...surface.width, using: &generator),
      y: .random(in: 0...surface.height, using: &generator)
    )
  }

  /// Ids that no card has had.
  mutating func newCards() -> [Card] {
    (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      cardNumber += 1
      return Card(id: "new-\(cardNumber)", allowed: Direction.allCases)
    }
  }

  /// Something that takes no time, or some time.
  mutating func act() {
    let count = engine.snapshot(of: "main", at: now)?.model.counts.count ?? 0
    let current = engine.snapshot(of: "main", at: now)?.model.counts.current ?? 0
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...2: _ = press()
    case 3...5: move(to: place())
    case 6: release(.up)
    case 7: release(.cancelled)
    case 8: command("undo", .undo(.init()))
    case 9: command("insert", .insert(.init(newCards(), at: Int.random(in: 0...count, using: &generator))))
    case 10 where current < count:
      let first = Int.random(in: max(current - 1, 0)..<count, using: &generator)
      command("remove \(first)", .remove(.init(first..<first + 1)))
    case 11...12:
      let direction = Direction.allCases.randomElement(using: &generator) ?? .left
      command("swipe \(direction)", .swipe(.init(direction)))
    default: pass(Double.random(in: 0...0.4, using: &generator))
    }
  }
}

extension DrawnCard {
  /// Where a part of the card, in fractions of its width and height, is drawn.
  func spot(of part: SIMD2<Double>) -> SIMD2<Double> {
    corners[0] + part.x * (corners[1] - corners[0]) + part.y * (corners[3] - corners[0])
  }
}
