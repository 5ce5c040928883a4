/// What a client asks for.
public struct ClientRequest: Hashable, Sendable {
  /// What to subscribe to.
  public struct Subscription: Hashable, Sendable {
    /// The deck; may be left out when there is one.
    public var deck: String?
    /// The streams that are wanted, at least one.
    public var topics: [Topic]
    /// The last event the client has seen.
    public var since: UInt64?
    /// Frames a second, at the most.
    public var rate: Double?

    /// A subscription to `topics` of a deck.
    public init(deck: String?, topics: [Topic], since: UInt64? = nil, rate: Double? = nil) {
      self.deck = deck
      self.topics = topics
      self.since = since
      self.rate = rate
    }
  }

  /// The methods that exist, with their parameters.
  public enum Method: Hashable, Sendable {
    case hello(protocolNumber: Int?, client: String?)
    case subscribe(Subscription)
    case deckList
    case deckGet(deck: String?)
    case deckSwipe(deck: String?, direction: Direction, force: Bool)
    case deckReset(deck: String?)
  }

  /// The request's id as it was written; `nil` for a notification, which gets no answer.
  public var id: [UInt8]?
  /// What is asked for.
  public var method: Method

  /// A request with its id as JSON.
  public init(id: [UInt8]?, method: Method) {
    self.id = id
    self.method = method
  }
}

/// A line that is no valid request, with what is known of its id.
public struct RejectedRequest: Error, Hashable, Sendable {
  /// The request's id as it was written; `nil` when it was a notification, which gets no answer.
  public var id: [UInt8]?
  /// What is wrong with it.
  public var error: ProtocolError

  /// A refusal of the request with this id.
  public init(id: [UInt8]?, error: ProtocolError) {
    self.id = id
    self.error = error
  }
}

extension ClientRequest {
  /// The id that errors carry when the request's own cannot be known.
  public static let unknownID = [UInt8]("null".utf8)

  /// Every method there is, as named on the wire.
  public static let methodNames = MethodName.allCases.map(\.rawValue)

  private enum MethodName: String, CaseIterable {
    case hello, subscribe
    case deckList = "deck.list"
    case deckGet = "deck.get"
    case deckSwipe = "deck.swipe"
    case deckReset = "deck.reset"
  }

  /// Reads one line without its newline.
  public static func read(_ line: [UInt8]) throws(RejectedRequest) -> ClientRequest {
    let value: JSONValue
    do {
      value = try JSONReader.read(line)
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
    let id: [UInt8]?
    do {
      id = try requestID(members)
    } catch {
      throw RejectedRequest(id: unknownID, error: error)
    }
    do {
      return ClientRequest(id: id, method: try method(members))
    } catch {
      // Only a sound request without an id is a notification.
      throw RejectedRequest(id: error.code == .invalidRequest ? id ?? unknownID : id, error: error)
    }
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

  private static func method(_ members: [JSONValue.Member]) throws(ProtocolError) -> Method {
    guard members.member("jsonrpc")?.value == .string("2.0") else {
      throw ProtocolError(.invalidRequest, "not a request", field: "jsonrpc", expected: "\"2.0\"")
    }
    let text = try Fields(members, path: "", code: .invalidRequest).string("method")
    guard let name = MethodName(rawValue: text) else {
      throw ProtocolError(
        .unknownMethod,
        "unknown method \(excerpt(text))",
        field: "method",
        expected: "one of \(methodNames.joined(separator: ", "))"
      )
    }
    let fields = try Fields(parametersOf: members)
    switch name {
    case .hello:
      return .hello(
        protocolNumber: try fields.optionalInteger("protocol", in: 1...1_000_000).map { Int($0) },
        client: try fields.optionalString("client")
      )
    case .subscribe: return .subscribe(try subscription(fields))
    case .deckList: return .deckList
    case .deckGet: return .deckGet(deck: try fields.optionalString("deck"))
    case .deckSwipe:
      return .deckSwipe(
        deck: try fields.optionalString("deck"),
        direction: try fields.choice("direction"),
        force: try fields.optionalFlag("force") ?? false
      )
    case .deckReset: return .deckReset(deck: try fields.optionalString("deck"))
    }
  }

  private static func subscription(_ fields: Fields) throws(ProtocolError) -> Subscription {
    Subscription(
      deck: try fields.optionalString("deck"),
      topics: try fields.choices("topics"),
      since: try fields.optionalInteger("since", in: 0...9_007_199_254_740_991),
      rate: try fields.optionalNumber("rate", in: 0.1...1000)
    )
  }
}
