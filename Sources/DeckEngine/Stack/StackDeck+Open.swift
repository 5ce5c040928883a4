import DeckProtocol
import Gestures
import Kinetics

extension StackDeck {
  /// Opens a card from its current position; a card that is already open closes meanwhile (W3).
  mutating func open(_ index: Int, now: Instant) -> [DeckOutcome] {
    if openIndex != nil { retract(stack.openSpring, now: now) }
    scroll.stop(at: now)
    // The finger that pulled the stack is ignored from now on, and will not release it.
    returnToRange(now: now)
    forgetArrival()
    let known = openings.first { $0.index == index }
    let course = progress(known?.progress ?? .fixed(0), to: 1, stack.openSpring, now: now)
    openings.removeAll { $0.index == index }
    openings.append(
      Opening(
        card: cards[index].id,
        index: index,
        parting: index,
        place: known?.place ?? layout.openPlace(count: cards.count),
        progress: course,
        dismissal: known?.dismissal ?? .fixed(0)
      )
    )
    openIndex = index
    // A detail that is still visible while its card closes returns to its beginning by itself.
    if openings.count == 1, known == nil { detail.jump(to: 0) }
    return [.event(.cardSelected(card: cards[index].id, index: index)), .haptic(.selection)]
  }

  /// Closes the open card.
  ///
  /// A card that a finger drags down continues with `velocity`, in pt/s.
  mutating func close(_ spring: SpringSetting, velocity: Double? = nil, now: Instant) -> [DeckOutcome] {
    guard let index = openIndex else { return [] }
    retract(spring, velocity: velocity, now: now)
    // The stack may have become shorter in the meantime.
    returnToRange(now: now)
    let dismissed = DeckOutcome.event(.cardDismissed(card: cards[index].id, index: index), counts: counts)
    return stack.opening == .hero ? [dismissed, .haptic(.light)] : [dismissed]
  }

  /// Ends a drag that moved the open card down: the card closes, or returns (W9).
  mutating func endDismissal(_ value: GestureValue, now: Instant) -> [DeckOutcome] {
    let offset = dismissal.value(at: now)
    let way = value.translation.dy
    let predicted = value.predictedEndLocation.y - value.startLocation.y
    let isThrown = predicted / max(way, 1) > stack.dismissRatio && offset > layout.points(stack.dismissLeast)
    let follows = stack.releaseCarriesVelocity && way >= layout.points(stack.dismissStart)
    let velocity = follows ? stack.dismissFollow * value.velocity.dy : 0
    let threshold = layout.points(stack.dismissDistance)
    let isClosed = offset > threshold || isThrown
    let release = GestureExplanation.StackRelease.dismissal(distance: offset, threshold: threshold, isClosed: isClosed)
    if isClosed { return close(stack.dismissSpring, velocity: velocity, now: now) + [.explain(.stack(release))] }
    dismissal = dismissal.springing(to: 0, stack.dismissSpring.spring, velocity: velocity, rest: .points, at: now)
    return [.explain(.stack(release))]
  }

  /// How far the open card has been dragged down; a card that closes keeps a motion of its own.
  var dismissal: Motion {
    get { openIndex.flatMap { open in openings.first { $0.index == open } }?.dismissal ?? .fixed(0) }
    set {
      guard let openIndex, let place = openings.firstIndex(where: { $0.index == openIndex }) else { return }
      openings[place].dismissal = newValue
    }
  }

  /// Returns the effect of a drag down on an open card: how far it has moved, and how much fainter and smaller it is.
  func dismissed<At: Evaluation>(_ opening: Opening, at now: At) -> (
    offset: At.Number, scale: At.Number, opacity: At.Number
  ) {
    let offset = now.value(of: opening.dismissal)
    let part = offset.divided(by: layout.surface.size.height).clamped(to: 0...1)
    return (offset, 1 - At.Number(stack.dismissShrink) * part, 1 - At.Number(stack.dismissFade) * part)
  }

  private mutating func retract(_ spring: SpringSetting, velocity: Double? = nil, now: Instant) {
    guard let index = openIndex, let place = openings.firstIndex(where: { $0.index == index }) else { return }
    openings[place].progress = progress(openings[place].progress, to: 0, spring, now: now)
    dismissal = dismissal.springing(to: 0, spring.spring, velocity: velocity, rest: .points, at: now)
    detail.settle(to: 0, spring: stack.scrollSpring.spring, at: now)
    openIndex = nil
  }

  private func progress(_ motion: Motion, to target: Double, _ spring: SpringSetting, now: Instant) -> Motion {
    switch stack.opening {
    case .hero:
      return motion.springing(to: target, spring.spring, rest: .unitless, at: now)
    case .slide:
      return .curve(
        CurveMotion(
          stack.openCurve.curve,
          from: motion.value(at: now),
          to: target,
          duration: stack.openDuration,
          at: now,
          delay: stack.openDelay
        )
      )
    }
  }
}
