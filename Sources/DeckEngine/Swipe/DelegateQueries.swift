package import DeckProtocol
package import Kinetics

/// The questions of a deck to its delegate, and the answers (S18).
///
/// Questions that the cards leave open are asked ahead, for the visible cards, so that the answers are known when a
/// finger comes down: it uses those known then. Only whether a card may be decided is asked during a drag, when it
/// enters a direction, and may delay a decision.
///
/// A question is settled by its answer, by its deadline or because the delegate leaves; a later answer is ignored.
package struct DelegateQueries: Equatable, Sendable {
  /// The subject of a question, and its card.
  fileprivate struct Key: Hashable {
    var card: String
    var subject: DelegateQuestion.Subject
  }

  /// A question that waits for its answer.
  package struct Open: Equatable, Sendable {
    package var ticket: UInt64
    package var question: DelegateQuestion
    package var deadline: Instant

    fileprivate var key: Key { Key(card: question.card, subject: question.subject) }
  }

  /// The delegate's answers about a card; `nil` for what is left to the deck.
  package struct Rules: Equatable, Sendable {
    package var allowed: [Direction]?
    package var threshold: Double?

    package init() {}
  }

  /// The topics that the delegate answers; empty while there is no delegate.
  private var topics: Set<DelegateTopic> = []
  /// Oldest first.
  package private(set) var open: [Open] = []
  /// The number of the last question.
  package private(set) var lastTicket: UInt64 = 0
  /// `nil` for a question that is left to the deck.
  private var settled: [Key: DelegateAnswer?] = [:]

  package init() {}

  package var hasDelegate: Bool { !topics.isEmpty }
  /// When the first open question is settled without an answer.
  package var deadline: Instant? { open.lazy.map(\.deadline).min() }

  /// Starts over when a delegate registers with its topics, or leaves with none: no answer is known, no question open.
  package mutating func begin(_ topics: Set<DelegateTopic>) {
    self.topics = topics
    open = []
    settled = [:]
  }

  // MARK: What holds for a card

  /// Returns the delegate's answers about a card.
  package func rules(of card: Card) -> Rules {
    var rules = Rules()
    guard hasDelegate else { return rules }
    if case .directions(let directions) = answer(to: .allowedDirections, about: card) { rules.allowed = directions }
    if case .threshold(let threshold) = answer(to: .threshold, about: card) { rules.threshold = threshold }
    return rules
  }

  /// Returns whether a finger may move a card.
  package func isDraggable(_ card: Card) -> Bool {
    card.draggable ?? (answer(to: .shouldDrag, about: card) != .permission(false))
  }

  /// Returns whether a card may be decided in a direction; `nil` while the delegate has not answered.
  ///
  /// Without an answer, and without a delegate that gives one, it may not where a decision needs to be `confirmed`.
  package func permission(_ direction: Direction, of card: Card, confirmed: Bool) -> Bool? {
    if let own = card.swipeable { return own }
    guard topics.contains(.shouldSwipe) else { return !confirmed }
    let answer = settled[Key(card: card.id, subject: .shouldSwipe(direction))]
    return answer.map { ($0 ?? .permission(!confirmed)) != .permission(false) }
  }

  /// Returns whether the delegate still has to answer in which directions a card may be swiped.
  package func awaitsDirections(of card: Card) -> Bool {
    isOpen(Key(card: card.id, subject: .allowedDirections))
  }

  private func answer(to subject: DelegateQuestion.Subject, about card: Card) -> DelegateAnswer? {
    settled[Key(card: card.id, subject: subject)] ?? nil
  }

  private func isOpen(_ key: Key) -> Bool {
    open.contains { $0.key == key }
  }

  // MARK: Asking

  /// Asks what is not known about the first cards of a pile, and forgets what concerns other cards.
  ///
  /// `swipe` is the direction in which the front card may be decided now, `deck` the deck's id.
  ///
  /// - Returns: the new questions.
  package mutating func ask(
    about pile: SwipePile,
    visible: Int,
    swipe: Direction?,
    deck: String,
    until deadline: Instant
  ) -> ArraySlice<Open> {
    // At least the next card, which may come to the front at any moment.
    let near = pile.indexes(upTo: max(visible, 2))
    // An undo must not make a finger wait, either.
    let kept = Set((near + pile.history.suffix(1).map(\.index)).map { pile.cards[$0].id })
    forget { !kept.contains($0.card) }
    let first = open.count
    for index in near {
      let card = pile.cards[index]
      var subjects: [DelegateQuestion.Subject] = []
      if card.draggable == nil { subjects.append(.shouldDrag) }
      if card.allowed == nil { subjects.append(.allowedDirections) }
      if card.threshold == nil { subjects.append(.threshold) }
      if index == pile.current, card.swipeable == nil, let swipe { subjects.append(.shouldSwipe(swipe)) }
      for subject in subjects where topics.contains(subject.topic) {
        let key = Key(card: card.id, subject: subject)
        guard !isOpen(key), settled[key] == nil else { continue }
        lastTicket += 1
        let question = DelegateQuestion(deck: deck, card: card.id, index: index, subject: subject)
        open.append(Open(ticket: lastTicket, question: question, deadline: deadline))
      }
    }
    return open[first...]
  }

  /// Returns the question with this number while it is open.
  package func question(_ ticket: UInt64) -> DelegateQuestion? {
    open.first { $0.ticket == ticket }?.question
  }

  // MARK: Answers

  /// Settles a question with an answer, or without one; an invalid answer leaves the question to the deck.
  package mutating func settle(_ ticket: UInt64, _ answer: DelegateAnswer?) {
    guard let place = open.firstIndex(where: { $0.ticket == ticket }) else { return }
    let key = open.remove(at: place).key
    settled.updateValue(answer.flatMap { $0.answers(key.subject) ? $0 : nil }, forKey: key)
  }

  /// Settles the questions that should have been answered by `now`.
  package mutating func expire(at now: Instant) {
    for question in open where question.deadline <= now { settle(question.ticket, nil) }
  }

  /// Forgets the answers about these cards, or about all; `keepingSwipe` spares those that a swipe awaits.
  package mutating func forget(_ cards: Set<String>?, keepingSwipe: Bool) {
    forget { key in !(keepingSwipe && key.subject.topic == .shouldSwipe) && cards?.contains(key.card) ?? true }
  }

  /// Forgets whether cards may be decided: no swipe is under way.
  package mutating func endSwipe() {
    forget { $0.subject.topic == .shouldSwipe }
  }

  private mutating func forget(where isStale: (Key) -> Bool) {
    guard hasDelegate else { return }
    open.removeAll { isStale($0.key) }
    settled = settled.filter { !isStale($0.key) }
  }
}

extension DelegateAnswer {
  /// Returns whether it is a valid answer to such a question.
  fileprivate func answers(_ subject: DelegateQuestion.Subject) -> Bool {
    switch (subject, self) {
    case (.shouldSwipe, .permission), (.shouldDrag, .permission): true
    case (.allowedDirections, .directions(let directions)): !directions.isEmpty
    case (.threshold, .threshold(let threshold)): (0.01...1).contains(threshold)
    case (.shouldSwipe, _), (.shouldDrag, _), (.allowedDirections, _), (.threshold, _): false
    }
  }
}
