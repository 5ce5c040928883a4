package import DeckProtocol
package import Kinetics

/// The front card's z at rest; cards behind have less, outgoing ones more (S2).
private let frontZ = 10

/// A card less opaque than this is not hit (G6).
private let leastOpacity = 0.01

/// The cards of a swipe deck that are on the screen, and their motions.
///
/// Whatever changes the cards or the front card, `arrange` compares the poses with the cards that belong on the screen.
package struct PoseAnimator: Equatable, Sendable {
  /// The geometry at rest; motions under way keep their trajectories when it changes.
  package private(set) var layout: SwipeLayout
  /// The cards in the deck, the front one first.
  package private(set) var poses: [CardPose] = []
  /// Oldest first.
  package private(set) var outgoing: [OutgoingCard] = []
  private var promotions = PromotionQueue()
  /// How far the cards behind have moved up with the finger, 0…1.
  private var rise = Motion.fixed(0)
  private var appearance: Appearance?

  /// An animator that shows nothing.
  package init(_ layout: SwipeLayout) {
    self.layout = layout
  }

  private var own: SwipeSettings { layout.own }

  // MARK: State

  /// Whether the animation runs with which the deck appears.
  package var isAppearing: Bool { appearance != nil }
  /// Whether cards are still to move up or to enter.
  package var awaitsPromotions: Bool { promotions.next != nil }
  /// When `advance` must be called next.
  package var nextDeadline: Instant? { earlier(motionEnd, promotions.next) }

  /// The earliest moment at which anything comes to rest; `nil` while nothing moves.
  package var motionEnd: Instant? { Self.motionEnd(of: poses, outgoing, earlier(rise.end, appearance?.end)) }

  private static func motionEnd(of poses: [CardPose], _ outgoing: [OutgoingCard], _ other: Instant?) -> Instant? {
    let next = poses.reduce(other) { earlier($0, $1.nextEnd) }
    return outgoing.reduce(next) { earlier($0, earlier($1.leaves, $1.pose.nextEnd)) }
  }

  /// Returns whether the front card of a pile is among the poses; a looping deck's may still be leaving.
  package func shows(_ current: Int) -> Bool { poses.first?.index == current }

  /// Returns whether the front card is at rest in front.
  package func hasArrived(_ current: Int) -> Bool {
    guard appearance == nil, let pose = poses.first, pose.index == current, !pose.isEntering else { return false }
    return pose.depth == .fixed(0) && pose.shade == .fixed(0) && pose.opacity == .fixed(1)
  }

  /// Returns whether a card is on its way off the screen.
  package func isLeaving(_ card: String) -> Bool { outgoing.contains { $0.card.id == card } }

  /// Returns whether a point of the deck lies on the front card; the others receive no touches.
  package func isHit(at point: Point, front current: Int, now: Instant) -> Bool {
    guard let pose = poses.first, pose.index == current else { return false }
    let geometry = presented(pose, rank: 0, at: now)
    return geometry.opacity >= leastOpacity && geometry.contains(point)
  }

  // MARK: Arrangement

  /// Makes the cards on the screen those from the front on, and moves each to its position.
  ///
  /// Cards with an index in `fading` fade in, and cards that no longer belong on the screen fade out. Of too many outgoing
  /// cards the oldest vanish.
  package mutating func arrange(_ pile: SwipePile, fading: Range<Int>? = nil, at now: Instant) {
    outgoing.keepLast(LeavingCards.most)
    var before = Array(poses.enumerated())
    poses = []
    for (rank, index) in visibleIndexes(of: pile).enumerated() {
      let depth = Double(rank + promotions.count)
      if let known = before.firstIndex(where: { $0.element.index == index }) {
        poses.append(layout.promoted(before.remove(at: known).element, to: depth, at: now))
      } else if let ghost = outgoing.firstIndex(where: { $0.reason == .pushedOut && $0.pose.index == index }) {
        let back = handOver(outgoing.remove(at: ghost).pose, rank: rank, following: true, at: now)
        var pose = layout.promoted(back, to: depth, at: now)
        pose.opacity = pose.opacity.easing(to: 1, in: layout.settings.insertDuration, at: now)
        poses.append(pose)
      } else {
        var pose = CardPose(index: index, depth: depth)
        pose.isAppearing = isAppearing
        if fading?.contains(index) ?? false {
          pose.opacity = Motion.fixed(0).easing(to: 1, in: layout.settings.insertDuration, at: now)
          pose.isEntering = true
        }
        poses.append(pose)
      }
    }
    for (rank, pose) in before {
      var pose = detached(handOver(pose, rank: rank, following: false, at: now), at: now)
      pose.opacity = pose.opacity.easing(to: 0, in: layout.settings.pushOutDuration, at: now)
      outgoing.append(OutgoingCard(card: pile.cards[pose.index], reason: .pushedOut, rank: rank, pose: pose))
    }
  }

  /// Adopts other settings, which leave the cards where they are.
  package mutating func adopt(_ layout: SwipeLayout) { self.layout = layout }

  /// Shows a pile with every card at rest at its position.
  package mutating func reset(to pile: SwipePile, at now: Instant) {
    self = PoseAnimator(layout)
    arrange(pile, at: now)
  }

  /// Lays the cards out again; outgoing ones are removed, since their targets may now be in the middle of the surface.
  package mutating func relayout(_ layout: SwipeLayout, showing pile: SwipePile, at now: Instant) {
    self.layout = layout
    outgoing = []
    arrange(pile, at: now)
  }

  /// Starts the animation with which the deck appears; outgoing cards take no part in it.
  package mutating func appear(at now: Instant) {
    appearance = Appearance(own, at: now)
    for rank in poses.indices { poses[rank].isAppearing = true }
  }

  /// Returns the indexes of the cards that belong on the screen, the front one first.
  ///
  /// A card that is still leaving a looping deck is not shown a second time: it and those behind it have to wait.
  private func visibleIndexes(of pile: SwipePile) -> ArraySlice<Int> {
    pile.indexes(upTo: max(own.visible - promotions.vacancies, 1)).prefix { index in
      !outgoing.contains { $0.reason == .decided && $0.pose.index == index }
    }
  }

  /// Leaves the cards behind at the depths to which they have followed the finger.
  private mutating func stayRisen(at now: Instant) {
    for rank in poses.indices { poses[rank] = handOver(poses[rank], rank: rank, following: false, at: now) }
    rise = .fixed(0)
  }

  /// Lets the cards behind that have followed the finger move on to their next depths, at first as fast as they are drawn.
  private mutating func keepRising(_ velocity: DrawnVelocity, at now: Instant) {
    let risen = rise.value(at: now)
    guard own.behindSprings, own.promoteDelay == 0, risen != 0 || velocity.rise != 0 else {
      return stayRisen(at: now)
    }
    let spring = own.promoteSpring.spring.stopping(velocity.rise, within: 1 - risen)
    func rising(_ property: Motion) -> Motion {
      let from = property.value(at: now)
      let motion = SpringMotion(
        spring,
        from: from - risen,
        velocity: -velocity.rise,
        to: property.target - 1,
        at: now,
        rest: .depths
      )
      return .spring(motion)
    }
    for rank in poses.indices.dropFirst() {
      poses[rank].depth = rising(poses[rank].depth)
      poses[rank].shade = rising(poses[rank].shade)
    }
    rise = .fixed(0)
  }

  /// Returns the pose of a card that starts or stops following the finger, and is drawn where it was.
  private func handOver(_ pose: CardPose, rank: Int, following: Bool, at now: Instant) -> CardPose {
    let rise = rank > 0 ? rise.value(at: now) : 0
    guard rise != 0 else { return pose }
    var pose = pose
    let shift = following ? rise : -rise
    pose.depth = .fixed(pose.depth.value(at: now) + shift)
    pose.shade = .fixed(pose.shade.value(at: now) + shift)
    return pose
  }

  /// Returns the pose of a card as it is drawn, without its part in the animation with which the deck appears.
  private func detached(_ pose: CardPose, at now: Instant) -> CardPose {
    guard let appearance, pose.isAppearing else { return pose }
    let geometry = layout.geometry(of: pose, at: now)
    let shift = appearance.apply(to: geometry, about: layout.center, at: now).origin - geometry.origin
    var pose = pose
    pose.isAppearing = false
    pose.x = .fixed(pose.x.value(at: now) + shift.dx)
    pose.y = .fixed(pose.y.value(at: now) + shift.dy)
    pose.zoom = .fixed(pose.zoom.value(at: now) * appearance.scale.state(at: now).position)
    pose.opacity = .fixed(pose.opacity.value(at: now) * appearance.opacity.state(at: now).position)
    return pose
  }

  /// Updates the indexes of the cards.
  private mutating func reindex(_ index: (Int) -> Int) {
    for rank in poses.indices { poses[rank].index = index(poses[rank].index) }
    for place in outgoing.indices where outgoing[place].reason != .removed {
      outgoing[place].pose.index = index(outgoing[place].pose.index)
    }
  }

  /// Returns a card that flies off the surface; `velocity` is how fast a finger that decided it draws it, `nil` for a
  /// command.
  private func flyingAway(
    _ pose: CardPose,
    of card: Card,
    to direction: Direction,
    _ velocity: DrawnVelocity?,
    because reason: OutgoingCard.Reason,
    rank: Int = 0,
    at now: Instant
  ) -> OutgoingCard {
    var outgoing = OutgoingCard(card: card, reason: reason, rank: rank, pose: detached(pose, at: now))
    if own.flyCarriesVelocity {
      outgoing.leaves = layout.leave(&outgoing.pose, to: direction, velocity ?? DrawnVelocity(), at: now)
    } else {
      outgoing.pose = layout.flyingAway(outgoing.pose, to: direction, byFinger: velocity != nil, at: now)
    }
    return outgoing
  }

  // MARK: Promotions

  /// Moves the cards behind up for the first `count` decisions that they have not followed yet.
  private mutating func promote(_ count: Int, in pile: SwipePile, at now: Instant) {
    let entry = own.promoteIncomingLast ? now.advanced(bySeconds: own.promoteDuration) : nil
    promotions.start(count, entry: entry)
    arrange(pile, at: now)
  }

  /// Forgets the promotions: the last card has left the deck.
  package mutating func cancelPromotions() {
    promotions = PromotionQueue()
  }

  // MARK: Edits of the pile

  /// Makes the front card, which was decided, fly away; the cards behind move up to the front of `pile`.
  ///
  /// `velocity` is how fast a finger that decided it draws it, `nil` for a command.
  package mutating func decide(
    _ card: Card,
    _ direction: Direction,
    _ velocity: DrawnVelocity? = nil,
    next pile: SwipePile,
    at now: Instant
  ) {
    keepRising(velocity ?? DrawnVelocity(), at: now)
    let pose = layout.promoted(poses.removeFirst(), to: 0, at: now)
    outgoing.append(flyingAway(pose, of: card, to: direction, velocity, because: .decided, at: now))
    guard pile.front != nil else { return cancelPromotions() }
    promotions.schedule(at: now.advanced(bySeconds: own.promoteDelay))
    // With one visible card there is none behind that moves up: the next one appears at its position.
    if own.promoteDelay == 0 || poses.isEmpty { promote(promotions.count, in: pile, at: now) }
  }

  /// Makes the card of a decision that was undone the front one: it returns from where it is, or from the side to which
  /// it left (S16).
  package mutating func undo(_ decision: SwipePile.Decision, in pile: SwipePile, at now: Instant) {
    // Cards that have not yet moved up for that decision no longer need to.
    promotions.cancelLast()
    stayRisen(at: now)
    let index = decision.index
    var pose = CardPose(index: index, depth: 0)
    if let place = outgoing.lastIndex(where: { $0.reason != .removed && $0.pose.index == index }) {
      pose = layout.returning(outgoing.remove(at: place).pose, at: now)
    } else if let rank = poses.firstIndex(where: { $0.index == index }) {
      // A looping deck already shows it, further behind.
      pose = poses.remove(at: rank)
    } else if let direction = decision.direction {
      pose = layout.flyingBack(pose, from: direction, at: now)
    } else {
      pose.opacity = Motion.fixed(0).easing(to: 1, in: own.undoFadeDuration, at: now)
    }
    // A card that a looping deck already shows does not enter.
    pose.isEntering = pose.isDisplaced || pose.opacity != .fixed(1)
    poses.insert(pose, at: 0)
    promote(promotions.count, in: pile, at: now)
  }

  /// Shows cards that were inserted into `pile` at `index`.
  package mutating func insert(_ new: CardSequence, at index: Int, into pile: SwipePile, now: Instant) {
    if index == pile.current { stayRisen(at: now) }
    // A removed card that still flies away and is inserted again must not be shown twice.
    let back = new.keys(among: outgoing.filter { $0.reason == .removed }.map(\.card.key))
    outgoing.removeAll { $0.reason == .removed && back.contains($0.card.key) }
    reindex { $0 < index ? $0 : $0 + new.count }
    arrange(pile, fading: index..<index + new.count, at: now)
  }

  /// Makes the visible cards in `range` fly away to the right, before they are removed from `pile`.
  package mutating func remove(_ range: Range<Int>, from pile: SwipePile, at now: Instant) {
    if range.contains(pile.current) { stayRisen(at: now) }
    for (rank, pose) in poses.enumerated() where range.contains(pose.index) {
      let still = handOver(pose, rank: rank, following: false, at: now)
      let card = pile.cards[pose.index]
      outgoing.append(flyingAway(still, of: card, to: .right, nil, because: .removed, rank: rank, at: now))
    }
    poses.removeAll { range.contains($0.index) }
    for place in outgoing.indices where range.contains(outgoing[place].pose.index) {
      outgoing[place].reason = .removed
    }
    reindex { $0 < range.upperBound ? $0 : $0 - range.count }
  }

  /// Replaces the outgoing cards that have the ids of `new`.
  package mutating func update(_ new: CardSequence) {
    for place in outgoing.indices {
      if let index = new.firstIndex(of: outgoing[place].card.key) { outgoing[place].card = new[index] }
    }
  }

  // MARK: The finger

  /// Catches the front card where it is, with a finger at `point`.
  package mutating func grab(
    at point: Point,
    in pile: SwipePile,
    rules: DelegateQueries.Rules,
    allowed: DirectionList,
    now: Instant
  ) -> SwipeInteraction.Grab {
    // The card behind was touched before its promotion: it moves up at once (S12).
    if promotions.count > 0 { promote(promotions.count, in: pile, at: now) }
    anchorFront(at: point, now: now)
    rise = .fixed(rise.value(at: now))
    let grab = layout.grab(poses[0], rise: rise.target, rules: rules, allowed: allowed, at: now)
    poses[0].stop(at: now)
    return grab
  }

  /// Moves the front card by the translation of the finger that caught it; the cards behind follow its progress.
  package mutating func drag(_ grab: SwipeInteraction.Grab, by translation: Vector, progress: Double) {
    layout.drag(&poses[0], grab, by: translation)
    if own.behindFollows { rise = .fixed(min(max(progress + grab.rise, 0), 1)) }
  }

  /// Moves the front card, which is drawn at `velocity`, back to its position (M2).
  mutating func snapBack(_ velocity: DrawnVelocity, at now: Instant) {
    layout.snapBack(&poses[0], velocity, at: now)
    if own.behindSprings {
      let spring = own.promoteSpring.spring.stopping(-velocity.rise, within: rise.value(at: now))
      rise = rise.springing(to: 0, spring, velocity: velocity.rise, rest: .depths, at: now)
    } else if rise != .fixed(0) {
      rise = rise.easing(to: 0, along: .linear, in: own.snapBehindDuration, at: now)
    }
    poses[0].forgetGrab()
  }

  /// Makes the point under the finger the one about which the front card turns, if the settings require that.
  private mutating func anchorFront(at point: Point, now: Instant) {
    guard own.dragAnchor == .grab || own.rotationByHalf else { return }
    // A deck that is appearing is drawn smaller than it is; the card is grabbed where it is drawn.
    guard let fraction = presented(poses[0], rank: 0, at: now).fraction(at: point) else { return }
    // A card that is still turned keeps its side: the other one would be a jump.
    if own.rotationByHalf, poses[0].turn(at: now) == 0 { poses[0].side = fraction.y < 0.5 ? 1 : -1 }
    guard own.dragAnchor == .grab else { return }
    let geometry = layout.restingGeometry(atDepth: poses[0].depth.value(at: now))
    let shift = poses[0].shift(toAnchor: fraction, in: geometry, at: now)
    poses[0].anchor = fraction
    poses[0].x = .fixed(poses[0].x.value(at: now) + shift.dx)
    poses[0].y = .fixed(poses[0].y.value(at: now) + shift.dy)
  }

  // MARK: Time

  /// Replaces every motion that is over by its target, and removes the outgoing cards that have left.
  package mutating func settle(at now: Instant, isFrontHeld: Bool) {
    for rank in poses.indices {
      poses[rank].settle(at: now)
      if rank > 0 || !isFrontHeld { poses[rank].forgetGrab() }
    }
    for place in outgoing.indices { outgoing[place].pose.settle(at: now) }
    outgoing.removeAll { $0.isOver(at: now) }
    rise.settle(at: now)
  }

  /// Performs the promotions and entries that are due; `hasGap` means that an outgoing card has left.
  ///
  /// - Returns: whether a promotion was due.
  package mutating func promoteDue(in pile: SwipePile, hasGap: Bool, at now: Instant) -> Bool {
    let due = promotions.due(at: now)
    if due > 0 { promote(due, in: pile, at: now) }
    if promotions.enter(at: now) || hasGap { arrange(pile, at: now) }
    return due > 0
  }

  /// Ends the animation with which the deck appears, and returns whether it was over.
  package mutating func endAppearance(at now: Instant) -> Bool {
    guard let appearance, appearance.end <= now else { return false }
    self.appearance = nil
    for rank in poses.indices { poses[rank].isAppearing = false }
    return true
  }

  /// Brings every motion to its end at once (M5).
  package mutating func skip(to now: Instant) {
    for rank in poses.indices { poses[rank].skip() }
    for place in outgoing.indices { outgoing[place].pose.skip() }
    rise.skip()
    appearance?.skip(to: now)
    promotions.skip(to: now)
  }

  /// Returns the invariants that do not hold while `pile` is shown.
  func violations(showing pile: SwipePile) -> [String] {
    var found: [String] = []
    if poses.contains(where: { !pile.cards.indices.contains($0.index) }) { found.append("a pose has no card") }
    let isStillLeaving = outgoing.contains { $0.reason == .decided && $0.pose.index == pile.current }
    if pile.front != nil, !shows(pile.current), !isStillLeaving { found.append("the front card is nowhere") }
    return found
  }

  // MARK: Presentation

  /// Returns the geometry of a card at `now`, as it is drawn with `rank` others in front of it.
  private func presented<At: Evaluation>(_ pose: CardPose, rank: Int, at now: At) -> CardGeometry<At.Number> {
    let geometry = layout.geometry(of: pose, risen: rank > 0 ? now.value(of: rise) : 0, at: now)
    guard let appearance, pose.isAppearing else { return geometry }
    return appearance.apply(to: geometry, about: layout.center, at: now)
  }

  /// Calls `show` with every visible card at `now`: the deck's own from the front, then the outgoing ones, oldest first.
  func forEachPresentedCard<At: Evaluation>(
    of pile: SwipePile,
    isDragged: Bool,
    leading lead: DrawnLead,
    at now: At,
    _ show: (consuming PresentedCard<At.Number>) -> Void
  ) {
    func leading(_ card: String, _ place: CardGeometry<At.Number>) -> CardGeometry<At.Number> {
      guard card == lead.card else { return place }
      var place = place
      place.x = place.x + lead.across(at: now)
      place.y = place.y + lead.down(at: now)
      return place
    }
    for (rank, pose) in poses.enumerated() {
      let id = pile.cards[pose.index].id
      show(
        PresentedCard(
          id: id,
          index: pose.index,
          depth: rank,
          place: leading(id, presented(pose, rank: rank, at: now)),
          z: At.Number(Double(frontZ - rank)),
          role: rank == 0 && isDragged ? .dragged : role(of: pose, rank: rank)
        )
      )
    }
    // Older ones are higher: they were in front. A card that leaves from behind is over the card at its position, and
    // under the one before it.
    let count = Double(outgoing.count)
    for (age, card) in outgoing.enumerated() {
      let height = count - Double(age)
      let z = card.rank == 0 ? Double(frontZ) + height : Double(frontZ - card.rank) + height / (count + 1)
      show(
        PresentedCard(
          id: card.card.id,
          index: card.pose.index,
          depth: card.rank,
          place: leading(card.card.id, presented(card.pose, rank: 0, at: now)),
          z: At.Number(z),
          role: .leaving
        )
      )
    }
  }

  /// Returns how a card that a finger moves or has released moves, without the lead of the finger.
  func followed(_ card: String, in pile: SwipePile, at now: Instant) -> FollowedMotion? {
    let pose =
      poses.first { pile.cards[$0.index].id == card } ?? outgoing.last { $0.card.id == card }?.pose
    return pose.map { FollowedMotion(across: $0.x.state(at: now), down: $0.y.state(at: now)) }
  }

  private func role(of pose: CardPose, rank: Int) -> CardRole {
    if pose.isEntering || pose.isAppearing { return .arriving }
    if rank == 0 { return .front }
    return layout.opacity(atDepth: Double(rank)) > 0 ? .behind : .hidden
  }
}
