import DeckProtocol
import Kinetics

/// A deck whose front card is decided by swiping it away.
///
/// Holds the cards, which of them is in front, the finger on it, and every motion that is under way.
struct SwipeDeck: Deck {
  /// A finger on the front card.
  enum TouchInteraction: Equatable, Sendable {
    /// Down on the card, which was caught where `catching` says.
    case pressing(Grab)
    /// Moving the card by `translation`, the catch included.
    /// `farthest` is the largest progress so far.
    case dragging(Grab, translation: Vector, farthest: Double)
  }

  /// How a card was when a finger came down on it: what it shows beyond what belongs to its translation.
  struct Grab: Equatable, Sendable {
    /// What the card was moved by, in points.
    var offset: Vector
    /// Degrees.
    var rotation: Double
    /// How far the card may be turned: it can have been caught with more than a drag makes.
    var rotationLimit: Double
    var zoom: Double
    /// How small the card may become.
    var zoomLimit: Double
    /// How far the cards behind had come up.
    var follow: Double
    var rules: Rules
  }

  /// A card that is on the screen and no longer among those in front.
  struct OutgoingCard: Equatable, Sendable {
    enum Reason: Equatable, Sendable {
      /// It was swiped.
      case decided
      /// It was taken out of the deck.
      case removed
      /// Another card took its place among the visible ones.
      case pushedOut
    }

    var card: Card
    var reason: Reason
    /// How many cards were in front of it.
    var place: Int
    var pose: CardPose
  }

  /// A card that was decided.
  typealias Decision = DeckState.Decision

  var definition: DeckDefinition
  var layout: SwipeLayout
  var cards: [Card]
  /// The front card's index; the number of cards when the deck has run out.
  var current = 0
  var interaction: TouchInteraction?
  /// The cards in the deck that are on the screen, the front one first.
  var poses: [CardPose] = []
  /// Oldest first.
  var leaving: [OutgoingCard] = []
  /// When the cards behind are to move up for decisions already made, earliest first.
  var promotions: [Instant] = []
  /// When cards are to come in behind those that have moved up, earliest first.
  var incoming: [Instant] = []
  /// The decisions that can be undone, oldest first.
  var history: [Decision] = []
  /// How far the cards behind have come up with the finger, 0…1.
  var follow = Motion.fixed(0)
  var feedback: SwipeOverlay?
  var wash: BackgroundTint
  var appearance: Appearance?
  var round = Round()
  var queries = DelegateQueries()
  var pending: Pending?
  /// Whether the front card's arrival is still to be told.
  var isArriving = false

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    cards = definition.cards
    layout = SwipeLayout(definition, on: surface)
    wash = BackgroundTint(duration: definition.settings.washDuration)
    arrange(at: Instant(microseconds: 0))
  }

  /// The front card; `nil` when the deck has run out.
  var front: Card? {
    current < cards.count ? cards[current] : nil
  }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    let (looped, hadRounds) = (settings.loop, settings.roundEnabled)
    self.definition = definition
    layout = SwipeLayout(definition, on: surface)
    wash.duration = settings.washDuration
    // A round that begins so is held by nothing.
    if settings.roundEnabled != hadRounds {
      round = Round(isTold: settings.roundEnabled && cards.contains { $0.loaded != nil })
    }
    guard settings.loop != looped else { return }
    if !settings.loop {
      forgetRounds()
    } else if current == cards.count, !cards.isEmpty {
      current = 0
      isArriving = true
    }
  }

  /// Forgets the decisions of the rounds before this one: a deck that does not loop has one.
  mutating func forgetRounds() {
    var next = current
    let round = history.reversed().prefix { decision in
      defer { next = decision.index }
      return decision.index < next
    }
    history = round.reversed()
  }

  /// The surface changed; motions under way keep their course in points, and cards that leave are gone: where they
  /// flew to may be in the middle of the surface now.
  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    layout = SwipeLayout(definition, on: surface)
    leaving = []
    arrange(at: now)
    // Nothing may be moving any more that would see to these later.
    dropFeedback()
    return concluded(arrival(), now: now)
  }
}

// MARK: - Places

extension SwipeDeck {
  /// Where a card of the deck is at `now`, as it is drawn; `place` counts from the front.
  func drawn<At: Evaluation>(_ pose: CardPose, place: Int, at now: At) -> CardGeometry<At.Number> {
    drawn(pose, risen: place > 0 ? now.value(of: follow) : 0, at: now)
  }

  /// Where a card is at `now` that has come up by `risen` with the finger.
  func drawn<At: Evaluation>(_ pose: CardPose, risen: At.Number, at now: At) -> CardGeometry<At.Number> {
    let place = undrawn(pose, risen: risen, at: now)
    guard let appearance, pose.isAppearing else { return place }
    return appearance.show(place, about: layout.center, at: now)
  }

  /// Where a card is at `now` in a deck that does not appear.
  func undrawn<At: Evaluation>(_ pose: CardPose, risen: At.Number = 0, at now: At) -> CardGeometry<At.Number> {
    let opacity = layout.opacity(atDepth: now.value(of: pose.shade) - risen)
    return pose.place(in: layout.restingGeometry(atDepth: now.value(of: pose.depth) - risen), opacity: opacity, at: now)
  }
}
