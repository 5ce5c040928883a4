/// A length in a setting: points, or millimeters that are converted to points with the panel's size.
package enum Length: Hashable, Sendable {
  case points(Double)
  case millimetres(Double)

  /// The length in a text such as `1.6mm` or `12pt`; `nil` for any other text.
  ///
  /// A space may precede the unit. The number is a finite decimal one.
  package init?(_ text: String) {
    guard let unit = ["mm", "pt"].first(where: text.hasSuffix) else { return nil }
    var digits = text.dropLast(unit.count)
    while digits.last == " " { digits.removeLast() }
    guard let number = SettingText.decimal(digits) else { return nil }
    self = unit == "mm" ? .millimetres(number) : .points(number)
  }

  /// Returns the length in points on a surface with this many points per millimeter.
  package func points(perMillimetre: Double) -> Double {
    switch self {
    case .points(let points): points
    case .millimetres(let millimetres): millimetres * perMillimetre
    }
  }
}
