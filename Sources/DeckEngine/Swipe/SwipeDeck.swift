import DeckProtocol
import Kinetics

/// A deck whose front card is decided by swiping it away.
///
/// Holds the cards, which of them is in front, the finger on it, and every motion that is under way.
struct SwipeDeck: Deck {
  /// A finger on the front card.
  enum TouchInteraction: Equatable, Sendable {
    /// Down on the card, which was caught as `Grab` describes.
    case pressing(Grab)
    /// Moving the card by `translation`, its offset at the catch included.
    ///
    /// `farthest` is the largest progress so far.
    case dragging(Grab, translation: Vector, farthest: Double)
  }

  /// The state of a card when a finger came down on it: how it differs from a card dragged by its translation alone.
  struct Grab: Equatable, Sendable {
    /// The card's translation, in points.
    var offset: Vector
    /// Degrees.
    var rotation: Double
    /// The greatest rotation of the card: it may have been caught with more than a drag makes.
    var rotationLimit: Double
    var zoom: Double
    /// The smallest zoom of the card.
    var zoomLimit: Double
    /// How far the cards behind had moved up, beyond the progress of the card's offset.
    var follow: Double
    var rules: Rules
  }

  /// A card that is on the screen and no longer among those in front.
  struct OutgoingCard: Equatable, Sendable {
    enum Reason: Equatable, Sendable {
      /// It was swiped.
      case decided
      /// It was removed from the deck.
      case removed
      /// Another card replaced it among the visible ones.
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
  /// How far the cards behind have moved up with the finger, 0…1.
  var follow = Motion.fixed(0)
  var feedback: SwipeOverlay?
  var wash: BackgroundTint
  var appearance: Appearance?
  var round = Round()
  var queries = DelegateQueries()
  var pending: Pending?
  /// Whether the front card's arrival is still to be published.
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
    // Nothing holds a round that begins here.
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

  /// Forgets the decisions of the rounds before this one: a deck that does not loop has only one.
  mutating func forgetRounds() {
    var next = current
    let round = history.reversed().prefix { decision in
      defer { next = decision.index }
      return decision.index < next
    }
    history = round.reversed()
  }

  /// Lays the deck out again after its surface changed; motions under way keep their trajectories in points, and
  /// leaving cards are removed: their targets may now be in the middle of the surface.
  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    layout = SwipeLayout(definition, on: surface)
    leaving = []
    arrange(at: now)
    // No motion may be left that would remove it later.
    dropFeedback()
    return concluded(arrival(), now: now)
  }
}

// MARK: - Geometry

extension SwipeDeck {
  /// Returns the geometry of a card of the deck at `now`, as it is drawn; `place` counts from the front.
  func drawn<At: Evaluation>(_ pose: CardPose, place: Int, at now: At) -> CardGeometry<At.Number> {
    drawn(pose, risen: place > 0 ? now.value(of: follow) : 0, at: now)
  }

  /// Returns the geometry at `now` of a card that has moved up by `risen` with the finger.
  func drawn<At: Evaluation>(_ pose: CardPose, risen: At.Number, at now: At) -> CardGeometry<At.Number> {
    let place = undrawn(pose, risen: risen, at: now)
    guard let appearance, pose.isAppearing else { return place }
    return appearance.show(place, about: layout.center, at: now)
  }

  /// Returns the geometry of a card at `now` without the animation with which the deck appears.
  func undrawn<At: Evaluation>(_ pose: CardPose, risen: At.Number = 0, at now: At) -> CardGeometry<At.Number> {
    let opacity = layout.opacity(atDepth: now.value(of: pose.shade) - risen)
    return pose.place(in: layout.restingGeometry(atDepth: now.value(of: pose.depth) - risen), opacity: opacity, at: now)
  }
}
