package import JSON

/// Where the value of a member comes from, and how it is written.
///
/// A stored property is a type and an offset, which `MemoryLayout` documents: all members of a type are written by the
/// same code, and nothing of the owner is copied. A frame has a hundred members, and a function for each would have to
/// be fetched for every touch.
struct MemberSource: Sendable {
  private enum Value: Sendable {
    /// A property of this type, so many bytes into its owner.
    case stored(any WireMember.Type, offset: Int)
    /// Writes the member of the owner at an address.
    case computed(@Sendable (JSONKey, UnsafeRawPointer, inout JSONWriter) -> Void)
  }

  private let key: JSONKey
  private let value: Value

  /// A member that is computed from the owner at an address.
  init(_ name: String, _ write: @escaping @Sendable (JSONKey, UnsafeRawPointer, inout JSONWriter) -> Void) {
    (key, value) = (JSONKey(name), .computed(write))
  }

  /// A member that lies `offset` bytes into its owner; `nil` for one that is not stored, which is a mistake.
  init(_ name: String, _ type: any WireMember.Type, at offset: Int?) {
    guard let offset else { preconditionFailure("the member \(name) is not a stored property") }
    (key, value) = (JSONKey(name), .stored(type, offset: offset))
  }

  /// Writes the member of the owner at an address.
  func write(of owner: UnsafeRawPointer, to json: inout JSONWriter) {
    switch value {
    case .stored(let type, let offset): type.writeMember(key, at: owner + offset, to: &json)
    case .computed(let write): write(key, owner, &json)
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
    guard let value = place.assumingMemoryBound(to: Self.self).pointee else { return }
    json.key(key)
    value.write(to: &json)
  }
}

/// A value that is written as an object with these members.
package protocol WireObject: WireValue {
  static var object: ObjectWriter<Self> { get }
}

extension WireObject {
  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }

  package static func write(_ place: UnsafePointer<Self>, to json: inout JSONWriter) {
    object.write(place, to: &json)
  }
}
