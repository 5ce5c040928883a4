package import JSON

/// Where the value of a member comes from, and how it is written.
///
/// A stored property is an offset, which `MemoryLayout` documents, and the function that writes a value of its type: all
/// members of a type are written by the same code, and nothing of the owner is copied. A frame has a hundred members, and
/// a function for each would have to be fetched for every touch.
struct MemberSource: Sendable {
  private let key: JSONKey
  private let offset: Int
  private let writeMember: @Sendable (JSONKey, UnsafeRawPointer, inout JSONWriter) -> Void

  /// A member that is computed from the owner at an address.
  init(_ name: String, _ write: @escaping @Sendable (JSONKey, UnsafeRawPointer, inout JSONWriter) -> Void) {
    (key, offset, writeMember) = (JSONKey(name), 0, write)
  }

  /// A member that lies `offset` bytes into its owner; `nil` for one that is not stored, which is a mistake.
  ///
  /// A function and not the type itself: through that, the generic code for arrays and optional values would be called,
  /// which looks its types up each time.
  init<Value: WireMember>(_ name: String, _: Value.Type, at offset: Int?) {
    guard let offset else { preconditionFailure("the member \(name) is not a stored property") }
    (key, self.offset) = (JSONKey(name), offset)
    writeMember = { Value.writeMember($0, at: $1, to: &$2) }
  }

  /// Writes the member of the owner at an address.
  @inline(__always)
  func write(of owner: UnsafeRawPointer, to json: inout JSONWriter) {
    writeMember(key, owner + offset, &json)
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
