import JSON
import MessageText

/// Reads and writes an object of a message, and describes its members.
package struct ObjectCodec<Value: Sendable>: Sendable {
  package let schema: ObjectSchema
  /// Reads the members among others that the object may have.
  let readMembers: @Sendable (Fields) throws(ProtocolError) -> Value
  /// The names of the members by their properties, for those who read the object.
  // Safe: key paths are never changed.
  nonisolated(unsafe) private(set) var names: [PartialKeyPath<Value>: String] = [:]
  private let noun: String
  private let writeMembers: @Sendable (Value, inout JSONWriter) -> Void

  /// A codec for the object that `noun` names, with these members in this order, each of a property.
  init<each Member: Sendable>(
    _ noun: String,
    rules: [MemberRule] = [],
    _ fields: repeat Field<each Member>,
    make: @escaping @Sendable (repeat each Member) throws(ProtocolError) -> Value,
    members: (repeat any KeyPath<Value, each Member> & Sendable)
  ) {
    let values = (repeat reader(of: each members))
    self.init(noun, rules: rules, repeat each fields, make: make) { value, json in
      withUnsafePointer(to: value) { value in
        for (field, member) in repeat (each fields, each values) { field.write(member(value), &json) }
      }
    }
    for (field, member) in repeat (each fields, each members) { names[member] = field.schema.name }
  }

  /// A codec for the object that `noun` names, with these members in this order, which `write` writes into an open
  /// object: a type with thousands of values in a message writes only the members that a value has.
  init<each Member: Sendable>(
    _ noun: String,
    rules: [MemberRule] = [],
    _ fields: repeat Field<each Member>,
    make: @escaping @Sendable (repeat each Member) throws(ProtocolError) -> Value,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    schema = ObjectSchema(of: repeat each fields, rules: rules)
    self.noun = noun
    readMembers = { (object) throws(ProtocolError) in try make(repeat try (each fields).read(object)) }
    writeMembers = write
  }

  /// Reads the object; in a request, an unknown member is an error.
  func read(_ object: Fields) throws(ProtocolError) -> Value {
    try object.check(schema, of: noun)
    return try readMembers(object)
  }

  /// Writes the object.
  func write(_ value: Value, to json: inout JSONWriter) {
    json.object { writeMembers(value, &$0) }
  }

  /// Writes the members into an open object.
  func writeMembers(of value: Value, to json: inout JSONWriter) {
    writeMembers(value, &json)
  }
}

/// Reads a property where it lies if it is stored: through a key path it would be looked up each time.
private func reader<Owner, Value>(of path: any KeyPath<Owner, Value> & Sendable)
  -> @Sendable (UnsafeRawPointer) -> Value
{
  guard let offset = MemoryLayout<Owner>.offset(of: path) else { return { $0.load(as: Owner.self)[keyPath: path] } }
  return { $0.load(fromByteOffset: offset, as: Value.self) }
}

extension ObjectSchema {
  /// The schema of an object with these fields.
  init<each Member: Sendable>(of fields: repeat Field<each Member>, rules: [MemberRule] = []) {
    var members: [MemberSchema] = []
    for field in repeat each fields { members.append(field.schema) }
    self.init(members, rules: rules)
  }
}

extension Fields {
  /// Throws for a member that `schema` does not have, and for a rule of `schema` that the members break.
  func check(_ schema: ObjectSchema, of noun: String) throws(ProtocolError) {
    if isRequest { try refuseUnknown(besides: schema.members.lazy.map(\.name), of: noun) }
    for rule in schema.rules {
      switch rule {
      case .exactlyOne(let names, let expected):
        let present = names.filter(has)
        if present.count > 1 { throw wrong(present[1], "either \(names.joined(separator: " or ")), not both") }
        if present.isEmpty { throw missing(names[0], expected) }
      case .atLeastOne(let names, let expected):
        if !names.contains(where: has) { throw missing(names[0], expected) }
      case .excludes(let name, let others):
        if has(name), let other = others.first(where: has) {
          throw wrong(other, "either \(name) or \(other), not both")
        }
      case .paired(let first, let second):
        if has(first) != has(second) {
          throw missing(has(first) ? second : first, "\(first) and \(second), or neither")
        }
      }
    }
  }

  /// Throws for the first member whose name is not in `known`.
  private func refuseUnknown(besides known: some Collection<String>, of noun: String) throws(ProtocolError) {
    guard let name = names.first(where: { !known.contains($0) }) else { return }
    let expected =
      known.isEmpty ? "nothing: \(noun) takes no parameters" : Suggestion.oneOf(Array(known), insteadOf: name)
    throw unknown(name, expected)
  }
}
