import DeckConfiguration
import DeckProtocol

/// Files of cards, as commands take them.
enum CardFile {
  static let help = """
    The file is a JSON array of cards, - for standard input. A card is an object with "id", and as it needs them "data" \
    (any JSON), "allowed" (directions), "threshold" (0.01 to 1), \
    "draggable", "swipeable", "loaded" (true or false), "label" and "hint" (for screen readers).
    """

  /// Room for what a request has around its cards.
  private static let limit = LineFraming.defaultLimit - 4096

  /// The array as it was written; what is in it, the daemon judges.
  static func read(_ path: String) throws -> [UInt8] {
    let name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do {
      bytes = path == "-" ? try InputFile.readStandardInput() : try InputFile.read(path)
    } catch {
      throw Failure("\(error)")
    }
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw Failure("\(name): \(error)")
    }
    guard case .array = value else {
      throw Failure("\(name): expected a JSON array of cards, not \(value.kind)")
    }
    guard bytes.count <= limit else {
      throw Failure(
        "\(name): \(bytes.count) bytes are more than the \(limit) that a request may have; give the cards in parts"
      )
    }
    return bytes
  }
}

extension JSONWriter {
  /// Writes a member whose value is already JSON.
  mutating func member(_ name: String, raw json: [UInt8]) {
    key(name)
    self.raw(json)
  }
}
