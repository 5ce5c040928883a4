public import DeckProtocol

/// The answers to what a deck asks about its cards; a question without a function is never asked.
///
/// The functions run on the client's thread and should return at once: the deck does not wait longer than its setting
/// `delegate.deadline`. A function that throws leaves the answer to the deck.
public struct DeckDelegate: Sendable {
  /// Whether the card may be decided in this direction.
  public var shouldSwipe: (@Sendable (DelegateQuestion, Direction) throws -> Bool)?
  /// Whether a finger may move the card.
  public var shouldDrag: (@Sendable (DelegateQuestion) throws -> Bool)?
  /// The directions that the card may be swiped in, at least one; earlier ones win ties.
  public var allowedDirections: (@Sendable (DelegateQuestion) throws -> [Direction])?
  /// The progress that a release of the card needs to decide it, 0.01…1.
  public var threshold: (@Sendable (DelegateQuestion) throws -> Double)?

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
  func answer(_ question: DelegateQuestion) throws -> DelegateAnswer? {
    switch question.subject {
    case .shouldSwipe(let direction): try shouldSwipe.map { .permission(try $0(question, direction)) }
    case .shouldDrag: try shouldDrag.map { .permission(try $0(question)) }
    case .allowedDirections: try allowedDirections.map { .directions(try $0(question)) }
    case .threshold: try threshold.map { .threshold(try $0(question)) }
    }
  }
}
