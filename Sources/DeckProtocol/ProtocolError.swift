/// A JSON-RPC error that names the invalid field and what was expected there.
public struct ProtocolError: Error, Hashable, Sendable {
  /// The error codes of the protocol.
  public enum Code: Int, CaseIterable, Hashable, Sendable {
    /// The line is not JSON.
    case parse = -32700
    /// The JSON is not a request.
    case invalidRequest = -32600
    /// There is no such method.
    case unknownMethod = -32601
    /// A parameter is missing or wrong.
    case invalidParameters = -32602
    /// The request cannot be met now, or its sender lacks permission.
    case refused = -32000
  }

  /// The error's code.
  public var code: Code
  /// A short description of the error.
  public var message: String
  /// The field's path in the message, such as `params.topics[1]`; `byte 17` if the line is not JSON, empty
  /// if the line as a whole is invalid.
  public var field: String
  /// What was expected, or what to do.
  public var expected: String

  /// An error about `field`.
  public init(_ code: Code, _ message: String, field: String, expected: String) {
    self.code = code
    self.message = message
    self.field = field
    self.expected = expected
  }
}
