import ArgumentParser

/// The valid range of an option.
struct OptionRange {
  private let flag: String
  private let range: ClosedRange<Double>
  private let unit: String

  /// The range `range` of the option `flag`.
  init(_ flag: String, _ range: ClosedRange<Double>, _ unit: String = "") {
    self.flag = flag
    self.range = range
    self.unit = unit.isEmpty ? "" : " " + unit
  }

  /// Rejects a number outside the range, and one that is not a number.
  func check(_ value: Double?) throws(ValidationError) {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      "\(flag): expected \(range.lowerBound.text) to \(range.upperBound.text)\(unit), not \(value.text)."
    )
  }
}
