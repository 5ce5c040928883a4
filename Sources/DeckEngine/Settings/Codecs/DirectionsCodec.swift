import DeckProtocol
import MessageText

/// Directions, as a text that names them: `left, right`.
struct DirectionsCodec: SettingCodec {
  /// Whether an empty text is taken for no direction.
  let takesNone: Bool

  var range: String { takesNone ? "directions, or none" : "directions, earlier ones win ties" }
  var values: SettingDescription.Values { .directions }
  var samples: [DeckSnapshot.Setting] {
    (Direction.allCases.map { [$0] } + [.all]).map { setting($0, pointsPerMillimetre: 1) }
  }
  var expectation: String { "directions such as \"left, right\", each once" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> DirectionList {
    guard case .text(let text) = given else { throw mismatch(given) }
    var directions: [Direction] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init) {
      guard let direction = Direction(rawValue: word) else {
        throw SettingError(
          problem: "unknown direction \(SettingText.quoted(word))",
          expected: Suggestion.oneOf(Direction.allCases.map(\.rawValue), insteadOf: word)
        )
      }
      guard !directions.contains(direction) else { throw error("\(word) twice") }
      directions.append(direction)
    }
    guard takesNone || !directions.isEmpty else { throw error("no direction") }
    return DirectionList(directions)
  }

  func setting(_ value: DirectionList, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value.map(\.rawValue).joined(separator: ", "))
  }
}

extension SettingCodec where Self == DirectionsCodec {
  /// At least one direction.
  static var directions: DirectionsCodec { DirectionsCodec(takesNone: false) }
  /// Any directions, or none.
  static var optionalDirections: DirectionsCodec { DirectionsCodec(takesNone: true) }
}
