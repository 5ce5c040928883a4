import DeckProtocol
import Kinetics

/// The number of cards that a scene contains regardless of when they come into sight: a few screens.
private let freeCards = 64.0

/// The least time between two looks ahead, in seconds, in which a fling passes a screen or two.
private let leastLook = 0.1

extension StackDeck {
  func scene(from now: Instant) -> AnimatedScene {
    let (indexes, end) = sight(from: now)
    let stance = stance(at: SymbolicEvaluation())
    var elements = indexes.map { index in
      AnimatedElement(shown(index, place(of: index, in: stance, at: SymbolicEvaluation()), role: .behind))
    }
    elements += leaving.map { AnimatedElement(shown($0, at: SymbolicEvaluation())) }
    if let detail = shownDetail(at: SymbolicEvaluation()) { elements.append(AnimatedElement(detail)) }
    if stack.fans, stance.over != 0 || stance.spread != 0 {
      let spread = stance.step - MotionExpression(layout.step)
      elements.append(AnimatedElement(over: stance.over, pull: stance.pull, spread: spread))
    }
    return AnimatedScene(elements: elements, end: end)
  }

  /// Returns the cards that come into sight from `now` on: all of them if they are few, else those until some time
  /// after the next look ahead.
  private func sight(from now: Instant) -> (indexes: [Int], end: Instant?) {
    let all = scroll.offset.range
    let (first, last) = ranks(scrolledBy: all)
    let offset = scroll.value(at: now)
    let speed = scroll.offset.greatestSpeed(from: now)
    guard last - first > freeCards, speed > 0 else {
      // A motion that is over, but not settled yet, stays where it is.
      let (first, last) = speed > 0 ? (first, last) : ranks(scrolledBy: offset...offset)
      return (indexes(from: first, through: last), nil)
    }
    let pause = max(layout.area.size.height / speed, leastLook)
    // Twice as far as the next look ahead, which may be late.
    let way = 2 * pause * speed
    let ahead = ranks(scrolledBy: (offset - way).clamped(to: all)...(offset + way).clamped(to: all))
    return (indexes(from: ahead.first, through: ahead.last), now.advanced(bySeconds: pause))
  }

  /// Returns the positions from the top that may be on the surface while the stack is scrolled within a range, however
  /// it is fanned meanwhile.
  private func ranks(scrolledBy offsets: ClosedRange<Double>) -> (first: Double, last: Double) {
    let spreads = spread.range
    let corners = [offsets.lowerBound, offsets.upperBound].flatMap { offset in
      [spreads.lowerBound, spreads.upperBound].map { stance(scrolledBy: offset, spread: $0) }
    }
    // A greater scroll offset moves the stack up, and spreads it less.
    let (low, high) = (corners.map(\.step).min() ?? layout.step, corners.map(\.step).max() ?? layout.step)
    let ranks = corners.flatMap { corner in
      [low, high].map { step in
        var stance = corner
        stance.step = step
        return self.ranks(in: stance)
      }
    }
    return (ranks.map(\.first).min() ?? 0, ranks.map(\.last).max() ?? -1)
  }
}
