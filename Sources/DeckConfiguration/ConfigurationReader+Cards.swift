import DeckEngine
import DeckProtocol

extension ConfigurationReader {
  /// The cards of a deck: those that are listed, those of a file, or `count` numbered ones.
  mutating func cards(_ section: Section, ofDeck id: String) -> [Card] {
    typealias Key = SectionTable.Deck
    for (key, other) in [(Key.count, Key.cards), (Key.count, Key.cardsFile), (Key.cardsFile, Key.cards)] {
      guard let node = section[key], section[other] != nil else { continue }
      report(node, "given together with \(other.name)", expected: "only one of them")
    }
    if let node = section[Key.cardsFile], let name = text(Key.cardsFile, in: section) {
      return cards(of: CardFile(path: path(of: name)), ofDeck: id, node)
    }
    let count = number(Key.count, in: section).map { Int($0) }
    guard let node = section[Key.cards] else {
      return DeckDefinition.builtIn(count: count ?? 10).cards
    }
    var seen: [String: String] = [:]
    return elements(node, Key.cards).compactMap { element in
      guard let section = self.section(element, SectionTable.Card.all, expected: "a table such as { id = \"a\" }"),
        let card = card(section)
      else { return nil }
      if let other = seen[card.id] {
        let node = section[SectionTable.Card.id] ?? element
        report(node, "\(SettingText.quoted(card.id)) is \(other) already", expected: "an id of its own")
      }
      seen[card.id] = seen[card.id] ?? element.path
      return card
    }
  }

  private mutating func cards(of file: CardFile, ofDeck id: String, _ node: TOMLNode) -> [Card] {
    cardFiles[id] = file
    do {
      return try file.read()
    } catch {
      report(node, error.problem, expected: error.expected)
      return []
    }
  }

  private mutating func card(_ section: Section) -> Card? {
    typealias Key = SectionTable.Card
    let id = text(Key.id, in: section)
    let allowed = section[Key.allowed].map { directions($0) }
    let threshold = number(Key.threshold, in: section)
    let draggable = flag(Key.draggable, in: section)
    let swipeable = flag(Key.swipeable, in: section)
    let loaded = flag(Key.loaded, in: section)
    let label = section[Key.label].flatMap { _ in text(Key.label, in: section) }
    let hint = section[Key.hint].flatMap { _ in text(Key.hint, in: section) }
    guard let id else { return nil }
    var card = Card(id: id, data: section[Key.data].map(CardData.json))
    card.allowed = allowed
    card.threshold = threshold
    card.draggable = draggable
    card.swipeable = swipeable
    card.loaded = loaded
    card.label = label
    card.hint = hint
    return card
  }

  private mutating func directions(_ node: TOMLNode) -> [Direction] {
    let words = Direction.allCases.map(\.rawValue)
    var directions: [Direction] = []
    for element in elements(node, SectionTable.Card.allowed) {
      guard case .string(let name) = element.value else {
        reportType(element, expected: "one of \(words.joined(separator: ", "))")
        continue
      }
      guard let direction = Direction(rawValue: name) else {
        let expected = Suggestion.oneOf(words, insteadOf: name)
        report(element, "unknown direction \(SettingText.quoted(name))", expected: expected)
        continue
      }
      if directions.contains(direction) {
        report(element, "\(SettingText.quoted(name)) is given twice", expected: "each direction once")
      }
      directions.append(direction)
    }
    return directions
  }
}
