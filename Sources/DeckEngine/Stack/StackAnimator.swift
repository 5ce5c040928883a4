import DeckProtocol
package import Kinetics

/// The motions of single cards of a stack: of those out of their positions, and of removed ones that fade out.
package struct StackAnimator: Sendable {
  /// By index; a card without a pose is in its position.
  private var poses: [Int: StackPose] = [:]
  private(set) var fading: [FadingCard] = []

  package init() {}

  /// The displacement of a card from its position.
  package subscript(index: Int) -> StackPose {
    get { poses[index] ?? StackPose() }
    set { poses[index] = newValue }
  }

  /// The indexes of the cards that are out of their positions.
  package var displaced: Dictionary<Int, StackPose>.Keys { poses.keys }

  /// The earliest moment at which a motion comes to rest; `nil` while none runs.
  package var end: Instant? {
    var next: Instant?
    for pose in poses.values { next = earlier(next, pose.end) }
    for card in fading { next = earlier(next, card.opacity.end) }
    return next
  }

  /// Whether a card moves up or down.
  package var movesVertically: Bool { poses.values.contains { $0.y.end != nil } }

  /// Moves a length of a card's pose to `target` by a spring, after a jump by `offset`.
  package mutating func spring(
    _ property: WritableKeyPath<StackPose, Motion>,
    of index: Int,
    to target: Double,
    _ spring: SpringSetting,
    from offset: Double = 0,
    at now: Instant
  ) {
    self[index].spring(property, to: target, spring.spring, rest: .points, from: offset, at: now)
  }

  /// Lifts a card that a finger picks up, from where it is drawn.
  mutating func lift(_ index: Int, in layout: StackLayout, at now: Instant) {
    let spring = layout.own.dropSpring
    self[index].y = .fixed(0)
    self.spring(\.y, of: index, to: -layout.points(layout.own.pressLift), spring, at: now)
    self[index].spring(\.scale, to: layout.own.pressScale, spring.spring, rest: .unitless, at: now)
  }

  /// Moves a card that a finger releases to its position, from `offset` below it, at `velocity`, in pt/s.
  mutating func drop(_ index: Int, from offset: Double, velocity: Double, spring: Spring, at now: Instant) {
    self[index].y = Motion.fixed(offset).springing(to: 0, spring, velocity: velocity, rest: .points, at: now)
    self[index].spring(\.x, to: 0, spring, rest: .points, at: now)
    self[index].spring(\.scale, to: 1, spring, rest: .unitless, at: now)
  }

  /// Slides cards in from the leading edge, the last first (W2).
  mutating func slideIn(_ indexes: [Int], in layout: StackLayout, at now: Instant) {
    // A card that slides in follows no other spring that `appear.blend` could take over from (M2).
    let (own, spring) = (layout.own, layout.own.appearSpring.spring)
    for (order, index) in indexes.enumerated() {
      let start = now.advanced(bySeconds: own.appearStagger * Double(indexes.count - order))
      let left = -(layout.left + layout.card.width)
      var pose = StackPose()
      pose.x = .spring(SpringMotion(spring, from: left, to: 0, at: start, rest: .points))
      pose.opacity = .spring(SpringMotion(spring, from: 0, to: 1, at: start, rest: .unitless))
      self[index] = pose
    }
  }

  mutating func fadeOut(_ card: FadingCard) {
    fading.append(card)
    fading.keepLast(LeavingCards.most)
  }

  /// Removes fading cards that return to the deck.
  mutating func removeFading(_ cards: CardSequence) {
    let back = cards.keys(among: fading.map(\.card.key))
    fading.removeAll { back.contains($0.card.key) }
  }

  /// Gives each pose to the index that its card has after an edit, and drops those of removed cards.
  package mutating func remap(by shift: IndexShift) {
    let before = poses
    poses = [:]
    for (index, pose) in before {
      if let index = shift.newIndex(of: index) { poses[index] = pose }
    }
  }

  /// Drops the motions that are over, and the cards that have faded out.
  package mutating func advance(to now: Instant) {
    changeEachPose { $0.settle(at: now) }
    while let place = poses.firstIndex(where: { $0.value.isAtRest }) { poses.remove(at: place) }
    for place in fading.indices { fading[place].opacity.settle(at: now) }
    fading.removeAll { $0.opacity.end == nil }
  }

  /// Replaces every motion by its target at once (M5).
  package mutating func skip() {
    changeEachPose { $0.skip() }
    for place in fading.indices { fading[place].opacity.skip() }
  }

  private mutating func changeEachPose(_ change: (inout StackPose) -> Void) {
    for index in poses.keys { change(&poses[index, default: StackPose()]) }
  }
}
