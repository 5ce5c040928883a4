import JSON

/// Writes an object of a message, and describes its members.
///
/// The daemon, the published schema and the protocol page all use the same list of members.
package struct ObjectWriter<Owner>: Sendable {
  /// One member of the object.
  package struct Member: Sendable {
    package let schema: MemberSchema
    fileprivate let write: @Sendable (Owner, inout JSONWriter) -> Void

    /// A member that is always present.
    init<Value: WireValue>(_ name: String, _ summary: String, _ value: @escaping @Sendable (Owner) -> Value) {
      self.init(name, Value.schema, summary, value)
    }

    /// A member that is always present, with a narrower schema than its type's.
    init<Value: WireValue>(
      _ name: String,
      _ schema: ValueSchema,
      _ summary: String,
      _ value: @escaping @Sendable (Owner) -> Value
    ) {
      self.schema = MemberSchema(name, schema, summary)
      write = { owner, json in
        json.key(name)
        value(owner).write(to: &json)
      }
    }

    /// A member that is omitted when its value is `nil`.
    init<Value: WireValue>(
      optional name: String,
      _ summary: String,
      _ value: @escaping @Sendable (Owner) -> Value?
    ) {
      self.init(optional: name, Value.schema, summary, value)
    }

    /// A member that is omitted when its value is `nil`, with a narrower schema than its type's.
    init<Value: WireValue>(
      optional name: String,
      _ schema: ValueSchema,
      _ summary: String,
      _ value: @escaping @Sendable (Owner) -> Value?
    ) {
      self.schema = MemberSchema(name, schema, summary, optional: true)
      write = { owner, json in
        guard let value = value(owner) else { return }
        json.key(name)
        value.write(to: &json)
      }
    }

    fileprivate init<Part>(_ part: ObjectWriter<Part>.Member, of path: @escaping @Sendable (Owner) -> Part) {
      schema = part.schema
      write = { owner, json in part.write(path(owner), &json) }
    }
  }

  private let members: [Member]
  /// How each member is written, without its schema, which no message needs.
  private let writes: [@Sendable (Owner, inout JSONWriter) -> Void]

  /// An object with these members, in this order.
  init(_ members: Member...) {
    self.init(members)
  }

  private init(_ members: [Member]) {
    self.members = members
    writes = members.map(\.write)
  }

  /// The schema of the members.
  package var schema: ObjectSchema { ObjectSchema(members.map(\.schema)) }

  /// Writes the object.
  func write(_ owner: Owner, to json: inout JSONWriter) {
    json.object { writeMembers(of: owner, to: &$0) }
  }

  /// Writes the members into an open object.
  func writeMembers(of owner: Owner, to json: inout JSONWriter) {
    for write in writes { write(owner, &json) }
  }

  /// A writer with these members appended.
  func with(_ more: Member...) -> ObjectWriter {
    ObjectWriter(members + more)
  }

  /// A writer for an object that contains `Owner` as a part.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Owner) -> ObjectWriter<Whole> {
    ObjectWriter<Whole>(members.map { .init($0, of: part) })
  }

  /// A writer with the members of another appended.
  func with(_ other: ObjectWriter) -> ObjectWriter {
    ObjectWriter(members + other.members)
  }
}
