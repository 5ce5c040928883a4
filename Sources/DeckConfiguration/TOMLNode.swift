import DeckEngine

/// A value of a TOML text that knows its place and its path.
struct TOMLNode: Sendable {
  /// What the value is.
  enum Value: Sendable {
    /// The members in the order of their keys' bytes, which is how TOMLKit keeps them.
    case table([Member])
    case array([TOMLNode])
    case string(String)
    case integer(Int)
    /// Finite.
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both, as RFC 3339 writes them.
    case moment(String)
    /// A value with which something is wrong in itself, which has been reported.
    case rejected
  }

  /// A key with its value.
  struct Member: Sendable {
    var key: String
    var node: TOMLNode
  }

  /// Where its key or, in an array, the value itself begins.
  var place: SourcePlace
  /// Where it is in the tree, such as `decks[0].area`; empty for the whole text.
  var path: String
  var value: Value

  /// What the value is, in the words of error messages.
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

  /// The path of a member, its key quoted where TOML needs that.
  static func path(_ key: String, in table: String) -> String {
    let key = isBare(key) ? key : SettingText.quoted(key)
    return table.isEmpty ? key : "\(table).\(key)"
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
