public import Kinetics

/// Maps a panel's own unit square to a surface in points.
public struct PanelGeometry: Hashable, Sendable {
  /// The surface's size in points, after rotation.
  public var surface: Size
  /// How the panel lies on the surface.
  public var placement: PanelPlacement

  /// A panel that lies on `surface` as `placement` says.
  public init(surface: Size, placement: PanelPlacement = PanelPlacement()) {
    self.surface = surface
    self.placement = placement
  }

  /// The surface point of a touch that the panel reports at `position` of its unit square.
  public func map(_ position: Point) -> Point {
    let placed = placement.map(position)
    return Point(x: placed.x * surface.width, y: placed.y * surface.height)
  }

  /// Returns the frame with its contacts mapped to the surface.
  public func map(_ frame: TouchFrame) -> TouchFrame {
    var mapped = TouchFrame(time: frame.time, contacts: [])
    map(frame, into: &mapped)
    return mapped
  }

  /// Makes `mapped` the frame with its contacts mapped to the surface, in the buffer that `mapped` has.
  public func map(_ frame: TouchFrame, into mapped: inout TouchFrame) {
    mapped.time = frame.time
    mapped.contacts.clear()
    for var contact in frame.contacts {
      contact.position = map(contact.position)
      mapped.contacts.append(contact)
    }
  }
}

/// The rule that sizes a surface, in points, where no size is configured.
public struct SurfaceSizing: Hashable, Sendable {
  /// Points per millimeter: 163 points per inch, the density that phone layouts are made for, is 6.4/mm.
  public var pointsPerMillimetre: Double
  /// The shorter side of a panel of unknown size, in points.
  public var shortSide: Double

  /// The sides in millimeters that a touch panel can have; firmware that reports others is ignored.
  public static let sensibleMillimetres = 20.0...3000.0
  /// How many times the units of a panel's shorter axis the longer one has at most, where its size is not known: the sides
  /// that a panel can have differ by no more.
  public static let largestRatio = sensibleMillimetres.upperBound / sensibleMillimetres.lowerBound
  /// The surface of a daemon without a panel, in points.
  public static let withoutPanel = Size(width: 400, height: 800)

  /// A rule with a density and the short side of panels of unknown size.
  public init(pointsPerMillimetre: Double = 6.4, shortSide: Double = 400) {
    self.pointsPerMillimetre = pointsPerMillimetre
    self.shortSide = shortSide
  }

  /// The surface that `panel` covers when turned by `rotation`.
  public func surface(for panel: PanelDescription, rotation: PanelRotation) -> Size {
    let upright = unrotated(panel)
    return rotation.swapsAxes ? Size(width: upright.height, height: upright.width) : upright
  }

  private func unrotated(_ panel: PanelDescription) -> Size {
    if let size = panel.sensibleMillimetres {
      return Size(width: size.width * pointsPerMillimetre, height: size.height * pointsPerMillimetre)
    }
    guard panel.axes.width > 0, panel.axes.height > 0 else { return Self.withoutPanel }
    let scale = shortSide / min(panel.axes.width, panel.axes.height)
    return Size(width: panel.axes.width * scale, height: panel.axes.height * scale)
  }
}

extension PanelDescription {
  /// Whether a surface can have the panel's shape; it cannot where one axis dwarfs the other, and no size says better.
  public var hasSensibleShape: Bool {
    let (short, long) = (min(axes.width, axes.height), max(axes.width, axes.height))
    return sensibleMillimetres != nil || short <= 0 || long / short <= SurfaceSizing.largestRatio
  }

  /// The size in millimeters, if it is one that a panel can have.
  public var sensibleMillimetres: Size? {
    guard let millimetres,
      SurfaceSizing.sensibleMillimetres.contains(millimetres.width),
      SurfaceSizing.sensibleMillimetres.contains(millimetres.height)
    else { return nil }
    return millimetres
  }
}
