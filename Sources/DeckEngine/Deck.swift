import DeckProtocol
import Gestures
import Kinetics

/// A deck of any kind, as the engine drives it.
///
/// A deck holds its cards, the fingers' meaning for them, and every motion that is under way. It numbers and stamps
/// nothing: what happened comes out as `DeckOutcome`s, in order, for the engine to publish.
protocol Deck: Sendable {
  associatedtype Layout: DeckLayout

  var definition: DeckDefinition { get set }
  var cards: [Card] { get }
  var layout: Layout { get }

  var phase: DeckPhase { get }
  /// Whether the deck takes no touches because it is still to appear.
  var isAppearing: Bool { get }
  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool { get }
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? { get }
  /// Whether something is to happen at a moment though nothing moves.
  var isWaiting: Bool { get }
  /// The front card's index, or that of the card which is open.
  var current: Int { get }
  /// How many cards are shown at rest, at the most, and at least one.
  func visible(at now: Instant) -> Int
  /// How many decisions can be undone.
  var undoDepth: Int { get }
  /// How far the round of decisions is; `nil` in a deck that has none.
  var roundPhase: RoundPhase? { get }
  /// The id of the open card.
  var open: String? { get }
  /// The id of the card that a finger is on, or would be.
  var touchedCard: String? { get }

  /// Whether each move of the finger shows: it moves something.
  var followsFinger: Bool { get }
  /// Whether a second finger takes part in what the first one does (G7).
  var joinsContacts: Bool { get }

  /// Has other settings, or another place, from now on; motions under way keep their course.
  ///
  /// Where that lays the cards out anew, `relayout` comes after it.
  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration)

  /// The surface, or what lays cards out on it, changed; motions under way keep their course in points.
  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome]

  /// What of the deck outlives the daemon, at rest: what nobody has let go or decided yet counts as nothing.
  var state: DeckState { get }

  /// Becomes what a sound state of its kind says, at rest.
  ///
  /// - Returns: nothing but questions to a delegate; `resume` tells what is owed.
  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome]

  /// Tells what the deck still owed when the state was taken that it has been restored to.
  mutating func resume(now: Instant) -> [DeckOutcome]

  /// Tells of the deck that was made with the cards of its configuration.
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome]

  /// Whether the deck takes a finger that comes down at a point of it.
  func isHit(at point: Point, now: Instant) -> Bool

  /// Takes a finger that came down at `point`; the gestures that it can make.
  mutating func press(at point: Point, now: Instant) -> Press

  /// Does what the fingers' recognizers found.
  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome]

  /// The fingers have left, whatever their recognizers found.
  mutating func endTouches(now: Instant) -> [DeckOutcome]

  /// Carries out what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome]

  /// Whether something moves by itself that need not where motion is reduced (M5).
  var isAnimating: Bool { get }

  /// Brings what moves by itself to its end, and does what is due then; it may set off other things.
  mutating func skip(to now: Instant) -> [DeckOutcome]

  /// Whether a command takes the deck from its fingers; throws what is wrong with it, or why not now.
  func interruptsTouch(_ command: DeckCommand) throws(ProtocolError) -> Bool

  /// Gives up a swipe that waits for a delegate, since a finger or a command takes the card.
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome]

  /// Takes what the delegate says to the question with this number; `nil` leaves it to the deck.
  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome]

  /// The question with this number while it is open.
  func question(_ ticket: UInt64) -> DelegateQuestion?

  /// The number of the last question.
  var lastQuestion: UInt64 { get }

  /// Carries out a command that `interruptsTouch` has judged.
  mutating func perform(_ command: DeckCommand, now: Instant) -> [DeckOutcome]

  /// The deck as a front end draws it at `now`; `canvas` becomes its cards, in the room that it has.
  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture

  /// What is to be seen from `now` on, by the courses that everything is on.
  ///
  /// At every moment until the next input or deadline, and the scene's end, it comes to what the picture of that
  /// moment has; cards that are out of sight then may be among it.
  func scene(from now: Instant) -> AnimatedScene

  /// The card that a screen reader exposes while `cards` are to be seen, by its index; whether it is the chosen one;
  /// and what replaces the gestures on it: `actions` where that is the same as the last time.
  func exposed(
    among cards: [CardFrame],
    like actions: [DeckFrame.Accessibility.Action]
  ) -> (index: Int, selected: Bool, actions: [DeckFrame.Accessibility.Action])?

  /// The indexes of the cards about to be seen, the nearest first, and of those that may come after them.
  func upcoming(at now: Instant) -> (window: [Int], background: [Int])

  /// The cards of the picture at `now`, in its order.
  func visibleCards(at now: Instant) -> [Card]

  /// Tells what the deck owes before it becomes a deck of another kind.
  mutating func end() -> [DeckOutcome]

  /// What must hold at any time, and does not.
  func violations(at now: Instant) -> [String]
}

extension Deck {
  var settings: DeckSettings { definition.settings }
  /// Where the deck is, for clients that follow events.
  var counts: DeckCounts { DeckCounts(current: current, count: cards.count, undoDepth: undoDepth) }
  var isWaiting: Bool { false }
  var roundPhase: RoundPhase? { nil }
  // A deck that asks nobody.
  var lastQuestion: UInt64 { 0 }
  func question(_ ticket: UInt64) -> DelegateQuestion? { nil }
  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome] { [] }
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome] { [] }
  mutating func end() -> [DeckOutcome] { [] }
  /// The deck as a front end draws it at `now`.
  func picture(at now: Instant) -> DeckPicture {
    var canvas: [CardFrame] = []
    return picture(at: now, on: &canvas)
  }
  /// The deck's place on its surface.
  var area: Rectangle { layout.area }
  /// Which touches of the surface are palms and noise.
  var filter: TouchFilter { layout.filter }
}

/// What a step of a deck did that others must learn.
enum DeckOutcome: Equatable, Sendable {
  /// An event; `counts` where the deck had others then than it has after the step.
  case event(DeckEvent.Kind, counts: DeckCounts? = nil)
  /// Something that a finger should feel.
  case haptic(HapticKind)
  /// Something that the delegate is to answer.
  case ask(ticket: UInt64, DelegateQuestion)
  /// The command waits for the delegate's word; `decided` follows.
  case undecided
  /// The command that waited is carried out, or why it is not.
  case decided(ProtocolError?)
  /// The set of visible cards or the phase changed by itself: a frame is due now.
  case redraw
  /// What came of a touch, for those who ask why.
  case explain(GestureExplanation.Subject)
}

/// What a finger that came down on a deck can do.
struct Press: Sendable {
  /// The gestures that it can make.
  var arena: GestureArena
  /// A gesture that it cannot make, though one would expect it.
  var suppressed: GestureExplanation.SuppressedGesture?

  init(_ arena: GestureArena, suppressed: GestureExplanation.SuppressedGesture? = nil) {
    self.arena = arena
    self.suppressed = suppressed
  }
}

extension [DeckOutcome] {
  /// One explanation, or none.
  static func explaining(_ subject: GestureExplanation.Subject?) -> [DeckOutcome] {
    subject.map { [.explain($0)] } ?? []
  }

  /// That a frame is due, made once: a deck under a finger says so again and again.
  static let redrawing = [DeckOutcome.redraw]

  /// Appends `others`; takes no memory where either side is empty, as it mostly is.
  mutating func add(_ others: [DeckOutcome]) {
    guard !others.isEmpty else { return }
    if isEmpty { self = others } else { self += others }
  }
}

/// What frames of a deck leave for the next ones.
struct FrameScratchBuffers: Sendable {
  /// Of the last frame.
  var cards: [CardFrame] = []
  /// Of the one before it.
  var before: [CardFrame] = []
  var actions: [DeckFrame.Accessibility.Action] = []

  /// Gives the next frame the room of the one before the last.
  mutating func turn() { swap(&cards, &before) }
}

/// What a frame shows of a deck.
struct DeckPicture: Equatable, Sendable {
  var cards: [CardFrame]
  var drag: DeckFrame.Drag?
  var overlay: DeckFrame.Overlay?
  var detail: DeckFrame.Detail?
  var fan: DeckFrame.Fan?
}
