import DeckEngine
import DeckProtocol
package import Gestures
import Kinetics

/// The mapping of a panel to a surface.
package struct PanelMapping: Hashable, Sendable {
  /// The surface's name.
  package var surface: String
  package var rotation: PanelRotation
  package var flip = PanelFlip.none
  /// Replaces the calibration that udev has for the panel; `nil` to use that.
  package var calibration: CalibrationMatrix?
  /// The part of the panel that covers the surface; `nil` for all of it.
  package var area: PanelAreaSection?
  /// Whether no other program receives the panel's touches.
  package var isGrabbed = false
  /// Whether other programs receive the touches that no deck and no gesture takes; only of a grabbed panel.
  package var isPassedThrough = false
  /// Whether the last sample of a finger is dropped where it is too far off.
  package var filtersLift = false

  /// A panel that covers `surface`, rotated by `rotation`.
  package init(surface: String, rotation: PanelRotation = .none) {
    self.surface = surface
    self.rotation = rotation
  }

  /// How `panel` lies on the surface.
  package func placement(of panel: PanelDescription) -> PanelPlacement {
    var placement = PanelPlacement(calibration: calibration ?? panel.calibration, flip: flip, rotation: rotation)
    let millimetres = placement.covering(panel).sensibleMillimetres
    placement.area = area.flatMap { $0.area(millimetres: millimetres) }
    return placement
  }

  /// `panel` as far as it covers the surface, before rotation.
  package func covering(_ panel: PanelDescription) -> PanelDescription { placement(of: panel).covering(panel) }

  /// Why the area cannot be used with `panel`, and what to do; `nil` if it can.
  package func areaProblem(with panel: PanelDescription) -> String? {
    guard area != nil, placement(of: panel).area == nil else { return nil }
    return panel.sensibleMillimetres == nil
      ? "the panel does not report its size, and its area is in millimeters; give fractions of the panel"
      : "the area begins beyond the panel's edge; give lengths within the panel"
  }
}

/// A length on a panel.
package enum PanelLength: Hashable, Sendable {
  /// 0…1 of the panel's width or height.
  case fraction(Double)
  case millimetres(Double)

  /// As a fraction of `extent` millimeters; `nil` if that is needed and unknown.
  fileprivate func fraction(of extent: Double?) -> Double? {
    switch self {
    case .fraction(let fraction): fraction
    case .millimetres(let millimetres): extent.map { millimetres / $0 }
    }
  }
}

/// `area` of `[[panels]]`.
package struct PanelAreaSection: Hashable, Sendable {
  package var x = PanelLength.fraction(0)
  package var y = PanelLength.fraction(0)
  package var width = PanelLength.fraction(1)
  package var height = PanelLength.fraction(1)

  /// The whole panel.
  package init() {}

  /// The area on a panel of this size; `nil` if it is not on the panel, or if the size is needed and unknown.
  fileprivate func area(millimetres: Size?) -> PanelArea? {
    guard let x = x.fraction(of: millimetres?.width), let y = y.fraction(of: millimetres?.height),
      let width = width.fraction(of: millimetres?.width), let height = height.fraction(of: millimetres?.height)
    else { return nil }
    return PanelArea(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}

/// A fraction of a panel, or millimeters as `"12mm"`.
struct PanelLengthParser: SettingParser {
  var unit: String { "" }
  let bounds = ""
  /// Whether 0 is valid: for a position, not for an extent.
  let allowsZero: Bool

  var expectation: String {
    "a fraction of the panel, \(allowsZero ? "0…1" : "above 0 to 1"), or millimeters, such as \"12mm\""
  }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> PanelLength {
    switch given {
    case .number(let number):
      guard (0...1).contains(number), allowsZero || number > 0 else {
        throw error("\(SettingText.number(number)) is out of range")
      }
      return .fraction(number)
    case .text(let text):
      guard text.hasSuffix("mm"), let number = Double(text.dropLast(2)),
        number >= 0, number <= SurfaceSizing.sensibleMillimetres.upperBound, allowsZero || number > 0
      else { throw error("\(SettingText.quoted(text)) is not a length") }
      return .millimetres(number)
    case .flag: throw mismatch(given)
    }
  }
}

extension SettingParser where Self == PanelLengthParser {
  static var position: Self { PanelLengthParser(allowsZero: true) }
  static var extent: Self { PanelLengthParser(allowsZero: false) }
}
