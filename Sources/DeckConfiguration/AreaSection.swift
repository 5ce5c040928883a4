import DeckEngine
import DeckProtocol
import Kinetics

/// A length on a surface.
enum SurfaceLength: Hashable, Sendable {
  case points(Double)
  /// 0…1 of the surface's width or height.
  case fraction(Double)

  var number: Double {
    switch self {
    case .points(let number), .fraction(let number): number
    }
  }

  var isFraction: Bool { if case .fraction = self { true } else { false } }
}

/// `area` of `[[decks]]`.
struct AreaSection: Hashable, Sendable {
  var x = SurfaceLength.points(0)
  var y = SurfaceLength.points(0)
  var width = SurfaceLength.points(0)
  var height = SurfaceLength.points(0)

  var rectangle: Rectangle {
    Rectangle(origin: Point(x: x.number, y: y.number), size: Size(width: width.number, height: height.number))
  }

  /// The sides of `rectangle` that are fractions.
  var relativeSides: RelativeSides {
    var sides: RelativeSides = []
    if x.isFraction { sides.insert(.x) }
    if y.isFraction { sides.insert(.y) }
    if width.isFraction { sides.insert(.width) }
    if height.isFraction { sides.insert(.height) }
    return sides
  }
}

/// Points, or a part of the surface as `"50%"`.
struct SurfaceLengthParser: SettingParser {
  var unit: String { "" }
  var bounds: String { "\(SettingText.range(least...100_000)) pt, or percent" }
  /// In points, up to 100,000.
  let least: Double

  var expectation: String {
    "a number, \(SettingText.range(least...100_000)) pt, or a part of the surface, such as \"50%\""
  }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> SurfaceLength {
    switch given {
    case .number(let number):
      guard (least...100_000).contains(number) else { throw error("\(SettingText.number(number)) is out of range") }
      return .points(number)
    case .text(let text):
      guard text.hasSuffix("%"), text.dropLast().allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
        let number = Double(text.dropLast()), (least...100).contains(number)
      else { throw error("\(SettingText.quoted(text)) is not a length") }
      return .fraction(number / 100)
    case .flag: throw mismatch(given)
    }
  }
}
