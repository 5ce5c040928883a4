extension Spring {
  /// A spring of unit mass from Pop's bounciness and speed.
  ///
  /// The mapping (M1) is that of Pop's `POPAnimationExtras.mm` and of Rebound's `BouncyConversion`: speed
  /// gives a tension T, bounciness a friction F on the curve N(T) of the friction that just prevents a bounce, and
  /// both are then scaled from Origami's units to a stiffness and a damping.
  ///
  /// - Parameters:
  ///   - bounciness: 0…20, without unit; Pop's default is 4.
  ///   - speed: 0…20, without unit; Pop's default is 12.
  /// - Throws: `SpringError` for a parameter outside its range.
  public init(bounciness: Double, speed: Double) throws(SpringError) {
    try SpringError.check(.bounciness, bounciness, .within(0...20))
    try SpringError.check(.speed, speed, .within(0...20))
    let bounce = 0.8 * (bounciness / 1.7) / 20
    let tension = 0.5 + 199.5 * (speed / 1.7) / 20
    let easedBounce = 2 * bounce - bounce * bounce
    let friction = (1 - easedBounce) * Self.frictionWithoutBounce(tension: tension) + 0.01 * easedBounce
    try self.init(mass: 1, stiffness: 194 + (tension - 30) / 50 * 181, damping: 3 * friction + 1)
  }

  /// Pop's N(T): polynomials fitted by its authors to the friction at which a spring of tension T stops bouncing.
  private static func frictionWithoutBounce(tension: Double) -> Double {
    if tension <= 18 {
      ((0.0007 * tension - 0.031) * tension + 0.64) * tension + 1.28
    } else if tension <= 44 {
      ((0.000044 * tension - 0.006) * tension + 0.36) * tension + 2
    } else {
      ((0.00000045 * tension - 0.000332) * tension + 0.1078) * tension + 5.84
    }
  }
}
