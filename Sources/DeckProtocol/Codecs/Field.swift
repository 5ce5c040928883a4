import JSON

/// A member that is read and written, with its meaning.
struct Field<Value: Sendable>: Sendable {
  let schema: MemberSchema
  let read: @Sendable (Fields) throws(ProtocolError) -> Value
  let write: @Sendable (Value, inout JSONWriter) -> Void

  private init(
    _ schema: MemberSchema,
    read: @escaping @Sendable (Fields) throws(ProtocolError) -> Value,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    self.schema = schema
    self.read = read
    self.write = write
  }

  /// A member that must be present.
  init(_ name: String, _ codec: ValueCodec<Value>, _ summary: String) {
    let key = JSONKey(name)
    self.init(
      MemberSchema(name, codec.schema, summary),
      read: { (fields) throws(ProtocolError) in
        guard let value = try codec.read(fields, name) else { throw fields.missing(name, codec.expected) }
        return value
      },
      write: { value, json in
        json.key(key)
        codec.write(value, &json)
      }
    )
  }

  /// A member that may be omitted.
  init<Present>(optional name: String, _ codec: ValueCodec<Present>, _ summary: String) where Value == Present? {
    let key = JSONKey(name)
    self.init(
      MemberSchema(name, codec.schema, summary, optional: true),
      read: { (fields) throws(ProtocolError) in try codec.read(fields, name) },
      write: { value, json in
        guard let value else { return }
        json.key(key)
        codec.write(value, &json)
      }
    )
  }

  /// A member that defaults to `replacement` when omitted.
  init(_ name: String, _ codec: ValueCodec<Value>, else replacement: Value, _ summary: String) {
    let key = JSONKey(name)
    self.init(
      MemberSchema(name, codec.schema, summary, optional: true),
      read: { (fields) throws(ProtocolError) in try codec.read(fields, name) ?? replacement },
      write: { value, json in
        json.key(key)
        codec.write(value, &json)
      }
    )
  }
}
