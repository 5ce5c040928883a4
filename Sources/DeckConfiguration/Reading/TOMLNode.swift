import DeckEngine
import DeckProtocol
import JSON
import MessageText

/// A value of a TOML text with its position and its path.
struct TOMLNode: Sendable {
  /// What the value is.
  enum Value: Sendable {
    /// The members in the byte order of their keys, which is toml++'s order.
    case table([Member])
    case array([TOMLNode])
    case string(String)
    case integer(Int)
    /// Finite.
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both, as in RFC 3339.
    case moment(String)
    /// An invalid value, which has been reported.
    case rejected
  }

  /// A key with its value.
  struct Member: Sendable {
    var key: String
    var node: TOMLNode
  }

  /// The position of its key, of its header or, in an array, of the value itself.
  var place: TextPlace
  /// The path in the tree, such as `decks[0].area`; empty for the whole text.
  var path: String
  var value: Value

  /// The value's type, as error messages name it.
  var kind: String {
    switch value {
    case .table: "a table"
    case .array: "an array"
    case .string: "a string"
    case .integer, .float: "a number"
    case .boolean: "a boolean"
    case .moment: "a date or time"
    case .rejected: "an unusable value"
    }
  }

  /// The path of a member, with its key quoted if TOML requires that, and truncated if it is long.
  static func path(_ key: String, in table: String) -> String {
    let excerpt = truncated(key)
    let key = isBare(key) ? excerpt : SettingText.quoted(excerpt)
    return table.isEmpty ? key : "\(table).\(key)"
  }

  /// The value as a setting's; `nil` if no setting has such a value.
  var setting: DeckSnapshot.Setting? {
    switch value {
    case .integer(let integer): .number(Double(integer))
    case .float(let number): .number(number)
    case .string(let text): .text(text)
    case .boolean(let flag): .flag(flag)
    case .table, .array, .moment, .rejected: nil
    }
  }

  private static func isBare(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
