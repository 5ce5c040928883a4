import DeckEngine
import DeckProtocol
import Gestures

/// The published JSON Schema, made from the tables that the daemon reads and writes messages by.
///
/// What the daemon sends is open: within a protocol number, members and messages are added, and a client ignores those
/// that it does not know. What a client sends is closed: the daemon refuses what it does not know. An `examples` list
/// has the values there are of a text that may get others.
struct PublishedSchema {
  private var definitions: [(key: String, value: SchemaText)] = []
  /// The definitions with objects, and whether each is of a request.
  private var objects: [String: Bool] = [:]

  /// The schema's text.
  static var document: String {
    SchemaText.object([
      ("$schema", .text("http://json-schema.org/draft-07/schema#")),
      ("title", .text("deckd protocol \(Reply.protocolNumber)")),
      ("description", .text(description)),
      ("anyOf", .array([.reference("fromDaemon"), .reference("fromClient")])),
      ("definitions", .object(made)),
    ]).document
  }

  /// The definitions, by their names.
  static var made: [(key: String, value: SchemaText)] {
    var schema = PublishedSchema()
    schema.addEnvelopes()
    schema.addRequests()
    schema.addReplies()
    schema.addNotifications()
    schema.addDelegate()
    return schema.definitions
  }

  static let description = """
    JSON-RPC 2.0 over a Unix stream socket, one object per line, UTF-8. Lengths are points (pt), y grows downwards; \
    angles are degrees, clockwise positive; velocities are pt/s; times are whole microseconds (µs) of \
    CLOCK_MONOTONIC, or of the recording in a replay. Numbers have at most three decimals, the constants of formulas \
    nine. A client ignores members and messages that it does not know: within a protocol number, changes only add. \
    The daemon refuses what it does not know.
    """

  private static let jsonrpc = (
    key: "jsonrpc",
    value: SchemaText.object([
      ("description", .text("The version of JSON-RPC.")), ("const", .text("2.0")),
    ])
  )

  // MARK: Messages

  private mutating func addEnvelopes() {
    add(
      "fromDaemon",
      "Line from the daemon",
      "A notification, the reply to a request, or a question to a delegate.",
      [
        ("type", .text("object")),
        ("if", required("method")),
        (
          "then",
          .object([
            ("if", required("id")), ("then", .reference("question")), ("else", .reference("notification")),
          ])
        ),
        ("else", .reference("reply")),
      ]
    )
    let answers = SchemaText.object([("anyOf", .array([required("result"), required("error")]))])
    add(
      "fromClient",
      "Line from a client",
      "A request, or a delegate's answer.",
      [
        ("type", .text("object")),
        ("if", .object([("anyOf", .array([required("method"), .object([("not", answers)])]))])),
        ("then", .reference("request")),
        ("else", .reference("delegateAnswer")),
      ]
    )
  }

  private mutating func addRequests() {
    var members = ClientRequest.envelope
    members.members = members.members.map { member in
      var member = member
      if member.name == "params" { member.value = .map([], isEmpty: true) }
      return member
    }
    let cases = ClientRequest.MethodName.allCases.map { name -> SchemaText in
      let parameters: (key: String, value: SchemaText) = (
        "properties", .object([("params", .reference("\(name)Params"))])
      )
      let isNeeded = name.format.parameters.isNeeded
      let requirement: [(key: String, value: SchemaText)] =
        isNeeded ? [("required", .texts(["params"])), parameters] : [parameters]
      return .object([("if", constant("method", name.rawValue)), ("then", .object(requirement))])
    }
    let body = object(members, isRequest: true)
    add(
      "request",
      "Request from a client",
      "A request; one without an id is a notification, which gets no reply.",
      body + [("allOf", .array(cases))]
    )
    for name in ClientRequest.MethodName.allCases {
      add(
        "\(name)Params",
        "Parameters of \(name.rawValue)",
        name.format.summary.sentence,
        object(name.format.parameters, isRequest: true)
      )
    }
  }

  private mutating func addReplies() {
    let id = ClientRequest.envelope.members.first { $0.name == "id" }
    let returned = MemberSchema("id", id?.value ?? .json, "The request's id, byte for byte; null when it is unknown.")
    add(
      "reply",
      "Reply",
      "The reply to a request: a result or an error.",
      [
        ("type", .text("object")),
        ("if", required("error")),
        ("then", .reference("errorReply")),
        ("else", .reference("resultReply")),
      ]
    )
    addReply(
      "resultReply",
      "Reply with a result",
      "The request was performed.",
      [
        returned, MemberSchema("result", .reference("result"), "The method's result."),
      ]
    )
    addResults()
    addReply(
      "errorReply",
      "Reply with an error",
      "The request was not performed.",
      [
        returned, MemberSchema("error", ProtocolError.schema, "What was wrong."),
      ]
    )
  }

  private mutating func addReply(_ name: String, _ title: String, _ summary: String, _ members: [MemberSchema]) {
    add(name, title, summary, object(ObjectSchema([Self.version] + members), isRequest: false))
  }

  /// Results, told apart by a member that no other result has, and else by being the only one without.
  private mutating func addResults() {
    let marks: [(member: String, method: ClientRequest.MethodName)] = [
      ("server", .hello), ("uptime", .daemonStatus), ("decks", .deckList), ("snapshot", .subscribe),
      ("snapshots", .subscribe), ("restart", .daemonReload), ("cards", .deckCards),
      ("settings", .deckSettings), ("staged", .deckStage), ("surfaces", .surfaceList),
    ]
    let methods = ClientRequest.MethodName.allCases
    for method in methods {
      let result = method.format.result
      precondition(
        result == ClientRequest.MethodName.deckReset.format.result
          || marks.contains { $0.method.format.result == result },
        "nothing tells the result of \(method.rawValue) apart"
      )
      add(result, isRequest: false)
    }
    let last = SchemaText.reference(ClientRequest.MethodName.deckReset.format.result.name)
    let chain = marks.reversed().reduce(last) { rest, mark in
      .object([
        ("if", required(mark.member)), ("then", .reference(mark.method.format.result.name)), ("else", rest),
      ])
    }
    guard case .object(let body) = chain else { return }
    add("result", "Result", "Told apart by its members.", [("type", .text("object"))] + body)
  }

  private static let version = MemberSchema("jsonrpc", .constant("\"2.0\""), "The version of JSON-RPC.")

  private mutating func addNotifications() {
    let names = NotificationName.allCases
    add(
      "notification",
      "Notification",
      "What a subscriber receives, one per line.",
      [
        ("type", .text("object")),
        ("required", .texts(["method"])),
        ("additionalProperties", .raw("true")),
        (
          "properties",
          .object([("method", value(.openChoice(names.map(\.rawValue)), "The notification's name.", isRequest: false))])
        ),
        (
          "allOf",
          .array(
            names.map { name in
              .object([
                ("if", constant("method", name.rawValue)), ("then", .reference("\(name)Notification")),
              ])
            }
          )
        ),
      ]
    )
    for name in names {
      let topic = name.topic.map { " Topic \($0.rawValue)." } ?? ""
      addReply(
        "\(name)Notification",
        name.rawValue,
        name.summary + topic,
        [
          MemberSchema("method", .constant("\"\(name.rawValue)\""), "The notification's name."),
          MemberSchema("params", name.parameters, "The contents."),
        ]
      )
    }
    addEvents()
    add(DeckMotion.Course.formula, isRequest: false)
    let kinds = DeckKind.allCases.map(\.rawValue)
    add(Definition("deckKind", "Deck kind", "What a deck is for.", .openChoice(kinds)), isRequest: false)
    let presets = Preset.allCases.map(\.rawValue)
    add(Definition("preset", "Preset", "The settings that a deck starts from.", .openChoice(presets)), isRequest: false)
    let gestures = GestureKind.allCases.map { "\($0)" }
    add(Definition("recognizer", "Recognizer", "A gesture.", .openChoice(gestures)), isRequest: false)
  }

  private mutating func addEvents() {
    let types = DeckEvent.TypeName.allCases
    add(
      "event",
      "Event",
      "Each type has members of its own.",
      [
        ("type", .text("object")),
        ("required", .texts(["type"])),
        ("additionalProperties", .raw("true")),
        ("properties", .object([("type", value(DeckEvent.TypeName.schema, "What happened.", isRequest: false))])),
        (
          "allOf",
          .array(
            types.map { type in
              .object([("if", constant("type", type.rawValue)), ("then", .reference("\(type)Event"))])
            }
          )
        ),
      ]
    )
    for type in types {
      add(
        "\(type)Event",
        type.rawValue,
        type.format.summary.sentence,
        object(DeckEvent.object(of: type), isRequest: false)
      )
    }
  }

  private mutating func addDelegate() {
    let methods = DelegateTopic.allCases.map { "delegate.\($0.rawValue)" }
    let id = "^.*/[0-9]+$"
    addReply(
      "question",
      "Question to a delegate",
      "A request from the daemon, to be answered within delegate.deadline.",
      [
        MemberSchema("id", .pattern(id), "To be returned with the answer: the deck's id, / and a number."),
        MemberSchema("method", .choice(methods), "The question."),
        MemberSchema("params", .object(DelegateQuestion.parameters), "What it is about."),
      ]
    )
    add(
      "delegateAnswer",
      "Answer of a delegate",
      "The reply to a question; an error leaves the answer to the deck.",
      [
        ("type", .text("object")),
        ("required", .texts(["jsonrpc", "id"])),
        ("additionalProperties", .raw("true")),
        ("oneOf", .array([required("result"), required("error")])),
        (
          "properties",
          .object([
            Self.jsonrpc,
            ("id", value(.pattern(id), "The question's id, byte for byte.", isRequest: true)),
            ("result", value(ClientAnswer.result, ClientAnswer.resultSummary, isRequest: true)),
            ("error", value(.json, "A JSON-RPC error.", isRequest: true)),
          ])
        ),
      ]
    )
  }

  // MARK: Definitions

  private mutating func add(_ definition: Definition, isRequest: Bool) {
    let name = definition.name
    if let other = objects[name] {
      precondition(other == isRequest, "\(name) is of requests and of other messages")
      return
    }
    guard !definitions.contains(where: { $0.key == name }) else { return }
    if case .object = definition.schema { objects[name] = isRequest }
    // Its place comes before what it refers to.
    let place = definitions.count
    definitions.append((name, .object([])))
    let body = body(of: definition.schema, isRequest: isRequest)
    definitions[place].value = described(definition.title, definition.summary, body)
  }

  private mutating func add(
    _ name: String,
    _ title: String,
    _ summary: String,
    _ body: [(key: String, value: SchemaText)]
  ) {
    definitions.append((name, described(title, summary, body)))
  }

  private func described(
    _ title: String,
    _ summary: String,
    _ body: [(key: String, value: SchemaText)]
  ) -> SchemaText {
    .object([("title", .text(title)), ("description", .text(summary))] + body)
  }

  // MARK: Values

  /// The members of an object.
  private mutating func object(_ object: ObjectSchema, isRequest: Bool) -> [(key: String, value: SchemaText)] {
    var body: [(key: String, value: SchemaText)] = [("type", .text("object"))]
    let required = object.members.filter { !$0.isOptional }.map(\.name)
    if !required.isEmpty { body.append(("required", .texts(required))) }
    if isRequest { body.append(("additionalProperties", .raw("false"))) }
    for rule in object.rules { body.append(self.rule(rule)) }
    let properties = object.members.map { member in
      (key: member.name, value: value(member.value, member.summary, isRequest: isRequest))
    }
    return body + [("properties", .object(properties))]
  }

  private func rule(_ rule: MemberRule) -> (key: String, value: SchemaText) {
    switch rule {
    case .exactlyOne(let names, _): ("oneOf", .array(names.map { required($0) }))
    case .atLeastOne(let names, _): ("anyOf", .array(names.map { required($0) }))
    case .excludes(let name, let others):
      ("allOf", .array(others.map { other in .object([("not", .object([("required", .texts([name, other]))]))]) }))
    case .paired(let first, let second):
      ("dependencies", .object([(first, .texts([second])), (second, .texts([first]))]))
    }
  }

  private mutating func value(_ schema: ValueSchema, _ summary: String, isRequest: Bool) -> SchemaText {
    .object([("description", .text(summary))] + body(of: schema, isRequest: isRequest))
  }

  private mutating func element(_ schema: ValueSchema, isRequest: Bool) -> SchemaText {
    .object(body(of: schema, isRequest: isRequest))
  }

  private mutating func body(of schema: ValueSchema, isRequest: Bool) -> [(key: String, value: SchemaText)] {
    func bounds(_ least: String?, _ most: String?) -> [(key: String, value: SchemaText)] {
      [least.map { ("minimum", .raw($0)) }, most.map { ("maximum", .raw($0)) }].compactMap(\.self)
    }
    func lengths(_ name: String, _ least: Int, _ most: Int?) -> [(key: String, value: SchemaText)] {
      [least > 0 ? ("min\(name)", .raw("\(least)")) : nil, most.map { ("max\(name)", .raw("\($0)")) }].compactMap(
        \.self
      )
    }
    switch schema {
    case .text(let least, let most): return [("type", .text("string"))] + lengths("Length", least, most)
    case .line(let least, let most):
      let control = SchemaText.object([("pattern", .raw(#""[\\u0000-\\u001f\\u007f-\\u009f]""#))])
      return [("type", .text("string"))] + lengths("Length", least, most) + [("not", control)]
    case .pattern(let pattern): return [("type", .text("string")), ("pattern", .text(pattern))]
    case .number(let least, let most):
      return [("type", .text("number"))] + bounds(least.map(Self.number), most.map(Self.number))
    case .numberAbove(let bound):
      return [("type", .text("number")), ("exclusiveMinimum", .raw(Self.number(bound)))]
    case .integer(let least, let most):
      return [("type", .text("integer"))] + bounds(least.map { "\($0)" }, most.map { "\($0)" })
    case .flag: return [("type", .text("boolean"))]
    case .constant(let json): return [("const", .raw(json))]
    case .choice(let names): return [("enum", .texts(names))]
    case .openChoice(let names): return [("type", .text("string")), ("examples", .texts(names))]
    case .numbers(let numbers): return [("enum", .array(numbers.map { .raw("\($0)") }))]
    case .list(let element, let least, let most, let isUnique):
      let items = (key: "items", value: self.element(element, isRequest: isRequest))
      let unique: [(key: String, value: SchemaText)] = isUnique ? [("uniqueItems", .raw("true"))] : []
      return [("type", .text("array")), items] + lengths("Items", least, most) + unique
    case .object(let object): return self.object(object, isRequest: isRequest)
    case .map(let types, let isEmpty):
      let values = SchemaText.object([("type", types.count == 1 ? .text(types[0]) : .texts(types))])
      let least: [(key: String, value: SchemaText)] = isEmpty ? [] : [("minProperties", .raw("1"))]
      return [("type", .text("object"))] + least + (types.isEmpty ? [] : [("additionalProperties", values)])
    case .any(let schemas): return [("anyOf", .array(schemas.map { element($0, isRequest: isRequest) }))]
    case .defined(let definition):
      add(definition, isRequest: isRequest)
      return [("$ref", .text("#/definitions/\(definition.name)"))]
    case .reference(let name): return [("$ref", .text("#/definitions/\(name)"))]
    case .json: return []
    }
  }

  private static func number(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private func required(_ name: String) -> SchemaText { .object([("required", .texts([name]))]) }

  private func constant(_ member: String, _ value: String) -> SchemaText {
    .object([("properties", .object([(member, .object([("const", .text(value))]))]))])
  }
}

extension ObjectSchema {
  /// Whether a request must have parameters.
  fileprivate var isNeeded: Bool {
    members.contains { !$0.isOptional }
      || rules.contains { rule in
        switch rule {
        case .excludes, .paired: false
        case .exactlyOne, .atLeastOne: true
        }
      }
  }
}

extension String {
  /// A clause as a sentence.
  var sentence: String {
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : "\(text)."
  }
}
