package import JSON

/// Where the value of a member comes from, and how it is written.
///
/// A stored property is an offset, which `MemoryLayout` documents, and the function that writes a value of its type: all
/// members of a type are written by the same code, and nothing of the owner is copied. A frame has a hundred members, and
/// a function for each would have to be fetched for every touch. Most are numbers, which need none.
struct MemberSource: Sendable {
  private let key: JSONKey
  /// Bytes from the start of the owner; short, so that a source has 48 bytes.
  private let offset: UInt16
  private let kind: Kind

  private enum Kind {
    /// A `Double`.
    case number
    /// An `Int`.
    case integer
    case other(@Sendable (JSONKey, UnsafeRawPointer, inout JSONWriter) -> Void)
  }

  /// A member that is computed from the owner at an address.
  init(_ name: String, _ write: @escaping @Sendable (JSONKey, UnsafeRawPointer, inout JSONWriter) -> Void) {
    (key, offset, kind) = (JSONKey(name), 0, .other(write))
  }

  /// A member that lies `offset` bytes into its owner; `nil` for one that is not stored, which is a mistake.
  ///
  /// A function and not the type itself: through that, the generic code for arrays and optional values would be called,
  /// which looks its types up each time.
  init<Value: WireMember>(_ name: String, _: Value.Type, at offset: Int?) {
    guard let offset else { preconditionFailure("the member \(name) is not a stored property") }
    (key, self.offset) = (JSONKey(name), UInt16(offset))
    kind =
      switch Value.self {
      case is Double.Type: .number
      case is Int.Type: .integer
      default: .other { Value.writeMember($0, at: $1, to: &$2) }
      }
  }

  /// Writes the member of the owner at an address; each property of the source is read where it lies, since a method of
  /// the source would copy all of it.
  static func write(_ source: UnsafePointer<MemberSource>, of owner: UnsafeRawPointer, to json: inout JSONWriter) {
    let place = owner + Int(source.pointee.offset)
    switch source.pointee.kind {
    case .number: json.member(source.pointee.key, place.load(as: Double.self))
    case .integer: json.member(source.pointee.key, place.load(as: Int.self))
    case .other(let write): write(source.pointee.key, place, &json)
    }
  }
}

/// The sources of an object's members, which are used where they lie: an array's would be copied, one by one.
final class MemberSources: Sendable {
  // Safe: nothing is changed between `init` and `deinit`.
  nonisolated(unsafe) private let sources: UnsafeMutableBufferPointer<MemberSource>

  init(_ sources: [MemberSource]) {
    self.sources = .allocate(capacity: sources.count)
    _ = self.sources.initialize(from: sources)
  }

  deinit {
    sources.deinitialize()
    sources.deallocate()
  }

  /// Writes the members of the owner at an address.
  func write(of owner: UnsafeRawPointer, to json: inout JSONWriter) {
    guard var source = UnsafePointer(sources.baseAddress) else { return }
    for _ in sources.indices {
      MemberSource.write(source, of: owner, to: &json)
      source += 1
    }
  }
}

/// A type whose values can be members of an object.
package protocol WireMember: Sendable {
  /// Writes the value at an address as the member `key`, if there is one.
  static func writeMember(_ key: JSONKey, at place: UnsafeRawPointer, to json: inout JSONWriter)
}

extension WireValue {
  package static func writeMember(_ key: JSONKey, at place: UnsafeRawPointer, to json: inout JSONWriter) {
    json.key(key)
    write(place.assumingMemoryBound(to: Self.self), to: &json)
  }
}

extension Optional: WireMember where Wrapped: WireValue {
  package static func writeMember(_ key: JSONKey, at place: UnsafeRawPointer, to json: inout JSONWriter) {
    if case .none = place.assumingMemoryBound(to: Self.self).pointee { return }
    json.key(key)
    // The payload of an enumeration with a single one lies at its begin, says Swift's ABI; unwrapped it would be copied.
    Wrapped.write(place.assumingMemoryBound(to: Wrapped.self), to: &json)
  }
}

/// A value that is written as an object with these members.
package protocol WireObject: WireValue, ReceivedObject {
  static var object: ObjectWriter<Self> { get }
}

/// An object that the schema describes by itself.
package protocol DefinedObject: WireObject {
  static var definition: Definition { get }
}

extension DefinedObject {
  package static var schema: ValueSchema { .defined(definition) }
}

extension WireObject {
  package static var schema: ValueSchema { .object(object.schema) }
  package static var names: [PartialKeyPath<Self>: String] { object.names }

  /// A definition of the object in the schema.
  static func define(_ name: String, _ title: String, _ summary: String, rules: [MemberRule] = []) -> Definition {
    Definition(name, title, summary, .object(ObjectSchema(object.schema.members, rules: rules)))
  }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }

  package static func write(_ place: UnsafePointer<Self>, to json: inout JSONWriter) {
    object.write(place, to: &json)
  }
}
