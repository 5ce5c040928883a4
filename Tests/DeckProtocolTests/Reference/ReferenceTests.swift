import DeckProtocol
import Foundation
import TestSupport
import Testing

/// The schema and the tables of the documentation say what the daemon reads and writes.
///
/// `RECORD_FIXTURES=1 make test FILTER=ReferenceTests` rewrites them.
struct ReferenceTests {
  private static let folder = "../../Sources/DeckProtocol"

  @Test func `the published schema is made from the tables`() throws {
    try Golden.expect(PublishedSchema.document, at: "\(Self.folder)/Schema/deckd.schema.json")
  }

  @Test func `the schema for generators is made from the published one`() throws {
    try Golden.expect(TypesSchema.document, at: "\(Self.folder)/Schema/deckd.types.schema.json")
  }

  @Test func `the tables of the protocol page are made from the tables`() throws {
    let page = try String(contentsOf: ProtocolPage.file, encoding: .utf8)
    let filled = try ProtocolTables.blocks.reduce(page) { try $0.filling($1.key, with: $1.value) }
    try Golden.expect(filled, at: "\(Self.folder)/DeckProtocol.docc/Protocol.md")
  }

  @Test func `the protocol page explains every enumeration of the schema`() throws {
    struct Schema: Decodable {
      struct Definition: Decodable {
        var title: String?
        var `enum`: [String]?
      }
      var definitions: [String: Definition]
    }
    // Topics and the properties of motions have paragraphs of their own.
    let elsewhere: Set = ["topic", "motionProperty"]
    let schema = try JSONDecoder().decode(Schema.self, from: Data(PublishedSchema.document.utf8))
    let table = try #require(ProtocolTables.blocks.first { $0.key == "enumerations" }?.value)
    for (name, definition) in schema.definitions where definition.enum != nil && !elsewhere.contains(name) {
      let title = try #require(definition.title).lowercased()
      #expect(table.contains("| \(title) |"), "ProtocolTables.enumerations has no rows of \(name)")
    }
  }
}

extension String {
  /// The page with other text between the comments that begin and end a block.
  fileprivate func filling(_ block: String, with text: String) throws -> String {
    let (start, end) = ("<!-- begin \(block) -->\n", "<!-- end \(block) -->")
    let begin = try #require(range(of: start), "the page has no block \(block)")
    let finish = try #require(range(of: end, range: begin.upperBound..<endIndex), "the block \(block) has no end")
    return self[..<begin.upperBound] + text + "\n" + self[finish.lowerBound...]
  }
}

/// The page of the documentation about the protocol.
enum ProtocolPage {
  static let file = SchemaValidator.schema.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "DeckProtocol.docc/Protocol.md")
}
