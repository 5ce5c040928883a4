import Kinetics

/// The displacement of a card from its resting position in the deck: a motion for each property.
struct CardPose: Equatable, Sendable {
  /// The card's index in the deck.
  var index: Int
  /// Points to the right.
  var x = Motion.fixed(0)
  /// Points down.
  var y = Motion.fixed(0)
  /// Degrees, clockwise; drawn within ±`rotationLimit`.
  private(set) var rotation = Motion.fixed(0)
  /// The greatest drawn rotation, in degrees: a spring that a release starts may swing farther.
  private(set) var rotationLimit = Double.infinity
  /// A factor of the size that the card has at its depth.
  var zoom = Motion.fixed(1)
  /// 0 at the front, 1 for the card behind, in between while cards move up.
  var depth: Motion
  /// The depth that determines the card's opacity, which may move up by another motion than the size.
  var shade: Motion
  /// A factor of the opacity that the card has at its shade.
  var opacity = Motion.fixed(1)
  /// The point that scale and rotation do not move, as fractions of width and height.
  var anchor = Self.center
  /// 1 if a drag to the right turns the card clockwise, −1 if counterclockwise (S5).
  var side = 1.0
  /// Whether the card is still entering the deck.
  var isEntering = false
  /// Whether the card takes part in the animation with which its deck appears.
  var isAppearing = false

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
  ///
  /// Evaluated several times per input, for every card: a loop over key paths takes ten times as long.
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
    x.settle(at: now)
    y.settle(at: now)
    rotation.settle(at: now)
    zoom.settle(at: now)
    depth.settle(at: now)
    shade.settle(at: now)
    opacity.settle(at: now)
    if isEntering, !isDisplaced, opacity == .fixed(1) { isEntering = false }
  }

  /// Brings every motion to its end at once (M5).
  mutating func skip() {
    x.skip()
    y.skip()
    rotation.skip()
    zoom.skip()
    depth.skip()
    shade.skip()
    opacity.skip()
  }

  /// Returns how far the card has to be moved so that `other` becomes its anchor without a change on the screen.
  func shift(toAnchor other: Point, in geometry: RestingGeometry<Double>, at now: Instant) -> Vector {
    let size = geometry.size
    let way = Vector(dx: (anchor.x - other.x) * size.width, dy: (anchor.y - other.y) * size.height)
    return geometry.scale * (way + -zoom.value(at: now) * way.rotated(by: turn(at: now)))
  }

  /// Returns the card in its geometry, moved, turned and zoomed about its anchor; the geometry itself scales about its
  /// middle.
  func place<At: Evaluation>(in geometry: RestingGeometry<At.Number>, opacity: At.Number, at now: At) -> CardGeometry<
    At.Number
  > {
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
