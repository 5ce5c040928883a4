import DeckProtocol
import Foundation
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

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence), .timeLimit(.minutes(1)))
  func `tens of thousands of lines are validated in one go`() throws {
    let good = Samples.notifications.map(\.line)
    let bad = Array(#"{"jsonrpc":"2.0","method":"frame","params":{}}"#.utf8)
    let lines = (0..<1000).flatMap { _ in good + [bad] }
    let failures = try SchemaValidator.failures(in: lines, from: .daemon)
    #expect(failures.count == 1000)
    #expect(failures.last?.line == lines.count)
  }

  @Test func `every definition and property is described`() {
    let definitions = objects(in: schema, at: "").filter { $0.path.split(separator: ".").count == 2 }
    #expect(definitions.count > 30)
    for definition in definitions {
      for word in ["title", "description"] {
        #expect(definition.object.member(word) != nil, "\(definition.path) has no \(word)")
      }
    }
    for (path, object) in objects(in: schema, at: "") where !isCondition(path) {
      for property in object.member("properties")?.members ?? [] {
        #expect(property.value.member("description") != nil, "\(path).\(property.key) has no description")
      }
    }
  }

  @Test func `what the daemon sends has exactly the fields of the schema`() {
    let open = [
      "request", "delegateAnswer", "registerParams", "invalidateParams", "helloParams", "subscribeParams", "deckParams",
      "cardsParams", "swipeParams", "selectParams", "scrollParams", "loadParams", "reloadParams", "insertParams",
      "removeParams", "updateParams", "moveParams", "loadedParams", "layoutParams", "configureParams", "surfaceParams",
      "vsyncParams",
      "injectParams", "explainParams", "givenCard", "notification", "event",
    ]
    for (path, object) in objects(in: schema, at: "") where object.member("properties") != nil && !isCondition(path) {
      let isOpen =
        open.contains { path == "definitions.\($0)" } || path.contains("njected") || path.contains("injectParams")
      #expect(object.member("additionalProperties") == (isOpen ? nil : .boolean(false)), "\(path)")
    }
  }

  @Test func `the schema and the types have the same words`() throws {
    func words(_ path: String...) throws -> [JSONValue] {
      guard case .array(let words) = path.reduce(schema, { $0?.member($1) }) else { return [] }
      return words
    }
    func names<Name: CaseIterable & RawRepresentable>(_: Name.Type) -> [JSONValue] where Name.RawValue == String {
      Name.allCases.map { .string($0.rawValue) }
    }
    #expect(try words("definitions", "direction", "enum") == names(Direction.self))
    #expect(try words("definitions", "deckPhase", "enum") == names(DeckPhase.self))
    #expect(try words("definitions", "roundPhase", "enum") == names(RoundPhase.self))
    #expect(try words("definitions", "delegateTopic", "enum") == names(DelegateTopic.self))
    #expect(try words("definitions", "cardRole", "enum") == names(CardRole.self))
    #expect(try words("definitions", "topic", "enum") == names(Topic.self))
    #expect(try words("definitions", "gesture", "properties", "phase", "enum") == names(GesturePhase.self))
    #expect(try words("definitions", "motionProperty", "enum") == names(DeckMotion.Property.self))
    #expect(try words("definitions", "haptic", "properties", "kind", "enum") == names(HapticKind.self))
    #expect(try words("definitions", "contact", "properties", "phase", "enum") == names(TouchNote.Contact.Phase.self))
    let methods = ClientRequest.methodNames.map { JSONValue.string($0) }
    #expect(try words("definitions", "request", "properties", "method", "enum") == methods)
    let types = DeckEvent.typeNames.map { JSONValue.string($0) }
    #expect(try words("definitions", "event", "properties", "type", "enum") == types)
    let codes = Samples.errors.map { JSONValue.number(Double($0.code.rawValue)) }
    #expect(try words("definitions", "error", "properties", "code", "enum") == codes)
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

  fileprivate func member(_ key: String) -> JSONValue? {
    members.first { $0.key == key }?.value
  }
}
