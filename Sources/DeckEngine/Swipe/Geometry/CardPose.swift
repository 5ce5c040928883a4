package import Kinetics

/// The displacement of a card from its resting position in the deck: a motion for each property.
package struct CardPose: Equatable, Sendable {
  /// The card's index in the deck.
  package var index: Int
  /// Points to the right.
  package var x = Motion.fixed(0)
  /// Points down.
  package var y = Motion.fixed(0)
  /// Degrees, clockwise; drawn within ±`rotationLimit`.
  package private(set) var rotation = Motion.fixed(0)
  /// The greatest drawn rotation, in degrees: a spring that a release starts may swing farther.
  private(set) var rotationLimit = Double.infinity
  /// A factor of the size that the card has at its depth.
  package var zoom = Motion.fixed(1)
  /// 0 at the front, 1 for the card behind, in between while cards move up.
  package var depth: Motion
  /// The depth that determines the card's opacity, which may move up by another motion than the size.
  var shade: Motion
  /// A factor of the opacity that the card has at its shade.
  package var opacity = Motion.fixed(1)
  /// The point that scale and rotation do not move, as fractions of width and height.
  package var anchor = Self.center
  /// 1 if a drag to the right turns the card clockwise, −1 if counterclockwise (S5).
  var side = 1.0
  /// Whether the card is still entering the deck.
  package var isEntering = false
  /// Whether the card takes part in the animation with which its deck appears.
  package var isAppearing = false

  static let center = Point(x: 0.5, y: 0.5)

  /// Returns the rotation at which the card is drawn, in degrees.
  func turn(at now: Instant) -> Double {
    rotation.value(at: now).clamped(to: -rotationLimit...rotationLimit)
  }

  /// Turns the card along `motion`, which is drawn up to `limit` degrees to either side.
  mutating func rotate(along motion: Motion, limit: Double = .infinity) {
    rotation = motion
    rotationLimit = limit
  }

  /// A card at rest at a depth.
  init(index: Int, depth: Double) {
    self.index = index
    self.depth = .fixed(depth)
    shade = .fixed(depth)
  }

  /// The earliest moment at which a property comes to rest; `nil` for a card that does not move.
  var nextEnd: Instant? {
    var next = earlier(x.end, y.end)
    next = earlier(next, rotation.end)
    next = earlier(next, zoom.end)
    next = earlier(next, depth.end)
    next = earlier(next, shade.end)
    return earlier(next, opacity.end)
  }

  /// Whether the card is, or is about to be, out of its resting position.
  var isDisplaced: Bool {
    x != .fixed(0) || y != .fixed(0) || rotation != .fixed(0) || zoom != .fixed(1)
  }

  /// Replaces every motion that is over by `now` by its target.
  mutating func settle(at now: Instant) {
    change { $0.settle(at: now) }
    if isEntering, !isDisplaced, opacity == .fixed(1) { isEntering = false }
  }

  /// Brings every motion to its end at once (M5).
  mutating func skip() { change { $0.skip() } }

  private mutating func change(_ body: (inout Motion) -> Void) {
    body(&x)
    body(&y)
    body(&rotation)
    body(&zoom)
    body(&depth)
    body(&shade)
    body(&opacity)
  }

  /// Stops the card where it is, except on its path to its depth.
  mutating func stop(at now: Instant) {
    x = .fixed(x.value(at: now))
    y = .fixed(y.value(at: now))
    rotate(along: .fixed(turn(at: now)))
    zoom = .fixed(zoom.value(at: now))
    isEntering = false
  }

  /// Returns how far the card has to be moved so that `other` becomes its anchor without a change on the screen.
  func shift(toAnchor other: Point, in geometry: RestingGeometry<Double>, at now: Instant) -> Vector {
    let size = geometry.size
    let distance = Vector(dx: (anchor.x - other.x) * size.width, dy: (anchor.y - other.y) * size.height)
    return geometry.scale * (distance + -zoom.value(at: now) * distance.rotated(by: turn(at: now)))
  }

  /// Returns the geometry of the card, moved, turned and zoomed about its anchor; the geometry itself scales about its
  /// middle.
  func geometry<At: Evaluation>(in geometry: RestingGeometry<At.Number>, opacity: At.Number, at now: At)
    -> CardGeometry<
      At.Number
    >
  {
    let across = At.Number(anchor.x - 0.5) * geometry.width
    let down = At.Number(anchor.y - 0.5) * geometry.height
    return CardGeometry(
      x: geometry.x + now.value(of: x) + (geometry.scale - 1) * across,
      y: geometry.y + now.value(of: y) + (geometry.scale - 1) * down,
      width: geometry.width,
      height: geometry.height,
      scale: geometry.scale * now.value(of: zoom),
      rotation: now.value(of: rotation).clamped(to: -rotationLimit...rotationLimit),
      anchor: anchor,
      opacity: opacity * now.value(of: self.opacity).clamped(to: 0...1)
    )
  }

  /// Forgets where the card was grabbed, which changes nothing for a card at its resting position.
  mutating func forgetGrab() {
    guard !isDisplaced else { return }
    anchor = Self.center
    side = 1
    rotationLimit = .infinity
  }
}
