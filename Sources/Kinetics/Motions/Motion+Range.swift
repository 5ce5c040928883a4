extension Motion {
  /// The range of values that the motion takes, from before its start to after its end; it may be somewhat too large.
  public var range: ClosedRange<Double> {
    switch self {
    case .fixed(let value): value...value
    case .spring(let motion): motion.range
    case .curve(let motion): motion.range
    case .decay(let motion): ClosedRange(from: motion.from, to: motion.target)
    }
  }

  /// Returns a speed that the motion does not exceed from `instant` on; infinite if none is known in closed form.
  public func greatestSpeed(from instant: Instant) -> Double {
    switch self {
    case .fixed: 0
    case .spring(let motion): motion.greatestSpeed(from: instant)
    case .curve(let motion) where instant >= motion.end: 0
    case .curve(let motion) where motion.curve == .linear: (motion.target - motion.from).magnitude / motion.duration
    case .curve: .infinity
    case .decay(let motion): motion.state(at: max(instant, motion.start)).velocity.magnitude
    }
  }
}

extension SpringMotion {
  /// Turning points shrink, so the first two of each formula bound all values after it.
  fileprivate var range: ClosedRange<Double> {
    var (low, high) = (min(from, target), max(from, target))
    for piece in pieces {
      let spring = piece.spring
      let turn = spring.firstTurn(displacement: piece.displacement, velocity: piece.velocity)
      let next = spring.dampingFraction < 1 ? turn.map { $0 + Double.pi / spring.splitting } : nil
      for time in [0, turn, next].compactMap(\.self) {
        let state = spring.state(after: time, displacement: piece.displacement, velocity: piece.velocity)
        low = min(low, target + state.position)
        high = max(high, target + state.position)
      }
    }
    return low...high
  }

  /// ½v² + ½ω₀²x² never grows.
  fileprivate func greatestSpeed(from instant: Instant) -> Double {
    guard !isBlending else { return .infinity }
    let state = state(at: max(instant, start))
    let pull = spring.naturalFrequency * (state.position - target)
    return (state.velocity * state.velocity + pull * pull).squareRoot()
  }
}

extension CurveMotion {
  /// The range of values that the motion takes; a Bézier curve lies in the hull of its control points.
  public var range: ClosedRange<Double> {
    let way = target - from
    let values = [from, from + way * curve.y1, from + way * curve.y2, target]
    return (values.min() ?? from)...(values.max() ?? target)
  }
}

extension ClosedRange<Double> {
  /// The range between two numbers in either order.
  fileprivate init(from: Double, to: Double) {
    self = Swift.min(from, to)...Swift.max(from, to)
  }
}
