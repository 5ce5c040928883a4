import DeckProtocol
import Gestures
import Kinetics

extension StackDeck {
  /// Whether the deck takes a finger that comes down at a point of it: anywhere in its rectangle.
  func isHit(at point: Point, now: Instant) -> Bool {
    !cards.isEmpty && (0...layout.area.size.width).contains(point.x) && (0...layout.area.size.height).contains(point.y)
  }

  /// Takes a finger that came down at `point`: what moves stops, and the gestures that it can become contend.
  mutating func press(at point: Point, now: Instant) -> GestureArena {
    let card = card(at: point, now: now)
    let wasMoving = openIndex == nil ? scroll.isMoving : detail.isMoving
    finger = Finger(start: point, card: card)
    if openIndex == nil {
      scroll.hold(in: scrollRange, band: layout.band, at: now)
      armBounce(at: now)
      forgetArrival()
      let mayTap = mayTap(on: card, stopped: wasMoving, at: now)
      finger?.mayTap = mayTap
      return GestureArena(stackGestures(on: card, stopped: wasMoving, at: now), ownership: settings.ownership)
    }
    detail.hold(in: detailRange, band: layout.band, at: now)
    let dragged = dismissal.value(at: now)
    finger?.dismissal = dragged
    dismissal = .fixed(dragged)
    let drag = Drag(minimumDistance: layout.points(stack.scrollDistance))
    let canClose = stack.opening == .slide && card != nil && !wasMoving
    let tap = Tap(slop: layout.points(stack.scrollDistance), maximumDuration: stack.tapDuration)
    return GestureArena(canClose ? [tap.tree, drag.tree] : [drag.tree], ownership: settings.ownership)
  }

  mutating func take(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    switch (report.kind, report.transition) {
    case (.tap, .ended): return tap(now: now)
    case (.tap, .failed), (.tap, .cancelled): finger?.mayTap = false
    case (.longPress, .began(let value)): return takeUp(at: value.translation, now: now)
    case (.longPress, .changed(let value)): return carry(by: value.translation, now: now)
    case (.longPress, .ended): return drop(now: now)
    case (.longPress, .cancelled): putBack(now: now)
    case (.drag, .began(let value)):
      begin(value, now: now)
      follow(value, now: now)
    case (.drag, .changed(let value)): follow(value, now: now)
    case (.drag, .ended(let value)): return release(value, now: now)
    case (.drag, .cancelled): return abandon(now: now)
    case (.pinch, .began(let value)), (.pinch, .changed(let value)):
      finger?.hold = .pinching
      spread = .fixed((layout.points(stack.fanMaximum) * (value.scale - 1)).clamped(to: 0...spreadLimit))
    case (.pinch, .ended), (.pinch, .cancelled): closeFan(now: now)
    case (.tap, _), (.longPress, _), (.drag, _), (.pinch, _), (.fling, _): break
    }
    return []
  }

  mutating func letGo(now: Instant) -> [DeckOutcome] {
    guard let hold = finger?.hold else { return [] }
    switch hold {
    case .reordering: putBack(now: now)
    case .pinching: closeFan(now: now)
    case .pressing, .scrolling, .scrollingDetail, .dismissing, .idle: break
    }
    // One that is dragged, or was caught on its way back and let go where it was.
    if case .fixed(let offset) = dismissal, offset != 0 {
      dismissal = dismissal.springing(to: 0, stack.dismissSpring.spring, rest: .points, at: now)
    }
    finger = nil
    // A finger that held what was beyond its end, and moved nothing.
    if openIndex == nil { letScroll(velocity: 0, now: now) } else { letDetail(velocity: 0, now: now) }
    return []
  }

  /// The gestures that a finger on the stack can become.
  ///
  /// One that stops a moving stack is no tap. A press and a tap go together: a lift soon after the press is a tap still.
  private func stackGestures(on card: Int?, stopped: Bool, at now: Instant) -> [GestureTree] {
    var gestures: [GestureTree] = []
    let slop = layout.points(stack.pressSlop)
    if stack.fans { gestures.append(Pinch(aloneMovement: layout.points(stack.scrollDistance)).tree) }
    let tap = Tap(slop: layout.points(stack.scrollDistance), maximumDuration: stack.tapDuration)
    let scrolls = scrollRange.upperBound > 0
    let duration = scrolls ? stack.pressScrollingDuration : stack.pressDuration
    let press = LongPress(minimumDuration: duration, allowableMovement: slop)
    let taps = mayTap(on: card, stopped: stopped, at: now)
    let presses = card != nil && cards.count > 1
    if presses, taps {
      gestures.append(press.simultaneously(with: tap))
    } else if presses {
      gestures.append(press.tree)
    } else if taps {
      gestures.append(tap.tree)
    }
    gestures.append(Drag(minimumDistance: layout.points(stack.scrollDistance)).tree)
    return gestures
  }

  private func mayTap(on card: Int?, stopped: Bool, at now: Instant) -> Bool {
    card != nil && !stopped && now >= tapsFrom
  }

  private mutating func tap(now: Instant) -> [DeckOutcome] {
    if openIndex != nil { return close(stack.openSpring, now: now) }
    guard let card = finger?.card else { return [] }
    return open(card, now: now)
  }

  /// What a drag moves is decided once, when it begins.
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
      armBounce(at: now)
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
      letScroll(velocity: -value.velocity.dy, now: now)
      awaitBounce(now: now)
    case .scrollingDetail:
      finger?.hold = .idle
      letDetail(velocity: -(stack.detailAxis == .vertical ? value.velocity.dy : value.velocity.dx), now: now)
    case .dismissing:
      finger?.hold = .idle
      return endDismissal(value, now: now)
    case .pressing, .reordering, .pinching, .idle, nil: break
    }
    return []
  }

  /// The finger was taken away: what it moved goes back, or stays where it may.
  private mutating func abandon(now: Instant) -> [DeckOutcome] {
    switch finger?.hold {
    case .scrolling: letScroll(velocity: 0, now: now)
    case .scrollingDetail: letDetail(velocity: 0, now: now)
    // `letGo` brings it back.
    case .dismissing: break
    case .pressing, .reordering, .pinching, .idle, nil: return []
    }
    finger?.hold = .idle
    return []
  }

  private mutating func letScroll(velocity: Double, now: Instant) {
    scroll.release(
      velocity: velocity,
      in: scrollRange,
      deceleration: layout.deceleration,
      spring: scrollSpring,
      at: now
    )
  }

  /// Returns to the end that the stack is beyond, or would come to rest beyond, if it is.
  mutating func returnToRange(now: Instant) {
    scroll.fit(in: scrollRange, spring: scrollSpring, at: now)
  }

  private mutating func letDetail(velocity: Double, now: Instant) {
    detail.release(
      velocity: velocity,
      in: detailRange,
      deceleration: layout.deceleration,
      spring: stack.scrollSpring.spring,
      snap: layout.points(stack.detailSnap),
      at: now
    )
  }

  private mutating func closeFan(now: Instant) {
    spread = spread.springing(to: 0, stack.fanSpring.spring, rest: .points, at: now)
    if case .pinching = finger?.hold { finger?.hold = .idle }
  }

  private var spreadLimit: Double { layout.points(stack.fanMaximum) }

  /// What takes a stack back that was pulled beyond its end: the cards close up with it.
  var scrollSpring: Spring { (stack.fans ? stack.fanSpring : stack.scrollSpring).spring }

  /// How far the open card's content can be scrolled.
  var detailRange: ClosedRange<Double> {
    guard let openIndex, let opening = openings.last(where: { $0.index == openIndex }) else { return 0...0 }
    return layout.detailRange(length: lengths[cards[openIndex].id] ?? 0, below: opening.place)
  }
}
