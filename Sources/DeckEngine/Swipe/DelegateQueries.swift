import DeckProtocol
import Kinetics

/// What a deck has asked its delegate, and what it was told (S18).
///
/// A question is settled by its answer, by its deadline or because the delegate leaves; what comes later settles nothing.
struct DelegateQueries: Equatable, Sendable {
  /// What is asked about which card.
  struct Key: Hashable, Sendable {
    var card: String
    var subject: DelegateQuestion.Subject
  }

  /// A question that waits for its answer.
  struct Open: Equatable, Sendable {
    var ticket: UInt64
    var key: Key
    var index: Int
    var deadline: Instant
  }

  /// What the delegate answers; empty while there is none.
  private(set) var topics: Set<DelegateTopic> = []
  /// Oldest first.
  private(set) var open: [Open] = []
  /// The number of the last question.
  private(set) var lastTicket: UInt64 = 0
  /// `nil` for a question that is left to the deck.
  private var settled: [Key: DelegateAnswer?] = [:]

  /// When the first question that is open is settled without an answer.
  var deadline: Instant? { open.lazy.map(\.deadline).min() }

  /// A delegate comes, with what it answers, or leaves: nothing is known or asked any more.
  mutating func begin(_ topics: Set<DelegateTopic>) {
    self.topics = topics
    open = []
    settled = [:]
  }

  /// Asks what the delegate answers and has not been asked; the question's number.
  mutating func ask(_ key: Key, index: Int, until deadline: Instant) -> UInt64? {
    guard topics.contains(key.subject.topic), !isOpen(key), settled[key] == nil else { return nil }
    lastTicket += 1
    open.append(Open(ticket: lastTicket, key: key, index: index, deadline: deadline))
    return lastTicket
  }

  /// Takes an answer, or its absence; a wrong one leaves the question to the deck.
  mutating func settle(_ ticket: UInt64, _ answer: DelegateAnswer?) {
    guard let place = open.firstIndex(where: { $0.ticket == ticket }) else { return }
    let key = open.remove(at: place).key
    settled.updateValue(answer.flatMap { $0.answers(key.subject) ? $0 : nil }, forKey: key)
  }

  /// Settles what should have been answered by `now`.
  mutating func expire(at now: Instant) {
    for question in open where question.deadline <= now { settle(question.ticket, nil) }
  }

  /// Forgets what was asked and said about some things.
  mutating func forget(where isStale: (Key) -> Bool) {
    open.removeAll { isStale($0.key) }
    settled = settled.filter { !isStale($0.key) }
  }

  /// Whether the answer is still awaited.
  func isOpen(_ key: Key) -> Bool {
    open.contains { $0.key == key }
  }

  /// Whether the answer is known, be it that there is none.
  func isSettled(_ key: Key) -> Bool {
    settled[key] != nil
  }

  /// What the delegate said; `nil` for nothing.
  func answer(to key: Key) -> DelegateAnswer? {
    topics.isEmpty ? nil : settled[key] ?? nil
  }
}

extension DelegateAnswer {
  /// Whether it is one to such a question.
  fileprivate func answers(_ subject: DelegateQuestion.Subject) -> Bool {
    switch (subject, self) {
    case (.shouldSwipe, .permission), (.shouldDrag, .permission): true
    case (.allowedDirections, .directions(let directions)): !directions.isEmpty
    case (.threshold, .threshold(let threshold)): (0.01...1).contains(threshold)
    case (.shouldSwipe, _), (.shouldDrag, _), (.allowedDirections, _), (.threshold, _): false
    }
  }
}
