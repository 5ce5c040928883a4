public import JSON
import MessageText

extension ClientRequest {
  /// The id in an error reply when the request's own cannot be read.
  public static let unknownID = [UInt8]("null".utf8)

  /// Every method, as named on the wire.
  public static let methodNames = MethodName.allCases.map(\.rawValue)

  /// Throws if the sender may not use a method; called before the request's parameters are read.
  public typealias Permission = (MethodName) throws(ProtocolError) -> Void

  /// Reads one line without its newline, nested `depthLimit` levels at most.
  public static func read(
    _ line: [UInt8],
    depthLimit: Int = JSONReader.depthLimit,
    permission: Permission = { _ in }
  ) throws(RejectedRequest) -> ClientRequest {
    try read(try members(of: line, depthLimit: depthLimit), permission)
  }

  /// The members of the object that a line is.
  static func members(of line: [UInt8], depthLimit: Int) throws(RejectedRequest) -> [JSONValue.Member] {
    let value: JSONValue
    do {
      value = try JSONReader.read(line, depthLimit: depthLimit)
    } catch {
      let wrong = ProtocolError(.parse, "not JSON", field: "byte \(error.offset)", expected: error.expected)
      throw RejectedRequest(id: unknownID, error: wrong)
    }
    guard case .object(let members) = value else {
      let wrong = ProtocolError(
        .invalidRequest,
        "not a request",
        field: "",
        expected: "one JSON-RPC 2.0 object a line, not \(value.kind)"
      )
      throw RejectedRequest(id: unknownID, error: wrong)
    }
    return members
  }

  /// Reads the members of a line.
  static func read(_ members: [JSONValue.Member], _ permission: Permission) throws(RejectedRequest) -> ClientRequest {
    let id: [UInt8]?
    do {
      id = try requestID(members)
    } catch {
      throw RejectedRequest(id: unknownID, error: error)
    }
    do {
      let (name, method) = try method(members, permission)
      return ClientRequest(id: id, name: name, method: method)
    } catch {
      // Only a valid request without an id is a notification.
      throw RejectedRequest(id: error.code == .invalidRequest ? id ?? unknownID : id, error: error)
    }
  }

  /// Returns the id of a request of which only the beginning is known; ``unknownID`` if it is not among the first members.
  package static func id(atBeginningOf line: [UInt8]) -> [UInt8] {
    for index in line.indices where line[index] == UInt8(ascii: ",") {
      guard let members = try? members(of: line[..<index] + [UInt8(ascii: "}")], depthLimit: 1) else { continue }
      if let id = try? requestID(members) { return id }
    }
    return unknownID
  }

  private static func requestID(_ members: [JSONValue.Member]) throws(ProtocolError) -> [UInt8]? {
    guard let member = members.member("id") else { return nil }
    switch member.value {
    case .string, .number, .null: return Array(member.source)
    case .boolean, .array, .object:
      throw ProtocolError(
        .invalidRequest,
        "not a request",
        field: "id",
        expected: "a string, a number or null, not \(member.value.kind)"
      )
    }
  }

  private static func method(
    _ members: [JSONValue.Member],
    _ permission: Permission
  ) throws(ProtocolError) -> (MethodName, Method) {
    guard members.member("jsonrpc")?.value == .string("2.0") else {
      throw ProtocolError(.invalidRequest, "not a request", field: "jsonrpc", expected: "\"2.0\"")
    }
    let fields = Fields(members, path: "", code: .invalidRequest)
    let text = try fields.string("method")
    guard let name = MethodName(rawValue: text) else {
      throw ProtocolError(
        .unknownMethod,
        "unknown method \(truncatedQuote(text))",
        field: "method",
        expected: expectedMethod(insteadOf: text)
      )
    }
    try permission(name)
    try fields.check(envelope, of: "a request")
    return (name, try name.format.read(Fields(parametersOf: members), of: name))
  }

  /// The members of a request object.
  package static let envelope = ObjectSchema([
    MemberSchema("jsonrpc", .constant("\"2.0\""), "The version of JSON-RPC."),
    MemberSchema(
      "id",
      .any(of: [.text(), .number(), .constant("null")]),
      "Comes back in the reply, byte for byte; a request without it gets no reply.",
      optional: true
    ),
    MemberSchema("method", .choice(methodNames), "The method."),
    MemberSchema("params", .json, "The method's parameters, by name.", optional: true),
  ])

  /// A hint with the nearest method name, and how to list all of them.
  private static func expectedMethod(insteadOf text: String) -> String {
    // Users often write only the last part of a name: swipe for deck.swipe.
    let named = methodNames.first { $0.hasSuffix(".\(text.lowercased())") }
    guard let nearest = named ?? Suggestion.nearest(to: text, among: methodNames) else {
      return "one of the capabilities that hello lists"
    }
    return "\(nearest); hello lists all methods among the capabilities"
  }
}
