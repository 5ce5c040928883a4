/// A JSON value that was read, with the bytes of each member kept.
///
/// Cards carry user data that must be returned byte for byte, which no library's decoder preserves, so the project
/// has its own reader (`JSONReader`).
public enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object, with the bytes of its value.
  public struct Member: Equatable, Sendable {
    /// The key, its escapes resolved.
    public var key: String
    /// The member's value.
    public var value: JSONValue
    /// The value as it was written, without surrounding space.
    ///
    /// A slice of the whole text, so that nesting copies nothing; copy it into an array to keep it after the text.
    public var source: ArraySlice<UInt8>

    /// A member with the bytes that its value was read from.
    public init(key: String, value: JSONValue, source: ArraySlice<UInt8>) {
      self.key = key
      self.value = value
      self.source = source
    }
  }

  /// The value's type, as named in error messages.
  public var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The largest integer up to which a double, and so every JSON library, represents every integer.
  package static let largestInteger = 9_007_199_254_740_991

  /// The nesting depth of arrays and objects; the reader bounds it.
  package var depth: Int {
    switch self {
    case .null, .boolean, .number, .string: 0
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    }
  }
}

extension [JSONValue.Member] {
  /// The member with this key.
  package func member(_ key: String) -> JSONValue.Member? {
    first { $0.key == key }
  }
}

extension JSONValue {
  /// The value of an object's member; `nil` if the value is no object with this member.
  public subscript(_ key: String) -> JSONValue? { member(key)?.value }

  /// An object's member, with its value as it was written; `nil` if the value is no object with this member.
  package func member(_ key: String) -> Member? {
    if case .object(let members) = self { members.member(key) } else { nil }
  }

  /// A string's text; `nil` for any other value.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A number's value; `nil` for any other value.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A number that counts something; `nil` for any other value, and for what 64 bits do not hold.
  package var natural: UInt64? { number.flatMap { UInt64(exactly: $0) } }

  /// An array's elements; empty for any other value.
  public var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
