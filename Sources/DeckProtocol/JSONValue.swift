/// A JSON value that was read, with the bytes of each member kept.
///
/// Cards carry data of the user's that must come back byte for byte, which no decoder of a library keeps;
/// so the reader is the project's own (`JSONReader`).
public enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object, with its value's own bytes.
  public struct Member: Equatable, Sendable {
    /// The key, its escapes resolved.
    public var key: String
    /// What the key stands for.
    public var value: JSONValue
    /// The value as it was written, without surrounding space.
    ///
    /// It shares the bytes of the whole text, so that nesting copies nothing; whoever keeps it longer than
    /// the text copies it into an array.
    public var source: ArraySlice<UInt8>

    /// A member with the bytes that its value was read from.
    public init(key: String, value: JSONValue, source: ArraySlice<UInt8>) {
      self.key = key
      self.value = value
      self.source = source
    }
  }

  /// What the value is, in the words of error messages.
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

  /// How many arrays and objects lie within each other; the reader bounds it.
  var depth: Int {
    switch self {
    case .null, .boolean, .number, .string: 0
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    }
  }
}

extension [JSONValue.Member] {
  /// The member with this key.
  func member(_ key: String) -> JSONValue.Member? {
    first { $0.key == key }
  }
}
