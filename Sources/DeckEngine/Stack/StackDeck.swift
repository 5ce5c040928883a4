import DeckProtocol
import Gestures
import Kinetics

/// A stack of cards that is scrolled, fanned out and reordered, and of which one card can be open.
///
/// Cards at their layout positions take no memory here: in a stack of any length, only the cards that a finger or a
/// motion has moved have a pose.
struct StackDeck: Deck {
  /// What the fingers do to the stack.
  enum Mode: Equatable, Sendable {
    /// Down, with nothing decided yet.
    case pressing
    case scrolling
    case reordering(Reorder)
    case pinching
    case scrollingDetail
    /// The open card is dragged down.
    case dismissing
    /// Down on something that does not move.
    case idle
  }

  /// A finger that came down.
  struct TouchInteraction: Equatable, Sendable {
    /// In the deck's coordinates.
    var start: Point
    /// The card under it.
    var card: Int?
    /// How far the open card was dragged down when the finger caught it.
    var dismissal = 0.0
    /// How far apart the cards were when a pinch caught them.
    var spread = 0.0
    var hold = Mode.pressing
    /// Whether a lift now would be a tap.
    var mayTap = false
    var trigger = BounceTrigger.disarmed
  }

  /// A card that is dragged to another index.
  struct Reorder: Equatable, Sendable {
    var index: Int
    /// The card's upper edge when it was picked up, on the surface.
    var y: Double
    /// How far the stack was scrolled when the card was picked up.
    var scroll: Double
    var translation = Vector.zero
    /// The index that the card would get if it were released.
    var proposed: Int
    /// When the proposed index was last evaluated.
    var judged: Instant
  }

  /// A card that is opening, open or closing.
  struct Opening: Equatable, Sendable {
    /// The card's id.
    var card: String
    /// `nil` once the card has been removed; the others still return.
    var index: Int?
    /// The index at which a stack that slides open parts: that of the card, or of the one that replaced it.
    var parting: Int
    /// Where the card is when it is open; cards that are inserted or removed meanwhile do not move it.
    var place: Rectangle
    /// 0 in the stack, 1 open.
    var progress: Motion
    /// How far the card has been dragged down.
    var dismissal = Motion.fixed(0)
  }

  /// A card that is on the screen and no longer in the deck.
  struct OutgoingCard: Equatable, Sendable {
    var card: Card
    var index: Int
    var place: CardGeometry<Double>
    var opacity: Motion
    var z: Double
  }

  var definition: DeckDefinition
  var layout: StackLayout
  var cards: [Card]
  var finger: TouchInteraction?
  var scroll = Scroller()
  /// How far apart a pinch has moved the cards, in points each.
  var spread = Motion.fixed(0)
  /// The cards that are out of their positions, by index.
  var poses: [Int: StackPose] = [:]
  /// The card that is open, or opening.
  var openIndex: Int?
  /// Every card that is opening, open or closing; the newest last.
  var openings: [Opening] = []
  var detail = Scroller()
  /// The lengths of the cards' contents, in points, as their owner reported them.
  var lengths: [String: Double] = [:]
  var bounce: Bounce?
  var leaving: [OutgoingCard] = []
  /// Taps before this come from a finger that has just released a card.
  var tapsFrom = Instant(microseconds: .min)
  /// The generator of the heights to which cards bounce.
  var randomness: SeededGenerator
  /// Whether a finger has pulled the cards apart and they are not together again.
  var isFanned = false
  /// Whether cards are still sliding in.
  var isEntering = false
  /// Whether the first card's arrival is still to be published, if cards slid in when the restored state was taken.
  var isArriving = false

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    cards = definition.cards
    layout = StackLayout(definition, on: surface)
    randomness = SeededGenerator(name: definition.id)
  }

  var stack: StackSettings { layout.stack }
  var isAppearing: Bool { isEntering && settings.appearBlocksTouches }
  var current: Int { openIndex ?? 0 }
  func visible(at now: Instant) -> Int { max(visiblePlaces(at: now).count, 1) }
  var undoDepth: Int { 0 }
  var open: String? { openIndex.map { cards[$0].id } }
  var followsFinger: Bool {
    switch finger?.hold {
    case .scrolling, .scrollingDetail, .reordering, .pinching, .dismissing: true
    case .pressing, .idle, nil: false
    }
  }
  var joinsContacts: Bool { true }
  var touchedCard: String? { (finger?.card ?? openIndex).map { cards[$0].id } }
  var scrollRange: ClosedRange<Double> { layout.scrollRange(count: cards.count) }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.definition = definition
    layout = StackLayout(definition, on: surface)
  }

  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    layout = StackLayout(definition, on: surface)
    scroll.jump(to: scroll.value(at: now).clamped(to: scrollRange))
    for place in openings.indices { openings[place].place = layout.openPlace(count: cards.count) }
    detail.jump(to: detail.value(at: now).clamped(to: detailRange))
    return fanChange(now: now)
  }
}
