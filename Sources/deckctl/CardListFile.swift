import DeckConfiguration
import DeckProtocol

/// A file with a JSON array of cards, and the position of each in it.
struct CardListFile {
  static let help = """
    The file is a JSON array of cards of any length, - for standard input. A card is an object with "id", and as it \
    needs them "data" (any JSON), "allowed" (directions), "threshold" (0.01 to 1), "draggable", "swipeable", "loaded" \
    (true or false), "label" and "hint" (for screen readers). The whole file and the daemon's limits are checked \
    first. What does not fit into one request of 1 MiB is sent in several; one that the deck's own cards rule out, such \
    as an id that is taken, stops the rest, and a message says how far it came.
    """

  /// The file's name in messages.
  let name: String
  /// Each card as it was written.
  let cards: [ArraySlice<UInt8>]
  /// Each card as it was written, without its data.
  let bareCards: [[UInt8]]
  /// The size of each card's data, in bytes.
  private let dataSizes: [Int]
  private let list: CardList

  /// Reads and checks the file at `path`.
  init(_ path: String) throws(Failure) {
    name = path == "-" ? "standard input" : path
    do {
      let bytes = path == "-" ? try InputFile.readStandardInput() : try InputFile.read(path)
      list = try CardList(bytes, name: name)
    } catch {
      throw Failure("\(error)")
    }
    let outline = list.outline
    let ranges = outline.elements(of: outline.root)
    cards = ranges.map { outline.bytes[$0] }
    bareCards = ranges.map { outline.withoutData($0) }
    dataSizes = list.cards.map { $0.data?.count ?? 0 }
  }

  /// A message about the value at `path`, such as `[3].allowed[1]`; empty for the array itself.
  func text(of problem: String, path: String, expected: String) -> String {
    list.failure(problem, at: path, expected: expected).description
  }

  /// Throws for a card with more than `limit` bytes of data, or too large for a request with `room` bytes for cards.
  func checkSizes(room: Int, data limit: Int) throws(Failure) {
    if let index = dataSizes.firstIndex(where: { $0 > limit }) {
      let found = "\(pluralized(dataSizes[index], "byte")) of data are too many"
      throw Failure(
        text(of: found, path: "[\(index)].data", expected: "at most \(pluralized(limit, "byte")) (limits.cardData)")
      )
    }
    guard let index = cards.firstIndex(where: { $0.count + 2 > room }) else { return }
    let found = "\(pluralized(cards[index].count, "byte")) are too many for a request"
    throw Failure(
      text(of: found, path: "[\(index)]", expected: "at most \(pluralized(room - 2, "byte")) (limits.line)")
    )
  }

  /// Throws at the first card that exceeds the limit of a deck that has `present` other cards.
  func checkCount(limit: Int, present: Int) throws(Failure) {
    guard present + cards.count > limit else { return }
    let others = present == 0 ? "" : ", of which it has \(present)"
    throw Failure(
      text(
        of: "the file has \(pluralized(cards.count, "card")), too many for the deck",
        path: "[\(max(0, limit - present))]",
        expected: "at most \(pluralized(limit, "card")) in a deck (limits.cards)\(others)"
      )
    )
  }

  /// Throws at the first card that exceeds the data limit of a deck that has `present` bytes of data.
  func checkData(limit: Int, present: Int) throws(Failure) {
    var sum = present
    for (index, size) in dataSizes.enumerated() {
      sum += size
      guard sum > limit else { continue }
      let others = present == 0 ? "" : ", which has \(present)"
      throw Failure(
        text(
          of: "the cards up to this one have \(pluralized(sum - present, "byte")) of data",
          path: "[\(index)]",
          expected: "at most \(pluralized(limit, "byte")) for all cards of a deck (limits.deckData)\(others)"
        )
      )
    }
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
