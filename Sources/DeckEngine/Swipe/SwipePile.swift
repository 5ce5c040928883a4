package import DeckProtocol
import MessageText

/// The cards of a swipe deck, which of them is in front, and the decisions that can be undone.
package struct SwipePile: Equatable, Sendable {
  /// A card that was decided.
  package typealias Decision = DeckState.Decision

  package private(set) var cards: CardSequence
  /// The front card's index; the number of cards when the pile has run out, which a looping one does only when empty.
  package private(set) var current = 0
  /// The decisions that can be undone, oldest first.
  package private(set) var history: [Decision] = []
  /// Whether the front card's arrival is still to be published.
  package private(set) var isArriving = false
  /// Whether the first card follows the last.
  package var loops: Bool {
    didSet { if loops != oldValue { adaptToLooping() } }
  }

  package init(_ cards: CardSequence, loops: Bool) {
    self.cards = cards
    self.loops = loops
  }

  /// Restores a persisted pile.
  package init(_ state: DeckState, loops: Bool) {
    self.init(state.cards, loops: loops)
    history = state.history
    current = state.current
    isArriving = state.isArriving && front != nil
    adaptToLooping()
  }

  /// The front card; `nil` when the pile has run out.
  package var front: Card? { current < cards.count ? cards[current] : nil }

  /// Returns the indexes of the first cards from the front on, `count` at most, each once.
  package func indexes(upTo count: Int) -> [Int] {
    let left = loops ? cards.count : cards.count - current
    return (0..<min(count, left)).map { (current + $0) % cards.count }
  }

  // MARK: Decisions

  /// Decides the front card; the next one becomes the front.
  package mutating func decide(_ direction: Direction) {
    history.append(Decision(index: current, direction: direction))
    current += 1
    presentFront()
  }

  /// Undoes the last decision; its card becomes the front.
  package mutating func undo() -> Decision? {
    guard let decision = history.popLast() else { return nil }
    current = decision.index
    presentFront()
    return decision
  }

  /// Records that the front card's arrival is still to be published; a looping pile starts over at its end.
  package mutating func presentFront() {
    if loops, current == cards.count { current = 0 }
    isArriving = front != nil
  }

  /// Records that the front card's arrival is published.
  package mutating func confirmArrival() { isArriving = false }

  // MARK: Edits

  /// Replaces all cards; those before `current` count as decided without a direction.
  package mutating func load(_ cards: CardSequence, current: Int) {
    self.cards = cards
    self.current = current
    history = (0..<current).map { Decision(index: $0, direction: nil) }
    presentFront()
  }

  /// Replaces all cards; the front index stays where possible.
  ///
  /// Decisions about cards whose index is the same can still be undone with their directions.
  package mutating func reload(_ cards: CardSequence) {
    history.removeAll { $0.index >= cards.count }
    for place in history.indices where history[place].direction != nil {
      if !cards.hasSameID(as: self.cards, at: history[place].index) { history[place].direction = nil }
    }
    self.cards = cards
    current = min(current, cards.count)
    presentFront()
  }

  /// Forgets all decisions and starts with the first card.
  package mutating func reset() {
    history = []
    current = 0
    presentFront()
  }

  /// Inserts cards; before the front they shift it, at its index the first of them becomes the front (S17).
  package mutating func insert(_ new: CardSequence, at index: Int) {
    cards.insert(contentsOf: new, at: index)
    for place in history.indices where history[place].index >= index { history[place].index += new.count }
    if index < current { current += new.count } else if index == current { presentFront() }
  }

  /// Removes the cards in `range`; the front index moves to the next card that remains.
  ///
  /// - Returns: how many decisions there were about each removed card.
  package mutating func remove(_ range: Range<Int>) -> DecisionCounts {
    let losesFront = range.contains(current)
    let decisions = DecisionCounts(history, about: range)
    history.removeAll { range.contains($0.index) }
    for place in history.indices where history[place].index >= range.upperBound {
      history[place].index -= range.count
    }
    cards.removeSubrange(range)
    if current >= range.lowerBound { current = max(current - range.count, range.lowerBound) }
    if losesFront { presentFront() }
    return decisions
  }

  /// Replaces the cards at these indexes.
  package mutating func update(_ new: CardSequence, at indexes: [Int]) { cards.update(new, at: indexes) }

  /// Marks these cards as loaded.
  package mutating func markLoaded(at indexes: [Int]) { cards.markLoaded(at: indexes) }

  /// Starts over at the end of a pile that loops now, or forgets the rounds before this one: a pile that does not loop
  /// has only one.
  private mutating func adaptToLooping() {
    if loops { return current == cards.count ? presentFront() : () }
    var next = current
    let round = history.reversed().prefix { decision in
      defer { next = decision.index }
      return decision.index < next
    }
    history = round.reversed()
  }

  // MARK: Checks

  /// The front card; throws if there is none.
  func requireFront() throws(CommandError) -> Card {
    guard let front else { throw cards.isEmpty ? .noCards : .exhausted }
    return front
  }

  /// Throws if a command names a card other than the front one.
  func checkTurn(of card: String?) throws(CommandError) {
    let front = try requireFront()
    guard let card, card != front.id else { return }
    throw .notInFront(card, front: front.id, isKnown: cards.contains(CardKey(card)))
  }

  /// Throws if there is no decision to undo, or a command names another card than that of the last one.
  func checkUndo(of card: String?) throws(CommandError) {
    guard let last = history.last.map({ cards[$0.index] }) else {
      throw .nothingToUndo
    }
    guard card == nil || card == last.id else { throw .notLastDecided(card ?? "", last: last.id) }
  }
}
