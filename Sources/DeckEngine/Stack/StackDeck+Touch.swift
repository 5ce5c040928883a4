import DeckProtocol
import Gestures
import Kinetics

extension StackDeck {
  /// Returns whether the deck accepts a finger that comes down at a point of it: anywhere in its rectangle.
  func isHit(at point: Point, now: Instant) -> Bool {
    !cards.isEmpty && (0...layout.area.size.width).contains(point.x) && (0...layout.area.size.height).contains(point.y)
  }

  /// Handles a finger that came down at `point`: what moves stops, and the gestures that the finger can make compete.
  mutating func press(at point: Point, now: Instant) -> Press {
    let card = geometry.card(at: point, now: now)
    guard hero.openIndex == nil else { return pressDetail(at: point, on: card, now: now) }
    let suppressed: GestureExplanation.SuppressedGesture? =
      if card == nil {
        .noCard
      } else if scroll.isMoving {
        .stopped
      } else {
        now < tapsFrom ? .afterDrop(seconds: stack.tapSuppression) : nil
      }
    touch = StackTouch(at: point, on: card, mayTap: suppressed == nil)
    scroll.hold(within: scrolling, at: now)
    bounce.cancelArrival()
    return layout.press(on: card, of: cards.count, suppressed: suppressed)
  }

  private mutating func pressDetail(at point: Point, on card: Int?, now: Instant) -> Press {
    let suppressed: GestureExplanation.SuppressedGesture? =
      switch stack.opening {
      case .slide: card == nil ? .noCard : hero.detail.isMoving ? .stopped : nil
      case .hero: .open(closesByDrag: stack.dismissByDrag)
      }
    touch = StackTouch(at: point, on: card, mayTap: false)
    hero.detail.hold(within: detailScrolling, at: now)
    hero.drag(to: hero.dismissal.value(at: now))
    return layout.pressOnOpenCard(suppressed: suppressed)
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    var outcomes = outcomes(of: report, now: now)
    outcomes.add(updateFan(now: now))
    return outcomes
  }

  private mutating func outcomes(of report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    switch (report.kind, report.transition) {
    case (.tap, .ended):
      if hero.openIndex != nil { return close(by: stack.openSpring, now: now) }
      guard let card = touch?.card else { return [] }
      return open(card, now: now)
    case (.tap, .failed), (.tap, .cancelled): touch?.excludeTap()
    case (.longPress, .began(let value)): return pickUp(at: value.translation, now: now)
    case (.longPress, .changed(let value)): return moveCard(by: value.translation, now: now)
    case (.longPress, .ended(let value)): return drop(velocity: value.velocity.dy, now: now)
    case (.longPress, .cancelled):
      cancelReorder(now: now)
      return [.explain(.stack(.cancelled))] + roleChange
    case (.drag, .began(let value)):
      beginDrag(value, now: now)
      follow(value, now: now)
    case (.drag, .changed(let value)), (.pinch, .changed(let value)): follow(value, now: now)
    case (.pinch, .began(let value)):
      let caught = fan.hold(within: spreadLimit, at: now)
      touch?.action = .pinching(from: caught)
      follow(value, now: now)
    case (.drag, .ended(let value)), (.pinch, .ended(let value)): return release(value, now: now)
    case (.drag, .cancelled), (.pinch, .cancelled): return cancel(now: now)
    case (.tap, _), (.longPress, _), (.drag, _), (.pinch, _), (.fling, _): break
    }
    return []
  }

  mutating func endTouches(now: Instant) -> [DeckOutcome] {
    switch touch?.action {
    case .reordering: cancelReorder(now: now)
    case .pinching: releaseFan(velocity: 0, now: now)
    case .pressing, .scrolling, .scrollingDetail, .dismissing, .idle: break
    case nil: return []
    }
    // A card that is dragged, or that was caught while it returned and then released in place.
    if case .fixed(let offset) = hero.dismissal, offset != 0 { hero.cancelDismissal(in: layout, at: now) }
    touch = nil
    // A finger that held content beyond its end, and moved nothing.
    if hero.openIndex == nil {
      scroll.release(velocity: 0, within: scrolling, at: now)
    } else {
      hero.detail.release(velocity: 0, within: detailScrolling, at: now)
    }
    return updateFan(now: now)
  }
}

// MARK: - Drags and pinches

extension StackDeck {
  /// Determines what a drag moves, once, when it begins.
  private mutating func beginDrag(_ value: GestureValue, now: Instant) {
    guard hero.openIndex != nil else {
      var trigger = BounceTrigger.disarmed
      trigger.follow(scroll.value(at: now), velocity: 0, in: layout)
      touch?.action = .scrolling(trigger)
      return
    }
    let isAtTop = hero.detail.value(at: now) <= layout.points(stack.dismissScroll)
    let isDownwards = value.translation.dy > 0 && value.translation.dy >= value.translation.dx.magnitude
    let dismisses = stack.dismissByDrag && isAtTop && isDownwards
    touch?.action = dismisses ? .dismissing(from: hero.dismissal.value(at: now)) : .scrollingDetail
  }

  private mutating func follow(_ value: GestureValue, now: Instant) {
    switch touch?.action {
    case .scrolling(var trigger):
      scroll.pull(by: -value.translation.dy, within: scrolling)
      trigger.follow(scroll.value(at: now), velocity: -value.velocity.dy, in: layout)
      touch?.action = .scrolling(trigger)
    case .scrollingDetail: hero.detail.pull(by: -alongDetail(value.translation), within: detailScrolling)
    case .dismissing(let start):
      let distance = value.translation.dy
      let offset = distance >= layout.points(stack.dismissStart) ? stack.dismissFollow * distance : 0
      hero.drag(to: start + offset)
    case .pinching(let start): fan.pinch(value, from: start, within: spreadLimit)
    case .pressing, .reordering, .idle, nil: break
    }
  }

  private mutating func release(_ value: GestureValue, now: Instant) -> [DeckOutcome] {
    guard let action = touch?.action else { return [] }
    touch?.action = .idle
    switch action {
    case .scrolling(let trigger):
      let velocity = -value.velocity.dy
      let beyond = scroll.distance(beyond: scrolling.range, at: now)
      scroll.release(velocity: velocity, within: scrolling, at: now)
      return releaseBounce(trigger, now: now) + [.explain(.stack(.scroll(velocity: velocity, beyond: beyond)))]
    case .scrollingDetail:
      let velocity = -alongDetail(value.velocity)
      let beyond = hero.detail.distance(beyond: detailScrolling.range, at: now)
      hero.detail.release(velocity: velocity, within: detailScrolling, at: now)
      return [.explain(.stack(.scroll(velocity: velocity, beyond: beyond)))]
    case .dismissing: return endDismissal(value, now: now)
    case .pinching(let start):
      let released = fan.spread.value(at: now)
      releaseFan(velocity: FanController.velocity(of: value, from: start, within: spreadLimit), now: now)
      return [.explain(.stack(.pinch(spread: released)))]
    case .pressing, .reordering, .idle: return []
    }
  }

  /// Handles cancelled fingers: what they moved returns, or stays where it may.
  private mutating func cancel(now: Instant) -> [DeckOutcome] {
    switch touch?.action {
    case .scrolling: scroll.release(velocity: 0, within: scrolling, at: now)
    case .scrollingDetail: hero.detail.release(velocity: 0, within: detailScrolling, at: now)
    case .pinching: releaseFan(velocity: 0, now: now)
    // `endTouches` moves it back.
    case .dismissing: break
    case .pressing, .reordering, .idle, nil: return []
    }
    touch?.action = .idle
    return [.explain(.stack(.cancelled))]
  }

  /// Bounces a stack that the finger brought to its top fast enough; a stack that was flicked there bounces when it
  /// arrives.
  private mutating func releaseBounce(_ trigger: BounceTrigger, now: Instant) -> [DeckOutcome] {
    let top = layout.points(stack.bounceArrival)
    switch trigger {
    case .disarmed: break
    case .arrived: if scroll.value(at: now) <= top { return jump(now: now) }
    case .armed:
      if let arrival = scroll.arrival(at: top), arrival.speed > stack.bounceSpeed {
        bounce.expectArrival(at: arrival.at)
      }
    }
    return []
  }

  /// Ends a drag that moved the open card down: the card closes, or returns (W9).
  private mutating func endDismissal(_ value: GestureValue, now: Instant) -> [DeckOutcome] {
    let offset = hero.dismissal.value(at: now)
    let (isClosed, velocity) = layout.dismissal(at: offset, after: value)
    let threshold = layout.points(stack.dismissDistance)
    let release = GestureExplanation.StackRelease.dismissal(distance: offset, threshold: threshold, isClosed: isClosed)
    if isClosed { return close(by: stack.dismissSpring, velocity: velocity, now: now) + [.explain(.stack(release))] }
    hero.cancelDismissal(velocity: velocity, in: layout, at: now)
    return [.explain(.stack(release))]
  }

  private mutating func releaseFan(velocity: Double, now: Instant) {
    fan.release(velocity: stack.releaseCarriesVelocity ? velocity : 0, spring: stack.fanSpring.spring, at: now)
  }

  private func alongDetail(_ vector: Vector) -> Double { stack.detailAxis == .vertical ? vector.dy : vector.dx }

  private var spreadLimit: Double { layout.points(stack.fanMaximum) }
}

// MARK: - Reordering

extension StackDeck {
  /// Picks up a card when its press has begun, with the finger `translation` from where it came down (W4).
  private mutating func pickUp(at translation: Vector, now: Instant) -> [DeckOutcome] {
    guard hero.openIndex == nil, let index = touch?.card else { return [] }
    let y = geometry.card(index, at: now).y
    let offset = scroll.value(at: now)
    touch?.action = .reordering(ReorderSession(index, at: y, translation: translation, scroll: offset, now: now))
    // The session's `y` includes the card's displacement; its pose is only the effect of the press.
    animator.lift(index, in: layout, at: now)
    return isFelt ? [.haptic(.medium)] : []
  }

  /// Moves the card that the finger picked up (W4, W6).
  private mutating func moveCard(by translation: Vector, now: Instant) -> [DeckOutcome] {
    guard let touch, var reorder = touch.reorder else { return [] }
    reorder.move(by: translation)
    self.touch?.action = .reordering(reorder)
    reorder.moveAside(&animator, in: layout, at: now)
    let range = layout.scrollRange(count: cards.count)
    scroll.autoscroll(finger: touch.start.y + translation.dy, in: range, layout: layout, at: now)
    return propose(now: now)
  }

  /// Shifts the other cards to make space where the dragged one is now.
  mutating func propose(now: Instant) -> [DeckOutcome] {
    guard stack.reorder == .live, var reorder = touch?.reorder else { return [] }
    let offset = scroll.value(at: now)
    let changes = reorder.propose(&animator, scrolledTo: offset, in: layout, count: cards.count, at: now)
    touch?.action = .reordering(reorder)
    return changes ? [.haptic(.light)] : []
  }

  /// Drops the card that the finger releases while moving down at `velocity`, in pt/s: the card gets its new index
  /// (W6).
  private mutating func drop(velocity: Double, now: Instant) -> [DeckOutcome] {
    guard let reorder = touch?.reorder else { return [] }
    let offset = scroll.value(at: now)
    let target = reorder.target(scrolledTo: offset, in: layout, count: cards.count)
    let origin = geometry.card(reorder.index, at: now).y
    let drawn = animator[reorder.index].y.state(at: now).velocity + (stack.releaseCarriesVelocity ? velocity : 0)
    endReorder(now: now)
    tapsFrom = now.advanced(bySeconds: stack.tapSuppression)
    let spring = stack.reorder == .live ? stack.shiftSpring : stack.dropSpring
    let card = cards[reorder.index]
    rearrange(by: spring, now: now) { $0.move(reorder.index, to: target) }
    settle(target, from: origin, velocity: drawn, now: now)
    scroll.fit(within: scrolling, at: now)
    let drop = DeckOutcome.explain(.stack(.drop(from: reorder.index, to: target)))
    guard target != reorder.index else { return [drop] + roleChange }
    let moved = DeckOutcome.event(.cardMoved(.init(card: card.id, from: reorder.index, to: target)))
    return [moved] + (isFelt ? [.haptic(.success)] : []) + [drop]
  }

  /// The redrawing of a card that is dragged no longer: where nothing moves, no other frame shows that.
  private var roleChange: [DeckOutcome] { isAnimating ? [] : .redrawing }

  /// Moves every card back to its position, because the finger was cancelled, or was a tap.
  private mutating func cancelReorder(now: Instant) {
    guard let index = touch?.reorder?.index else { return }
    let origin = geometry.card(index, at: now).y
    endReorder(now: now)
    for other in animator.displaced where other != index {
      animator.spring(\.y, of: other, to: 0, stack.shiftSpring, at: now)
    }
    settle(index, from: origin, velocity: animator[index].y.state(at: now).velocity, now: now)
  }

  private mutating func endReorder(now: Instant) {
    scroll.coast(in: layout.scrollRange(count: cards.count), spring: stack.scrollSpring.spring, at: now)
    touch?.action = .idle
  }

  /// Moves a card that was dragged to its resting position, from where it is drawn, at `y`, and at the velocity at
  /// which it is drawn, in pt/s.
  private mutating func settle(_ index: Int, from y: Double, velocity: Double, now: Instant) {
    animator[index].y = .fixed(0)
    let offset = y - geometry.card(index, at: now).y
    // The resting position moves with the stack while that scrolls.
    let relative = velocity + scroll.offset.state(at: now).velocity
    animator.drop(index, from: offset, velocity: relative, spring: stack.dropSpring.spring, at: now)
  }
}
