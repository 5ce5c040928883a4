/// A length of a setting: points, or millimetres that become points with the panel's size.
package enum Length: Hashable, Sendable {
  case points(Double)
  case millimetres(Double)

  /// The length that a text such as `1.6mm` or `12pt` tells; `nil` for any other text.
  ///
  /// A space may stand before the unit. The number is a finite decimal one.
  package init?(_ text: String) {
    guard let unit = ["mm", "pt"].first(where: text.hasSuffix) else { return nil }
    var digits = text.dropLast(unit.count)
    while digits.last == " " { digits.removeLast() }
    guard let number = SettingText.decimal(digits) else { return nil }
    self = unit == "mm" ? .millimetres(number) : .points(number)
  }

  /// The length in points on a surface with this many points to the millimetre.
  package func points(perMillimetre: Double) -> Double {
    switch self {
    case .points(let points): points
    case .millimetres(let millimetres): millimetres * perMillimetre
    }
  }
}
