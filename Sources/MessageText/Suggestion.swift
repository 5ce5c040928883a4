/// Finds the known word nearest to a misspelled one, in a file, a request or a command.
package enum Suggestion {
  /// The number of candidates that fit in a message's line.
  private static let longestList = 40

  /// The candidates as an error message lists them, with the nearest one if it is near to `word`.
  package static func oneOf(_ candidates: [String], insteadOf word: String) -> String {
    list(candidates) + hint(for: word, among: candidates)
  }

  /// The candidates and the word that is none of them, with the nearest candidate at the end.
  package static func oneOf(_ candidates: [String], not word: String) -> String {
    "\(list(candidates)), not \(truncatedQuote(word))\(hint(for: word, among: candidates))"
  }

  /// The end of an error message, with the nearest candidate; empty when none is near.
  package static func hint(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The candidate nearest to `word`; `nil` when none is near.
  ///
  /// Case, hyphens and underscores do not count. At most a third of the word may be wrong, and no more than
  /// three letters; of equally near candidates it is the first.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    // A client's line may be one long word.
    guard word.utf8.count <= longestWord else { return nil }
    let word = plain(word)
    let limit = min(max(word.count / 3, 1), 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(word, plain(candidate))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  private static func list(_ candidates: [String]) -> String {
    let others = candidates.count - longestList
    return "one of " + candidates.prefix(longestList).joined(separator: ", ")
      + (others > 0 ? " and \(others) others" : "")
  }

  /// In bytes; longer than any name.
  private static let longestWord = 256

  private static func plain(_ word: String) -> [Character] {
    word.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// The number of letters that must be inserted, removed, replaced or swapped with their neighbor (optimal string
  /// alignment: no letter is edited twice).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let replaced = last[column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
        var best = min(last[column] + 1, current[column - 1] + 1, replaced)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
