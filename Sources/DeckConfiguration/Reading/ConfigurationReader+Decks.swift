import DeckEngine
import DeckProtocol
import Kinetics
import MessageText

/// A deck while its table is read.
struct DeckDraft: Sendable {
  var id = ""
  var surface: String
  var preset: Preset?
  var area: DeckArea?
  var count = 10
  var cards: [Card]?
  var cardsFile: String?
  /// A table whose keys depend on the preset.
  var settings: TOMLNode?
}

extension ConfigurationReader {
  /// The decks of the file.
  mutating func decks(_ node: TOMLNode, expected: String) -> [DeckDefinition] {
    var paths: [String: String] = [:]
    return tables(node, "decks", expected: expected).compactMap { element in
      var draft = DeckDraft(surface: scope.first)
      guard let members = read(element, SectionTable.deck, into: &draft, meant: Self.settingAmongKeys) else {
        return nil
      }
      if !draft.id.isEmpty {
        claim(draft.id, of: element, at: members["id"], in: &paths, expected: "an id of its own")
      }
      return deck(draft, members)
    }
  }

  private mutating func deck(_ draft: DeckDraft, _ members: [String: TOMLNode]) -> DeckDefinition {
    if let node = members["surface"] { checkSurface(draft.surface, node) }
    let surface = scope.surface(named: draft.surface) ?? SurfaceSection(name: draft.surface)
    let preset = members["preset"] == nil ? .usual : draft.preset
    var deck = DeckDefinition(
      id: draft.id,
      surface: draft.surface,
      preset: preset ?? .usual,
      area: draft.area,
      cards: cards(draft, members)
    )
    if let node = members["area"], let area = draft.area { check(area, on: surface, node) }
    if let node = draft.settings {
      deck.settings = settings(node, of: preset, pointsPerMillimetre: surface.pointsPerMillimetre)
    }
    return deck
  }

  /// The area of a deck; `nil` if it is invalid.
  mutating func area(_ node: TOMLNode, expected: String) -> DeckArea? {
    var area = DeckArea()
    let count = findings.count
    _ = read(node, SectionTable.area, into: &area, expected: expected)
    return findings.count == count ? area : nil
  }

  private mutating func check(_ area: DeckArea, on surface: SurfaceSection, _ node: TOMLNode) {
    // These leave the surface whatever size that has.
    for case (.fraction(let start), .fraction(let extent)) in [(area.x, area.width), (area.y, area.height)]
    where start + extent > 1 + 1e-9 {
      let percent = SettingText.number(((start + extent) * 100_000).rounded() / 1000)
      return report(node, "reaches to \(percent)% of the surface", expected: "at most 100%")
    }
    // Without a size in the file, it comes with the panel and cannot be checked here.
    guard let size = surface.size else { return }
    let rectangle = area.rectangle(on: size)
    let reach = Size(
      width: rectangle.origin.x + rectangle.size.width,
      height: rectangle.origin.y + rectangle.size.height
    )
    guard reach.width > size.width + 1e-9 || reach.height > size.height + 1e-9 else { return }
    let expected = "at most \(size.text), the size of surface \(SettingText.quoted(surface.name))"
    report(node, "reaches to \(reach.text)", expected: expected)
  }

  /// Reports decks of the file that exceed its limits.
  mutating func check(_ decks: [DeckDefinition], against limits: LimitsSection, in node: TOMLNode) {
    // A deck that could not be read is missing from `decks`, and has been reported.
    guard case .array(let elements) = node.value, elements.count == decks.count else { return }
    for (deck, element) in zip(decks, elements) {
      let node = cardsNode(of: element)
      if deck.cards.count > limits.cards {
        report(node, "has \(pluralized(deck.cards.count, "card"))", expected: "at most \(limits.cards) (limits.cards)")
      }
      if let index = deck.cards.firstIndex(where: { $0.dataSize > limits.cardData }) {
        let size = deck.cards[index].dataSize
        let card = "card \(index) (\(truncatedQuote(deck.cards[index].id)))"
        let expected = "at most \(limits.cardData) (limits.cardData)"
        report(node, "\(card) has \(pluralized(size, "byte")) of data", expected: expected)
      }
      if deck.cards.dataSize > limits.deckData {
        let expected = "at most \(limits.deckData) (limits.deckData)"
        report(node, "has cards with \(pluralized(deck.cards.dataSize, "byte")) of data", expected: expected)
      }
    }
  }

  /// The node that defines a deck's cards; the deck itself if there is none.
  private func cardsNode(of deck: TOMLNode) -> TOMLNode {
    guard case .table(let members) = deck.value else { return deck }
    return members.first { ["cards", "cardsFile", "count"].contains($0.key) }?.node ?? deck
  }
}
