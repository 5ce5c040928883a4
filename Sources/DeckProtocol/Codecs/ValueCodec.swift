import JSON

/// Reads and writes a value of a message, and describes its valid values.
package struct ValueCodec<Value: Sendable>: Sendable {
  package let schema: ValueSchema
  /// The expected value, for the error when it is missing, such as `a number from 0 to 1`.
  let expected: String
  /// Reads the member with this name; `nil` if there is none.
  let read: @Sendable (Fields, String) throws(ProtocolError) -> Value?
  let write: @Sendable (Value, inout JSONWriter) -> Void

  init(
    _ schema: ValueSchema,
    expected: String,
    read: @escaping @Sendable (Fields, String) throws(ProtocolError) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    self.schema = schema
    self.expected = expected
    self.read = read
    self.write = write
  }
}

extension ValueCodec where Value: WireValue {
  init(
    _ schema: ValueSchema,
    expected: String,
    read: @escaping @Sendable (Fields, String) throws(ProtocolError) -> Value?
  ) {
    self.init(schema, expected: expected, read: read) { $0.write(to: &$1) }
  }
}

extension ValueCodec<String> {
  static let text = ValueCodec(.text(), expected: "a string") { (fields, name) throws(ProtocolError) in
    try fields.optionalString(name)
  }

  /// Text without control characters, with a character count in this range.
  static func line(_ count: ClosedRange<Int>) -> ValueCodec {
    ValueCodec(.line(least: count.lowerBound, most: count.upperBound), expected: "a string") {
      (fields, name) throws(ProtocolError) in try fields.optionalLine(name, count)
    }
  }
}

extension ValueCodec<Bool> {
  static let flag = ValueCodec(.flag, expected: "true or false") { (fields, name) throws(ProtocolError) in
    try fields.optionalFlag(name)
  }
}

extension ValueCodec<Double> {
  static func number(_ range: ClosedRange<Double>) -> ValueCodec {
    ValueCodec(.number(least: range.lowerBound, most: range.upperBound), expected: Fields.number(in: range)) {
      (fields, name) throws(ProtocolError) in try fields.optionalNumber(name, in: range)
    }
  }
}

extension ValueCodec where Value: FixedWidthInteger & WireValue {
  /// A whole number in `range`, which begins at 0 or above.
  static func integer(_ range: ClosedRange<Int>) -> ValueCodec {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return ValueCodec(.integer(least: range.lowerBound, most: range.upperBound), expected: expected) {
      (fields, name) throws(ProtocolError) in
      try fields.optionalInteger(name, in: UInt64(range.lowerBound)...UInt64(range.upperBound)).map { Value($0) }
    }
  }
}

extension ValueCodec<Int> {
  /// A count of at least one.
  static let count = integer(1...JSONValue.largestInteger)
}

extension ValueCodec<UInt64> {
  /// The number of an event, or 0.
  static let sequence = integer(0...JSONValue.largestInteger)
}

extension ValueCodec<Int64> {
  /// Microseconds.
  static let time = integer(0...JSONValue.largestInteger)
}

extension ValueCodec where Value: WireName {
  /// One of the enumeration's names.
  static var name: ValueCodec {
    ValueCodec(Value.schema, expected: Fields.names(Value.self)) { (fields, name) throws(ProtocolError) in
      try fields.optionalChoice(name)
    }
  }
}

extension ValueCodec {
  /// An array of at least one value; with `isUnique`, no value occurs twice.
  static func names<Name: WireName>(_: Name.Type, isUnique: Bool = false) -> ValueCodec where Value == [Name] {
    ValueCodec(
      .list(Name.schema, least: 1, isUnique: isUnique),
      expected: "an array with \(Fields.names(Name.self))"
    ) { (fields, name) throws(ProtocolError) in
      try fields.optionalChoices(name, isUnique: isUnique)
    }
  }

  /// An array of at least `least` objects; `expected` describes it.
  ///
  /// `check` throws for an object that is invalid after those before it; the error's field names that object's members.
  static func objects<Object>(
    _ codec: ObjectCodec<Object>,
    expected: String,
    least: Int = 1,
    check: @escaping @Sendable (Object, [Object], Fields) throws(ProtocolError) -> Void = { _, _, _ in }
  ) -> ValueCodec where Value == [Object] {
    ValueCodec(
      .list(.object(codec.schema), least: least),
      expected: expected,
      read: { (fields, name) throws(ProtocolError) in
        guard let elements = try fields.optionalObjects(name, expected) else { return nil }
        guard elements.count >= least else {
          throw fields.wrong(name, "\(expected), not \(elements.isEmpty ? "an empty one" : "\(elements.count)")")
        }
        var objects: [Object] = []
        objects.reserveCapacity(elements.count)
        for fields in elements {
          let object = try codec.read(fields)
          try check(object, objects, fields)
          objects.append(object)
        }
        return objects
      },
      write: { objects, json in json.array(objects) { codec.write($1, to: &$0) } }
    )
  }
}

extension ValueCodec {
  /// An object; `expected` describes it.
  static func object(_ codec: ObjectCodec<Value>, expected: String) -> ValueCodec {
    ValueCodec(
      .object(codec.schema),
      expected: expected,
      read: { (fields, name) throws(ProtocolError) in
        guard let fields = try fields.optionalObject(name, expected) else { return nil }
        return try codec.read(fields)
      },
      write: { codec.write($0, to: &$1) }
    )
  }
}
