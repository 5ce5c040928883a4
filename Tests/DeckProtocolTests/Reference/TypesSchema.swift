import DeckProtocol

/// The published schema as types, for programs that generate code.
///
/// Generators read no conditions, and make names of their own for what has none. So each object has a name, each
/// alternative of a union has a constant that tells it apart, and what only a validator needs is left out: bounds,
/// patterns, rules about several members. A union ends with an alternative for what a later daemon adds.
struct TypesSchema {
  private typealias Members = [(key: String, value: SchemaText)]

  private let published: [String: Members]
  private var definitions: Members = []

  /// The schema's text.
  static var document: String {
    let published = PublishedSchema.made
    var schema = TypesSchema(published: Dictionary(uniqueKeysWithValues: published.map { ($0.key, $0.value.members) }))
    let lines = ["fromDaemon", "fromClient"].map { schema.reference($0) }
    return SchemaText.object([
      ("$schema", .text("http://json-schema.org/draft-07/schema#")),
      ("title", .text("Line")),
      ("description", .text("\(description) \(PublishedSchema.description)")),
      ("oneOf", .array(lines)),
      ("definitions", .object(schema.definitions)),
    ]).document
  }

  private static let description = """
    Types of deckd protocol \(Reply.protocolNumber), for programs that generate code; deckd.schema.json, made from the \
    same tables, is for validators.
    """

  private init(published: [String: Members]) {
    self.published = published
  }

  // MARK: Definitions

  private mutating func add(_ name: String, _ make: (inout Self) -> Members) {
    guard !definitions.contains(where: { $0.key == name }) else { return }
    // Its place comes before what it refers to, and ends a recursion.
    let place = definitions.count
    definitions.append((name, .object([])))
    definitions[place].value = .object([("title", .text(name))] + make(&self))
  }

  /// A reference to the published definition of this name, or its value where that needs no name.
  private mutating func reference(_ name: String) -> SchemaText {
    guard let body = published[name] else { preconditionFailure("there is no definition \(name)") }
    let type = Self.typeName(name)
    guard body["allOf", "anyOf", "if", "properties", "enum"] != nil else {
      return .object(value(body.without("title", "description"), type))
    }
    add(type) { $0.body(of: body, type) }
    return .reference(type)
  }

  private mutating func body(of body: Members, _ name: String) -> Members {
    if let alternatives = alternatives(body, name) {
      return body.only("description") + [("oneOf", .array(alternatives))]
    }
    return body["properties"] == nil ? value(body.without("title"), name) : object(body, name)
  }

  private mutating func object(_ body: Members, _ name: String) -> Members {
    let properties = (body["properties"]?.members ?? []).map { key, property in
      (key: key, value: SchemaText.object(value(property.members, name + Self.typeName(key))))
    }
    return body.only("description", "type", "required") + [("properties", .object(properties))]
  }

  // MARK: Unions

  /// The alternatives of a union; `nil` for everything else.
  private mutating func alternatives(_ body: Members, _ name: String) -> [SchemaText]? {
    if let cases = body["allOf"]?.elements.map(\.members), cases.contains(where: { $0["if"] != nil }) {
      return cases.map { alternative($0, of: body, name) } + unknown(body, name)
    }
    if body["if"] != nil { return leaves(body) }
    guard let parts = body["anyOf"]?.elements.map(\.members), parts.allSatisfy({ $0.definition != nil }) else {
      return nil
    }
    let names = parts.compactMap(\.definition)
    guard let first = published[names[0]]?["properties"]?.members["kind"] else { return nil }
    let kinds = names.compactMap { published[$0]?["properties"]?.members["kind"]?.members["const"] }
    let open: Members = first.members.only("description") + [("type", .text("string")), ("examples", .array(kinds))]
    let rest: Members = [
      ("type", .text("object")), ("required", .texts(["kind"])), ("properties", .object([("kind", .object(open))])),
    ]
    return names.map { reference($0) } + unknown(rest, name)
  }

  /// The definition that a condition about a constant leads to, or one made for the parameters of a method.
  private mutating func alternative(_ condition: Members, of body: Members, _ name: String) -> SchemaText {
    let then = condition["then"]?.members ?? []
    if let definition = then.definition { return reference(definition) }
    guard let method = condition["if"]?.members["properties"]?.members["method"]?.members,
      let parameters = then["properties"]?.members["params"], let definition = parameters.members.definition
    else { preconditionFailure("\(name) has a condition of another form") }
    let type = Self.typeName(definition.replacing("Params", with: name))
    add(type) { schema in
      var request = body.only("type", "properties")
      let required = (body["required"]?.elements ?? []) + (then["required"]?.elements ?? [])
      request.replace("properties") { properties in
        properties.map { key, value in
          switch key {
          case "method": (key, .object(value.members.only("description") + method))
          case "params": (key, .object(value.members.only("description") + parameters.members))
          default: (key, value)
          }
        }
      }
      let summary = schema.published[definition]?.only("description") ?? []
      return schema.object(summary + request + [("required", .array(required))], type)
    }
    return .reference(type)
  }

  /// The definitions that conditions about the presence of members lead to.
  private mutating func leaves(_ body: Members) -> [SchemaText] {
    guard let condition = body["if"]?.members else { return body.definition.map { [reference($0)] } ?? [] }
    let mark = condition["required"]?.elements.first
    let then = body["then"]?.members ?? []
    let rest = leaves(body["else"]?.members ?? [])
    guard let mark, let name = then.definition, let target = published[name], target["properties"] != nil,
      target["oneOf"]?.elements.contains(where: { $0.members["required"]?.elements.first?.line == mark.line }) == true
    else { return leaves(then) + rest }
    // One of two members tells the results apart: each gets a type that has it.
    let type = Self.typeName("\(mark.string)Result")
    add(type) { $0.object(target + [("required", .array([mark]))], type) }
    return [.reference(type)] + rest
  }

  /// What a later daemon may add; nothing where the daemon reads, which refuses it.
  private mutating func unknown(_ body: Members, _ name: String) -> [SchemaText] {
    let discriminator = body["properties"]?.members.first { $0.value.members["examples"] != nil }
    guard let (key, value) = discriminator, let known = value.members["examples"] else { return [] }
    let type = "Unknown\(name)"
    add(type) { schema in
      var rest = schema.object(body, type)
      rest.replace("properties") { properties in
        properties.map { name, value in
          guard name == key else { return (name, value) }
          return (name, .object(value.members + [("not", .object([("enum", known)]))]))
        }
      }
      let about = "What a later daemon may send: \(key) is none that this schema has."
      return [("description", .text(about))] + rest.without("description")
    }
    return [.reference(type)]
  }

  // MARK: Values

  /// The schema of a value; `name` is that of the type if it needs one.
  private mutating func value(_ body: Members, _ name: String) -> Members {
    let about = body.only("description")
    if let definition = body.definition { return about + reference(definition).members }
    if body["properties"] != nil {
      add(name) { $0.object(body, name) }
      return about + [("$ref", .text("#/definitions/\(name)"))]
    }
    if let constant = body["const"] { return about + Self.constant(constant) }
    if let names = body["enum"]?.elements ?? body["examples"]?.elements { return about + Self.open(names) }
    if let parts = body["anyOf"]?.elements.map(\.members) {
      // Any JSON, of which the other alternatives are examples.
      guard !parts.contains(where: \.isEmpty) else { return about }
      return about + [("oneOf", .array(parts.map { .object(value($0, name)) }))]
    }
    if let items = body["items"] {
      return about + [("type", .text("array")), ("items", .object(value(items.members, "\(name)Item")))]
    }
    guard let type = body["type"] else { return about }
    if !type.elements.isEmpty {
      // In the values of a map some lose the null.
      guard !type.elements.contains(where: { $0.string == "null" }) else { return about }
      return about + [("oneOf", .array(type.elements.map { .object([("type", $0)]) }))]
    }
    // Without these some take 32 bits, or one bit less than a counter needs.
    let width: Members = type.string == "integer" ? [("format", .text("int64"))] + body.only("minimum") : []
    guard let values = body["additionalProperties"], case .object = values else {
      return about + [("type", type)] + width
    }
    return about + [("type", type), ("additionalProperties", .object(value(values.members, "\(name)Value")))]
  }

  /// Only a text tells types apart; a flag or a number may get other values.
  private static func constant(_ value: SchemaText) -> Members {
    switch value.line {
    case "null": [("type", .text("null"))]
    case "true", "false": [("type", .text("boolean"))]
    case let text where text.hasPrefix("\""): [("type", .text("string")), ("const", value)]
    default: [("type", .text("integer"))]
    }
  }

  /// The values there are, of a type that has others as well.
  private static func open(_ values: [SchemaText]) -> Members {
    let isText = values.allSatisfy { $0.line.hasPrefix("\"") }
    return [("type", .text(isText ? "string" : "integer")), ("examples", .array(values))]
  }

  /// `CardShownEvent` for `card.shownEvent`.
  private static func typeName(_ name: String) -> String {
    name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension SchemaText {
  fileprivate var members: [(key: String, value: SchemaText)] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate var elements: [SchemaText] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// A text without its quotation marks.
  fileprivate var string: String { line.replacing("\"", with: "") }
}

extension [(key: String, value: SchemaText)] {
  /// The first of these members that there is.
  fileprivate subscript(names: String...) -> SchemaText? {
    first { names.contains($0.key) }?.value
  }

  /// The name of the definition that it refers to.
  fileprivate var definition: String? {
    self["$ref"].map { $0.string.replacing("#/definitions/", with: "") }
  }

  fileprivate func only(_ names: String...) -> Self { filter { names.contains($0.key) } }
  fileprivate func without(_ names: String...) -> Self { filter { !names.contains($0.key) } }

  fileprivate mutating func replace(_ name: String, _ change: (Self) -> Self) {
    self = map { $0.key == name ? ($0.key, .object(change($0.value.members))) : $0 }
  }
}
