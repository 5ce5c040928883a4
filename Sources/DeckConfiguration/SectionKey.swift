/// The description of a key in the configuration file: its values, its default, and its purpose.
///
/// The example file and the documentation are made from it.
struct SectionKey: Sendable {
  var name: String
  /// The valid values, as error messages describe them.
  var expectation: String
  /// The range with its unit; empty for none.
  var range = ""
  /// The default, in words or as a value; `nil` for a required key.
  var fallback: String?
  /// An example value for the example file, in TOML, or the header of a table.
  var example: String
  /// One sentence for the documentation.
  var summary: String
  /// The keys of a table that has rows of its own.
  var members: [SectionKey] = []

  /// Whether the example is a header, such as `[socket]` or `[[decks]]`.
  var hasHeader: Bool { example.wholeMatch(of: /\[+[a-z.]+\]+/) != nil }

  /// The names of the keys below this one that have a line in the example file.
  var lines: [String] { members.flatMap { $0.hasHeader ? $0.lines : [$0.name] } }
}
