import DeckProtocol
import Kinetics

/// The time to wait, in seconds, where an index changes by rounding only: less than a tick.
private let leastWait = 0.001

extension StackDeck {
  /// Picks up a card when its press has begun, with the finger `translation` from where it came down (W4).
  mutating func takeUp(at translation: Vector, now: Instant) -> [DeckOutcome] {
    guard openIndex == nil, let index = finger?.card else { return [] }
    let y = place(of: index, in: stance(at: now), at: now).origin.y
    var reorder = Reorder(
      index: index,
      y: y - translation.dy,
      scroll: scroll.value(at: now),
      proposed: index,
      judged: now
    )
    reorder.translation = translation
    finger?.hold = .reordering(reorder)
    // `y` now includes the card's displacement; its pose is only the effect of the press.
    var pose = poses[index] ?? StackPose()
    pose.y = .fixed(0)
    pose.spring(\.y, to: -layout.points(stack.pressLift), stack.dropSpring.spring, rest: .points, at: now)
    pose.spring(\.scale, to: stack.pressScale, stack.dropSpring.spring, rest: .unitless, at: now)
    poses[index] = pose
    return isFelt ? [.haptic(.medium)] : []
  }

  /// Moves the card that the finger picked up (W4, W6).
  mutating func carry(by translation: Vector, now: Instant) -> [DeckOutcome] {
    guard case .reordering(var reorder) = finger?.hold, let start = finger?.start else { return [] }
    reorder.translation = translation
    finger?.hold = .reordering(reorder)
    let distance = layout.points(stack.sideDistance)
    let side = translation.dx > distance ? 1.0 : translation.dx < -distance ? -1.0 : 0
    let target = side * layout.points(stack.sideStep)
    if poses[reorder.index]?.x.target != target {
      spring(\.x, of: reorder.index, to: target, stack.dropSpring, now: now)
    }
    autoscroll(finger: start.y + translation.dy, now: now)
    return propose(now: now)
  }

  /// Drops the card that the finger releases while moving down at `velocity`, in pt/s: the card gets its new index
  /// (W6).
  mutating func drop(velocity: Double, now: Instant) -> [DeckOutcome] {
    guard case .reordering(let reorder) = finger?.hold else { return [] }
    let target = target(of: reorder, at: now)
    let origin = place(of: reorder.index, in: stance(at: now), at: now).origin.y
    let pressVelocity = poses[reorder.index]?.y.state(at: now).velocity ?? 0
    let drawnVelocity = pressVelocity + (stack.releaseCarriesVelocity ? velocity : 0)
    scroll.coast(in: scrollRange, spring: stack.scrollSpring.spring, at: now)
    finger?.hold = .idle
    tapsFrom = now.advanced(bySeconds: stack.tapSuppression)
    let spring = stack.reorder == .live ? stack.shiftSpring : stack.dropSpring
    let card = cards[reorder.index]
    shiftCard(from: reorder.index, to: target, spring: spring, now: now)
    settle(target, from: origin, velocity: drawnVelocity, now: now)
    returnToRange(now: now)
    let drop = DeckOutcome.explain(.stack(.drop(from: reorder.index, to: target)))
    guard target != reorder.index else { return [drop] }
    let moved = DeckOutcome.event(.cardMoved(card: card.id, from: reorder.index, to: target))
    return [moved] + (isFelt ? [.haptic(.success)] : []) + [drop]
  }

  /// Moves every card back to its position, because the finger was cancelled, or was a tap.
  mutating func putBack(now: Instant) {
    guard case .reordering(let reorder) = finger?.hold else { return }
    let origin = place(of: reorder.index, in: stance(at: now), at: now).origin.y
    scroll.coast(in: scrollRange, spring: stack.scrollSpring.spring, at: now)
    finger?.hold = .idle
    for index in poses.keys where index != reorder.index {
      spring(\.y, of: index, to: 0, stack.shiftSpring, now: now)
    }
    settle(reorder.index, from: origin, velocity: poses[reorder.index]?.y.state(at: now).velocity ?? 0, now: now)
  }

  /// When the dragged card passes another one because the stack itself scrolls.
  var nextProposal: Instant? {
    guard stack.reorder == .live, case .reordering(let reorder) = finger?.hold, case .curve(let glide) = scroll.offset
    else { return nil }
    let speed = (glide.target - glide.from) / max(glide.duration, 1e-6)
    guard speed != 0 else { return nil }
    let next = rank(reorder.proposed) + (speed > 0 ? 1 : -1)
    guard cards.indices.contains(next) else { return nil }
    let way = reorder.translation.dy - reorder.scroll
    // The offset at which the rounded number of steps differs from that of the card's proposed position.
    let steps = Double(rank(reorder.proposed) - rank(reorder.index)) + (speed > 0 ? 0.5 : -0.5)
    let time = (steps * layout.step - way - glide.from) / speed
    guard time < glide.duration else { return nil }
    // A microsecond later, so that rounding cannot leave it on this side; and never at a moment that has already been
    // evaluated, or the deck would request a call at one moment forever.
    let crossing = glide.start.advanced(bySeconds: max(time, 0) + 1e-6)
    return crossing > reorder.judged ? crossing : reorder.judged.advanced(bySeconds: leastWait)
  }

  /// Shifts the other cards to make space where the dragged one is now.
  mutating func propose(now: Instant) -> [DeckOutcome] {
    guard stack.reorder == .live, case .reordering(var reorder) = finger?.hold else { return [] }
    let target = target(of: reorder, at: now)
    reorder.judged = now
    finger?.hold = .reordering(reorder)
    guard target != reorder.proposed else { return [] }
    let changed = min(target, reorder.proposed)...max(target, reorder.proposed)
    reorder.proposed = target
    finger?.hold = .reordering(reorder)
    for index in changed where index != reorder.index {
      let makesRoom = min(target, reorder.index)...max(target, reorder.index) ~= index
      let way = makesRoom ? (index > reorder.index ? -1.0 : 1.0) : 0
      let down = stack.order == .downwards ? way : -way
      spring(\.y, of: index, to: down * layout.step, stack.shiftSpring, now: now)
    }
    return [.haptic(.light)]
  }

  /// Whether there is haptic feedback beyond that of opening a card: a deck that reorders at the release has none
  /// (W12).
  var isFelt: Bool { stack.reorder == .live }

  /// Moves a length of a card's pose to `target` by a spring.
  mutating func spring(
    _ property: WritableKeyPath<StackPose, Motion>,
    of index: Int,
    to target: Double,
    _ spring: SpringSetting,
    now: Instant
  ) {
    var pose = poses[index] ?? StackPose()
    pose.spring(property, to: target, spring.spring, rest: .points, at: now)
    poses[index] = pose
  }

  /// Returns the index that a dragged card would get if it were released at `now` (W6).
  func target(of reorder: Reorder, at now: Instant) -> Int {
    let scrolled = scroll.value(at: now) - reorder.scroll
    let steps = (reorder.translation.dy + scrolled) / layout.step
    let rounded = stack.reorder == .live ? steps.rounded(.toNearestOrAwayFromZero) : steps.rounded(.towardZero)
    let rank = rank(reorder.index) + Int(rounded.clamped(to: -1e9...1e9))
    let clamped = min(max(rank, 0), cards.count - 1)
    return layout.index(atRank: clamped, count: cards.count)
  }

  /// Moves a card to another index; those between make space.
  mutating func shiftCard(from index: Int, to target: Int, spring: SpringSetting, now: Instant) {
    rearrange(spring: spring, now: now) { deck in
      deck.cards.insert(deck.cards.remove(at: index), at: target)
      return { old in
        if old == index { return target }
        let without = old > index ? old - 1 : old
        return without >= target ? without + 1 : without
      }
    }
  }

  /// Changes the cards, and moves the visible ones from their current positions to the new ones.
  ///
  /// - Parameters:
  ///   - spring: the spring that moves them.
  ///   - now: the current instant.
  ///   - change: changes the cards; it returns a function from an old index to the new one, `nil` for a removed card.
  mutating func rearrange(
    spring: SpringSetting,
    now: Instant,
    _ change: (inout StackDeck) -> (Int) -> Int?
  ) {
    let before = visiblePlaces(at: now)
    let posesBefore = poses
    let count = cards.count
    let newIndex = change(&self)
    poses = [:]
    for (index, pose) in posesBefore {
      if let index = newIndex(index) { poses[index] = pose }
    }
    for place in openings.indices {
      let opening = openings[place]
      openings[place].index = opening.index.flatMap(newIndex)
      openings[place].parting =
        (opening.parting..<max(count, opening.parting)).lazy.compactMap(newIndex).first ?? cards.count
    }
    let falls = bounce?.falls.compactMap { fall in newIndex(fall.index).map { (fall.at, $0) } }
    if let falls { bounce?.falls = falls }
    // With the last card, the last motion is removed, whose end would have published the bounce.
    if cards.isEmpty { bounce = nil }
    openIndex = openIndex.flatMap(newIndex)
    let touched = finger?.card.flatMap(newIndex)
    finger?.card = touched
    let stance = self.stance(at: now)
    for (old, place) in before {
      guard let index = newIndex(old) else { continue }
      let way = place.origin.y - self.place(of: index, in: stance, at: now).origin.y
      var pose = poses[index] ?? StackPose()
      pose.spring(\.y, to: 0, spring.spring, rest: .points, from: way, at: now)
      poses[index] = pose
    }
  }

  /// Moves a card that was dragged to its resting position, from where it is drawn, at `y`, and at the velocity at
  /// which it is drawn, in pt/s.
  private mutating func settle(_ index: Int, from y: Double, velocity: Double, now: Instant) {
    poses[index, default: StackPose()].y = .fixed(0)
    let rest = place(of: index, in: stance(at: now), at: now).origin.y
    // The resting position moves with the stack while that scrolls.
    let relative = velocity + scroll.offset.state(at: now).velocity
    var pose = poses[index] ?? StackPose()
    pose.y = Motion.fixed(y - rest)
      .springing(to: 0, stack.dropSpring.spring, velocity: relative, rest: .points, at: now)
    pose.spring(\.x, to: 0, stack.dropSpring.spring, rest: .points, at: now)
    pose.spring(\.scale, to: 1, stack.dropSpring.spring, rest: .unitless, at: now)
    poses[index] = pose
  }

  private func rank(_ index: Int) -> Int { layout.rank(of: index, count: cards.count) }

  /// Scrolls while the finger is near an end of the surface; the nearer, the faster (W7).
  private mutating func autoscroll(finger y: Double, now: Instant) {
    let margin = layout.points(stack.autoscrollMargin)
    let below = y - (layout.area.size.height - margin)
    let above = margin - y
    let near = max(above, below)
    guard margin > 0, near > 0 else { return scroll.stop(at: now) }
    let speed = stack.autoscrollSpeed * min(near / margin, 1)
    scroll.glide(to: above > below ? scrollRange.lowerBound : scrollRange.upperBound, speed: speed, at: now)
  }
}
