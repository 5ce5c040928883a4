import RealModule

extension Spring {
  /// Returns displacement from the target and velocity after `time` seconds, exact for any length of time.
  ///
  /// The two solutions below are the same analytic function of ζ, each written so that it loses no digits in its own
  /// region. Source: any text on the harmonic oscillator; Flutter's `physics/spring_simulation.dart` has the three
  /// textbook cases, of which the critical one is the limit of `creeping` here.
  ///
  /// - Parameters:
  ///   - time: seconds, finite.
  ///   - displacement: from the target at time 0, in the property's unit.
  ///   - velocity: at time 0, in the property's unit per second.
  /// - Returns: the displacement from the target as `position`, and the velocity.
  public func state(after time: Double, displacement: Double, velocity: Double) -> MotionState {
    dampingFraction < 1
      ? swinging(after: time, displacement: displacement, velocity: velocity)
      : creeping(after: time, displacement: displacement, velocity: velocity)
  }

  /// Below ζ = 1, with a = ζω₀ and ω = ω₀√(1 − ζ²): x = e^(−at)·(x₀·cos ωt + (v₀ + a·x₀)·sin(ωt)/ω).
  ///
  /// sin(ωt)/ω stays exact as ω goes to 0, so nothing special is needed near ζ = 1.
  private func swinging(after time: Double, displacement: Double, velocity: Double) -> MotionState {
    let rate = dampingFraction * naturalFrequency
    let decay = Double.exp(-rate * time)
    let cosine = Double.cos(splitting * time)
    let sine = Double.sin(splitting * time) / splitting
    let pull = rate * velocity + naturalFrequency * naturalFrequency * displacement
    return MotionState(
      position: decay * (displacement * cosine + (velocity + rate * displacement) * sine),
      velocity: decay * (velocity * cosine - pull * sine)
    )
  }

  /// From ζ = 1 up, with decay rates slow ≤ fast: x = e^(−slow·t)·(x₀ + (v₀ + slow·x₀)·D).
  ///
  /// D = (1 − e^(−2βt))/(2β), where 2β = fast − slow, grows from 0 as t does when β = 0 (ζ = 1). In this form the
  /// amplitudes of the two exponentials never appear separately: near ζ = 1 they are huge and cancel.
  private func creeping(after time: Double, displacement: Double, velocity: Double) -> MotionState {
    let slow = slowRate
    let decay = Double.exp(-slow * time)
    let gap = 2 * splitting
    let growth = gap > 0 ? -Double.expMinusOne(-gap * time) / gap : time
    let impetus = velocity + slow * displacement
    return MotionState(
      position: decay * (displacement + impetus * growth),
      velocity: decay * (velocity - fastRate * impetus * growth)
    )
  }

  /// The larger decay rate from ζ = 1 up, ω₀(ζ + √(ζ² − 1)), in 1/s.
  var fastRate: Double {
    dampingFraction * naturalFrequency + splitting
  }

  /// The smaller decay rate from ζ = 1 up, in 1/s; as ω₀²/fast, since ζ − √(ζ² − 1) loses its digits at a large ζ.
  var slowRate: Double {
    naturalFrequency / fastRate * naturalFrequency
  }
}
