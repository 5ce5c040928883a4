import ArgumentParser

/// How far two fingers are apart, on the command line: `60..300`, from the start to the end, or a factor.
enum PinchArgument: ExpressibleByArgument {
  case factor(Double)
  /// In points, at the start and at the end.
  case distances(from: Double, to: Double)

  init?(argument: String) {
    let numbers = argument.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
    switch numbers.count {
    case 1:
      guard let factor = numbers[0] else { return nil }
      self = .factor(factor)
    case 2:
      guard let from = numbers[0], let to = numbers[1] else { return nil }
      self = .distances(from: from, to: to)
    default: return nil
    }
  }

  func validate() throws(ValidationError) {
    switch self {
    case .factor(let factor): try OptionRange("--pinch", 0.01...100).check(factor)
    case .distances(let from, let to):
      let range = OptionRange("--pinch", 1...20_000, "pt")
      try range.check(from)
      try range.check(to)
    }
  }
}
