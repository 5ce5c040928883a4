import DeckEngine
import DeckProtocol
import MessageText

extension ConfigurationReader {
  /// The most words of a command, and the most conditions and values of a condition.
  private static let wordLimit = 64

  /// The actions of the file.
  mutating func actions(_ node: TOMLNode, expected: String) -> [ActionSection] {
    var paths: [String: String] = [:]
    return tables(node, "actions", expected: expected).enumerated().compactMap { index, element in
      var action = ActionSection()
      guard let members = read(element, ActionTable.action, into: &action) else { return nil }
      if action.name.isEmpty { action.name = "\(action.event) \(index + 1)" }
      claim(action.name, of: element, at: members["name"], in: &paths, expected: "a name of its own")
      if let node = members["where"] { checkMembers(of: node, in: action.event) }
      return action
    }
  }

  /// The program and its arguments; empty if they are invalid.
  mutating func command(_ node: TOMLNode, expected: String) -> [String] {
    if case .string(let text) = node.value {
      let line = SettingText.quoted(truncated(text, to: 200))
      report(node, "found a string", expected: "\(expected); for a shell, run = [\"/bin/sh\", \"-c\", \(line)]")
      return []
    }
    let words = values(node, TextForm(expectation: "a text") { $0 }, expected: expected)
    guard case .array(let elements) = node.value, words.count == elements.count else { return [] }
    if words.count > Self.wordLimit {
      report(node, "has \(words.count) elements", expected: "at most \(Self.wordLimit)")
    } else if words.first?.isEmpty ?? true {
      report(node, "has no program", expected: expected)
    } else if words[0].contains("/"), !words[0].hasPrefix("/") {
      report(elements[0], "\(SettingText.quoted(words[0])) is a relative path", expected: "an absolute path, or a name")
    }
    return words
  }

  /// The conditions of a table.
  mutating func conditions(_ node: TOMLNode, expected: String) -> [ActionCondition] {
    guard case .table(let members) = node.value else {
      reportType(node, expected: expected)
      return []
    }
    return members.prefix(Self.wordLimit).flatMap { member -> [ActionCondition] in
      guard case .table(let inner) = member.node.value else {
        return [ActionCondition(path: [member.key], values: possibleValues(member.node))]
      }
      return inner.prefix(Self.wordLimit).map { innermost in
        ActionCondition(path: [member.key, innermost.key], values: possibleValues(innermost.node))
      }
    }
  }

  private mutating func possibleValues(_ node: TOMLNode) -> [DeckSnapshot.Setting] {
    let expected = "a text, a number, true or false, or an array of these"
    guard case .array(let elements) = node.value else {
      if node.setting == nil { reportType(node, expected: expected) }
      return node.setting.map { [$0] } ?? []
    }
    for element in elements where element.setting == nil {
      reportType(element, expected: "a text, a number, true or false")
    }
    if !(1...Self.wordLimit).contains(elements.count) {
      report(node, "has \(pluralized(elements.count, "value"))", expected: "1…\(Self.wordLimit) values")
    }
    return elements.compactMap(\.setting)
  }

  /// Reports members that no event of a known type has: such an action would never run.
  private mutating func checkMembers(of node: TOMLNode, in type: String) {
    guard let known = DeckEvent.TypeName(rawValue: type), case .table(let members) = node.value else { return }
    let names = DeckEvent.object(of: known).members.map(\.name)
    for member in members where !names.contains(member.key) {
      reportUnknown(member.node) {
        "\(type) has no such member; expected \(Suggestion.oneOf(names, insteadOf: member.key))"
      }
    }
  }
}
