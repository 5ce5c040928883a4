import DeckProtocol
import Kinetics

extension Engine {
  /// Does to a deck what a command says; the reason why not.
  ///
  /// A command that takes the front card away, or another's place, takes it from the finger too: the finger is ignored
  /// until it is lifted.
  mutating func carryOut(_ command: DeckCommand, _ index: Int) -> ProtocolError? {
    switch command {
    case .swipe(let direction, _): swipe(direction, index)
    case .undo: undo(index)
    case .select(let card): select(card, index)
    case .appear: appear(index)
    case .reset:
      change(index, cancels: true) { $0.reset(now: $1) }
    case .load(let cards, let current): load(cards, current: current, index)
    case .reload(let cards): reload(cards, index)
    case .insert(let cards, let place): insert(cards, at: place, index)
    case .remove(let range): remove(range, index)
    case .update(let cards): update(cards, index)
    case .move, .dismiss, .bounce, .scroll, .layOutDetail: .ofOtherKind
    }
  }

  /// Changes a deck at the engine's clock, after its finger has let go where the change `cancels` it.
  @discardableResult
  private mutating func change(
    _ index: Int,
    cancels: Bool,
    _ body: (inout SwipeDeck, Instant) -> [SwipeDeck.Outcome]
  ) -> ProtocolError? {
    if cancels { cancelTouch(ofDeck: index) }
    let outcomes = body(&members[index].deck, clock)
    apply(outcomes, to: index)
    return nil
  }

  private mutating func swipe(_ direction: Direction, _ index: Int) -> ProtocolError? {
    let deck = members[index].deck
    guard let front = deck.front else { return .exhausted }
    guard front.allowed.contains(direction) else {
      return ProtocolError(
        .invalidParameters,
        "\(front.id) cannot be swiped \(direction.rawValue)",
        field: "params.direction",
        expected: "one of \(front.allowed.map(\.rawValue).joined(separator: ", "))"
      )
    }
    if case .dragging = deck.grip {
      return ProtocolError(
        .refused,
        "a finger is dragging \(front.id)",
        field: "params.deck",
        expected: "a deck that is not being dragged; try again when its phase is not dragging"
      )
    }
    guard deck.poses.first?.index == deck.current else {
      return ProtocolError(
        .refused,
        "\(front.id) is still leaving",
        field: "params.deck",
        expected: "a deck whose front card is there; try again after card.shown"
      )
    }
    return change(index, cancels: true) { $0.decide(direction, byFinger: false, now: $1) }
  }

  private mutating func undo(_ index: Int) -> ProtocolError? {
    guard !members[index].deck.history.isEmpty else {
      return ProtocolError(
        .refused,
        "there is nothing to undo",
        field: "params.deck",
        expected: "a deck with decisions; its snapshot's undoDepth counts them"
      )
    }
    return change(index, cancels: true) { $0.undo(now: $1) }
  }

  private mutating func select(_ card: String?, _ index: Int) -> ProtocolError? {
    guard let front = members[index].deck.front else { return .exhausted }
    if let card, card != front.id {
      return ProtocolError(
        .refused,
        "\(excerpt(card)) is not in front",
        field: "params.card",
        expected: "\(front.id), the front card, which may be left out"
      )
    }
    return change(index, cancels: false) { deck, _ in deck.tap() }
  }

  private mutating func appear(_ index: Int) -> ProtocolError? {
    guard members[index].deck.front != nil else { return .exhausted }
    return change(index, cancels: true) { deck, now in
      deck.appear(now: now)
      return []
    }
  }

  private mutating func load(_ cards: [Card]?, current: Int, _ index: Int) -> ProtocolError? {
    let cards = cards ?? members[index].deck.configuration.cards
    guard (0...cards.count).contains(current) else {
      return .outOfRange("current", current, "0 to \(cards.count), the number of cards")
    }
    if let error = ProtocolError.repeatedID(in: cards) { return error }
    return change(index, cancels: true) { $0.load(cards, current: current, now: $1) }
  }

  private mutating func reload(_ cards: [Card]?, _ index: Int) -> ProtocolError? {
    if let cards, let error = ProtocolError.repeatedID(in: cards) { return error }
    return change(index, cancels: true) { $0.reload(cards, now: $1) }
  }

  private mutating func insert(_ cards: [Card], at place: Int?, _ index: Int) -> ProtocolError? {
    let deck = members[index].deck
    let place = place ?? deck.cards.count
    guard (0...deck.cards.count).contains(place) else {
      return .outOfRange("at", place, "0 to \(deck.cards.count), the number of cards")
    }
    if let error = ProtocolError.repeatedID(in: cards, besides: deck.cards) { return error }
    return change(index, cancels: place == deck.current) { $0.insert(cards, at: place, now: $1) }
  }

  private mutating func remove(_ range: Range<Int>, _ index: Int) -> ProtocolError? {
    let deck = members[index].deck
    guard deck.cards.indices.contains(range.lowerBound) else {
      return .outOfRange("at", range.lowerBound, "the index of a card; the deck has \(deck.cards.count) cards")
    }
    guard range.upperBound <= deck.cards.count else {
      let left = deck.cards.count - range.lowerBound
      return .outOfRange("count", range.count, "1 to \(left), the cards from \(range.lowerBound) on")
    }
    return change(index, cancels: range.contains(deck.current)) { $0.remove(range, now: $1) }
  }

  private mutating func update(_ cards: [Card], _ index: Int) -> ProtocolError? {
    if let error = ProtocolError.repeatedID(in: cards) { return error }
    let known = members[index].deck.cards
    let places = Dictionary(uniqueKeysWithValues: known.indices.map { (known[$0].id, $0) })
    var found: [(index: Int, card: Card)] = []
    for (number, card) in cards.enumerated() {
      guard let place = places[card.id] else {
        return ProtocolError(
          .invalidParameters,
          "there is no card \(excerpt(card.id))",
          field: "params.cards[\(number)].id",
          expected: "the id of a card of the deck; deck.insert adds cards"
        )
      }
      found.append((place, card))
    }
    return change(index, cancels: false) { deck, _ in deck.update(found) }
  }
}

extension ProtocolError {
  /// The deck has no card in front.
  fileprivate static let exhausted = ProtocolError(
    .refused,
    "the deck has run out of cards",
    field: "params.deck",
    expected: "a deck with a card in front; deck.reset starts over"
  )

  fileprivate static let ofOtherKind = ProtocolError(
    .refused,
    "a swipe deck cannot do that",
    field: "params.deck",
    expected: "a deck of the kind stack"
  )

  fileprivate static func outOfRange(_ name: String, _ value: Int, _ expected: String) -> ProtocolError {
    ProtocolError(.invalidParameters, "params.\(name) is \(value)", field: "params.\(name)", expected: expected)
  }

  /// The first card whose id another has.
  fileprivate static func repeatedID(in cards: [Card], besides others: [Card] = []) -> ProtocolError? {
    var seen = Set(others.map(\.id))
    for (number, card) in cards.enumerated() where !seen.insert(card.id).inserted {
      return ProtocolError(
        .invalidParameters,
        "there is a card \(excerpt(card.id)) already",
        field: "params.cards[\(number)].id",
        expected: "an id that no other card of the deck has"
      )
    }
    return nil
  }
}
