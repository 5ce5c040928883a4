import ArgumentParser

/// A range on the command line: `0.2..0.6`.
struct NumberRange: ExpressibleByArgument {
  let lower: Double
  let upper: Double

  init?(argument: String) {
    let ends = argument.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let lower = ends[0], let upper = ends[1], lower.isFinite, upper.isFinite, lower < upper
    else { return nil }
    (self.lower, self.upper) = (lower, upper)
  }

  var description: String { "\(lower.text)..\(upper.text)" }
}
