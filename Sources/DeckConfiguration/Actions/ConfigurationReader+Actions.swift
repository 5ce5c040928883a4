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

  /// Reports members that no event of a known type has, and values that they never have: such an action would never run.
  private mutating func checkMembers(of node: TOMLNode, in type: String) {
    guard let known = DeckEvent.TypeName(rawValue: type), case .table(let members) = node.value else { return }
    let schemas = DeckEvent.object(of: known).members
    for member in members {
      guard let schema = schemas.first(where: { $0.name == member.key })?.value else {
        let names = schemas.map(\.name)
        reportUnknown(member.node) {
          "\(type) has no such member; expected \(Suggestion.oneOf(names, insteadOf: member.key))"
        }
        continue
      }
      let elements = if case .array(let elements) = member.node.value { elements } else { [member.node] }
      for element in elements {
        guard let value = element.setting, let expected = schema.expectation(insteadOf: value) else { continue }
        report(element, "no \(type) has this value", expected: expected)
      }
    }
  }
}

extension ValueSchema {
  /// Returns what a text, number or flag is to be instead of `value`; `nil` if the schema has it, or has others only.
  fileprivate func expectation(insteadOf value: DeckSnapshot.Setting) -> String? {
    switch (self, value) {
    case (.text, .text), (.line, .text), (.pattern, .text), (.number, .number), (.numberAbove, .number),
      (.integer, .number), (.flag, .flag):
      nil
    case (.choice(let words), .text(let word)), (.openChoice(let words), .text(let word)):
      words.contains(word) ? nil : Suggestion.oneOf(words, insteadOf: word)
    case (.numbers(let numbers), .number(let number)) where numbers.contains { Double($0) == number }: nil
    case (.any(let schemas), _):
      schemas.contains { $0.expectation(insteadOf: value) == nil } ? nil : schemas[0].expectation(insteadOf: value)
    case (.defined(let definition), _): definition.schema.expectation(insteadOf: value)
    case (.text, _), (.line, _), (.pattern, _): "a text"
    case (.choice(let words), _), (.openChoice(let words), _): Suggestion.oneOf(words, insteadOf: "")
    case (.numbers(let numbers), _): Suggestion.oneOf(numbers.map(String.init), insteadOf: "")
    case (.number, _), (.numberAbove, _), (.integer, _): "a number"
    case (.flag, _): "true or false"
    case (.constant, _), (.list, _), (.object, _), (.map, _), (.reference, _), (.json, _): nil
    }
  }
}
