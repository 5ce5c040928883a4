import DeckEngine
import DeckProtocol

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
