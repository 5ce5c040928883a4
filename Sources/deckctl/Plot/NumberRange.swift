import ArgumentParser

/// A range on the command line: `0.2..0.6`.
struct NumberRange: ExpressibleByArgument {
  let lower: Double
  let upper: Double

  /// Reads a range; a space before it is ignored.
  init?(argument: String) {
    let ends = argument.drop { $0 == " " }.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let lower = ends[0], let upper = ends[1], lower.isFinite, upper.isFinite, lower < upper
    else { return nil }
    (self.lower, self.upper) = (lower, upper)
  }

  /// Whether a word is a range that begins with a minus.
  static func isNegative(_ word: String) -> Bool { word.hasPrefix("-") && NumberRange(argument: word) != nil }

  var description: String { "\(lower.text)..\(upper.text)" }
}
