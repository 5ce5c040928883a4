public import DeckProtocol

/// The answers to what a deck asks about its cards; a question without a function is never asked.
///
/// The functions run in tasks of their own: the deck does not wait longer than its setting `delegate.deadline`. A
/// function that throws leaves the answer to the deck. A task is cancelled when its question ends without its answer:
/// time is up, the swipe was given up, or the connection was lost.
public struct DeckDelegate: Sendable {
  /// Whether the card may be decided in this direction.
  public var shouldSwipe: (@Sendable (DelegateQuestion, Direction) async throws -> Bool)?
  /// Whether a finger may move the card.
  public var shouldDrag: (@Sendable (DelegateQuestion) async throws -> Bool)?
  /// The directions that the card may be swiped in, at least one; earlier ones win ties.
  public var allowedDirections: (@Sendable (DelegateQuestion) async throws -> [Direction])?
  /// The progress that a release of the card needs to decide it, 0.01…1.
  public var threshold: (@Sendable (DelegateQuestion) async throws -> Double)?

  /// A delegate that answers nothing yet.
  public init() {}

  /// The questions that have a function.
  var topics: Set<DelegateTopic> {
    var topics: Set<DelegateTopic> = []
    if shouldSwipe != nil { topics.insert(.shouldSwipe) }
    if shouldDrag != nil { topics.insert(.shouldDrag) }
    if allowedDirections != nil { topics.insert(.allowedDirections) }
    if threshold != nil { topics.insert(.threshold) }
    return topics
  }

  /// The answer to a question; `nil` leaves it to the deck.
  func answer(_ question: DelegateQuestion) async throws -> DelegateAnswer? {
    switch question.subject {
    case .shouldSwipe(let direction):
      if let shouldSwipe { .permission(try await shouldSwipe(question, direction)) } else { nil }
    case .shouldDrag: if let shouldDrag { .permission(try await shouldDrag(question)) } else { nil }
    case .allowedDirections:
      if let allowedDirections { .directions(try await allowedDirections(question)) } else { nil }
    case .threshold: if let threshold { .threshold(try await threshold(question)) } else { nil }
    }
  }
}
