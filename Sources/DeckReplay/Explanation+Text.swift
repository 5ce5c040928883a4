package import DeckProtocol
import MessageText

extension Explanation {
  /// A readable line, without newline: `0.016 s  contact 0 (200, 400)  main card-3  drag won: moved 18.2 pt, needs 10`.
  package var text: String {
    let recognizer = recognizer.map { "\($0) " } ?? ""
    // "lost to drag" and "released at 0.61 of 1" need no further text.
    let what =
      switch (outcome, reason) {
      case (.lost, let reason?), (.released, let reason?): reason
      case (let outcome, let reason?): "\(outcome.rawValue): \(reason)"
      case (let outcome, nil): outcome.rawValue
      }
    let place = [deck, card].compactMap(\.self).joined(separator: " ")
    return ["\(seconds) s", "contact \(contact) (\(points(x)), \(points(y)))", place, "\(recognizer)\(what)"]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// A coordinate, rounded to a point.
  private func points(_ number: Double) -> String {
    Int(exactly: number.rounded()).map { "\($0)" } ?? "\(number)"
  }

  /// The time in seconds with three decimals, truncated.
  private var seconds: String {
    let (whole, rest) = time.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(time < 0 ? "-" : "")\(whole).\(padded(rest / 1000, to: 3))"
  }
}
