import DeckProtocol
import Gestures
import Kinetics

/// A deck of any kind, as the engine drives it.
///
/// A deck holds its cards, the meaning of touches on them, and every motion that is under way. It does not number or
/// stamp events: it returns what happened as `DeckOutcome`s, in order, and the engine publishes them.
///
/// The protocols that it consists of are named after what asks: the engine's fingers, its clock, its frames and motions,
/// its commands, its delegates, its configuration and its state.
protocol Deck: TouchableDeck, AnimatedDeck, PresentableDeck, CommandableDeck, DelegatingDeck, ConfigurableDeck,
  RestorableDeck
{
  /// Returns the invariants that do not hold.
  func violations(at now: Instant) -> [String]
}

/// A deck's cards and where its owner is among them.
protocol CardDeck: Sendable {
  var definition: DeckDefinition { get set }
  var cards: CardSequence { get }
  /// The index of the front card, or of the open card.
  var current: Int { get }
  /// How many decisions can be undone.
  var undoDepth: Int { get }
  /// The state of the round of decisions; `nil` in a deck without rounds.
  var roundPhase: RoundPhase? { get }
  /// The id of the open card.
  var open: String? { get }
  /// What the deck is doing.
  var phase: DeckPhase { get }
  /// How many cards there are.
  var cardCount: Int { get }
}

extension CardDeck {
  var roundPhase: RoundPhase? { nil }
  var settings: DeckSettings { definition.settings }
  var cardCount: Int { cards.count }
  /// The deck's counts, for clients that follow events.
  var counts: DeckCounts { DeckCounts(current: current, count: cards.count, undoDepth: undoDepth) }
  /// Returns the event that a card has come to rest in front, with the counts of now: a decision may follow in the same
  /// step.
  func shown(_ card: Card, at index: Int) -> DeckOutcome {
    .event(.cardShown(.init(card: card.id, index: index)), counts: counts)
  }
}

/// A deck that fingers touch.
protocol TouchableDeck: CardDeck {
  /// Whether the deck takes no touches because it has not appeared yet.
  var isAppearing: Bool { get }
  /// The id of the card that a finger is on, or would be.
  var touchedCard: String? { get }
  /// Whether each move of the finger changes the picture: it moves something.
  var followsFinger: Bool { get }
  /// Whether a second finger joins the interaction of the first one (G7).
  var joinsContacts: Bool { get }

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
}

/// A deck that changes with time.
protocol AnimatedDeck: CardDeck {
  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool { get }
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? { get }
  /// Whether a deadline is pending although nothing moves.
  var isWaiting: Bool { get }
  /// Whether an animation runs that reduced motion skips (M5).
  var isAnimating: Bool { get }

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome]

  /// Ends all animations at once, and performs what is due then; that may start other animations.
  mutating func skip(to now: Instant) -> [DeckOutcome]
}

extension AnimatedDeck {
  var isWaiting: Bool { false }
}

/// A deck that front ends draw and screen readers expose.
protocol PresentableDeck: CardDeck {
  /// How far what a finger moves is drawn ahead of it.
  var lead: DrawnLead { get set }
  /// When nothing is left of `lead`; `nil` if there is none. Every touch asks, and the lead itself is four motions.
  var leadEnd: Instant? { get }

  /// Returns a finger's lead as far as it moves what the finger holds; `nil` if nothing is drawn ahead of the finger.
  func drawn(_ lead: FingerLead) -> FingerLead?

  /// Returns where the measured touches put what `lead` moves at `now`; `nil` if it is no longer on the screen.
  func followed(at now: Instant) -> FollowedMotion?

  /// Returns the maximum number of cards shown at rest, at least one.
  func visible(at now: Instant) -> Int

  /// Returns the deck as a front end draws it at `now`; its cards replace the content of `canvas`, whose buffer is
  /// reused.
  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture

  /// Returns the cards of the picture at `now`, in its order.
  func visibleCards(at now: Instant) -> [Card]

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
}

extension PresentableDeck {
  var leadEnd: Instant? { lead.end }

  /// Returns the deck as a front end draws it at `now`.
  func picture(at now: Instant) -> DeckPicture {
    var canvas: [CardFrame] = []
    return picture(at: now, on: &canvas)
  }
}

/// A deck that clients command.
///
/// Commands about cards mean the same for every kind: they are checked and performed in `CardEdits.swift`, and a kind
/// adapts what it shows. Each kind has commands of its own besides.
protocol CommandableDeck: CardDeck {
  /// Checks a command of the kind's own.
  ///
  /// - Returns: whether it cancels the deck's touches.
  /// - Throws: what is wrong with the command, or why it is refused now.
  func checkOwn(_ command: DeckCommand) throws(CommandError) -> Bool

  /// Performs a command of the kind's own, which was checked.
  mutating func performOwn(_ command: DeckCommand, now: Instant) -> [DeckOutcome]

  /// Throws if `current` cannot be the current card of a deck that loads `count` cards.
  func checkCurrent(_ current: Int, of count: Int) throws(CommandError)

  /// Whether an insertion at `index` cancels the deck's touches.
  func interruptsTouch(insertingAt index: Int) -> Bool

  /// Whether the removal of `range` cancels the deck's touches.
  func interruptsTouch(removing range: Range<Int>) -> Bool

  /// Whether the move of the card at `index` cancels the deck's touches.
  func interruptsTouch(moving index: Int) -> Bool

  /// Returns to the first card.
  mutating func reset(now: Instant) -> [DeckOutcome]

  /// Begins again with `cards`.
  mutating func load(_ cards: CardSequence, current: Int, now: Instant) -> [DeckOutcome]

  /// Lays the cards out again, replaced by `cards` if given, and stays where it is among them.
  mutating func reload(_ cards: CardSequence?, now: Instant) -> [DeckOutcome]

  mutating func insert(_ new: CardSequence, at index: Int, now: Instant) -> [DeckOutcome]

  mutating func remove(_ range: Range<Int>, now: Instant) -> [DeckOutcome]

  /// Replaces the cards at `indexes` by others with the same ids.
  mutating func update(_ new: CardSequence, at indexes: [Int], now: Instant) -> [DeckOutcome]

  mutating func move(_ index: Int, to target: Int, now: Instant)

  mutating func markLoaded(at indexes: [Int])

  /// Returns what follows each command.
  mutating func complete(now: Instant) -> [DeckOutcome]
}

/// A deck that may ask a delegate; by default it never does.
protocol DelegatingDeck: CardDeck {
  /// The number of the last question.
  var lastQuestion: UInt64 { get }

  /// Returns the question with this number while it is open.
  func question(_ ticket: UInt64) -> DelegateQuestion?

  /// Handles the delegate's answer to the question with this number; `nil` leaves the decision to the deck.
  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome]

  /// Keeps the delegate's answer to the question with this number, and decides nothing.
  mutating func keep(_ answer: DelegateAnswer?, to ticket: UInt64)

  /// Gives up a swipe that waits for a delegate, because a finger or a command takes the card.
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome]
}

extension DelegatingDeck {
  var lastQuestion: UInt64 { 0 }
  func question(_ ticket: UInt64) -> DelegateQuestion? { nil }
  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome] { [] }
  mutating func keep(_ answer: DelegateAnswer?, to ticket: UInt64) {}
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome] { [] }
}

/// A deck whose settings and placement can change while it runs.
protocol ConfigurableDeck: CardDeck {
  associatedtype Layout: DeckLayout

  var layout: Layout { get }

  /// Adopts other settings, or another placement; motions under way keep their trajectories.
  ///
  /// If that changes the layout, `relayout` follows.
  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration)

  /// Lays the cards out again after the surface or the layout changed; motions under way keep their trajectories in
  /// points.
  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome]
}

extension ConfigurableDeck {
  /// The deck's rectangle on its surface.
  var area: Rectangle { layout.area }
  /// The filter of palms and noise among the touches of the surface.
  var filter: TouchFilter { layout.filter }
}

/// A deck whose state is persisted.
protocol RestorableDeck: CardDeck {
  /// The state to persist, at rest: a drag or a swipe that is not decided yet is not part of it.
  var state: DeckState { get }

  /// Starts a deck that was created with the cards of its configuration.
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome]

  /// Restores a valid state of the deck's kind, at rest.
  ///
  /// - Returns: only questions to a delegate; `resume` returns the events that are owed.
  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome]

  /// Returns the events that the deck still owed when the restored state was taken.
  mutating func resume(now: Instant) -> [DeckOutcome]

  /// Returns the events that the deck owes before it becomes a deck of another kind.
  mutating func end() -> [DeckOutcome]
}

extension RestorableDeck {
  mutating func end() -> [DeckOutcome] { [] }
}
