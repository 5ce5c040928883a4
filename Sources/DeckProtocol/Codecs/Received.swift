package import JSON

/// An object of a message as a client reads it: by the properties of the type that the daemon writes.
///
/// A daemon of another version may leave members out and have others, so that nothing has to be there, and what is not
/// of its type counts as left out.
@dynamicMemberLookup
package struct Received<Owner: ReceivedObject>: Equatable, Sendable {
  /// The object as it was received.
  package let json: JSONValue

  /// An object that the rows of `Owner` describe.
  package init(_ json: JSONValue) { self.json = json }

  /// The value of the member that is about a property.
  package subscript<Value: ReceivedValue>(dynamicMember property: KeyPath<Owner, Value>) -> Value.Reading {
    self[property]
  }

  /// The value of the member that is about a property of a property, which the object has as its own.
  package subscript<Value: ReceivedValue>(_ property: KeyPath<Owner, Value>) -> Value.Reading {
    Value.reading(json[name(of: property)])
  }

  /// The member that is about a property, with its value as it was written.
  package func member(_ property: PartialKeyPath<Owner>) -> JSONValue.Member? {
    json.member(name(of: property))
  }

  private func name(of property: PartialKeyPath<Owner>) -> String {
    guard let name = Owner.names[property] else { preconditionFailure("no member is about \(property)") }
    return name
  }

  /// The same object as one of another type that has the members of interest.
  package func `as`<Other>(_: Other.Type) -> Received<Other> { Received<Other>(json) }
}

/// A type of properties whose values a client reads.
package protocol ReceivedValue: Sendable {
  /// What is read of a value that is there.
  associatedtype Content: Sendable
  /// What is read of a member, which need not be there.
  associatedtype Reading = Content?

  static func content(_ json: JSONValue) -> Content?
  static func reading(_ json: JSONValue?) -> Reading
}

extension ReceivedValue where Reading == Content? {
  package static func reading(_ json: JSONValue?) -> Content? { json.flatMap(content) }
}

/// An object whose members a client reads.
package protocol ReceivedObject: ReceivedValue where Content == Received<Self> {
  /// The names of the members by the properties that they are about.
  static var names: [PartialKeyPath<Self>: String] { get }
}

extension ReceivedObject {
  package static func content(_ json: JSONValue) -> Received<Self>? { Received(json) }
}

extension ReceivedValue where Self: FixedWidthInteger {
  package static func content(_ json: JSONValue) -> Self? { json.number.flatMap { Self(exactly: $0) } }
}

/// A name is read as its text, since later versions may have others.
extension ReceivedValue where Self: RawRepresentable<String> {
  package static func content(_ json: JSONValue) -> String? { json.text }
}

extension Optional: ReceivedValue where Wrapped: ReceivedValue {
  package static func content(_ json: JSONValue) -> Wrapped.Content? { Wrapped.content(json) }
  package static func reading(_ json: JSONValue?) -> Wrapped.Reading { Wrapped.reading(json) }
}

/// A list is empty where it is left out.
extension Array: ReceivedValue where Element: ReceivedValue {
  package static func content(_ json: JSONValue) -> [Element.Content]? {
    json.elements.compactMap { Element.content($0) }
  }
  package static func reading(_ json: JSONValue?) -> [Element.Content] { json.flatMap { content($0) } ?? [] }
}
