package import Kinetics

/// The time to wait, in seconds, where an index changes by rounding only: less than a tick.
private let leastWait = 0.001

/// A card that is dragged to another index (W4, W6).
package struct ReorderSession: Equatable, Sendable {
  package private(set) var index: Int
  /// The position of the card when it was picked up, counted from above: the finger moves it from there, whatever is
  /// inserted or removed meanwhile.
  private let rank: Int
  /// The card's upper edge when it was picked up, less the finger's translation then, on the surface.
  private let origin: Double
  /// How far the stack was scrolled when the card was picked up.
  package let scroll: Double
  package private(set) var translation: Vector
  /// The index that the card would get if it were released.
  package private(set) var proposed: Int
  /// When the proposed index was last evaluated.
  private var evaluated: Instant

  /// A card of a stack of `count` cards that is picked up with its upper edge at `y`, by a finger that has moved by
  /// `translation` since it came down on a stack that is scrolled by `scroll`.
  package init(
    _ index: Int,
    at y: Double,
    translation: Vector,
    scroll: Double,
    in layout: StackLayout,
    count: Int,
    now: Instant
  ) {
    self.index = index
    rank = layout.rank(of: index, count: count)
    origin = y - translation.dy
    self.scroll = scroll
    self.translation = translation
    proposed = index
    evaluated = now
  }

  /// The card's upper edge under the finger, on the surface.
  package var y: Double { origin + translation.dy }

  /// Returns the index that the card gets in a stack of `count` cards if it is released at a scroll offset.
  package func target(scrolledTo offset: Double, in layout: StackLayout, count: Int) -> Int {
    let scrolled = offset - scroll
    let steps = (translation.dy + scrolled) / layout.step
    let isLive = layout.own.reorder == .live
    let rounded = isLive ? steps.rounded(.toNearestOrAwayFromZero) : steps.rounded(.towardZero)
    let target = rank + Int(rounded.clamped(to: -1e9...1e9))
    return layout.index(atRank: min(max(target, 0), count - 1), count: count)
  }

  /// Adapts to an edit of the other cards, which close up where they had made space.
  package mutating func remap(by shift: IndexShift) {
    index = shift.newIndex(of: index) ?? index
    proposed = index
  }

  package mutating func move(by translation: Vector) { self.translation = translation }

  /// Proposes the index that the card would get at a scroll offset: the cards that it passes make space.
  ///
  /// - Returns: whether the index changed.
  package mutating func propose(
    _ animator: inout StackAnimator,
    scrolledTo offset: Double,
    in layout: StackLayout,
    count: Int,
    at now: Instant
  ) -> Bool {
    let target = target(scrolledTo: offset, in: layout, count: count)
    evaluated = now
    guard target != proposed else { return false }
    for other in min(target, proposed)...max(target, proposed) where other != index {
      let makesSpace = min(target, index)...max(target, index) ~= other
      let steps = makesSpace ? (other > index ? -1.0 : 1.0) : 0
      let displacement = (layout.own.order == .downwards ? steps : -steps) * layout.step
      animator.spring(\.y, of: other, to: displacement, layout.own.shiftSpring, at: now)
    }
    proposed = target
    return true
  }

  /// Moves the card to the side while the finger is beside the stack.
  package func moveAside(_ animator: inout StackAnimator, in layout: StackLayout, at now: Instant) {
    let distance = layout.points(layout.own.sideDistance)
    let side = translation.dx > distance ? 1.0 : translation.dx < -distance ? -1.0 : 0
    let target = side * layout.points(layout.own.sideStep)
    // A card with a pose is drawn also while the stack scrolls its position out of sight.
    guard !animator.displaced.contains(index) || animator[index].x.target != target else { return }
    animator.spring(\.x, of: index, to: target, layout.own.dropSpring, at: now)
  }

  /// Returns when the card passes another one because the stack itself scrolls; `nil` if it does not.
  package func nextProposal(during scroll: Motion, in layout: StackLayout, count: Int) -> Instant? {
    guard layout.own.reorder == .live, case .curve(let glide) = scroll else { return nil }
    let speed = (glide.target - glide.from) / max(glide.duration, 1e-6)
    guard speed != 0 else { return nil }
    let rank = layout.rank(of: proposed, count: count)
    guard (0..<count).contains(rank + (speed > 0 ? 1 : -1)) else { return nil }
    let distance = translation.dy - self.scroll
    // The offset at which the rounded number of steps differs from that of the card's proposed position.
    let steps = Double(rank - self.rank) + (speed > 0 ? 0.5 : -0.5)
    let time = (steps * layout.step - distance - glide.from) / speed
    guard time < glide.duration else { return nil }
    // A microsecond later, so that rounding cannot leave it on this side; and never at a moment that has already been
    // evaluated, or the deck would request a call at one moment forever.
    let crossing = glide.start.advanced(bySeconds: max(time, 0) + 1e-6)
    return crossing > evaluated ? crossing : evaluated.advanced(bySeconds: leastWait)
  }
}

extension ScrollController {
  /// Scrolls a stack while a finger at `y` is near an end of the surface; the nearer, the faster (W7).
  mutating func autoscroll(finger y: Double, in range: ClosedRange<Double>, layout: StackLayout, at now: Instant) {
    let margin = layout.points(layout.own.autoscrollMargin)
    let below = y - (layout.area.size.height - margin)
    let above = margin - y
    let near = max(above, below)
    guard margin > 0, near > 0 else { return stop(at: now) }
    let speed = layout.own.autoscrollSpeed * min(near / margin, 1)
    glide(to: above > below ? range.lowerBound : range.upperBound, speed: speed, at: now)
  }
}
