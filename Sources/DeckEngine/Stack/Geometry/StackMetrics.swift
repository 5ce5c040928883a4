import Kinetics

/// The scroll and the fan of a stack as a whole.
struct StackMetrics<Number: MotionScalar> {
  /// How far the stack is moved up.
  var shift: Number
  /// The distance from a card to the next.
  var step: Number
  /// How far it is pulled beyond its beginning, in points on the screen (W8).
  var over: Number
  /// The part of `over` that the cards do not follow.
  var pull: Number
  /// How far a pinch parts the cards.
  var spread: Number
}

extension StackMetrics<Double> {
  /// Whether a finger, or what remains of its effect, keeps the cards apart.
  var isApart: Bool { over > 0 || spread > 0 }
}

extension StackLayout {
  /// Returns the metrics of a stack that is scrolled by `offset` and whose cards a pinch has moved apart by `spread`.
  func metrics<Number: MotionScalar>(scrolledBy offset: Number, spread: Number) -> StackMetrics<Number> {
    let over = own.fans ? (-1 * offset).atLeast(0) : 0
    let pull = Number(own.fanPull) * over
    let most = points(own.fanMaximum)
    let spread = spread.clamped(to: 0...most)
    let parted = ((Number(own.fanStep) * pull).atMost(most) + spread).atMost(most)
    return StackMetrics(
      shift: offset + pull,
      step: Number(step) + parted,
      over: over,
      pull: pull,
      spread: spread
    )
  }

  /// Returns the upper edge of a card in its position in a stack of `count` cards, on the surface.
  func y<Number: MotionScalar>(of index: Int, count: Int, in metrics: StackMetrics<Number>) -> Number {
    Number(points(own.top)) - metrics.shift + metrics.step * Number(Double(rank(of: index, count: count)))
  }

  /// Returns the positions from the top whose cards may be on the surface, for a stack of any length.
  func ranks(in metrics: StackMetrics<Double>) -> (first: Double, last: Double) {
    // Presses, bounces and rubber bands move cards slightly out of their positions.
    let reach = points(own.bounceMost) + points(own.pressLift) + 1
    let top = points(own.top) - metrics.shift
    let first = ((-reach - card.height - top) / metrics.step).rounded(.up)
    return (first, ((area.size.height + reach - top) / metrics.step).rounded(.down))
  }

  /// Returns the positions from the top that may be on the surface while the stack is scrolled and its cards are
  /// spread within these ranges.
  func ranks(
    scrolledBy offsets: ClosedRange<Double>,
    spread spreads: ClosedRange<Double>
  ) -> (first: Double, last: Double) {
    let corners = [offsets.lowerBound, offsets.upperBound].flatMap { offset in
      [spreads.lowerBound, spreads.upperBound].map { metrics(scrolledBy: offset, spread: $0) }
    }
    // A greater scroll offset moves the stack up, and spreads it less.
    let (low, high) = (corners.map(\.step).min() ?? step, corners.map(\.step).max() ?? step)
    let ranks = corners.flatMap { corner in
      [low, high].map { step in
        var metrics = corner
        metrics.step = step
        return self.ranks(in: metrics)
      }
    }
    return (ranks.map(\.first).min() ?? 0, ranks.map(\.last).max() ?? -1)
  }

  /// Returns the positions from the top that are visible in a stack of `count` cards at rest, scrolled by `offset`; at
  /// least one.
  func visibleRanks(at offset: Double, count: Int) -> ClosedRange<Int> {
    let top = points(own.top) - offset
    let last = Double(count - 1)
    let first = ((-card.height - top) / step).rounded(.down) + 1
    let end = ((area.size.height - top) / step).rounded(.up) - 1
    let lower = Int(first.clamped(to: 0...last))
    return lower...max(Int(end.clamped(to: 0...last)), lower)
  }
}
