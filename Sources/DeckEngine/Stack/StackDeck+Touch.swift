import DeckProtocol
import Gestures
import Kinetics

extension StackDeck {
  /// Returns whether the deck takes a finger that comes down at a point of it: anywhere in its rectangle.
  func isHit(at point: Point, now: Instant) -> Bool {
    !cards.isEmpty && (0...layout.area.size.width).contains(point.x) && (0...layout.area.size.height).contains(point.y)
  }

  /// Handles a finger that came down at `point`: what moves stops, and the gestures that the finger can make compete.
  mutating func press(at point: Point, now: Instant) -> Press {
    let card = card(at: point, now: now)
    let wasMoving = openIndex == nil ? scroll.isMoving : detail.isMoving
    finger = TouchInteraction(start: point, card: card)
    if openIndex == nil {
      scroll.hold(in: scrollRange, band: layout.band, at: now)
      followBounce(velocity: 0, now: now)
      forgetArrival()
      let mayTap = mayTap(on: card, stopped: wasMoving, at: now)
      finger?.mayTap = mayTap
      return Press(
        GestureArena(stackGestures(on: card, taps: mayTap), ownership: settings.ownership),
        suppressed: suppressedTap(on: card, mayTap: mayTap, stopped: wasMoving)
      )
    }
    detail.hold(in: detailRange, band: layout.band, at: now)
    let dragged = dismissal.value(at: now)
    finger?.dismissal = dragged
    dismissal = .fixed(dragged)
    let drag = Drag(minimumDistance: layout.points(stack.detailDistance))
    let suppressed: GestureExplanation.SuppressedGesture? =
      switch stack.opening {
      case .slide: card == nil ? .noCard : wasMoving ? .stopped : nil
      case .hero: .open(closesByDrag: stack.dismissByDrag)
      }
    return Press(
      GestureArena(
        suppressed == nil ? [tap.tree, drag.tree] : [drag.tree],
        ownership: settings.ownership
      ),
      suppressed: suppressed
    )
  }

  /// Returns why a finger on the stack cannot tap; `nil` if it can.
  private func suppressedTap(
    on card: Int?,
    mayTap: Bool,
    stopped: Bool
  ) -> GestureExplanation.SuppressedGesture? {
    if mayTap { return nil }
    if card == nil { return .noCard }
    return stopped ? .stopped : .afterDrop(seconds: stack.tapSuppression)
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    var outcomes = outcomes(of: report, now: now)
    outcomes.add(fanChange(now: now))
    return outcomes
  }

  private mutating func outcomes(of report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    switch (report.kind, report.transition) {
    case (.tap, .ended): return tap(now: now)
    case (.tap, .failed), (.tap, .cancelled): finger?.mayTap = false
    case (.longPress, .began(let value)): return takeUp(at: value.translation, now: now)
    case (.longPress, .changed(let value)): return carry(by: value.translation, now: now)
    case (.longPress, .ended(let value)): return drop(velocity: value.velocity.dy, now: now)
    case (.longPress, .cancelled):
      putBack(now: now)
      return [.explain(.stack(.cancelled))]
    case (.drag, .began(let value)):
      begin(value, now: now)
      follow(value, now: now)
    case (.drag, .changed(let value)): follow(value, now: now)
    case (.drag, .ended(let value)): return release(value, now: now)
    case (.drag, .cancelled): return abandon(now: now)
    case (.pinch, .began(let value)):
      finger?.hold = .pinching
      // Cards that are still closing up are caught where they are.
      let caught = spread.value(at: now).clamped(to: 0...spreadLimit)
      finger?.spread = caught
      spread = .fixed(spread(at: value))
    case (.pinch, .changed(let value)): spread = .fixed(spread(at: value))
    case (.pinch, .ended(let value)):
      let released = spread.value(at: now)
      closeFan(velocity: spreadVelocity(at: value), now: now)
      return [.explain(.stack(.pinch(spread: released)))]
    case (.pinch, .cancelled):
      closeFan(velocity: 0, now: now)
      return [.explain(.stack(.cancelled))]
    case (.tap, _), (.longPress, _), (.drag, _), (.pinch, _), (.fling, _): break
    }
    return []
  }

  mutating func endTouches(now: Instant) -> [DeckOutcome] {
    guard let hold = finger?.hold else { return [] }
    switch hold {
    case .reordering: putBack(now: now)
    case .pinching: closeFan(velocity: 0, now: now)
    case .pressing, .scrolling, .scrollingDetail, .dismissing, .idle: break
    }
    // A card that is dragged, or that was caught while it returned and then released in place.
    if case .fixed(let offset) = dismissal, offset != 0 {
      dismissal = dismissal.springing(to: 0, stack.dismissSpring.spring, rest: .points, at: now)
    }
    finger = nil
    // A finger that held content beyond its end, and moved nothing.
    if openIndex == nil { letScroll(velocity: 0, now: now) } else { letDetail(velocity: 0, now: now) }
    return fanChange(now: now)
  }

  /// Returns the gestures that a finger on the stack can make.
  ///
  /// A finger that stops a moving stack does not tap. A press and a tap go together: a lift soon after the press is
  /// still a tap.
  private func stackGestures(on card: Int?, taps: Bool) -> [GestureTree] {
    var gestures: [GestureTree] = []
    let slop = layout.points(stack.pressSlop)
    if stack.fans { gestures.append(Pinch(aloneMovement: layout.points(stack.scrollDistance)).tree) }
    let scrolls = scrollRange.upperBound > 0
    let duration = scrolls ? stack.pressScrollingDuration : stack.pressDuration
    let press = LongPress(minimumDuration: duration, allowableMovement: slop)
    let presses = card != nil && cards.count > 1
    if presses, taps {
      gestures.append(press.simultaneously(with: tap))
    } else if presses {
      gestures.append(press.tree)
    } else if taps {
      gestures.append(tap.tree)
    }
    let axis = stack.scrollAlong ? Drag.Axis.vertical : .any
    gestures.append(Drag(minimumDistance: layout.points(stack.scrollDistance), axis: axis).tree)
    return gestures
  }

  private var tap: Tap {
    Tap(slop: layout.points(stack.tapSlop), maximumDuration: stack.tapDuration)
  }

  private func mayTap(on card: Int?, stopped: Bool, at now: Instant) -> Bool {
    card != nil && !stopped && now >= tapsFrom
  }

  private mutating func tap(now: Instant) -> [DeckOutcome] {
    if openIndex != nil { return close(stack.openSpring, now: now) }
    guard let card = finger?.card else { return [] }
    return open(card, now: now)
  }

  /// Determines what a drag moves, once, when it begins.
  private mutating func begin(_ value: GestureValue, now: Instant) {
    guard openIndex != nil else {
      finger?.hold = .scrolling
      return
    }
    let isAtTop = detail.value(at: now) <= layout.points(stack.dismissScroll)
    let goesDown = value.translation.dy > 0 && value.translation.dy >= value.translation.dx.magnitude
    let dismisses = stack.dismissByDrag && isAtTop && goesDown
    finger?.hold = dismisses ? .dismissing : .scrollingDetail
  }

  private mutating func follow(_ value: GestureValue, now: Instant) {
    switch finger?.hold {
    case .scrolling:
      scroll.pull(by: -value.translation.dy, in: scrollRange, band: layout.band)
      followBounce(velocity: -value.velocity.dy, now: now)
    case .scrollingDetail:
      let way = stack.detailAxis == .vertical ? value.translation.dy : value.translation.dx
      detail.pull(by: -way, in: detailRange, band: layout.band)
    case .dismissing:
      let way = value.translation.dy
      let offset = way >= layout.points(stack.dismissStart) ? stack.dismissFollow * way : 0
      let start = finger?.dismissal ?? 0
      dismissal = .fixed(start + offset)
    case .pressing, .reordering, .pinching, .idle, nil: break
    }
  }

  private mutating func release(_ value: GestureValue, now: Instant) -> [DeckOutcome] {
    switch finger?.hold {
    case .scrolling:
      finger?.hold = .idle
      let velocity = -value.velocity.dy
      let beyond = scroll.distance(beyond: scrollRange, at: now)
      letScroll(velocity: velocity, now: now)
      return releaseBounce(now: now) + [.explain(.stack(.scroll(velocity: velocity, beyond: beyond)))]
    case .scrollingDetail:
      finger?.hold = .idle
      let velocity = -(stack.detailAxis == .vertical ? value.velocity.dy : value.velocity.dx)
      let beyond = detail.distance(beyond: detailRange, at: now)
      letDetail(velocity: velocity, now: now)
      return [.explain(.stack(.scroll(velocity: velocity, beyond: beyond)))]
    case .dismissing:
      finger?.hold = .idle
      return endDismissal(value, now: now)
    case .pressing, .reordering, .pinching, .idle, nil: break
    }
    return []
  }

  /// Handles a cancelled finger: what it moved returns, or stays where it may.
  private mutating func abandon(now: Instant) -> [DeckOutcome] {
    switch finger?.hold {
    case .scrolling: letScroll(velocity: 0, now: now)
    case .scrollingDetail: letDetail(velocity: 0, now: now)
    // `endTouches` moves it back.
    case .dismissing: break
    case .pressing, .reordering, .pinching, .idle, nil: return []
    }
    finger?.hold = .idle
    return [.explain(.stack(.cancelled))]
  }

  private mutating func letScroll(velocity: Double, now: Instant) {
    scroll.release(
      velocity: velocity,
      in: scrollRange,
      band: layout.band,
      deceleration: layout.deceleration,
      spring: scrollSpring,
      at: now
    )
  }

  /// Moves the stack back to its range if it is, or would come to rest, beyond an end.
  mutating func returnToRange(now: Instant) {
    scroll.fit(in: scrollRange, band: layout.band, spring: scrollSpring, at: now)
  }

  /// Moves the content of the open card back to its range likewise.
  mutating func returnDetailToRange(now: Instant) {
    detail.fit(in: detailRange, band: layout.band, spring: stack.scrollSpring.spring, at: now)
  }

  private mutating func letDetail(velocity: Double, now: Instant) {
    detail.release(
      velocity: velocity,
      in: detailRange,
      band: layout.band,
      deceleration: layout.deceleration,
      spring: stack.scrollSpring.spring,
      snap: layout.points(stack.detailSnap),
      at: now
    )
  }

  /// Returns how fast a pinch moves the cards apart as they are drawn, in pt/s each.
  private func spreadVelocity(at value: GestureValue) -> Double {
    let spread = (finger?.spread ?? 0) + spreadLimit * (value.scale - 1)
    return (0..<spreadLimit).contains(spread) ? spreadLimit * value.scaleVelocity : 0
  }

  /// Returns how far apart a pinch moves the cards (W8).
  private func spread(at value: GestureValue) -> Double {
    ((finger?.spread ?? 0) + spreadLimit * (value.scale - 1)).clamped(to: 0...spreadLimit)
  }

  private mutating func closeFan(velocity: Double, now: Instant) {
    let velocity = stack.releaseCarriesVelocity ? velocity : 0
    spread = spread.springing(to: 0, stack.fanSpring.spring, velocity: velocity, rest: .points, at: now)
    if case .pinching = finger?.hold { finger?.hold = .idle }
  }

  private var spreadLimit: Double { layout.points(stack.fanMaximum) }

  /// The spring that returns a stack from beyond its end: the cards close up with it.
  var scrollSpring: Spring { (stack.fans ? stack.fanSpring : stack.scrollSpring).spring }

  /// How far the open card's content can be scrolled.
  var detailRange: ClosedRange<Double> {
    guard let openIndex, let opening = openings.last(where: { $0.index == openIndex }) else { return 0...0 }
    return layout.detailRange(length: lengths[cards[openIndex].id] ?? 0, below: opening.place)
  }
}
