import DeckProtocol
import Gestures

/// What a step of a deck did that has to be published.
enum DeckOutcome: Equatable, Sendable {
  /// An event, with `counts` if the deck's counts at the event differ from those after the step.
  case event(DeckEvent.Kind, counts: DeckCounts? = nil)
  /// The events of a list of cards.
  case cards(CardChanges)
  /// Haptic feedback.
  case haptic(HapticKind)
  /// A question to the delegate.
  case ask(ticket: UInt64, DelegateQuestion)
  /// The command waits for the delegate's answer; `decided` follows.
  case undecided
  /// The command that waited was performed, or failed with this error.
  case decided(CommandError?)
  /// The set of visible cards or the phase changed by itself: a frame is due now.
  case redraw
  /// The explanation of a touch, for clients that subscribe to explanations.
  case explain(GestureExplanation.Subject)
}

/// The gestures of a finger that came down on a deck.
struct Press: Sendable {
  /// The gestures that the finger can make.
  var arena: GestureArena
  /// A gesture that the finger cannot make, although a user would expect it.
  var suppressed: GestureExplanation.SuppressedGesture?

  init(_ arena: GestureArena, suppressed: GestureExplanation.SuppressedGesture? = nil) {
    self.arena = arena
    self.suppressed = suppressed
  }
}

extension [DeckOutcome] {
  /// Returns one explanation, or none.
  static func explaining(_ subject: GestureExplanation.Subject?) -> [DeckOutcome] {
    subject.map { [.explain($0)] } ?? []
  }

  /// The outcome that a frame is due, allocated once: a deck under a finger returns it again and again.
  static let redrawing = [DeckOutcome.redraw]

  /// Appends `others`; allocates nothing if either side is empty, as is usual.
  mutating func add(_ others: [DeckOutcome]) {
    guard !others.isEmpty else { return }
    if isEmpty { self = others } else { self += others }
  }
}
