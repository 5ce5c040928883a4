extension VelocityEstimator {
  /// Returns the slope, at the newest sample, of the least-squares parabola through the newest `count` samples.
  ///
  /// Times are relative to their mean and in units of their span, so the sums of their powers stay near 1 for any clock
  /// origin, and Σu is 0. The normal equations reduce to
  /// b·Σu² + c·Σu³ = Σuy and b·Σu³ + c·(Σu⁴ − (Σu²)²/n) = Σu²y, with y counted from its mean.
  func leastSquares(_ count: Int) -> Vector {
    let samples = ring.span
    let newest = samples[place(0)]
    let span = newest.time.seconds(since: samples[place(count - 1)].time)
    let number = Double(count)
    let perMicrosecond = 1e-6 / span
    func time(_ sample: Sample) -> Double {
      Double(sample.time.microseconds - newest.time.microseconds) * perMicrosecond
    }

    var timeSum = 0.0
    var waySum = Vector.zero
    for back in 0..<count {
      timeSum += time(samples[place(back)])
      waySum = waySum + (samples[place(back)].position - newest.position)
    }
    let meanTime = timeSum / number
    let meanPosition = newest.position + 1 / number * waySum

    var (square, cube, fourth) = (0.0, 0.0, 0.0)
    var (linear, quadratic) = (Vector.zero, Vector.zero)
    for back in 0..<count {
      let sample = samples[place(back)]
      let time = time(sample) - meanTime
      let way = sample.position - meanPosition
      let timeSquare = time * time
      square += timeSquare
      cube += timeSquare * time
      fourth += timeSquare * timeSquare
      linear = linear + time * way
      quadratic = quadratic + timeSquare * way
    }

    let curvature = fourth - square * square / number
    let determinant = square * curvature - cube * cube
    // Below 1e-3 of its maximum, the samples lie at two instants, within an eightieth of their span (derived for three
    // of them). A parabola would then extrapolate the noise between the near ones.
    guard count > 2, determinant > 1e-3 * square * curvature else { return 1 / (span * square) * linear }
    let slope = 1 / determinant * (curvature * linear + -cube * quadratic)
    let bend = 1 / determinant * (square * quadratic + -cube * linear)
    return 1 / span * (slope + -2 * meanTime * bend)
  }

  /// Returns the velocity that the finger's pushes would have given a unit mass, from the newest `count` samples.
  ///
  /// Between two samples the mass is pushed from its velocity to the segment's, at the segment's speed:
  /// W = Σ (vᵢ − vᵢ₋₁)·|vᵢ|, halved for the first, and v = √(2W) with W's sign.
  /// Source: Android's `ImpulseVelocityTrackerStrategy`.
  func impulse(_ count: Int) -> Vector {
    func velocity(from work: Double) -> Double {
      let speed = (2 * work.magnitude).squareRoot()
      return work < 0 ? -speed : speed
    }
    let samples = ring.span
    var work = Vector.zero
    for back in stride(from: count - 2, through: 0, by: -1) {
      let (older, newer) = (samples[place(back + 1)], samples[place(back)])
      let segment = 1 / newer.time.seconds(since: older.time) * (newer.position - older.position)
      let gain = Vector(
        dx: (segment.dx - velocity(from: work.dx)) * segment.dx.magnitude,
        dy: (segment.dy - velocity(from: work.dy)) * segment.dy.magnitude
      )
      work = work + (back == count - 2 ? 0.5 : 1) * gain
    }
    return Vector(dx: velocity(from: work.dx), dy: velocity(from: work.dy))
  }

  /// Returns the displacement from the oldest of the newest `count` samples to the newest, divided by its time.
  func meanVelocity(_ count: Int) -> Vector {
    let samples = ring.span
    let (oldest, newest) = (samples[place(count - 1)], samples[place(0)])
    return 1 / newest.time.seconds(since: oldest.time) * (newest.position - oldest.position)
  }
}
