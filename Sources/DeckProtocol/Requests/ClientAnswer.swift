public import JSON
import MessageText

/// A client's answer to a question from the daemon.
public struct ClientAnswer: Equatable, Sendable {
  /// The deck that sent the question.
  public var deck: String
  /// The question's number in the deck.
  public var ticket: UInt64
  /// The client's error message; `nil` when it answered.
  public var failure: String?
  private var members: [JSONValue.Member]

  /// Reads the members of a line that has a `result` or an `error`.
  init(_ members: [JSONValue.Member]) throws(ProtocolError) {
    let fields = Fields(members, path: "", code: .invalidRequest)
    guard members.member("jsonrpc")?.value == .string("2.0") else {
      throw ProtocolError(.invalidRequest, "not an answer", field: "jsonrpc", expected: "\"2.0\"")
    }
    guard case .string(let id) = members.member("id")?.value, let slash = id.lastIndex(of: "/"),
      let ticket = UInt64(id[id.index(after: slash)...])
    else { throw Self.unasked }
    if members.member("result") != nil, members.member("error") != nil {
      throw fields.wrong("error", "either a result or an error, not both")
    }
    deck = String(id[..<slash])
    self.ticket = ticket
    self.members = members
    if case .object(let error) = members.member("error")?.value {
      if case .string(let message) = error.member("message")?.value { failure = truncatedQuote(message) }
      failure = failure ?? "an error without a message"
    } else if members.member("error") != nil {
      failure = "an error that is no object"
    }
  }

  /// The client's answer about `subject`; `nil` when it leaves the answer to the deck.
  public func answer(to subject: DelegateQuestion.Subject) throws(ProtocolError) -> DelegateAnswer? {
    guard failure == nil, members.member("result")?.value != .null else { return nil }
    let fields = Fields(members, path: "", code: .invalidParameters)
    switch subject {
    case .shouldSwipe, .shouldDrag: return try fields.optionalFlag("result").map { .permission($0) }
    case .allowedDirections: return try fields.optionalChoices("result", isUnique: true).map { .directions($0) }
    case .threshold: return try fields.optionalNumber("result", in: Card.thresholds).map { .threshold($0) }
    }
  }

  /// The schema of a `result`.
  package static let result = ValueSchema.any(of: [
    .flag, .constant("null"), .number(least: Card.thresholds.lowerBound, most: Card.thresholds.upperBound),
    .list(Direction.schema, least: 1, isUnique: true),
  ])

  /// The meaning of a `result`.
  package static let resultSummary =
    "true or false to shouldSwipe and shouldDrag, directions to allowedDirections, a progress to threshold; null leaves the answer to the deck."

  /// The error for an answer that matches no question.
  public static let unasked = ProtocolError(
    .invalidRequest,
    "an answer to no question",
    field: "id",
    expected: "the id of a question that the daemon asked, as it was written"
  )
}

/// A line from a client.
public enum ClientMessage: Equatable, Sendable {
  case request(ClientRequest)
  /// A delegate's answer to a question from the daemon.
  case answer(ClientAnswer)

  /// Whether a line is empty or only JSON white space, and is skipped.
  public static func isBlank(_ line: [UInt8]) -> Bool {
    line.allSatisfy(JSONReader.isWhitespace)
  }

  /// Reads one line without its newline, nested `depthLimit` levels at most.
  ///
  /// `permission` must allow the method of a request.
  public static func read(
    _ line: [UInt8],
    depthLimit: Int = JSONReader.depthLimit,
    permission: ClientRequest.Permission = { _ in }
  ) throws(RejectedRequest) -> ClientMessage {
    let members = try ClientRequest.members(of: line, depthLimit: depthLimit)
    guard members.member("method") == nil, members.member("result") != nil || members.member("error") != nil else {
      return .request(try ClientRequest.read(members, permission))
    }
    do {
      return .answer(try ClientAnswer(members))
    } catch {
      throw RejectedRequest(id: ClientRequest.unknownID, error: error)
    }
  }
}
