import DeckProtocol
import Gestures
import Kinetics

/// The geometry of a swipe deck: where cards rest, what a drag means, where a decided card flies to.
package struct SwipeLayout: DeckLayout {
  @Shared package private(set) var settings: DeckSettings
  @Shared package private(set) var own: SwipeSettings
  package let area: Rectangle
  package let surface: SurfaceConfiguration
  /// The resting geometries of the first depths, which every frame needs.
  private var slots: [RestingGeometry<Double>] = []

  package init(settings: DeckSettings, area: Rectangle, surface: SurfaceConfiguration) {
    self.settings = settings
    own = SwipeSettings(of: settings)
    self.area = area
    self.surface = surface
    slots = (0...own.visible).map(rest)
  }

  /// The distance in points after which a drag begins.
  var dragDistance: Double { points(settings.dragDistance) }

  /// The deck's middle, in its own coordinates.
  var center: Point { Point(x: area.size.width / 2, y: area.size.height / 2) }
}

// MARK: - Resting geometry

extension SwipeLayout {
  /// Returns the geometry of a card at a depth, which is between those of two cards while they move up, or slightly
  /// before the front.
  func restingGeometry<Number: MotionScalar>(atDepth depth: Number) -> RestingGeometry<Number> {
    RestingGeometry(
      x: depth.interpolated { restingGeometry($0).x },
      y: depth.interpolated { restingGeometry($0).y },
      // A bouncy spring can overshoot the smaller of two sizes to below 0.
      width: depth.interpolated { restingGeometry($0).width }.atLeast(0),
      height: depth.interpolated { restingGeometry($0).height }.atLeast(0),
      scale: depth.interpolated { restingGeometry($0).scale }.atLeast(0),
      opacity: depth.interpolated { restingGeometry($0).opacity }.clamped(to: 0...1)
    )
  }

  /// Returns the opacity of a card at a depth.
  func opacity<Number: MotionScalar>(atDepth depth: Number) -> Number {
    depth.atLeast(0).interpolated { restingGeometry($0).opacity }.clamped(to: 0...1)
  }

  /// Returns the geometry at `now` of a card that has moved up by `risen` with the finger.
  func geometry<At: Evaluation>(of pose: CardPose, risen: At.Number = 0, at now: At) -> CardGeometry<At.Number> {
    let opacity = opacity(atDepth: now.value(of: pose.shade) - risen)
    return pose.geometry(in: restingGeometry(atDepth: now.value(of: pose.depth) - risen), opacity: opacity, at: now)
  }

  /// The size that the ratios of a drag refer to.
  var reference: Size {
    switch own.reference {
    case .card: restingGeometry(0).size
    case .deck: area.size
    }
  }

  private func restingGeometry(_ depth: Int) -> RestingGeometry<Double> {
    depth < slots.count ? slots[depth] : rest(atDepth: depth)
  }

  private func rest(atDepth depth: Int) -> RestingGeometry<Double> {
    switch own.layout {
    case .fitted: fitted(depth)
    case .stacked: stacked(depth)
    case .stretched: stretched(depth)
    }
  }

  private func opacity(_ depth: Int) -> Double {
    depth == 0 ? 1 : own.depthOpacity
  }

  private func fitted(_ depth: Int) -> RestingGeometry<Double> {
    let padding = points(own.cardPadding)
    let availableWidth = max(area.size.width - 2 * padding, 1)
    let width = min(availableWidth, heightWithPeeks(padding) * own.cardAspect)
    let size = Size(width: width, height: width / own.cardAspect)
    return RestingGeometry(
      origin: Point(
        x: (area.size.width - size.width) / 2,
        y: (area.size.height - size.height) / 2 + Double(depth) * points(own.depthOffset)
      ),
      size: size,
      scale: max(1 - Double(depth) * own.depthScale, 0),
      opacity: opacity(depth)
    )
  }

  /// The height that a centered card may have: within the padding, and with room for the cards that lie lower behind it.
  ///
  /// These end within half of the padding, unless the card would be less than half as high for them. At the offsets of
  /// the presets they have room.
  private func heightWithPeeks(_ padding: Double) -> Double {
    let (height, offset) = (area.size.height, points(own.depthOffset))
    let padded = max(height - 2 * padding, 1)
    return (1..<max(own.visible, 1)).reduce(padded) { least, depth in
      let scale = 1 - Double(depth) * own.depthScale
      return scale > 0 ? max(min(least, (height - padding - 2 * Double(depth) * offset) / scale), padded / 2) : least
    }
  }

  private func stacked(_ depth: Int) -> RestingGeometry<Double> {
    let offset = points(own.depthOffset)
    let ratio = (0..<depth).reduce(1) { product, _ in product * (1 - own.depthScale) }
    let available = max(area.size.height - offset * Double(own.visible - 1), 1)
    let size = Size(width: area.size.width * ratio, height: available * ratio)
    let inset = offset * Double(own.visible - 1 - depth)
    let y =
      switch own.layoutEdge {
      case .top: inset
      case .bottom: area.size.height - inset - size.height
      }
    return RestingGeometry(
      origin: Point(x: (area.size.width - size.width) / 2, y: y),
      size: size,
      scale: 1,
      opacity: opacity(depth)
    )
  }

  private func stretched(_ depth: Int) -> RestingGeometry<Double> {
    let inset = points(own.stretchedInset)
    let width = depth == 0 ? max(area.size.width - 2 * inset, 1) : own.stretchedBackWidth * area.size.width
    let origin =
      depth == 0
      ? Point(x: inset, y: points(own.stretchedTop))
      : Point(x: own.stretchedBackX * area.size.width, y: 0)
    return RestingGeometry(
      origin: origin,
      size: Size(width: width, height: own.stretchedHeight * width),
      scale: 1,
      opacity: depth < 2 ? opacity(depth) : 0
    )
  }
}
