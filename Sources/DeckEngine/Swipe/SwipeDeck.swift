import DeckProtocol
import Kinetics

/// A deck whose front card is decided by swiping it away.
///
/// Holds which card is in front, the finger on it, and every motion that is under way. It numbers and
/// stamps nothing: what happened comes out as `Outcome`s, in order, for the engine to publish.
struct SwipeDeck: Equatable, Sendable {
  /// What a step did that others must learn.
  enum Outcome: Equatable, Sendable {
    case event(DeckEvent.Kind)
    /// The set of visible cards or the phase changed by itself: a frame is due now.
    case redraw
  }

  /// A finger on the front card.
  enum Grip: Equatable, Sendable {
    /// Down on the card, which was caught where `catching` says.
    case pressing(Catch)
    /// Moving the card by `translation`, the catch included.
    case dragging(Catch, translation: Vector)
  }

  /// Where a card was when a finger came down on it.
  struct Catch: Equatable, Sendable {
    /// The translation of a finger that would have brought the card there.
    var translation: Vector
    /// The rotation beyond the one that belongs to the translation, in degrees.
    var rotation: Double
  }

  /// A decided card on its way out.
  struct Leaving: Equatable, Sendable {
    var index: Int
    var pose: CardPose
  }

  /// A card that was decided.
  struct Decision: Equatable, Sendable {
    var index: Int
    var direction: Direction
  }

  let configuration: DeckDefinition
  private(set) var layout: SwipeLayout
  /// The front card's index; the number of cards when the deck has run out.
  private(set) var current = 0
  private(set) var grip: Grip?
  /// The cards in the deck that are on the screen, the front one first.
  private(set) var poses: [CardPose] = []
  /// Oldest first.
  private(set) var leaving: [Leaving] = []
  /// When the cards behind are to move up for decisions already made, earliest first.
  private(set) var promotions: [Instant] = []
  private(set) var decisions: [Decision] = []
  /// Whether the front card's arrival is still to be told.
  private(set) var isArriving = false

  private let snapBack: Spring

  init(_ configuration: DeckDefinition, surface: SurfaceConfiguration) {
    self.configuration = configuration
    layout = Self.layout(configuration, surface)
    snapBack = configuration.settings.snapSpring.spring
    fill()
  }

  var cards: [Card] { configuration.cards }

  /// The front card; `nil` when the deck has run out.
  var front: Card? {
    current < cards.count ? cards[current] : nil
  }

  private var settings: DeckSettings { configuration.settings }

  private static func layout(_ configuration: DeckDefinition, _ surface: SurfaceConfiguration) -> SwipeLayout {
    SwipeLayout(
      settings: configuration.settings,
      area: configuration.area ?? Rectangle(origin: Point(x: 0, y: 0), size: surface.size),
      surface: surface
    )
  }
}

// MARK: - Fingers

extension SwipeDeck {
  /// Whether a point of the deck lies on its front card; the others take no touches.
  func isHit(at point: Point, now: Instant) -> Bool {
    poses.first?.place(in: layout, at: now).contains(point) ?? false
  }

  /// Takes a finger that came down on the front card, which is caught where it is.
  mutating func press(now: Instant) {
    guard let pose = poses.first else { preconditionFailure("a finger presses a card that is not there") }
    // The card behind was touched before its turn: it moves up at once (S12).
    if !promotions.isEmpty { promote(promotions.count, at: now) }
    let (dx, dy) = (pose.x.value(at: now), pose.y.value(at: now))
    let rotation = pose.rotation.value(at: now)
    poses[0].x = .fixed(dx)
    poses[0].y = .fixed(dy)
    poses[0].rotation = .fixed(rotation)
    let translation = Vector(dx: dx, dy: settings.dragVertical > 0 ? dy / settings.dragVertical : 0)
    grip = .pressing(Catch(translation: translation, rotation: rotation - layout.rotation(at: dx)))
  }

  /// The finger moved the card by `translation` since it came down.
  mutating func drag(by translation: Vector) {
    guard let start = grip?.start else { return }
    let total = start.translation + translation
    grip = .dragging(start, translation: total)
    poses[0].x = .fixed(total.dx)
    poses[0].y = .fixed(total.dy * settings.dragVertical)
    poses[0].rotation = .fixed(layout.rotation(at: total.dx) + start.rotation)
  }

  /// The finger let the dragged card go at `velocity`: decided, or returned.
  mutating func release(velocity: Vector, now: Instant) -> [Outcome] {
    guard case .dragging(_, let translation) = grip, let front else { return letGo(now: now) }
    grip = nil
    if let direction = layout.commit(at: translation.dx, allowed: front.allowed) {
      return decide(direction, now: now)
    }
    snapBack(velocity: velocity, now: now)
    return [.event(.cardReset(card: front.id, index: current))]
  }

  /// The finger was taken away: a dragged card returns, whatever the finger had done.
  mutating func cancel(now: Instant) -> [Outcome] {
    guard case .dragging = grip, let front else { return letGo(now: now) }
    grip = nil
    snapBack(velocity: .zero, now: now)
    return [.event(.cardReset(card: front.id, index: current))]
  }

  /// The finger left without a drag: a card that it had caught goes on returning.
  mutating func letGo(now: Instant) -> [Outcome] {
    guard grip != nil else { return [] }
    grip = nil
    snapBack(velocity: .zero, now: now)
    return []
  }

  /// The finger tapped the front card.
  func tap() -> [Outcome] {
    front.map { [.event(.cardSelected(card: $0.id, index: current))] } ?? []
  }

  private mutating func snapBack(velocity: Vector, now: Instant) {
    let velocity = settings.snapCarriesVelocity ? velocity.limited(to: settings.snapMaximumVelocity) : .zero
    let dx = poses[0].x.value(at: now)
    // From r with velocity v a spring reaches at most |r| + |v|/ω₀: the card turns no further than it may (S5).
    let room = max(settings.rotationMaximum - poses[0].rotation.value(at: now).magnitude, 0)
    let limit = room * snapBack.naturalFrequency
    let turning = min(max(layout.rotationVelocity(at: dx, velocity: velocity.dx), -limit), limit)
    poses[0].x = returning(poses[0].x, velocity: velocity.dx, rest: .points, now: now)
    poses[0].y = returning(poses[0].y, velocity: velocity.dy * settings.dragVertical, rest: .points, now: now)
    poses[0].rotation = returning(poses[0].rotation, velocity: turning, rest: .degrees, now: now)
  }

  private func returning(_ property: Motion, velocity: Double, rest: RestThreshold, now: Instant) -> Motion {
    let position = property.value(at: now)
    guard position != 0 || velocity != 0 else { return .fixed(0) }
    return .spring(SpringMotion(snapBack, from: position, velocity: velocity, to: 0, at: now, rest: rest))
  }
}

extension Vector {
  /// The vector, shortened to `length` if it is longer.
  fileprivate func limited(to limit: Double) -> Vector {
    length > limit ? (limit / length) * self : self
  }
}

extension SwipeDeck.Grip {
  fileprivate var start: SwipeDeck.Catch {
    switch self {
    case .pressing(let start), .dragging(let start, _): start
    }
  }
}

// MARK: - Decisions

extension SwipeDeck {
  /// Records the front card's decision and makes the next card front at once (S13).
  mutating func decide(_ direction: Direction, now: Instant) -> [Outcome] {
    guard let front else { return [] }
    let index = current
    grip = nil
    decisions.append(Decision(index: index, direction: direction))
    leaving.append(Leaving(index: index, pose: flyAway(poses.removeFirst(), to: direction, now: now)))
    current += 1
    promotions.append(now.advanced(bySeconds: settings.promoteDelay))
    var outcomes: [Outcome] = [
      .event(
        .cardSwiped(card: front.id, index: index, direction: direction, decision: layout.decision(direction))
      )
    ]
    if current == cards.count {
      promotions = []
      isArriving = false
      outcomes.append(.event(.deckExhausted))
    } else {
      isArriving = true
      // With one visible card there is nobody behind to move up: the next appears in its place.
      if poses.isEmpty { promote(promotions.count, at: now) }
    }
    return outcomes + arrival()
  }

  /// Puts every card back and shows the first.
  mutating func reset() -> [Outcome] {
    grip = nil
    current = 0
    poses = []
    leaving = []
    promotions = []
    decisions = []
    isArriving = false
    fill()
    let shown = front.map { [Outcome.event(.cardShown(card: $0.id, index: 0))] } ?? []
    return [.event(.deckReset)] + shown
  }

  /// The surface changed; motions under way keep their course in points.
  mutating func relayout(_ surface: SurfaceConfiguration) {
    layout = Self.layout(configuration, surface)
  }

  private func flyAway(_ pose: CardPose, to direction: Direction, now: Instant) -> CardPose {
    var pose = pose
    let target = layout.flyAway(to: direction)
    let turn = direction == .left ? -settings.rotationMaximum : settings.rotationMaximum
    pose.x = curve(.easeOut, pose.x, to: target, settings.flyDuration, now)
    pose.y = .fixed(pose.y.value(at: now))
    pose.rotation = curve(.easeOut, pose.rotation, to: turn, settings.flyDuration, now)
    if pose.depth.target != 0 { pose.depth = curve(.easeInOut, pose.depth, to: 0, settings.promoteDuration, now) }
    return pose
  }

  /// Moves the cards behind up for the first `count` decisions that they have not followed yet.
  private mutating func promote(_ count: Int, at now: Instant) {
    promotions.removeFirst(count)
    for place in poses.indices {
      let target = Double(place + promotions.count)
      guard poses[place].depth != .fixed(target) else { continue }
      poses[place].depth = curve(.easeInOut, poses[place].depth, to: target, settings.promoteDuration, now)
    }
    fill()
  }

  /// Adds the cards that there is room for behind the others.
  private mutating func fill() {
    while poses.count + promotions.count < settings.visible, current + poses.count < cards.count {
      var pose = CardPose()
      pose.depth = .fixed(Double(poses.count + promotions.count))
      poses.append(pose)
    }
  }

  /// Tells of the front card's arrival, once it is at rest in front.
  private mutating func arrival() -> [Outcome] {
    guard isArriving, let front, poses.first?.depth == .fixed(0) else { return [] }
    isArriving = false
    return [.event(.cardShown(card: front.id, index: current))]
  }

  private func curve(
    _ shape: CubicBezier,
    _ property: Motion,
    to target: Double,
    _ duration: Double,
    _ now: Instant
  ) -> Motion {
    .curve(CurveMotion(shape, from: property.value(at: now), to: target, duration: duration, at: now))
  }
}

// MARK: - Time

extension SwipeDeck {
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? {
    let ends = poses.flatMap(\.ends) + leaving.flatMap(\.pose.ends)
    return [promotions.first, ends.min()].compactMap(\.self).min()
  }

  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool {
    poses.contains(where: \.isMoving) || leaving.contains(where: \.pose.isMoving)
  }

  /// What the deck is doing.
  var phase: DeckPhase {
    switch grip {
    case .pressing: .pressing
    case .dragging: .dragging
    case nil: isMoving || !promotions.isEmpty ? .settling : .rest
    }
  }

  /// Carries out what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [Outcome] {
    var outcomes: [Outcome] = []
    let (phaseBefore, leavingBefore) = (phase, leaving.count)
    for place in poses.indices { poses[place].settle(at: now) }
    for place in leaving.indices { leaving[place].pose.settle(at: now) }
    leaving.removeAll { $0.pose.x.end == nil }
    let due = promotions.prefix { $0 <= now }.count
    if due > 0 { promote(due, at: now) }
    outcomes += arrival()
    if due > 0 || leaving.count != leavingBefore || phase != phaseBefore { outcomes.append(.redraw) }
    return outcomes
  }
}
