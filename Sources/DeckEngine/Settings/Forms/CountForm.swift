import DeckProtocol

/// A whole number.
struct CountForm: SettingForm {
  var limits: ClosedRange<Int>
  var unit: String

  var range: String { "\(limits.lowerBound)…\(limits.upperBound)" }
  var expectation: String { "a whole number, \(range)\(unitSuffix)" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Int {
    guard case .number(let number) = given else { throw mismatch(given) }
    guard let count = Int(exactly: number) else { throw error("\(SettingText.number(number)) is not a whole number") }
    guard limits.contains(count) else { throw error("\(count) is out of range") }
    return count
  }

  func setting(_ value: Int, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .number(Double(value))
  }
}

extension SettingForm where Self == CountForm {
  /// A whole number within `limits`.
  static func count(_ limits: ClosedRange<Int>, _ unit: String) -> CountForm {
    CountForm(limits: limits, unit: unit)
  }
}
