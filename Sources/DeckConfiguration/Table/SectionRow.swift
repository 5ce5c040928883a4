import DeckEngine

/// A key of a table in the configuration file: its description, and where its value is stored.
struct SectionRow<Table: Sendable>: Sendable {
  /// When a change of the file takes effect.
  enum Effect: Sendable {
    case atReload
    case afterRestart
  }

  /// Reads a value, which errors describe as `expected`, into a table.
  typealias Read =
    @Sendable (_ reader: inout ConfigurationReader, _ node: TOMLNode, _ expected: String, inout Table) -> Void

  let key: SectionKey
  let read: Read
  /// Restores the value of a running daemon if a change takes effect only after a restart; returns the names of the
  /// keys that differ.
  let keep: @Sendable (_ running: Table, inout Table) -> [String]
  /// The value as text; empty for a table or an array.
  let text: @Sendable (Table) -> String

  /// A value that `parser` reads, stored at `path`.
  init<Parser: SettingParser>(
    _ name: String,
    at path: any WritableKeyPath<Table, Parser.Value> & Sendable,
    takes parser: Parser,
    takesEffect: Effect = .atReload,
    default fallback: String?,
    example: String? = nil,
    summary: String
  ) where Parser.Value: Equatable & Sendable {
    self.init(name, parser, path, takesEffect, fallback, example, summary) { $0.value(of: $1, parser) }
  }

  /// A value that `parser` reads, stored at `path`, which is `nil` without it.
  init<Parser: SettingParser>(
    _ name: String,
    at path: any WritableKeyPath<Table, Parser.Value?> & Sendable,
    takes parser: Parser,
    takesEffect: Effect = .atReload,
    default fallback: String?,
    example: String? = nil,
    summary: String
  ) where Parser.Value: Equatable & Sendable {
    self.init(name, parser, path, takesEffect, fallback, example, summary) { .some($0.value(of: $1, parser)) }
  }

  private init<Value: Equatable & Sendable>(
    _ name: String,
    _ parser: some SettingParser,
    _ path: any WritableKeyPath<Table, Value> & Sendable,
    _ takesEffect: Effect,
    _ fallback: String?,
    _ example: String?,
    _ summary: String,
    value: @escaping @Sendable (inout ConfigurationReader, TOMLNode) -> Value?
  ) {
    key = SectionKey(
      name: name,
      expectation: parser.expectation,
      range: parser.bounds,
      fallback: fallback,
      example: example ?? fallback ?? "",
      summary: summary
    )
    read = { reader, node, _, table in
      if let value = value(&reader, node) { table[keyPath: path] = value }
    }
    keep = { running, table in
      guard takesEffect == .afterRestart, table[keyPath: path] != running[keyPath: path] else { return [] }
      table[keyPath: path] = running[keyPath: path]
      return [name]
    }
    text = { table in "\(table[keyPath: path])" }
  }

  /// A table with rows of its own, stored at `path`.
  init<Inner: Sendable>(
    _ name: String,
    at path: any WritableKeyPath<Table, Inner> & Sendable,
    rows: [SectionRow<Inner>],
    takes words: String,
    default fallback: String = "see its keys",
    example: String,
    summary: String
  ) {
    key = SectionKey(
      name: name,
      expectation: words,
      fallback: fallback,
      example: example,
      summary: summary,
      members: rows.map(\.key)
    )
    read = { reader, node, expected, table in
      _ = reader.read(node, rows, into: &table[keyPath: path], expected: expected)
    }
    keep = { running, table in
      rows.flatMap { $0.keep(running[keyPath: path], &table[keyPath: path]) }.map { "\(name).\($0)" }
    }
    text = { _ in "" }
  }

  /// A value of another form; the tables in it have `members`.
  init(
    _ name: String,
    takes words: String,
    default fallback: String?,
    example: String,
    summary: String,
    members: [SectionKey] = [],
    read: @escaping Read
  ) {
    key = SectionKey(
      name: name,
      expectation: words,
      fallback: fallback,
      example: example,
      summary: summary,
      members: members
    )
    self.read = read
    keep = { _, _ in [] }
    text = { _ in "" }
  }
}

/// A table of the file whose keys are all optional.
protocol OptionalSection: Sendable {
  /// The defaults.
  init()
}

extension SectionRow where Table: OptionalSection {
  /// A whole number, whose default the table has.
  init(
    _ name: String,
    at path: any WritableKeyPath<Table, Int> & Sendable,
    takes parser: CountCodec,
    takesEffect: Effect = .atReload,
    summary: String
  ) {
    let fallback = "\(Table()[keyPath: path])"
    self.init(name, at: path, takes: parser, takesEffect: takesEffect, default: fallback, summary: summary)
  }
}
