import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// Looks at a deck 240 times a second by the motions of the wire, and beside it at the frame of each of those moments.
struct MotionWitness: ~Copyable {
  /// The greatest distance between a frame and the motions of the wire, in points.
  private static let allowed = 0.01
  private static let rate = 240.0

  private(set) var engine: Engine
  private(set) var wire = WireDeck()
  private(set) var findings: [String] = []
  /// The greatest distance between motions and frames, in points, and of what.
  private(set) var worst: (distance: Double, what: String) = (0, "nothing")
  /// How many moments were looked at.
  private(set) var looks = 0
  /// How many times the engine asked to be called.
  private(set) var wakeups = 0
  /// The motions, as they were sent.
  private(set) var lines: [String] = []
  private let height: Double
  private let width: Double
  private let scrolls: KindRules.Axis?
  private var ticks = 0
  /// What the fingers are still to do, in order.
  var ahead: [TouchFrame] = []
  /// As many cards as were told of at once, at the most.
  private(set) var mostCards = 0

  init(_ deck: DeckDefinition, on surface: Size, appearing: Bool = true) throws {
    height = deck.area(on: surface).size.height
    width = deck.area(on: surface).size.width
    scrolls = deck.preset.kind.rules.scrolls
    engine = try Engine(
      EngineConfiguration(surfaces: [SurfaceConfiguration(name: "main", size: surface)], decks: [deck]),
      at: .zero
    )
    engine.interest = [.events, .motions]
    take(engine.start(appearing: appearing))
  }

  /// Lets time pass, and looks at every 240th of a second of it; while the engine asks for nothing, at the end alone.
  mutating func pass(to end: Instant) {
    while findings.isEmpty {
      if engine.nextDeadline == nil {
        ticks = max(ticks, Int(Double(end.microseconds) * Self.rate / 1e6))
        return look(at: end)
      }
      let tick = Instant.zero.advanced(bySeconds: Double(ticks + 1) / Self.rate)
      let next = min(tick, end)
      while let due = engine.nextDeadline, due <= next {
        wakeups += 1
        take(engine.handle(.deadline, at: due))
        look(at: due)
      }
      if next == end, next < tick { return }
      ticks += 1
      look(at: next)
    }
  }

  /// Gives the engine an input, before and after which it is looked at.
  mutating func play(_ input: EngineInput, at now: Instant) {
    pass(to: now)
    take(engine.handle(input, at: now))
    look(at: now)
  }

  /// The cards' ids, as far as they are to be seen, and the front one's index.
  var cards: (cards: [String], current: Int) {
    guard let state = engine.position(of: "main") else { return ([], 0) }
    var ids = (0..<state.count).map { "hidden-\($0)" }
    for card in engine.cards(of: "main", at: .seconds(1e6)) where ids.indices.contains(card.index) {
      ids[card.index] = card.id
    }
    return (ids, state.current)
  }

  /// Waits until nothing moves.
  mutating func rest() {
    while let due = engine.nextDeadline, findings.isEmpty { pass(to: due) }
  }

  private mutating func take(_ effects: [EngineEffect]) {
    for note in effects.compactMap(\.notification) {
      switch note {
      case .motion(let motion):
        let line = DeckNotification.motion(motion).line
        lines.append(String(decoding: line, as: UTF8.self))
        do { try wire.take(line) } catch { findings.append("\(error)") }
      case .frame: findings.append("a frame for nobody")
      case .event, .gesture, .surfaceGesture, .haptic, .panel, .calibration, .prefetch, .touch: break
      }
    }
  }

  /// Compares everything that is to be seen at `now`.
  private mutating func look(at now: Instant) {
    guard findings.isEmpty else { return }
    looks += 1
    mostCards = max(mostCards, wire.cards.count)
    let frame = frame(at: now)
    let time = Double(now.microseconds)
    for card in frame.cards { compare(card, at: time) }
    let seen = Set(frame.cards.map(\.id))
    for id in wire.cards.keys where !seen.contains(id) { expectUnseen(id, at: time) }
    compare(overlay: frame.overlay, at: time)
    compare(detail: frame.detail, at: time)
    for (property, value) in [("over", frame.fan?.over), ("pull", frame.fan?.pull), ("spread", frame.fan?.spread)] {
      note("fan.\(property)", wire.value("fan.\(property)", at: time) ?? 0, value ?? 0, at: time)
    }
  }

  /// The frame of a moment: a command that changes nothing has a copy of the engine make it.
  private func frame(at now: Instant) -> DeckFrame {
    var probe = engine.copy()
    probe.listen(to: [.events, .frames], from: now)
    let effects = probe.handle(.command(.update(.init([])), deck: "main", ticket: 1), at: now)
    for case .frame(let frame) in effects { return frame }
    preconditionFailure("the deck makes no frame")
  }

  private mutating func compare(_ card: CardFrame, at time: Double) {
    guard let known = wire.card(card.id, at: time) else {
      findings.append("\(time): \(card.id), \(card.role), is not among the motions")
      return
    }
    let what = "\(card.id), \(card.role)"
    note("\(what): x", known.x, card.x, at: time)
    note("\(what): y", known.y, card.y, at: time)
    note("\(what): w", known.width, card.width, at: time)
    note("\(what): h", known.height, card.height, at: time)
    // Scale and rotation count by what they do to a corner.
    note("\(what): corner", DrawnCard(card).distance(to: DrawnCard(known)), 0, at: time)
    note("\(what): opacity", known.opacity, card.opacity, at: time, unit: 0.001)
    note("\(what): z", known.z, card.z, at: time)
    note("\(what): lift", known.lift ?? -1, card.lift ?? -1, at: time)
  }

  /// Cards that are scrolled out of sight may be told of; nothing may be seen of them.
  private mutating func expectUnseen(_ id: String, at time: Double) {
    guard let known = wire.card(id, at: time) else { return }
    let corners = DrawnCard(known).corners
    let isOff =
      switch scrolls {
      case nil: false
      case .vertical: corners.allSatisfy { $0.y <= 0.01 } || corners.allSatisfy { $0.y >= height - 0.01 }
      case .horizontal: corners.allSatisfy { $0.x <= 0.01 } || corners.allSatisfy { $0.x >= width - 0.01 }
      }
    if scrolls == nil || !isOff && known.opacity > 0.0101 { findings.append("\(time): \(id) is to be seen: \(known)") }
  }

  private mutating func compare(overlay: DeckFrame.Overlay?, at time: Double) {
    guard wire.owners["overlay"] == overlay?.card, wire.value("overlay.wash", at: time) == nil || overlay != nil else {
      findings.append("\(time): the overlay is of \(overlay?.card ?? "none")")
      return
    }
    guard let overlay else { return }
    if wire.direction != overlay.direction?.rawValue { findings.append("\(time): the overlay goes another way") }
    let figures = [
      ("progress", overlay.progress, 0.001), ("opacity", overlay.opacity, 0.001),
      ("stamp.opacity", overlay.stamp.opacity, 0.001), ("stamp.scale", overlay.stamp.scale, 0.001),
      ("stamp.rotation", overlay.stamp.rotation, 0.01), ("glow", overlay.glow, 0.001), ("wash", overlay.wash, 0.001),
    ]
    for (property, value, unit) in figures {
      note("overlay.\(property)", wire.value("overlay.\(property)", at: time) ?? .nan, value, at: time, unit: unit)
    }
  }

  private mutating func compare(detail: DeckFrame.Detail?, at time: Double) {
    guard wire.owners["detail"] == detail?.card else {
      findings.append("\(time): the detail is of \(detail?.card ?? "none")")
      return
    }
    guard let detail else { return }
    let figures = [
      ("x", detail.x, 0.01), ("y", detail.y, 0.01), ("w", detail.width, 0.01), ("h", detail.height, 0.01),
      ("opacity", detail.opacity, 0.001), ("scale", detail.scale, 1e-5), ("scroll", detail.scroll, 0.01),
      ("content", detail.content, 0.01), ("header.opacity", detail.header.opacity, 0.001),
      ("header.scale", detail.header.scale, 1e-5), ("progress", detail.progress, 0.001),
    ]
    for (property, value, unit) in figures {
      note("detail.\(property)", wire.value("detail.\(property)", at: time) ?? .nan, value, at: time, unit: unit)
    }
  }

  /// Notes a difference; `unit` of it counts as a hundredth of a point.
  private mutating func note(_ what: String, _ found: Double, _ shown: Double, at time: Double, unit: Double = 0.01) {
    let distance = (found - shown).magnitude * Self.allowed / unit
    if !(distance <= Self.allowed) {
      findings.append("\(time) µs, \(what): \(found) by its motion, \(shown) in the frame")
    }
    if distance > worst.distance { worst = (distance, "\(what) at \(time) µs") }
  }
}
