import DeckConfiguration
import DeckProtocol
import JSON
import MessageText

/// A file with a JSON array of cards, and the position of each in it.
struct CardListFile {
  static let help = """
    The file is a JSON array of cards of any length, - for standard input. A card is an object with "id", and as it \
    needs them "data" (any JSON), "allowed" (directions), "threshold" (0.01 to 1), "draggable", "swipeable", "loaded" \
    (true or false), "label" and "hint" (for screen readers). The whole file and the daemon's limits are checked \
    first. What does not fit into one request is sent in several. A folder in place of a file stands for its pictures, \
    as a page of deckd-web --files FOLDER shows them.
    """

  /// Each card as it was written.
  let cards: [ArraySlice<UInt8>]
  /// The size of each card's data, in bytes.
  private let dataSizes: [Int]
  private let list: CardList

  /// The file's name in messages.
  var name: String { list.name }

  /// Reads and checks the file at `path`.
  init(_ path: String) throws(Failure) {
    do {
      if path == "-" {
        list = try CardList(InputFile.readStandardInput(), name: "standard input")
      } else if let folder = PictureFolder(path) {
        guard !folder.names.isEmpty else { throw folder.nothing(in: path) }
        let note = "\(pluralized(folder.names.count, "picture"))\(folder.leftOut.isEmpty ? "" : "; \(folder.leftOut)")"
        StandardError.note(note)
        list = try CardList(folder.cards, name: path)
      } else if PictureFolder.isPicture(path) {
        throw Failure("\(path): a picture; expected a JSON file, or the folder of the pictures")
      } else {
        list = try CardList(InputFile.read(path), name: path)
      }
    } catch {
      throw Failure("\(error)")
    }
    let outline = list.outline
    let ranges = outline.elements(of: outline.root)
    cards = ranges.map { outline.bytes[$0] }
    dataSizes = list.cards.map(\.dataSize)
  }

  /// A message about the value at `path`, such as `[3].allowed[1]`; empty for the array itself.
  func text(of problem: String, path: String, expected: String) -> String {
    list.failure(problem, at: path, expected: expected).description
  }

  /// A failure about the value at `path`, which exceeds one of the daemon's limits.
  private func failure(_ problem: String, at path: String, expected: String) -> Failure {
    Failure(text(of: problem, path: path, expected: "at most \(expected)"))
  }

  /// Throws for a card with more than `limit` bytes of data, or too large for a request with `room` bytes for cards.
  func checkSizes(room: Int, data limit: Int) throws(Failure) {
    if let index = dataSizes.firstIndex(where: { $0 > limit }) {
      throw failure(
        "\(pluralized(dataSizes[index], "byte")) of data are too many",
        at: "[\(index)].data",
        expected: "\(pluralized(limit, "byte")) (limits.cardData)"
      )
    }
    guard let index = cards.firstIndex(where: { $0.count + 2 > room }) else { return }
    throw failure(
      "\(pluralized(cards[index].count, "byte")) are too many for a request",
      at: "[\(index)]",
      expected: "\(pluralized(room - 2, "byte")) (limits.line)"
    )
  }

  /// Throws at the first card that exceeds the limit of a deck that has `present` other cards.
  func checkCount(limit: Int, present: Int) throws(Failure) {
    guard present + cards.count > limit else { return }
    let others = present == 0 ? "" : ", of which it has \(present)"
    throw failure(
      "the file has \(pluralized(cards.count, "card")), too many for the deck",
      at: "[\(max(0, limit - present))]",
      expected: "\(pluralized(limit, "card")) in a deck (limits.cards)\(others)"
    )
  }

  /// Throws at the first card that exceeds the data limit of a deck that has `present` bytes of data.
  func checkData(limit: Int, present: Int) throws(Failure) {
    var sum = present
    for (index, size) in dataSizes.enumerated() {
      sum += size
      guard sum > limit else { continue }
      let others = present == 0 ? "" : ", which has \(present)"
      throw failure(
        "the cards up to this one have \(pluralized(sum - present, "byte")) of data",
        at: "[\(index)]",
        expected: "\(pluralized(limit, "byte")) for all cards of a deck (limits.deckData)\(others)"
      )
    }
  }
}
