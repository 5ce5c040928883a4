import DeckProtocol
import Gestures
import Kinetics

/// A deck of any kind, as the engine drives it.
///
/// A deck holds its cards, the meaning of touches on them, and every motion that is under way. It does not number or
/// stamp events: it returns what happened as `DeckOutcome`s, in order, and the engine publishes them.
protocol Deck: Sendable {
  associatedtype Layout: DeckLayout

  var definition: DeckDefinition { get set }
  var cards: [Card] { get }
  var layout: Layout { get }

  var phase: DeckPhase { get }
  /// Whether the deck takes no touches because it has not appeared yet.
  var isAppearing: Bool { get }
  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool { get }
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? { get }
  /// Whether a deadline is pending although nothing moves.
  var isWaiting: Bool { get }
  /// The index of the front card, or of the open card.
  var current: Int { get }
  /// Returns the maximum number of cards shown at rest, at least one.
  func visible(at now: Instant) -> Int
  /// How many decisions can be undone.
  var undoDepth: Int { get }
  /// The state of the round of decisions; `nil` in a deck without rounds.
  var roundPhase: RoundPhase? { get }
  /// The id of the open card.
  var open: String? { get }
  /// The id of the card that a finger is on, or would be.
  var touchedCard: String? { get }

  /// Whether each move of the finger changes the picture: it moves something.
  var followsFinger: Bool { get }
  /// Whether a second finger joins the interaction of the first one (G7).
  var joinsContacts: Bool { get }

  /// Adopts other settings, or another placement; motions under way keep their trajectories.
  ///
  /// If that changes the layout, `relayout` follows.
  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration)

  /// Lays the cards out again after the surface or the layout changed; motions under way keep their trajectories in
  /// points.
  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome]

  /// The state to persist, at rest: a drag or a swipe that is not decided yet is not part of it.
  var state: DeckState { get }

  /// Restores a valid state of the deck's kind, at rest.
  ///
  /// - Returns: only questions to a delegate; `resume` returns the events that are owed.
  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome]

  /// Returns the events that the deck still owed when the restored state was taken.
  mutating func resume(now: Instant) -> [DeckOutcome]

  /// Starts a deck that was created with the cards of its configuration.
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome]

  /// Returns whether the deck takes a finger that comes down at `point`, in the deck's coordinates.
  func isHit(at point: Point, now: Instant) -> Bool

  /// Handles a finger that came down at `point`.
  ///
  /// - Returns: the gestures that the finger can make.
  mutating func press(at point: Point, now: Instant) -> Press

  /// Handles a report of the fingers' recognizers.
  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome]

  /// Ends the interaction: the fingers have left, whatever their recognizers reported.
  mutating func endTouches(now: Instant) -> [DeckOutcome]

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome]

  /// Whether an animation runs that reduced motion skips (M5).
  var isAnimating: Bool { get }

  /// Ends all animations at once, and performs what is due then; that may start other animations.
  mutating func skip(to now: Instant) -> [DeckOutcome]

  /// Returns whether a command cancels the deck's touches.
  ///
  /// - Throws: what is wrong with the command, or why it is refused now.
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool

  /// Gives up a swipe that waits for a delegate, because a finger or a command takes the card.
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome]

  /// Handles the delegate's answer to the question with this number; `nil` leaves the decision to the deck.
  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome]

  /// Returns the question with this number while it is open.
  func question(_ ticket: UInt64) -> DelegateQuestion?

  /// The number of the last question.
  var lastQuestion: UInt64 { get }

  /// Performs a command that `interruptsTouch` has checked.
  mutating func perform(_ command: DeckCommand, now: Instant) -> [DeckOutcome]

  /// Returns the deck as a front end draws it at `now`; its cards replace the content of `canvas`, whose buffer is
  /// reused.
  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture

  /// Returns the visible elements from `now` on, with their animations.
  ///
  /// Until the next input or deadline, or the scene's end, it evaluates at every moment to the picture of that moment;
  /// it may also contain cards that are out of sight then.
  func scene(from now: Instant) -> AnimatedScene

  /// Returns the card that a screen reader exposes while `cards` are visible.
  ///
  /// - Returns: its index, whether it is the selected one, and the actions that replace the gestures on it: `actions`,
  ///   those of the last call, if they have not changed.
  func exposed(
    among cards: [CardFrame],
    like actions: [DeckFrame.Accessibility.Action]
  ) -> (index: Int, selected: Bool, actions: [DeckFrame.Accessibility.Action])?

  /// Returns the indexes of the cards about to be visible, the nearest first, and of those that may follow them.
  func upcoming(at now: Instant) -> (window: [Int], background: [Int])

  /// Returns the cards of the picture at `now`, in its order.
  func visibleCards(at now: Instant) -> [Card]

  /// Returns the events that the deck owes before it becomes a deck of another kind.
  mutating func end() -> [DeckOutcome]

  /// Returns the invariants that do not hold.
  func violations(at now: Instant) -> [String]
}

extension Deck {
  var settings: DeckSettings { definition.settings }
  /// The deck's counts, for clients that follow events.
  var counts: DeckCounts { DeckCounts(current: current, count: cards.count, undoDepth: undoDepth) }
  /// Returns the event that a card has come to rest in front, with the counts of now: a decision may follow in the same
  /// step.
  func shown(_ card: Card, at index: Int) -> DeckOutcome {
    .event(.cardShown(card: card.id, index: index), counts: counts)
  }
  var isWaiting: Bool { false }
  var roundPhase: RoundPhase? { nil }
  // Defaults for a deck without a delegate.
  var lastQuestion: UInt64 { 0 }
  func question(_ ticket: UInt64) -> DelegateQuestion? { nil }
  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome] { [] }
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome] { [] }
  mutating func end() -> [DeckOutcome] { [] }
  /// Returns the deck as a front end draws it at `now`.
  func picture(at now: Instant) -> DeckPicture {
    var canvas: [CardFrame] = []
    return picture(at: now, on: &canvas)
  }
  /// The deck's rectangle on its surface.
  var area: Rectangle { layout.area }
  /// The filter of palms and noise among the touches of the surface.
  var filter: TouchFilter { layout.filter }
}

/// What a step of a deck did that has to be published.
enum DeckOutcome: Equatable, Sendable {
  /// An event, with `counts` if the deck's counts at the event differ from those after the step.
  case event(DeckEvent.Kind, counts: DeckCounts? = nil)
  /// Haptic feedback.
  case haptic(HapticKind)
  /// A question to the delegate.
  case ask(ticket: UInt64, DelegateQuestion)
  /// The command waits for the delegate's answer; `decided` follows.
  case undecided
  /// The command that waited was performed, or failed with this error.
  case decided(ProtocolError?)
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

/// What a frame shows of a deck.
struct DeckPicture: Equatable, Sendable {
  var cards: [CardFrame]
  var drag: DeckFrame.Drag?
  var overlay: DeckFrame.Overlay?
  var detail: DeckFrame.Detail?
  var fan: DeckFrame.Fan?
}
