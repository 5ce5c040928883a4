import DeckEngine
import DeckProtocol
import Gestures
import UnixSocket

/// A text with a form of its own.
struct TextForm<Value>: SettingParser {
  let expectation: String
  /// What a text of another form is not, such as `an id`.
  var noun = ""
  let parse: @Sendable (String) -> Value?

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Value {
    guard case .text(let text) = given else { throw mismatch(given) }
    guard let value = parse(text) else { throw error("\(SettingText.quoted(text)) is not \(noun)") }
    return value
  }
}

/// A user or a group, by its name or number.
struct AccountParser: SettingParser {
  let expectation: String

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> AccountName {
    switch given {
    case .text(let name):
      guard SettingText.isName(name) else { throw error("\(SettingText.quoted(name)) is not a name") }
      return .name(name)
    case .number(let number) where number == number.rounded():
      // The maximum is -1 for chown(2), which leaves the owner unchanged.
      guard let id = UInt32(exactly: number), id != .max else {
        throw error("\(SettingText.number(number)) is out of range")
      }
      return .number(id)
    case .number, .flag: throw mismatch(given)
    }
  }
}

/// A rotation in degrees.
struct RotationParser: SettingParser {
  let expectation = "0, 90, 180 or 270 (degrees clockwise)"

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> PanelRotation {
    guard case .number(let number) = given else { throw mismatch(given) }
    guard let rotation = Int(exactly: number).flatMap(PanelRotation.init) else {
      throw error("\(SettingText.number(number)) is not a rotation")
    }
    return rotation
  }
}
