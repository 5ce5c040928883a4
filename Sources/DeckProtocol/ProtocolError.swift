/// A JSON-RPC error that says which field was wrong and what was expected there.
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
    /// The request cannot be met now, or its sender may not make it.
    case refused = -32000
  }

  /// What sort of error it is.
  public var code: Code
  /// The error in a few words.
  public var message: String
  /// The field's path in the message, such as `params.topics[1]`; `byte 17` where the line is not JSON, empty
  /// where the line as a whole is wrong.
  public var field: String
  /// What would have been right, or what to do.
  public var expected: String

  /// An error about `field`.
  public init(_ code: Code, _ message: String, field: String, expected: String) {
    self.code = code
    self.message = message
    self.field = field
    self.expected = expected
  }
}
