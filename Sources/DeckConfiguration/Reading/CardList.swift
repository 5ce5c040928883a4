package import DeckProtocol
package import JSON
import MessageText

/// The cards of a JSON text, such as a file's content, and the position of each in it.
package struct CardList: Sendable {
  /// What is wrong with a card or with the whole text, and where.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, after its position: `cards.json:3:14: card 1 (allowed[0]) is wrong`.
    package var problem: String
    /// What was expected; empty if the problem already says it.
    package var expected: String

    package var description: String { expected.isEmpty ? problem : "\(problem); expected \(expected)" }
  }

  /// The text's name in messages.
  package let name: String
  package let cards: CardSequence
  package let outline: JSONOutline

  /// The cards in `text`; messages call it `name`.
  package init(_ text: [UInt8], name: String) throws(Failure) {
    self.name = name
    outline = JSONOutline(text)
    let value: JSONValue
    do {
      value = try JSONReader.read(text)
    } catch {
      let isSeveral = error.expected == JSONReader.end
      throw Failure(
        problem: "\(name):\(TextPlace(of: error.offset, in: text)): \(isSeveral ? "another value" : "not JSON")",
        expected: isSeveral ? "one array of cards, such as jq -s . makes of several values" : error.expected
      )
    }
    do {
      cards = try Card.list(value)
    } catch {
      throw Self.failure(error.message, at: error.field, expected: error.expected, name, outline)
    }
  }

  /// A failure about the value at `path`, such as `[3].allowed[1]`; empty for the array itself.
  package func failure(_ problem: String, at path: String, expected: String) -> Failure {
    Self.failure(problem, at: path, expected: expected, name, outline)
  }

  private static func failure(
    _ message: String,
    at path: String,
    expected: String,
    _ name: String,
    _ outline: JSONOutline
  ) -> Failure {
    let root = outline.root
    let place = TextPlace(of: outline.place(of: [JSONOutline.Step](path: path), in: root), in: outline.bytes)
    let said: String =
      switch message {
      case "wrong " where path.isEmpty: ": not cards"
      // The position already includes the path.
      case "wrong \(path)": " is wrong"
      case "unknown \(path)": " is unknown"
      case "\(path) is missing": " is missing"
      default: ": \(message)"
      }
    guard let match = path.firstMatch(of: /^\[(\d+)\]\.?/), let index = Int(match.1) else {
      return Failure(problem: "\(name):\(place)\(said)", expected: expected)
    }
    let member = path[match.range.upperBound...]
    let detail = member.isEmpty ? id(of: index, in: outline).map(truncatedQuote) : String(member)
    return Failure(
      problem: "\(name):\(place): card \(index)\(detail.map { " (\($0))" } ?? "")\(said)",
      expected: expected
    )
  }

  private static func id(of index: Int, in outline: JSONOutline) -> String? {
    let card = outline.elements(of: outline.root)[index]
    guard let id = outline.members(of: card).first(where: { outline.isText($0.key, "id") }),
      case .string(let text)? = try? JSONReader.read(Array(outline.bytes[id.value]))
    else { return nil }
    return text
  }
}
