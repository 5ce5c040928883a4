import DeckEngine
import DeckProtocol
import MessageText

/// Converts a TOML tree to a configuration, and collects all problems.
///
/// An invalid value is omitted or replaced by its default, so that reading continues to the next problem; the result
/// is valid only without findings.
struct ConfigurationReader {
  /// How many decks, panels or surfaces a file may have: many times what people see at once, and what a reload compares
  /// in milliseconds.
  private static let tableLimit = 64

  private(set) var findings: [Finding]
  /// The files that define decks' cards, by the decks' ids.
  var cardFiles: [String: CardFile] = [:]
  /// The surfaces that panels and decks can name.
  var scope = SurfaceScope([])
  /// The folder of the configuration file.
  private let folder: String
  /// The unknown keys that are reported one by one; what is wrong with thousands is one mistake.
  private static let listedKeys = 100
  /// Names that other programs have for a key, too far from ours or too near another one: `w` is one letter from `x`.
  private static let synonyms = ["w": "width", "h": "height", "rotate": "rotation"]
  private var unknownKeys = 0
  /// The first unknown key that is only counted.
  private var firstUnlisted: TOMLNode?

  /// A reader that starts with `findings`; relative paths refer to `folder`.
  init(findings: [Finding] = [], folder: String) {
    self.findings = findings
    self.folder = folder
  }

  /// The path of a file that the configuration names.
  func path(of name: String) -> String {
    name.hasPrefix("/") || folder.isEmpty ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// The configuration of a whole file.
  mutating func configuration(_ root: TOMLNode) -> DaemonConfiguration {
    var configuration = DaemonConfiguration.builtIn
    let members = read(root, SectionTable.file, into: &configuration)
    configuration.cardFiles = cardFiles
    if let firstUnlisted {
      let others = pluralized(unknownKeys - Self.listedKeys, "more unknown key")
      reportKey(firstUnlisted, "the first of \(others); correct those that are listed first")
    }
    if let decks = members?["decks"] {
      check(configuration.decks, against: configuration.limits, in: decks)
    } else {
      for index in configuration.decks.indices { configuration.decks[index].surface = scope.first }
    }
    return configuration
  }

  // MARK: Findings

  /// Reports a problem with a value.
  mutating func report(_ node: TOMLNode, _ problem: String, expected: String) {
    // An invalid value was already reported when it was read.
    if case .rejected = node.value { return }
    reportKey(node, "\(problem); expected \(expected)")
  }

  /// Reports that a value's type does not match its key.
  mutating func reportType(_ node: TOMLNode, expected: String) {
    report(node, "found \(node.kind)", expected: expected)
  }

  /// Reports a problem with a key, whatever its value.
  mutating func reportKey(_ node: TOMLNode, _ text: String) {
    findings.append(Finding(place: node.place, text: "\(node.path): \(text)"))
  }

  /// Reports an unknown key, or only counts it after so many.
  mutating func reportUnknown(_ node: TOMLNode, _ text: () -> String) {
    unknownKeys += 1
    if unknownKeys <= Self.listedKeys {
      reportKey(node, text())
    } else if firstUnlisted == nil {
      firstUnlisted = node
    }
  }

  /// Reports the name of an array's element if an earlier one has it.
  mutating func claim(
    _ name: String,
    of element: TOMLNode,
    at node: TOMLNode?,
    in paths: inout [String: String],
    expected: String
  ) {
    if let other = paths[name] {
      report(node ?? element, "\(SettingText.quoted(name)) is \(other) already", expected: expected)
    } else {
      paths[name] = element.path
    }
  }

  // MARK: Values

  /// Reads the members of a table, and returns them by their keys; `nil` if the node is not a table.
  ///
  /// `meant` returns the correct name of a key that belongs elsewhere.
  mutating func read<Table>(
    _ node: TOMLNode,
    _ rows: [SectionRow<Table>],
    into table: inout Table,
    expected: String = "a table",
    meant: (String) -> String? = { _ in nil }
  ) -> [String: TOMLNode]? {
    guard case .table(let members) = node.value else {
      reportType(node, expected: expected)
      return nil
    }
    let names = rows.map(\.key.name)
    var nodes: [String: TOMLNode] = [:]
    for member in members {
      if names.contains(member.key) {
        nodes[member.key] = member.node
      } else {
        reportUnknown(member.node) {
          let meant =
            Self.synonyms[member.key].flatMap { names.contains($0) ? $0 : nil }
            ?? meant(member.key) ?? Suggestion.nearest(to: member.key, among: names)
          let hint = meant.map { "did you mean \"\($0)\"?" } ?? "expected one of \(names.joined(separator: ", "))"
          return "unknown key; \(hint)"
        }
      }
    }
    for key in rows.map(\.key) where key.fallback == nil && nodes[key.name] == nil {
      let path = TOMLNode.path(key.name, in: node.path)
      findings.append(Finding(place: node.place, text: "\(path): missing; expected \(key.expectation)"))
    }
    for row in rows {
      if let node = nodes[row.key.name] { row.read(&self, node, row.key.expectation, &table) }
    }
    return nodes
  }

  /// The value that `parser` reads; `nil` if it is invalid.
  mutating func value<Parser: SettingParser>(of node: TOMLNode, _ parser: Parser) -> Parser.Value? {
    guard let setting = node.setting else {
      reportType(node, expected: parser.expectation)
      return nil
    }
    do {
      // No key of a table is a length, so that the scale does not matter.
      return try parser.value(of: setting, pointsPerMillimetre: 1)
    } catch {
      report(node, error.problem, expected: error.expected)
      return nil
    }
  }

  /// The elements of an array that `parser` reads.
  mutating func values<Parser: SettingParser>(
    _ node: TOMLNode,
    _ parser: Parser,
    expected: String
  ) -> [Parser.Value] {
    elements(node, expected: expected).compactMap { value(of: $0, parser) }
  }

  /// The elements of an array; empty if the node is not an array.
  mutating func elements(_ node: TOMLNode, expected: String) -> [TOMLNode] {
    guard case .array(let elements) = node.value else {
      reportType(node, expected: expected)
      return []
    }
    return elements
  }

  /// The tables of an array of decks, panels or surfaces; empty if there are too many.
  mutating func tables(_ node: TOMLNode, _ noun: String, expected: String) -> [TOMLNode] {
    let tables = elements(node, expected: expected)
    if tables.count <= Self.tableLimit { return tables }
    report(node, "has \(tables.count) \(noun)", expected: "at most \(Self.tableLimit)")
    return []
  }
}
