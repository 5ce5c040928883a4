import ArgumentParser

/// The numbers that an option takes.
struct OptionRange {
  private let flag: String
  private let range: ClosedRange<Double>
  private let unit: String

  /// Numbers of `range`, for the option `flag`.
  init(_ flag: String, _ range: ClosedRange<Double>, _ unit: String = "") {
    self.flag = flag
    self.range = range
    self.unit = unit.isEmpty ? "" : " " + unit
  }

  /// Refuses a number outside of the range, and one that is none.
  func check(_ value: Double?) throws(ValidationError) {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      "\(flag): expected \(range.lowerBound.text) to \(range.upperBound.text)\(unit), not \(value.text)."
    )
  }
}
