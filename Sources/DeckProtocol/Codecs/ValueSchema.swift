/// The valid JSON values for a value of the protocol.
///
/// Requests are validated against it, and the published schema and the protocol page's tables are generated from it.
package indirect enum ValueSchema: Hashable, Sendable {
  /// Text of at least `least` and at most `most` characters.
  case text(least: Int = 0, most: Int? = nil)
  /// Text without control characters: logs and terminals show it on one line.
  case line(least: Int = 0, most: Int? = nil)
  /// Text that matches a regular expression.
  case pattern(String)
  case number(least: Double? = nil, most: Double? = nil)
  /// A number greater than this.
  case numberAbove(Double)
  case integer(least: Int? = nil, most: Int? = nil)
  case flag
  /// This value, as JSON.
  case constant(String)
  /// One of these texts.
  case choice([String])
  /// One of these texts; others may be added within a protocol number.
  case openChoice([String])
  /// One of these numbers.
  case numbers([Int])
  case list(ValueSchema, least: Int = 0, most: Int? = nil, isUnique: Bool = false)
  case object(ObjectSchema)
  /// An object whose members may have any name, each with a value of one of these JSON types.
  case map([String], isEmpty: Bool)
  case any(of: [ValueSchema])
  case defined(Definition)
  /// The definition with this name, for a recursive definition or one whose values the protocol does not know.
  case reference(String)
  /// Any JSON.
  case json
}

/// A value schema with a name.
package struct Definition: Hashable, Sendable {
  package var name: String
  package var title: String
  /// A description of the value, in sentences.
  package var summary: String
  package var schema: ValueSchema

  /// A definition that is published under `name`.
  package init(_ name: String, _ title: String, _ summary: String, _ schema: ValueSchema) {
    self.name = name
    self.title = title
    self.summary = summary
    self.schema = schema
  }
}

/// A member of an object.
package struct MemberSchema: Hashable, Sendable {
  package var name: String
  package var value: ValueSchema
  /// The member's meaning, with its unit, in sentences.
  package var summary: String
  package var isOptional: Bool

  /// A member that must be present unless it is `optional`.
  package init(_ name: String, _ value: ValueSchema, _ summary: String, optional: Bool = false) {
    self.name = name
    self.value = value
    self.summary = summary
    isOptional = optional
  }
}

/// The members of an object, in writing order.
package struct ObjectSchema: Hashable, Sendable {
  package var members: [MemberSchema]
  package var rules: [MemberRule]

  /// An object with these members.
  package init(_ members: [MemberSchema], rules: [MemberRule] = []) {
    self.members = members
    self.rules = rules
  }
}

/// A constraint on several members of an object.
package enum MemberRule: Hashable, Sendable {
  /// Exactly one of these members; `expected` completes the error when none is present.
  case exactlyOne([String], expected: String)
  /// At least one of these members; `expected` completes the error when none is present.
  case atLeastOne([String], expected: String)
  /// The first member excludes each of the others.
  case excludes(String, [String])
  /// One of these two members requires the other.
  case paired(String, String)
}
