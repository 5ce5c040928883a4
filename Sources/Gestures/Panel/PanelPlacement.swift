public import Kinetics

/// The rotation of a panel relative to its surface, clockwise.
public enum PanelRotation: Int, CaseIterable, Hashable, Sendable {
  /// The panel's top is the surface's top.
  case none = 0
  /// The panel's left edge is the surface's top.
  case quarter = 90
  /// The panel's bottom is the surface's top.
  case half = 180
  /// The panel's right edge is the surface's top.
  case threeQuarters = 270

  /// Whether width and height are swapped.
  public var swapsAxes: Bool {
    self == .quarter || self == .threeQuarters
  }

  /// The rotation back.
  var inverse: Self {
    switch self {
    case .none, .half: self
    case .quarter: .threeQuarters
    case .threeQuarters: .quarter
    }
  }

  /// The position after the rotation of the unit square.
  func map(_ position: Point) -> Point {
    switch self {
    case .none: position
    case .quarter: Point(x: 1 - position.y, y: position.x)
    case .half: Point(x: 1 - position.x, y: 1 - position.y)
    case .threeQuarters: Point(x: position.y, y: 1 - position.x)
    }
  }
}

/// The axes of a panel that run the other way.
public enum PanelFlip: String, CaseIterable, Hashable, Sendable {
  /// Neither.
  case none
  /// Left and right are exchanged.
  case horizontal
  /// Top and bottom are exchanged.
  case vertical
  /// Both are exchanged, which is half a turn.
  case both

  /// The position after the reflection of the unit square.
  func map(_ position: Point) -> Point {
    let x = self == .horizontal || self == .both ? 1 - position.x : position.x
    let y = self == .vertical || self == .both ? 1 - position.y : position.y
    return Point(x: x, y: y)
  }
}

/// The part of a panel that covers a surface, as fractions of the panel's width and height.
public struct PanelArea: Hashable, Sendable {
  /// The top left corner.
  public let origin: Point
  /// Positive.
  public let size: Size

  /// The part of the unit square within the rectangle; `nil` if there is none.
  public init?(origin: Point, size: Size) {
    let corner = Point(x: max(origin.x, 0), y: max(origin.y, 0))
    let extent = Size(
      width: min(origin.x + size.width, 1) - corner.x,
      height: min(origin.y + size.height, 1) - corner.y
    )
    guard extent.width > 0, extent.height > 0 else { return nil }
    (self.origin, self.size) = (corner, extent)
  }

  /// The position as a fraction of the area.
  func map(_ position: Point) -> Point {
    Point(x: (position.x - origin.x) / size.width, y: (position.y - origin.y) / size.height)
  }

  /// The position on the panel of a fraction of the area.
  func unmap(_ position: Point) -> Point {
    Point(x: origin.x + position.x * size.width, y: origin.y + position.y * size.height)
  }
}

/// How a panel lies on its surface, in the order of application: calibration, area, flip, rotation.
public struct PanelPlacement: Hashable, Sendable {
  /// Where touches are on the panel.
  public var calibration: CalibrationMatrix
  /// The part that covers the surface, `nil` for the whole panel; contacts that come down elsewhere are ignored.
  public var area: PanelArea?
  /// The axes of the area that run the other way.
  public var flip: PanelFlip
  /// The rotation of the flipped area.
  public var rotation: PanelRotation

  /// A panel that covers its surface as it reports its touches, by default.
  public init(
    calibration: CalibrationMatrix = .identity,
    area: PanelArea? = nil,
    flip: PanelFlip = .none,
    rotation: PanelRotation = .none
  ) {
    self.calibration = calibration
    self.area = area
    self.flip = flip
    self.rotation = rotation
  }

  /// The position in the surface's unit square of a touch that the panel reports at `position` of its own.
  public func map(_ position: Point) -> Point {
    let calibrated = calibration.map(position)
    return rotation.map(flip.map(area?.map(calibrated) ?? calibrated))
  }

  /// The calibrated position of a touch that is at `position` of the surface's unit square.
  public func calibrated(_ position: Point) -> Point {
    let unturned = flip.map(rotation.inverse.map(position))
    return area?.unmap(unturned) ?? unturned
  }

  /// How many times too wide or too high pictures and touches are on a surface of this size, 1.05 or more: the quotient
  /// of the panel's aspect and the surface's; `nil` where that hardly shows, and for a panel of unknown shape.
  public func stretch(of panel: PanelDescription, on surface: Size) -> Double? {
    // Axes without millimeters say nothing about the shape.
    guard let size = covering(panel).sensibleMillimetres, surface.width > 0, surface.height > 0 else { return nil }
    let aspect = rotation.swapsAxes ? size.height / size.width : size.width / size.height
    let quotient = aspect * surface.height / surface.width
    let ratio = max(quotient, 1 / quotient)
    return ratio > 1.05 ? ratio : nil
  }

  /// The panel as far as it covers the surface, before rotation: with calibrated axes, and the area's size.
  public func covering(_ panel: PanelDescription) -> PanelDescription {
    let part = area?.size ?? Size(width: 1, height: 1)
    let isSwapped = calibration.swapsAxes
    func placed(_ size: Size) -> Size {
      Size(
        width: (isSwapped ? size.height : size.width) * part.width,
        height: (isSwapped ? size.width : size.height) * part.height
      )
    }
    var covering = panel
    covering.axes = placed(panel.axes)
    covering.millimetres = panel.sensibleMillimetres.map(placed)
    return covering
  }
}
