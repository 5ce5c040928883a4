/// The description of a key in the configuration file: its values, its default, and its purpose.
///
/// The example file and the documentation are made from it.
package struct SectionKey: Sendable {
  package var name: String
  /// The valid values, as error messages describe them.
  package var expectation: String
  /// The range with its unit; empty for none.
  package var range = ""
  /// The default, in words or as a value; `nil` for a required key.
  package var fallback: String?
  /// An example value for the example file, in TOML, or the header of a table.
  package var example: String
  /// One sentence for the documentation.
  package var summary: String
  /// The keys of a table that has rows of its own.
  package var members: [SectionKey] = []

  /// Whether the example is a header, such as `[socket]` or `[[decks]]`.
  package var hasHeader: Bool { example.wholeMatch(of: /\[+[a-z.]+\]+/) != nil }

  /// The names of the keys below this one that have a line in the example file.
  var lines: [String] { members.flatMap { $0.hasHeader ? $0.lines : [$0.name] } }
}
