package import DeckProtocol
package import Gestures
package import Kinetics

/// Everything that moves of a stack: its scroll offset, its fan, single cards, the open card, and a bounce.
///
/// It keeps the rules by which one motion affects another: a stack that expects to bounce at its top no longer does once
/// something else moves it, a stack under an open card rests within its range, and an edit of the cards reaches every
/// motion.
package struct StackMotions: Sendable {
  package private(set) var scroll = ScrollController()
  package private(set) var fan = FanController()
  /// The motions of single cards.
  package private(set) var animator = StackAnimator()
  /// The open card.
  package private(set) var hero = HeroTransition()
  private var bounce: BounceAnimation

  /// A stack at rest at its beginning; the deck's name determines how high its cards bounce.
  package init(deck: String) { bounce = BounceAnimation(deck: deck) }

  /// Puts every card at rest at its position, with none open; the stack keeps its scroll offset.
  package mutating func putInPlace(isFanned: Bool = false) {
    fan = FanController(isFanned: isFanned)
    animator = StackAnimator()
    hero = HeroTransition()
    bounce.cancel()
  }

  /// Scrolls the stack at once to the offset of its range that is the nearest to `offset`.
  package mutating func jump(to offset: Double, of pile: StackPile, in layout: StackLayout) {
    scroll.jump(to: offset.clamped(to: layout.scrollRange(count: pile.cards.count)))
  }

  /// Shows a card of a restored stack as open.
  package mutating func restoreOpen(_ card: String, of pile: StackPile, in layout: StackLayout) {
    guard let index = pile.index(of: card) else { return }
    hero.restore(index, card: card, in: layout, count: pile.cards.count)
  }

  /// Adapts to another layout; cards keep their trajectories in points.
  package mutating func relayout(_ layout: StackLayout, of pile: StackPile, at now: Instant) {
    jump(to: scroll.value(at: now), of: pile, in: layout)
    hero.relayout(layout, count: pile.cards.count)
    hero.clampDetail(to: detailScrolling(of: pile, in: layout).range, at: now)
  }

  /// Returns where the cards are, as a pure function of time.
  func geometry(
    of pile: StackPile,
    in layout: StackLayout,
    touch: StackTouch? = nil,
    isEntering: Bool = false
  ) -> StackGeometry {
    StackGeometry(
      layout: layout,
      pile: pile,
      scroll: scroll.offset,
      lead: .none,
      spread: fan.spread,
      animator: animator,
      hero: hero,
      touch: touch,
      isEntering: isEntering
    )
  }

  /// Returns how the content of the open card scrolls.
  private func detailScrolling(of pile: StackPile, in layout: StackLayout) -> ScrollBehavior {
    let open = hero.open
    return layout.detailScrolling(length: open.map { pile.contentLength(of: $0.card) } ?? 0, below: open?.frame)
  }
}

// MARK: - Time

extension StackMotions {
  /// When `advance(to:in:)` must be called next; `nil` while nothing moves by itself.
  package var nextDeadline: Instant? {
    earlier(earlier(end, earlier(scroll.nextDeadline, hero.detail.nextDeadline)), bounce.nextDeadline)
  }

  /// Whether a frame now would differ from one a moment later.
  package var isMoving: Bool { scroll.isMoving || hero.detail.isMoving || end != nil }

  /// Whether cards jump, or will when the stack arrives at its top.
  package var isBouncing: Bool { bounce.isActive }

  /// Returns whether an animation runs; the scroll that a dragged card causes at an end of the stack is the finger's,
  /// and is none.
  package func isAnimating(isReordering: Bool) -> Bool {
    animator.end != nil || hero.isAnimating || fan.spread.end != nil || hero.detail.isMoving || bounce.isActive
      || scroll.isMoving && !isAutoscrolling(isReordering)
  }

  /// Drops the motions that are over at `now`, and continues a scroll that reaches an end.
  package mutating func advance(to now: Instant, in layout: StackLayout) {
    scroll.advance(to: now, spring: layout.scrollSpring)
    hero.advance(to: now, in: layout)
    animator.advance(to: now)
    fan.advance(to: now)
  }

  /// Replaces every motion by its target at once (M5).
  package mutating func skip(to now: Instant, isReordering: Bool) {
    animator.skip()
    hero.skip()
    fan.skip()
    // A flick that arrives fast enough to bounce does so before it ends.
    if !bounce.isExpected, !isAutoscrolling(isReordering) { scroll.skip() }
    bounce.skip(to: now)
  }

  private func isAutoscrolling(_ isReordering: Bool) -> Bool {
    guard isReordering, case .curve = scroll.offset else { return false }
    return true
  }

  /// The earliest moment at which anything but a scroll comes to rest.
  private var end: Instant? { earlier(fan.spread.end, earlier(animator.end, hero.end)) }
}

// MARK: - The fan and the bounce

extension StackMotions {
  /// Returns the event of cards that a finger has pulled apart, or that are together again.
  package mutating func updateFan(isPulled: Bool, in layout: StackLayout, at now: Instant) -> DeckEvent.Kind? {
    guard layout.own.fans else { return fan.gather() }
    let metrics = layout.metrics(scrolledBy: scroll.value(at: now), spread: fan.spread.value(at: now))
    // Whether the stack is returning to its beginning.
    let isReturning = if case .spring = scroll.offset { true } else { false }
    return fan.update(isApart: metrics.isApart, isPulled: isPulled, isReturning: isReturning)
  }

  /// Returns the event that the cards are together, if they were apart.
  package mutating func gather() -> DeckEvent.Kind? { fan.gather() }

  /// Makes cards jump in order, by random heights.
  package mutating func startBounce(_ indexes: [Int], in layout: StackLayout, at now: Instant) {
    bounce.start(indexes, &animator, in: layout, at: now)
  }

  /// Returns whether a flicked stack arrives at its top by `now`, fast enough to bounce.
  package mutating func arrivesToBounce(by now: Instant) -> Bool {
    // A touch or a command that stopped the stack in the meantime has cancelled its bounce.
    guard bounce.arrives(by: now), case .decay = scroll.offset else { return false }
    return true
  }

  /// Makes the cards fall that are due.
  ///
  /// - Returns: whether the bounce ended.
  package mutating func advanceBounce(to now: Instant, in layout: StackLayout) -> Bool {
    bounce.advance(to: now, &animator, fall: layout.own.bounceFall)
  }
}

// MARK: - Drags and pinches

extension StackMotions {
  /// Stops the stack under a finger, or the open card and its content.
  package mutating func hold(_ pile: StackPile, in layout: StackLayout, at now: Instant) {
    if hero.openIndex != nil { return hero.hold(within: detailScrolling(of: pile, in: layout), at: now) }
    scroll.hold(within: layout.scrolling(count: pile.cards.count), at: now)
    bounce.cancelArrival()
  }

  /// Returns what a drag moves, which is determined once, when it begins.
  package func drag(_ value: GestureValue, in layout: StackLayout, at now: Instant) -> StackTouch.Action {
    guard hero.openIndex != nil else {
      var trigger = BounceTrigger.disarmed
      trigger.follow(scroll.value(at: now), velocity: 0, in: layout)
      return .scrolling(trigger)
    }
    // A detail that scrolls sideways has its top in sight wherever it is.
    let isAtTop =
      layout.own.detailAxis == .horizontal || hero.detail.value(at: now) <= layout.points(layout.own.dismissScroll)
    let isDownwards = value.translation.dy > 0 && value.translation.dy >= value.translation.dx.magnitude
    let dismisses = layout.own.dismissByDrag && isAtTop && isDownwards
    return dismisses ? .dismissing(from: hero.dismissal.value(at: now)) : .scrollingDetail
  }

  /// Stops the cards under a pinch that catches them, and returns what it moves.
  package mutating func pinch(in layout: StackLayout, at now: Instant) -> StackTouch.Action {
    .pinching(from: fan.hold(within: layout.spreadLimit, at: now))
  }

  /// Moves what the fingers hold.
  package mutating func follow(
    _ value: GestureValue,
    _ action: inout StackTouch.Action,
    of pile: StackPile,
    in layout: StackLayout,
    at now: Instant
  ) {
    switch action {
    case .scrolling(var trigger):
      scroll.pull(by: -value.translation.dy, within: layout.scrolling(count: pile.cards.count))
      trigger.follow(scroll.value(at: now), velocity: -value.carriedVelocity.dy, in: layout)
      action = .scrolling(trigger)
    case .scrollingDetail:
      hero.pullDetail(by: -layout.alongDetail(value.translation), within: detailScrolling(of: pile, in: layout))
    case .dismissing(let start):
      let (own, distance) = (layout.own, value.translation.dy)
      let offset = distance >= layout.points(own.dismissStart) ? own.dismissFollow * distance : 0
      hero.drag(to: start + offset)
    case .pinching(let start): fan.pinch(value, from: start, within: layout.spreadLimit)
    case .pressing, .reordering, .idle: break
    }
  }

  /// Releases what the fingers scrolled or pinched, as fast as they moved it.
  ///
  /// - Returns: the release, as it is explained; `nil` if they did something else.
  package mutating func release(
    _ value: GestureValue,
    _ action: StackTouch.Action,
    of pile: StackPile,
    in layout: StackLayout,
    at now: Instant
  ) -> GestureExplanation.StackRelease? {
    switch action {
    case .scrolling:
      let (velocity, behavior) = (-value.carriedVelocity.dy, layout.scrolling(count: pile.cards.count))
      let beyond = scroll.distance(beyond: behavior.range, at: now)
      scroll.release(velocity: velocity, within: behavior, at: now)
      return .scroll(velocity: velocity, beyond: beyond)
    case .scrollingDetail:
      let behavior = detailScrolling(of: pile, in: layout)
      let velocity = -layout.alongDetail(value.carriedVelocity)
      let beyond = hero.detail.distance(beyond: behavior.range, at: now)
      hero.releaseDetail(velocity: velocity, within: behavior, at: now)
      return .scroll(velocity: velocity, beyond: beyond)
    case .pinching(let start):
      let released = fan.spread.value(at: now)
      let velocity = FanController.velocity(of: value, from: start, within: layout.spreadLimit)
      releaseFan(velocity: layout.own.releaseCarriesVelocity ? velocity : 0, in: layout, at: now)
      return .pinch(spread: released)
    case .pressing, .reordering, .dismissing, .idle: return nil
    }
  }

  /// Releases the stack, or the content of the open card, where it is: what is beyond an end returns.
  package mutating func releaseScroll(of pile: StackPile, in layout: StackLayout, at now: Instant) {
    if hero.openIndex == nil {
      scroll.release(velocity: 0, within: layout.scrolling(count: pile.cards.count), at: now)
    } else {
      hero.releaseDetail(velocity: 0, within: detailScrolling(of: pile, in: layout), at: now)
    }
  }

  /// Handles the release of a stack that a finger has scrolled: one that was flicked to its top bounces when it arrives.
  ///
  /// - Returns: whether the stack bounces now, because the finger brought it to its top fast enough.
  package mutating func bounces(after trigger: BounceTrigger, in layout: StackLayout, at now: Instant) -> Bool {
    let top = layout.points(layout.own.bounceArrival)
    switch trigger {
    case .disarmed: break
    case .arrived: return scroll.value(at: now) <= top
    case .armed:
      if let arrival = scroll.arrival(at: top), arrival.speed > layout.own.bounceSpeed {
        bounce.expectArrival(at: arrival.at)
      }
    }
    return false
  }

  /// Handles cancelled fingers: what they moved returns, or stays where it may.
  ///
  /// - Returns: whether they moved something by a drag or a pinch.
  package mutating func cancel(
    _ action: StackTouch.Action,
    of pile: StackPile,
    in layout: StackLayout,
    at now: Instant
  ) -> Bool {
    switch action {
    case .scrolling, .scrollingDetail: releaseScroll(of: pile, in: layout, at: now)
    case .pinching: releaseFan(in: layout, at: now)
    // The end of the touches moves the card back.
    case .dismissing: break
    case .pressing, .reordering, .idle: return false
    }
    return true
  }

  /// Moves the cards together that a pinch releases at `velocity`, in pt/s.
  package mutating func releaseFan(velocity: Double = 0, in layout: StackLayout, at now: Instant) {
    fan.release(velocity: velocity, spring: layout.own.fanSpring.spring, at: now)
  }

  /// Returns an open card that was dragged down to its open position.
  package mutating func cancelDismissal(velocity: Double? = nil, in layout: StackLayout, at now: Instant) {
    hero.cancelDismissal(velocity: velocity, in: layout, at: now)
  }
}

extension StackLayout {
  /// How far a pinch moves the cards apart at most, in points each.
  fileprivate var spreadLimit: Double { points(own.fanMaximum) }

  /// Returns the part of a vector by which the content of the open card scrolls.
  fileprivate func alongDetail(_ vector: Vector) -> Double { own.detailAxis == .vertical ? vector.dy : vector.dx }
}

// MARK: - Dragged cards

extension StackMotions {
  /// Lifts a card that a finger picks up.
  package mutating func lift(_ index: Int, in layout: StackLayout, at now: Instant) {
    animator.lift(index, in: layout, at: now)
  }

  /// Moves a dragged card beside the stack, and scrolls the stack while the finger, at `y`, is near an end of the
  /// surface.
  package mutating func follow(
    _ reorder: ReorderSession,
    fingerAt y: Double,
    of pile: StackPile,
    in layout: StackLayout,
    at now: Instant
  ) {
    reorder.moveAside(&animator, in: layout, at: now)
    scroll.autoscroll(finger: y, in: layout.scrollRange(count: pile.cards.count), layout: layout, at: now)
  }

  /// Shifts the other cards to make space where the dragged one is.
  ///
  /// - Returns: whether the index changed that the dragged card would get.
  package mutating func propose(
    _ reorder: inout ReorderSession,
    of pile: StackPile,
    in layout: StackLayout,
    at now: Instant
  ) -> Bool {
    reorder.propose(&animator, scrolledTo: scroll.value(at: now), in: layout, count: pile.cards.count, at: now)
  }

  /// Stops the scroll that a dragged card caused.
  package mutating func endAutoscroll(of pile: StackPile, in layout: StackLayout, at now: Instant) {
    let range = layout.scrollRange(count: pile.cards.count)
    scroll.coast(in: range, spring: layout.own.scrollSpring.spring, at: now)
  }

  /// Moves the cards back that made space for the one at `index`.
  package mutating func closeGap(besides index: Int, in layout: StackLayout, at now: Instant) {
    for other in animator.displaced where other != index {
      animator.spring(\.y, of: other, to: 0, layout.own.shiftSpring, at: now)
    }
  }

  /// Moves a card that was dragged to its resting position, from where it is drawn, at `y`, and at the velocity at
  /// which it is drawn, in pt/s.
  package mutating func settle(
    _ index: Int,
    from y: Double,
    velocity: Double,
    of pile: StackPile,
    in layout: StackLayout,
    at now: Instant
  ) {
    animator[index].y = .fixed(0)
    let offset = y - geometry(of: pile, in: layout).card(index, at: now).y
    // The resting position moves with the stack while that scrolls.
    let relative = velocity + scroll.offset.state(at: now).velocity
    animator.drop(index, from: offset, velocity: relative, spring: layout.own.dropSpring.spring, at: now)
  }
}

// MARK: - Opening, scrolling and edits

extension StackMotions {
  /// Opens a card from its current position; a card that is already open closes meanwhile.
  package mutating func open(_ index: Int, of pile: StackPile, in layout: StackLayout, at now: Instant) {
    scroll.stop(at: now)
    // The finger that pulled the stack is ignored from now on, and will not release it.
    fitScroll(of: pile, in: layout, at: now)
    bounce.cancelArrival()
    hero.open(index, card: pile.cards[index].id, in: layout, count: pile.cards.count, at: now)
  }

  /// Closes the open card; one that a finger drags down continues with `velocity`, in pt/s.
  package mutating func close(
    by spring: SpringSetting,
    velocity: Double?,
    of pile: StackPile,
    in layout: StackLayout,
    at now: Instant
  ) {
    hero.close(by: spring, velocity: velocity, in: layout, at: now)
    // The stack may have become shorter in the meantime.
    fitScroll(of: pile, in: layout, at: now)
  }

  /// Adapts the content of the open card to its length.
  package mutating func fitDetail(of pile: StackPile, in layout: StackLayout, at now: Instant) {
    hero.fitDetail(within: detailScrolling(of: pile, in: layout), at: now)
  }

  /// Scrolls to the offset of the stack's range that is the nearest to `offset`.
  package mutating func scroll(to offset: Double, of pile: StackPile, in layout: StackLayout, at now: Instant) {
    bounce.cancelArrival()
    let target = offset.clamped(to: layout.scrollRange(count: pile.cards.count))
    let spring = layout.own.scrollSpring.spring
    scroll.settle(to: target, velocity: 0, spring: spring, reach: layout.scrollReach, at: now)
  }

  /// Adapts the scroll to the number of cards.
  package mutating func fitScroll(of pile: StackPile, in layout: StackLayout, at now: Instant) {
    scroll.fit(within: layout.scrolling(count: pile.cards.count), at: now)
  }

  /// Slides cards in from the leading edge, the last first (W2).
  package mutating func slideIn(_ indexes: [Int], in layout: StackLayout, at now: Instant) {
    animator.slideIn(indexes, in: layout, at: now)
  }

  /// Removes what is still visible of cards that return to the deck.
  package mutating func removeGhosts(of cards: CardSequence) {
    animator.removeFading(cards)
    hero.removeClosing(cards)
  }

  /// Fades in the visible ones of cards that were inserted.
  mutating func fadeIn(_ range: Range<Int>, in geometry: StackGeometry, during duration: Double, at now: Instant) {
    let fading = CurveMotion(.default, from: 0, to: 1, duration: duration, at: now)
    for index in geometry.visibleIndexes(at: now) where range.contains(index) {
      animator[index].opacity = .curve(fading)
    }
  }

  /// Fades out the visible ones of cards that are about to be removed.
  mutating func fadeOut(_ range: Range<Int>, in geometry: StackGeometry, during duration: Double, at now: Instant) {
    for (index, card) in geometry.visible(at: now) where range.contains(index) {
      let fading = Motion.curve(CurveMotion(.default, from: card.opacity, to: 0, duration: duration, at: now))
      let (removed, z) = (geometry.pile.cards[index], geometry.z(of: index))
      animator.fadeOut(FadingCard(card: removed, index: index, geometry: card, opacity: fading, z: z))
    }
  }

  /// Adapts to an edit that changed the number of cards from `before` to `after`.
  package mutating func remap(by shift: IndexShift, from before: Int, to after: Int) {
    animator.remap(by: shift)
    hero.remap(by: shift, from: before, to: after)
    bounce.remap(by: shift)
    // With the last card, the last motion is removed, whose end would have published the bounce.
    if after == 0 { bounce.cancel() }
  }

  /// Moves the cards that were visible before an edit from where they were to their positions in `geometry`, that of
  /// after it; not the `dragged` one, which follows its finger.
  mutating func moveCards(
    from before: [(index: Int, card: CardGeometry<Double>)],
    besides dragged: Int?,
    by shift: IndexShift,
    into geometry: StackGeometry,
    along spring: SpringSetting,
    at now: Instant
  ) {
    let metrics = geometry.metrics(at: now)
    for (old, card) in before {
      guard let index = shift.newIndex(of: old), index != dragged else { continue }
      let offset = card.y - geometry.card(index, in: metrics, at: now).y
      animator.spring(\.y, of: index, to: 0, spring, from: offset, at: now)
    }
  }
}
