import DeckEngine
import Foundation

/// The tables of the page about the gestures of a stack.
struct StackPage {
  /// A cell: who wins where a gesture meets a state.
  struct Cell: Sendable {
    var preset: Preset
    var state: String
    var gesture: String
    var winner: String
  }

  /// Every table's states, gestures and preset, as they are written.
  struct Table {
    var preset: Preset
    var states: [String]
    var gestures: [String] = []
  }

  private(set) var tables: [Table] = []
  private(set) var cells: [Cell] = []
  /// The words that the page explains.
  private(set) var words: [String] = []

  /// The page as it is in the documentation.
  static func read() throws -> StackPage {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/DeckEngine/DeckEngine.docc/StackGestures.md")
    return StackPage(try String(contentsOf: page, encoding: .utf8))
  }

  /// Reads the tables that begin with `gesture`, each of the preset in the heading before it, and that of the words.
  ///
  /// A row or column may be about several: `drag left, drag right`, or `any drag`.
  init(_ text: String) {
    var preset: Preset?
    var header: [String] = []
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("## ") { preset = Preset(rawValue: line.dropFirst(3).trimmingCharacters(in: ["`"])) }
      guard line.hasPrefix("|") else {
        header = []
        continue
      }
      let row = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let first = row.first, !first.hasPrefix("---") else { continue }
      if header.isEmpty {
        header = row
        if first == "gesture", let preset {
          tables.append(Table(preset: preset, states: row.dropFirst().flatMap(Self.names)))
        }
      } else if header[0] == "word" {
        words += Self.names(first)
      } else if header[0] == "gesture", let preset {
        tables[tables.count - 1].gestures += Self.names(first)
        for (states, winner) in zip(header, row).dropFirst() {
          for state in Self.names(states) {
            cells += Self.names(first).map { Cell(preset: preset, state: state, gesture: $0, winner: winner) }
          }
        }
      }
    }
  }

  private static func names(_ text: String) -> [String] {
    text.replacing("any drag", with: "drag up, drag down, drag left, drag right").components(separatedBy: ", ")
  }
}
