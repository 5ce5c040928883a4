import DeckEngine
import DeckProtocol
import Foundation
import Testing

/// The table for those who come from Koloda.
@Suite
struct `The page about Koloda` {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources")

  /// The rows of the page's tables: a name of Koloda's and where it is here.
  private static func rows() throws -> [(name: String, here: String)] {
    let page = try String(contentsOf: sources.appending(path: "DeckEngine/DeckEngine.docc/Koloda.md"), encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0], cells[1])
    }
  }

  @Test
  func `names settings, events and methods that there are`() throws {
    let protocolPage = try String(
      contentsOf: Self.sources.appending(path: "DeckProtocol/DeckProtocol.docc/Protocol.md"),
      encoding: .utf8
    )
    let settings = Set(SettingsTable.rows.map(\.name))
    for (name, here) in try Self.rows() {
      let words = here.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
        $0.offset % 2 == 1
      }
      for word in words.map({ String($0.element) }) where word.contains(".") {
        let isKnown = settings.contains(word) || protocolPage.contains("| `\(word)` |")
        #expect(isKnown, "\(name): there is no `\(word)`")
      }
    }
  }

  @Test
  func `says where everything is, once`() throws {
    let rows = try Self.rows()
    #expect(rows.count == 54)
    #expect(Set(rows.map(\.name)).count == rows.count)
    #expect(rows.allSatisfy { !$0.here.isEmpty })
  }
}
