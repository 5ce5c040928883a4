import DeckProtocol
package import Kinetics

/// The fingers on a stack, from the first one's down to the last one's up.
package struct StackTouch: Equatable, Sendable {
  /// What the fingers do to the stack.
  package enum Action: Equatable, Sendable {
    /// Down, with nothing decided yet.
    case pressing
    case scrolling(BounceTrigger)
    case reordering(ReorderSession)
    /// Parting the cards, from the spread at which the fingers caught them.
    case pinching(from: Double)
    case scrollingDetail
    /// Dragging the open card down, from where the finger caught it.
    case dismissing(from: Double)
    /// Down on something that does not move.
    case idle
  }

  /// Where the first finger came down, in the deck's coordinates.
  package let start: Point
  /// The card under it.
  package private(set) var card: Int?
  /// Whether a lift now would be a tap.
  package private(set) var mayTap: Bool
  package var action = Action.pressing

  package init(at start: Point, on card: Int?, mayTap: Bool) {
    self.start = start
    self.card = card
    self.mayTap = mayTap
  }

  package var reorder: ReorderSession? {
    if case .reordering(let session) = action { session } else { nil }
  }

  var isDismissing: Bool {
    if case .dismissing = action { true } else { false }
  }

  /// Whether each move of the fingers changes the picture.
  var movesCards: Bool {
    switch action {
    case .scrolling, .scrollingDetail, .reordering, .pinching, .dismissing: true
    case .pressing, .idle: false
    }
  }

  /// Whether the fingers can pull the cards apart.
  var pullsApart: Bool {
    switch action {
    case .scrolling, .pinching: true
    case .pressing, .reordering, .scrollingDetail, .dismissing, .idle: false
    }
  }

  var phase: DeckPhase {
    switch action {
    case .pressing, .idle: .pressing
    case .scrolling, .scrollingDetail: .scrolling
    // A card that a press has moved is not dragged yet.
    case .reordering: mayTap ? .pressing : .dragging
    case .dismissing, .pinching: .dragging
    }
  }

  package mutating func excludeTap() { mayTap = false }

  /// Adapts to an edit of the cards.
  package mutating func remap(by shift: IndexShift) {
    card = card.flatMap(shift.newIndex)
    guard var reorder else { return }
    reorder.remap(by: shift)
    action = .reordering(reorder)
  }
}
