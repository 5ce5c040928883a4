/// Times on the command line: seconds of 0 or more, separated by commas.
package struct TimeList: Equatable, Sendable {
  /// In the given order.
  package var seconds: [Double]

  /// Reads `0,0.1,0.25`.
  package init(_ text: String) throws(TimeListError) {
    seconds = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.drop { $0 == " " }
      guard let time = Double(word), time.isFinite, time >= 0 else { throw TimeListError(word: String(word)) }
      seconds.append(time)
    }
  }
}

/// Why a text is not a list of times.
package struct TimeListError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text found instead of a time.
  package var word: String

  package var description: String {
    "expected seconds of 0 or more, separated by commas, not \"\(word)\""
  }
}
