import DeckEngine
import DeckProtocol
import DeckStore
import TestSupport

/// Decks to which everything happens that can happen to decks, and the events of it.
struct StateModel {
  var decks: [DeckState] = []
  var sequence: UInt64 = 0
  private(set) var events: [StoredEvent] = []
  private var random: SeededGenerator
  private var nextCard = 0

  /// A model without decks, whose events have numbers above `sequence`.
  init(seed: UInt64, after sequence: UInt64 = 0) {
    self.sequence = sequence
    random = SeededGenerator(seed: seed)
  }

  /// What is to be read from a file in which all this was stored.
  var stored: [StoredDeck] {
    decks.map { deck in
      var state = deck
      state.configured = []
      return StoredDeck(state: state, hasConfiguredCards: deck.hasConfiguredCards)
    }
  }

  /// Whether the store has all this and nothing else; the configured cards only where it has been told them.
  func isStored(in store: StateStore) -> Bool {
    let found = store.decks.map { deck in
      var deck = deck
      deck.state.configured = []
      return deck
    }
    return found == stored && store.sequence == sequence
  }

  /// The lines of the events after `since`.
  func lines(after since: UInt64, deck: String? = nil) -> [UInt8] {
    events.filter { $0.sequence > since && (deck == nil || $0.deck == deck) }.flatMap(\.line)
  }

  /// Something happens to a deck or two, with no event, or with several.
  mutating func step() -> StateChange {
    var change = StateChange()
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      var next = StateChange()
      if decks.isEmpty || decks.count < 4 && chance(0.1) {
        decks.append(newDeck())
        next.decks = [decks[decks.count - 1]]
      } else if decks.count > 1 && chance(0.05) {
        next.removed = [decks.remove(at: Int.random(in: decks.indices, using: &random)).deck]
      } else {
        let index = Int.random(in: decks.indices, using: &random)
        var deck = decks[index]
        edit(&deck)
        decks[index] = deck
        next.decks = [decks[index]]
      }
      let deck = next.decks.first?.deck ?? next.removed[0]
      for _ in 0..<Int.random(in: 0...3, using: &random) { next.events.append(event(deck)) }
      change.append(next)
    }
    return change
  }

  mutating func event(_ deck: String) -> StoredEvent {
    sequence += 1
    let event = StoredEvent(sequence: sequence, deck: deck, line: Array("{\"seq\":\(sequence),\"é\":1}\n".utf8))
    events.append(event)
    return event
  }

  /// What happened since `earlier` did not happen; what happens next is something else.
  mutating func rollBack(to earlier: StateModel) {
    (decks, sequence, events) = (earlier.decks, earlier.sequence, earlier.events)
  }

  private mutating func chance(_ probability: Double) -> Bool {
    random.nextUnit() < probability
  }

  private mutating func newDeck() -> DeckState {
    nextCard += 1
    let kind = DeckKind.allCases.randomElement(using: &random) ?? .swipe
    let cards = newCards(Int.random(in: 0...12, using: &random))
    let own = CardSequence(cards)
    return DeckState(deck: "deck \(nextCard)", kind: kind, cards: own, configured: chance(0.5) ? own : [])
  }

  private mutating func newCards(_ count: Int) -> [Card] {
    (0..<count).map { _ in newCard() }
  }

  private mutating func newCard() -> Card {
    nextCard += 1
    var card = Card(id: "card \(nextCard) 'é' \u{1F0A1}")
    change(&card)
    return card
  }

  private mutating func change(_ card: inout Card) {
    let data = [nil, "{\"a\":\n [1.50, \"\\u00e9\"]}", "null", "\"\(random.next())\""].randomElement(using: &random)
    card.data = data.flatMap { $0 }.map { Array($0.utf8) }
    card.allowed = [nil, [], [.left], [.topLeft, .down]].randomElement(using: &random) ?? nil
    card.threshold = chance(0.5) ? .random(in: 0.01...1, using: &random) : nil
    card.draggable = [nil, true, false].randomElement(using: &random) ?? nil
    card.swipeable = [nil, true, false].randomElement(using: &random) ?? nil
    card.loaded = [nil, true, false].randomElement(using: &random) ?? nil
    card.label = chance(0.3) ? "label" : nil
    card.hint = chance(0.3) ? "" : nil
  }

  private mutating func edit(_ deck: inout DeckState) {
    let place = Int.random(in: 0...deck.cards.count, using: &random)
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1:
      deck.history.append(.init(index: deck.current, direction: chance(0.1) ? nil : .left))
      deck.current += 1
    case 2: deck.current = deck.history.popLast()?.index ?? 0
    case 3: deck.cards.insert(contentsOf: newCards(Int.random(in: 1...3, using: &random)), at: place)
    case 4 where place < deck.cards.count: deck.cards.remove(at: place)
    case 5 where place < deck.cards.count:
      let card = deck.cards.remove(at: place)
      deck.cards.insert(card, at: Int.random(in: 0...deck.cards.count, using: &random))
    case 6 where place < deck.cards.count: change(&deck.cards[place])
    case 7 where place < deck.cards.count: deck.cards[place].loaded = true
    case 8 where chance(0.3): deck.cards = CardSequence(newCards(Int.random(in: 0...20, using: &random)))
    case 9: deck.configured = [deck.cards, CardSequence(newCards(2)), []].randomElement(using: &random) ?? []
    case 10 where chance(0.2): deck.cards.shuffle(using: &random)
    default:
      deck.isArriving.toggle()
      deck.round = ([nil] + RoundPhase.allCases).randomElement(using: &random) ?? nil
      deck.open = chance(0.5) ? "card" : nil
      deck.scroll = random.nextUnit() * 1000 - 100
    }
    deck.current = min(deck.current, deck.cards.count)
  }
}

extension Retention {
  /// More than a test makes.
  static let ample = Retention(events: 1_000_000, age: 1_000_000_000)
}
