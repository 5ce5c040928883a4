/// A JSON value that was read, with the bytes of each member kept.
///
/// Cards carry data of the user's that must come back byte for byte, which no decoder of a library keeps;
/// so the reader is the project's own (`JSONReader`).
public indirect enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object, with its value's own bytes.
  public struct Member: Equatable, Sendable {
    public var key: String
    public var value: JSONValue
    /// The value as it was written, without surrounding space.
    public var source: [UInt8]

    /// A member with the bytes that its value was read from.
    public init(key: String, value: JSONValue, source: [UInt8]) {
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
}
