import Kinetics

/// How a card is moved out of its place in the deck: a motion for each property.
struct CardPose: Equatable, Sendable {
  /// The card's place in the deck's order.
  var index: Int
  /// Points to the right.
  var x = Motion.fixed(0)
  /// Points down.
  var y = Motion.fixed(0)
  /// Degrees, clockwise; drawn within ±`rotationLimit`.
  private(set) var rotation = Motion.fixed(0)
  /// How far the card is drawn turned at most, in degrees: a spring that a release sets in motion may swing farther.
  private(set) var rotationLimit = Double.infinity
  /// A factor of the size that the card has at its depth.
  var zoom = Motion.fixed(1)
  /// 0 at the front, 1 for the card behind, between them while cards move up.
  var depth: Motion
  /// The depth that the card's opacity belongs to: it may move up in another way than its size.
  var shade: Motion
  /// A factor of the opacity that the card has at its shade.
  var opacity = Motion.fixed(1)
  /// What scale and rotation leave where it is, as fractions of width and height.
  var anchor = Self.center
  /// 1 when a drag to the right turns the card clockwise, −1 when the other way (S5).
  var side = 1.0
  /// Whether the card is on its way into the deck.
  var isEntering = false
  /// Whether the card takes part in the animation that its deck appears with.
  var isAppearing = false

  static let center = Point(x: 0.5, y: 0.5)

  /// The rotation at which the card is drawn, in degrees.
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
  /// Asked several times an input, of every card: a loop over key paths takes ten times as long.
  var nextEnd: Instant? {
    var next = earlier(x.end, y.end)
    next = earlier(next, rotation.end)
    next = earlier(next, zoom.end)
    next = earlier(next, depth.end)
    next = earlier(next, shade.end)
    return earlier(next, opacity.end)
  }

  /// Whether the card is, or is about to be, anywhere else than in its place.
  var isDisplaced: Bool {
    x != .fixed(0) || y != .fixed(0) || rotation != .fixed(0) || zoom != .fixed(1)
  }

  /// Turns every motion that is over by `now` into its target.
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

  /// How far the card has to be moved for `other` to be its anchor with nothing moving on the screen.
  func shift(toAnchor other: Point, in geometry: RestingGeometry<Double>, at now: Instant) -> Vector {
    let size = geometry.size
    let way = Vector(dx: (anchor.x - other.x) * size.width, dy: (anchor.y - other.y) * size.height)
    return geometry.scale * (way + -zoom.value(at: now) * way.rotated(by: turn(at: now)))
  }

  /// The card in its geometry, moved, turned and zoomed about its anchor; the geometry itself scales about its middle.
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

  /// Forgets where the card was grabbed, which changes nothing for a card in its place.
  mutating func forgetGrab() {
    guard !isDisplaced else { return }
    anchor = Self.center
    side = 1
    rotationLimit = .infinity
  }
}
