import DeckEngine
import DeckProtocol

extension ConfigurationReader {
  /// The cards of a deck: those that are listed, those of a file, or numbered ones.
  mutating func cards(_ draft: DeckDraft, _ members: [String: TOMLNode]) -> CardSequence {
    for (key, other) in [("count", "cards"), ("count", "cardsFile"), ("cardsFile", "cards")] {
      guard let node = members[key], members[other] != nil else { continue }
      report(node, "given together with \(other)", expected: "only one of them")
    }
    guard let node = members["cardsFile"], let name = draft.cardsFile else {
      return draft.cards.map { CardSequence($0) } ?? DeckDefinition.builtIn(count: draft.count).cards
    }
    let file = CardFile(path: path(of: name))
    cardFiles[draft.id] = file
    do {
      return try file.read()
    } catch {
      report(node, error.problem, expected: error.expected)
      return []
    }
  }

  /// The cards that are listed.
  mutating func cards(_ node: TOMLNode, expected: String) -> [Card] {
    var paths: [String: String] = [:]
    return elements(node, expected: expected).compactMap { element in
      var card = Card(id: "")
      let members = read(element, SectionTable.card, into: &card, expected: "a table such as { id = \"a\" }")
      guard !card.id.isEmpty else { return nil }
      claim(card.id, of: element, at: members?["id"], in: &paths, expected: "an id of its own")
      return card
    }
  }

  /// The directions in which a card may be swiped.
  mutating func directions(_ node: TOMLNode, expected: String) -> [Direction] {
    var directions: [Direction] = []
    for element in elements(node, expected: expected) {
      guard let direction = value(of: element, ChoiceCodec<Direction>.choice("direction")) else { continue }
      if directions.contains(direction) {
        let name = SettingText.quoted(direction.rawValue)
        report(element, "\(name) is given twice", expected: "each direction once")
      }
      directions.append(direction)
    }
    return directions
  }
}
