import DeckProtocol
import Foundation
import TestSupport
import Testing

/// The page of the documentation says what the daemon does.
struct ProtocolPageTests {
  private let page: String

  init() throws {
    page = try String(contentsOf: ProtocolPage.file, encoding: .utf8)
  }

  /// The fenced blocks that start so.
  private func blocks(_ start: String) -> [String] {
    page.components(separatedBy: "```").filter { $0.hasPrefix(start) }
  }

  /// The first fenced block that starts so.
  private func block(_ start: String) throws -> String {
    try #require(blocks(start).first)
  }

  /// The transcript's lines in one direction, `→` from the client and `←` from the daemon.
  private func transcript(_ arrow: String) throws -> [String] {
    try block("text\n→").split(separator: "\n").filter { $0.hasPrefix("\(arrow) ") }.map { String($0.dropFirst(2)) }
  }

  @Test func `the transcript's requests get the answers it shows`() throws {
    var (sound, refusals): ([String], [String]) = ([], [])
    for line in try transcript("→") {
      do {
        _ = try ClientRequest.read(Array(line.utf8))
        sound.append(line)
      } catch {
        let reply = Reply.failure(id: try #require(error.id), error.error)
        refusals.append(String(decoding: reply.dropLast(), as: UTF8.self))
      }
    }
    let answers = try transcript("←")
    #expect(sound.count == 3)
    #expect(refusals.count == 1)
    #expect(refusals == answers.filter { $0.contains("\"error\"") })
    try SchemaValidator.expectValid(sound, from: .client)
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the schema allows every line of the page that is the daemon's`() throws {
    let examples = blocks("json\n{").flatMap { $0.split(separator: "\n").dropFirst().map { String($0) } }
      .filter { !$0.contains(#""id""#) || $0.contains(#""method":"frame""#) }
    let answers = try transcript("←")
    #expect(answers.count == 6 && examples.count == 2)
    try SchemaValidator.expectValid(answers + examples)
  }

  @Test func `the page's cards are read`() throws {
    let line = try #require(
      blocks("json\n{").last { $0.contains("deck.load") }?.split(separator: "\n").last.map { String($0) }
    )
    let request = try ClientRequest.read(Array(line.utf8))
    let cards = [
      Card(id: "IMG_2041", data: Array(#"{"url":"/photos/2041.jpg"}"#.utf8)),
      Card(id: "IMG_2042", allowed: [.right, .up], threshold: 0.5),
    ]
    #expect(request.method == .command(.load(.init(cards)), deck: nil))
    try SchemaValidator.expectValid([line], from: .client)
    for block in blocks("json\n{").dropFirst() where !block.contains(#""method":"motion""#) {
      let requests = block.split(separator: "\n").dropFirst().map { String($0) }
      for request in requests { _ = try ClientRequest.read(Array(request.utf8)) }
      try SchemaValidator.expectValid(requests, from: .client)
    }
  }

  @Test func `the page names every method, topic, event, property and kind of motion`() {
    let kinds = ["set", "spring", "curve", "decay", "sum", "product", "piecewise", "remove"]
    let properties = DeckMotion.Property.allCases.map(\.rawValue)
    let names = ClientRequest.methodNames + Topic.allCases.map(\.rawValue) + DeckEvent.typeNames + kinds + properties
    for name in names { #expect(page.contains("`\(name)`"), "\(name) is missing") }
    for error in Samples.errors { #expect(page.contains("−\(-error.code.rawValue)")) }
  }
}
