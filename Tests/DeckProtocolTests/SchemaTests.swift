import DeckProtocol
import Foundation
import JSON
import TestSupport
import Testing

struct SchemaTests {
  private let schema: JSONValue

  init() throws {
    schema = try JSONReader.read(Array(Data(contentsOf: SchemaValidator.schema)))
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the schema refuses broken messages, each for its fault`() throws {
    let lines = try BrokenMessage.all.map { broken in
      let line = String(decoding: broken.message, as: UTF8.self)
      try #require(line.contains(broken.part))
      return Array(line.replacing(broken.part, with: broken.replacement, maxReplacements: 1).utf8)
    }
    let failures = try SchemaValidator.failures(in: lines, from: .daemon)
    let allowed = Set(1...lines.count).subtracting(failures.map(\.line)).sorted()
    for line in allowed { Issue.record("allowed: \(String(decoding: lines[line - 1], as: UTF8.self))") }
    for failure in failures {
      #expect(failure.reason.contains(BrokenMessage.all[failure.line - 1].place), "\(failure)")
    }
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the validator refuses what is not one JSON object a line`() throws {
    let good = Samples.notifications[0].line
    let bad = [[], Array("\"é".utf8.dropLast()) + Array("\"".utf8), good + good, good.dropLast(2)]
    let texts = ["[]", "{}", "NaN", #"{"a":1,"a":2}"#, #"{"jsonrpc":"2.0"}"#].map { Array($0.utf8) }
    let failures = try SchemaValidator.failures(in: [good] + bad + [good] + texts + [good], from: .daemon)
    #expect(failures.map(\.line) == [2, 3, 4, 5, 7, 8, 9, 10, 11])
    #expect(failures[2].reason == "a newline within the line")
    try SchemaValidator.validate(fromDaemon: [good, good.dropLast()])
    try SchemaValidator.validate(fromDaemon: [String]())
    #expect(throws: SchemaValidator.InvalidLines.self) { try SchemaValidator.validate(fromDaemon: ["{}"]) }
    withKnownIssue { try SchemaValidator.expectValid(["{}"]) }
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `thousands of lines are validated in one go`() throws {
    let good = Samples.notifications.map(\.line)
    let bad = Array(#"{"jsonrpc":"2.0","method":"frame","params":{}}"#.utf8)
    let lines = (0..<100).flatMap { _ in good + [bad] }
    let failures = try SchemaValidator.failures(in: lines, from: .daemon)
    #expect(failures.count == 100)
    #expect(failures.last?.line == lines.count)
  }

  @Test func `every definition and property is described`() {
    let definitions = objects(in: schema, at: "").filter { $0.path.split(separator: ".").count == 2 }
    #expect(definitions.count > 30)
    for definition in definitions {
      for word in ["title", "description"] {
        #expect(definition.object[word] != nil, "\(definition.path) has no \(word)")
      }
    }
    for (path, object) in objects(in: schema, at: "") where !isCondition(path) && !isPropertyList(path) {
      for property in object["properties"]?.members ?? [] {
        #expect(property.value["description"] != nil, "\(path).\(property.key) has no description")
      }
    }
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the published schema allows what a later daemon adds, and the tests' does not`() throws {
    let additions = [
      (Samples.notifications[0].line, #""deck":"main""#, #""deck":"main","mood":"calm""#),
      (Samples.notifications[0].line, #""type":"deck.loaded""#, #""type":"deck.polished""#),
      (DeckNotification.frame(Samples.frames[1]).line, #""z":10"#, #""z":10,"tilt":3"#),
      (DeckNotification.frame(Samples.frames[1]).line, #""method":"frame""#, #""method":"scene""#),
      (Samples.replies[0], #""kind":"swipe""#, #""kind":"globe""#),
      (Samples.replies[0], #""protocol":1"#, #""protocol":1,"uptime":3"#),
      (Reply.failure(id: Array("1".utf8), Samples.errors[0]), #""field""#, #""hint":"wait","field""#),
    ]
    let lines = try additions.map { line, part, replacement in
      let text = String(decoding: line, as: UTF8.self)
      try #require(text.contains(part))
      return Array(text.replacing(part, with: replacement, maxReplacements: 1).utf8)
    }
    #expect(try SchemaValidator.failures(in: lines, from: .daemon, isStrict: false) == [])
    #expect(try SchemaValidator.failures(in: lines, from: .daemon).map(\.line) == Array(1...lines.count))
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the published schema refuses what the daemon refuses`() throws {
    let unknown = #"{"jsonrpc":"2.0","id":1,"method":"deck.load","params":{"cards":[{"id":"a","colour":1}]}}"#
    #expect(try SchemaValidator.failures(in: [Array(unknown.utf8)], from: .client, isStrict: false).count == 1)
  }

  /// Every object within `value`, with the keys that lead to it.
  private func objects(in value: JSONValue?, at path: String) -> [(path: String, object: JSONValue)] {
    switch value {
    case .object(let members):
      [(path, .object(members))]
        + members.flatMap { objects(in: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
    case .array(let elements):
      elements.flatMap { objects(in: $0, at: path) }
    default:
      []
    }
  }

  /// Whether `path` leads to the properties of an object, one of which may itself be called `properties`.
  private func isPropertyList(_ path: String) -> Bool {
    !path.split(separator: ".").reversed().prefix { $0 == "properties" }.count.isMultiple(of: 2)
  }

  /// What stands under `if` and `then` tells messages apart and describes nothing.
  private func isCondition(_ path: String) -> Bool {
    path.split(separator: ".").contains { $0 == "if" || $0 == "then" }
  }
}

extension JSONValue {
  fileprivate var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
