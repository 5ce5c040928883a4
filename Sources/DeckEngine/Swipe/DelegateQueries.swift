import DeckProtocol
import Kinetics

/// The questions of a deck to its delegate, and the answers (S18).
///
/// A question is settled by its answer, by its deadline or because the delegate leaves; a later answer is ignored.
struct DelegateQueries: Equatable, Sendable {
  /// The subject of a question, and its card.
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

  /// The topics that the delegate answers; empty while there is no delegate.
  private(set) var topics: Set<DelegateTopic> = []
  /// Oldest first.
  private(set) var open: [Open] = []
  /// The number of the last question.
  private(set) var lastTicket: UInt64 = 0
  /// `nil` for a question that is left to the deck.
  private var settled: [Key: DelegateAnswer?] = [:]

  /// When the first open question is settled without an answer.
  var deadline: Instant? { open.lazy.map(\.deadline).min() }

  /// Starts over when a delegate registers with its topics, or leaves with none: no answer is known, no question open.
  mutating func begin(_ topics: Set<DelegateTopic>) {
    self.topics = topics
    open = []
    settled = [:]
  }

  /// Asks a question that the delegate answers and that has not been asked.
  ///
  /// - Returns: the question's number; `nil` if it is not asked.
  mutating func ask(_ key: Key, index: Int, until deadline: Instant) -> UInt64? {
    guard topics.contains(key.subject.topic), !isOpen(key), settled[key] == nil else { return nil }
    lastTicket += 1
    open.append(Open(ticket: lastTicket, key: key, index: index, deadline: deadline))
    return lastTicket
  }

  /// Settles a question with an answer, or without one; an invalid answer leaves the question to the deck.
  mutating func settle(_ ticket: UInt64, _ answer: DelegateAnswer?) {
    guard let place = open.firstIndex(where: { $0.ticket == ticket }) else { return }
    let key = open.remove(at: place).key
    settled.updateValue(answer.flatMap { $0.answers(key.subject) ? $0 : nil }, forKey: key)
  }

  /// Settles the questions that should have been answered by `now`.
  mutating func expire(at now: Instant) {
    for question in open where question.deadline <= now { settle(question.ticket, nil) }
  }

  /// Forgets the questions and answers that are stale.
  mutating func forget(where isStale: (Key) -> Bool) {
    open.removeAll { isStale($0.key) }
    settled = settled.filter { !isStale($0.key) }
  }

  /// Returns whether the answer is still awaited.
  func isOpen(_ key: Key) -> Bool {
    open.contains { $0.key == key }
  }

  /// Returns whether the question is settled, with or without an answer.
  func isSettled(_ key: Key) -> Bool {
    settled[key] != nil
  }

  /// Returns the delegate's answer; `nil` for none.
  func answer(to key: Key) -> DelegateAnswer? {
    topics.isEmpty ? nil : settled[key] ?? nil
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
