import Kinetics

/// A card on a finger: it follows, and when it is let go it flies away or springs back.
struct FlickedCard {
  /// The card's width in points.
  let width: Double

  /// The finger's latest positions, for its speed.
  private var finger = VelocityEstimator()
  /// The finger's position when it came down, and now.
  private var down: Point?
  private var now = Point(x: 0, y: 0)

  /// How the card moves, as a formula of time.
  private(set) var motion = Motion.fixed(0)

  init(width: Double) {
    self.width = width
  }

  /// The finger is at `point`, or came down there.
  mutating func follow(_ point: Point, at time: Instant) {
    if down == nil { down = point }
    now = point
    finger.add(point, at: time)
    motion = .fixed(now.x - (down?.x ?? now.x))
  }

  /// The finger is lifted: where it would have been a quarter of a second later decides.
  mutating func release(at time: Instant) throws {
    let velocity = finger.velocity(at: time)
    let x = motion.value(at: time)
    let end = Projection.predictedEnd(of: x, velocity: velocity.dx)
    if abs(end) > width / 2 {
      let away = end < 0 ? -1.5 * width : 1.5 * width
      motion = .curve(CurveMotion(.easeOut, from: x, to: away, duration: 0.3, at: time))
    } else {
      let spring = try Spring(response: 0.4, dampingFraction: 0.7)
      motion = .spring(SpringMotion(spring, from: x, velocity: velocity.dx, to: 0, at: time, rest: .points))
    }
  }
}
