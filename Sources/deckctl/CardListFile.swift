import DeckConfiguration
import DeckProtocol

/// A file with a JSON array of cards, and where each of them lies in it.
struct CardListFile {
  static let help = """
    The file is a JSON array of cards of any length, - for standard input. A card is an object with "id", and as it \
    needs them "data" (any JSON), "allowed" (directions), "threshold" (0.01 to 1), "draggable", "swipeable", "loaded" \
    (true or false), "label" and "hint" (for screen readers). The whole file is checked first; what does not fit into \
    one request of 1 MiB is sent in several.
    """

  /// How messages call the file.
  let name: String
  /// Each card as it was written.
  let cards: [ArraySlice<UInt8>]
  /// Each card as it was written, but for its data.
  let bareCards: [[UInt8]]
  private let outline: JSONOutline

  /// Reads and checks the file at `path`.
  init(_ path: String) throws(Failure) {
    name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do {
      bytes = path == "-" ? try InputFile.readStandardInput() : try InputFile.read(path)
    } catch {
      throw Failure("\(error)")
    }
    outline = JSONOutline(bytes)
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw Failure("\(name):\(TextPlace(of: error.offset, in: bytes)): expected \(error.expected)")
    }
    let ranges = outline.elements(of: outline.root)
    cards = ranges.map { bytes[$0] }
    bareCards = ranges.map { [outline] in outline.withoutData($0) }
    do {
      _ = try Card.list(value)
    } catch {
      throw Failure(text(of: error.message, path: error.field, expected: error.expected))
    }
  }

  /// A message about the value at `path`, such as `[3].allowed[1]`; empty for the array itself.
  func text(of message: String, path: String, expected: String) -> String {
    let place = TextPlace(of: outline.place(of: [JSONOutline.Step](path: path), in: outline.root), in: outline.bytes)
    let problem: String? =
      switch message {
      // The place says what is wrong.
      case "wrong \(path)", "not cards": nil
      case "\(path) is missing": "missing"
      default: message
      }
    let said = [problem, expected.isEmpty ? nil : "expected \(expected)"].compactMap(\.self).joined(separator: "; ")
    guard let match = path.firstMatch(of: /^\[(\d+)\]\.?/), let index = Int(match.1) else {
      return "\(name):\(place): \(said)"
    }
    let member = path[match.range.upperBound...]
    let detail = member.isEmpty ? id(of: index).map(excerpt) : String(member)
    return "\(name):\(place): card \(index)\(detail.map { " (\($0))" } ?? ""): \(said)"
  }

  private func id(of index: Int) -> String? {
    (try? JSONReader.read(bareCards[index]))?["id"]?.text
  }

  /// Throws for a card that is too large for a request with `limit` bytes of cards.
  func checkSizes(limit: Int) throws(Failure) {
    guard let index = cards.firstIndex(where: { $0.count + 2 > limit }) else { return }
    let found = "\(cards[index].count) bytes are too many for a request"
    throw Failure(text(of: found, path: "[\(index)]", expected: "at most \(limit - 2) bytes"))
  }
}

extension JSONOutline {
  /// The object at `range` without its member `data`.
  fileprivate func withoutData(_ range: Range<Int>) -> [UInt8] {
    var members: [ArraySlice<UInt8>] = []
    for member in self.members(of: range) where !isText(member.key, "data") {
      members.append(bytes[member.key.lowerBound..<member.value.upperBound])
    }
    return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
  }
}
