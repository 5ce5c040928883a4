import JSON

/// Writes an object of a message, and describes its members.
///
/// The daemon, the published schema and the protocol page all use the same list of members.
package struct ObjectWriter<Owner>: Sendable {
  /// One member of the object.
  package struct Member: Sendable {
    package let schema: MemberSchema
    fileprivate let source: MemberSource
    /// The property that the member is about, for those who read it.
    // Safe: key paths are never changed.
    nonisolated(unsafe) fileprivate var property: PartialKeyPath<Owner>?

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
      source = MemberSource(name) { key, owner, json in
        json.key(key)
        value(owner.load(as: Owner.self)).write(to: &json)
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
      source = MemberSource(name) { key, owner, json in
        guard let value = value(owner.load(as: Owner.self)) else { return }
        json.key(key)
        value.write(to: &json)
      }
    }

    /// A member that is always present, stored in the owner.
    ///
    /// - Precondition: the property is stored; so for each initializer with a key path alone.
    init<Value: WireValue>(_ name: String, _ summary: String, at property: KeyPath<Owner, Value>) {
      self.init(name, Value.schema, summary, at: property)
    }

    /// A member that is always present, stored in the owner, with a narrower schema than its type's.
    init<Value: WireValue>(
      _ name: String,
      _ schema: ValueSchema,
      _ summary: String,
      at property: KeyPath<Owner, Value>
    ) {
      self.property = property
      self.schema = MemberSchema(name, schema, summary)
      source = MemberSource(name, Value.self, at: MemoryLayout<Owner>.offset(of: property))
    }

    /// A member that is omitted when its value is `nil`, stored in the owner.
    init<Value: WireValue>(optional name: String, _ summary: String, at property: KeyPath<Owner, Value?>) {
      self.init(optional: name, Value.schema, summary, at: property)
    }

    /// A member that is omitted when its value is `nil`, stored in the owner, with a narrower schema than its type's.
    init<Value: WireValue>(
      optional name: String,
      _ schema: ValueSchema,
      _ summary: String,
      at property: KeyPath<Owner, Value?>
    ) {
      self.property = property
      self.schema = MemberSchema(name, schema, summary, optional: true)
      source = MemberSource(name, Value?.self, at: MemoryLayout<Owner>.offset(of: property))
    }

    /// A member that is an array of two numbers, stored in the owner.
    init(
      _ name: String,
      _ schema: ValueSchema,
      _ summary: String,
      at first: KeyPath<Owner, Double>,
      _ second: KeyPath<Owner, Double>
    ) {
      self.schema = MemberSchema(name, schema, summary)
      let offsets = [first, second].compactMap { MemoryLayout<Owner>.offset(of: $0) }
      precondition(offsets.count == 2, "the member \(name) is not two stored properties")
      source = MemberSource(name) { key, owner, json in
        json.key(key)
        json.array { json in
          for offset in offsets { json.value(owner.load(fromByteOffset: offset, as: Double.self)) }
        }
      }
    }

    /// The member, for those who read it about a property that is written in another form.
    func about(_ property: PartialKeyPath<Owner>) -> Member {
      var member = self
      member.property = property
      return member
    }

    fileprivate init<Part>(_ part: ObjectWriter<Part>.Member, of path: @escaping @Sendable (Owner) -> Part) {
      schema = part.schema
      let source = part.source
      self.source = MemberSource(part.schema.name) { _, owner, json in
        withUnsafePointer(to: path(owner.load(as: Owner.self))) { owner in
          withUnsafePointer(to: source) { MemberSource.write($0, of: owner, to: &json) }
        }
      }
    }
  }

  private let members: [Member]
  /// Where each member comes from, without its schema, which no message needs.
  private let sources: MemberSources
  /// The names of the members by their properties, for those who read the object.
  // Safe: key paths are never changed.
  nonisolated(unsafe) let names: [PartialKeyPath<Owner>: String]

  /// An object with these members, in this order.
  init(_ members: Member...) {
    self.init(members)
  }

  private init(_ members: [Member]) {
    self.members = members
    sources = MemberSources(members.map(\.source))
    names = Dictionary(members.compactMap { row in row.property.map { ($0, row.schema.name) } }) { $1 }
  }

  /// The schema of the members.
  package var schema: ObjectSchema { ObjectSchema(members.map(\.schema)) }

  /// Writes the object.
  func write(_ owner: Owner, to json: inout JSONWriter) {
    withUnsafePointer(to: owner) { write($0, to: &json) }
  }

  /// Writes the object that lies at an address.
  func write(_ owner: UnsafePointer<Owner>, to json: inout JSONWriter) {
    json.object { writeMembers(of: owner, to: &$0) }
  }

  /// Writes the members into an open object.
  func writeMembers(of owner: Owner, to json: inout JSONWriter) {
    withUnsafePointer(to: owner) { writeMembers(of: $0, to: &json) }
  }

  /// Writes the members of the object at an address into an open object.
  func writeMembers(of owner: UnsafePointer<Owner>, to json: inout JSONWriter) {
    sources.write(of: owner, to: &json)
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
