import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// Converts a TOML tree to a configuration, and collects all problems.
///
/// An invalid value is omitted or replaced by its default, so that reading continues to the next problem; the result
/// is valid only without findings.
struct ConfigurationReader {
  /// A table with its valid keys.
  struct Section {
    var node: TOMLNode
    var members: [String: TOMLNode]

    subscript(key: SectionKey) -> TOMLNode? {
      members[key.name]
    }
  }

  private(set) var findings: [Finding]
  /// The files that define decks' cards, by the decks' ids.
  var cardFiles: [String: CardFile] = [:]
  /// The folder of the configuration file.
  private let folder: String

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
    guard let file = section(root, SectionTable.File.all) else { return .builtIn }
    let surfaces = surfaces(file[SectionTable.File.surfaces])
    let scope = SurfaceScope(surfaces)
    let sections = surfaces.compactMap(\.self)
    var configuration = DaemonConfiguration(
      surfaces: sections.isEmpty ? DaemonConfiguration.builtIn.surfaces : sections,
      panels: panels(file[SectionTable.File.panels], on: scope),
      decks: decks(file[SectionTable.File.decks], on: scope)
    )
    configuration.cardFiles = cardFiles
    configuration.socket = socket(file[SectionTable.File.socket])
    configuration.access = access(file[SectionTable.File.access])
    configuration.limits = wholeNumbers(SectionTable.Limits.rows, file[SectionTable.File.limits])
    configuration.journal = wholeNumbers(SectionTable.Journal.rows, file[SectionTable.File.journal])
    check(configuration.decks, against: configuration.limits, in: file[SectionTable.File.decks])
    return configuration
  }

  // MARK: Findings

  /// Reports a problem with a value.
  mutating func report(_ node: TOMLNode, _ problem: String, expected: String) {
    // An invalid value was already reported when it was read.
    if case .rejected = node.value { return }
    findings.append(Finding(place: node.place, text: "\(node.path): \(problem); expected \(expected)"))
  }

  /// Reports that a value's type does not match its key.
  mutating func reportType(_ node: TOMLNode, expected: String) {
    report(node, "found \(node.kind)", expected: expected)
  }

  /// Reports an unknown key; `hint` says what to write instead.
  mutating func reportUnknown(_ node: TOMLNode, hint: String) {
    reportKey(node, "unknown key; \(hint)")
  }

  /// Reports a problem with a key, whatever its value.
  mutating func reportKey(_ node: TOMLNode, _ text: String) {
    findings.append(Finding(place: node.place, text: "\(node.path): \(text)"))
  }

  // MARK: Tables and arrays

  /// The members of a table; `nil` if the node is not a table.
  ///
  /// `meant` returns the correct name of a key that belongs elsewhere.
  mutating func section(
    _ node: TOMLNode,
    _ keys: [SectionKey],
    expected: String = "a table",
    meant: (String) -> String? = { _ in nil }
  ) -> Section? {
    guard case .table(let members) = node.value else {
      reportType(node, expected: expected)
      return nil
    }
    let names = keys.map(\.name)
    var section = Section(node: node, members: [:])
    for member in members {
      if names.contains(member.key) {
        section.members[member.key] = member.node
      } else {
        let meant = Suggestion.nearest(to: member.key, among: names) ?? meant(member.key)
        let hint = meant.map { "did you mean \"\($0)\"?" } ?? "expected one of \(names.joined(separator: ", "))"
        reportUnknown(member.node, hint: hint)
      }
    }
    return section
  }

  /// The elements of an array; empty if there is no node, or it is not an array.
  mutating func elements(_ node: TOMLNode?, _ key: SectionKey) -> [TOMLNode] {
    guard let node else { return [] }
    guard case .array(let elements) = node.value else {
      reportType(node, expected: key.expectation)
      return []
    }
    return elements
  }

  // MARK: Values

  /// A number within its range; `nil` if it is missing or invalid.
  mutating func number(_ key: SectionKey, in section: Section) -> Double? {
    guard let node = section[key] else {
      reportMissing(key, in: section)
      return nil
    }
    guard let number = node.number else {
      reportType(node, expected: key.expectation)
      return nil
    }
    switch key.form {
    case .number(let range, _) where !range.contains(number):
      report(node, "\(SettingText.number(number)) is out of range", expected: key.expectation)
      return nil
    case .whole(let range, _):
      guard let whole = Int(exactly: number) else {
        report(node, "\(SettingText.number(number)) is not a whole number", expected: key.expectation)
        return nil
      }
      guard range.contains(whole) else {
        report(node, "\(whole) is out of range", expected: key.expectation)
        return nil
      }
      return number
    case .number, .flag, .name, .other:
      return number
    }
  }

  /// A text, checked as a name if the key requires one; `nil` if it is missing or invalid.
  mutating func text(_ key: SectionKey, in section: Section) -> String? {
    guard let node = section[key] else {
      reportMissing(key, in: section)
      return nil
    }
    guard case .string(let text) = node.value else {
      reportType(node, expected: key.expectation)
      return nil
    }
    if case .name(let length) = key.form, !SettingText.isName(text, length: length) {
      report(node, text.isEmpty ? "empty" : "\(SettingText.quoted(text)) is not a name", expected: key.expectation)
      return nil
    }
    return text
  }

  private mutating func reportMissing(_ key: SectionKey, in section: Section) {
    guard key.fallback == nil else { return }
    let path = TOMLNode.path(key.name, in: section.node.path)
    findings.append(Finding(place: section.node.place, text: "\(path): missing; expected \(key.expectation)"))
  }
}

extension TOMLNode {
  /// The value of a number; `nil` for anything else.
  var number: Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .float(let number): number
    case .table, .array, .string, .boolean, .moment, .rejected: nil
    }
  }
}
