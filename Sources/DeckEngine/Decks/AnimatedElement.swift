import DeckProtocol
import Kinetics

/// A visible part of a deck, with one animation for each of its properties.
struct AnimatedElement: Hashable, Sendable {
  /// Identifies the element among those of its deck.
  enum ID: Hashable, Sendable {
    case card(String)
    case overlay
    case detail
    case fan
  }

  /// The animation of a property.
  struct Track: Hashable, Sendable {
    var property: DeckMotion.Property
    var course: MotionExpression
  }

  var id: ID
  /// The id of the card that the element is, or belongs to.
  var card: String?
  /// The direction in which the overlay's card would be swiped.
  var direction: Direction?
  /// One for each property.
  var tracks: [Track]

  private init(
    _ id: ID,
    card: String?,
    direction: Direction? = nil,
    _ tracks: KeyValuePairs<DeckMotion.Property, MotionExpression>
  ) {
    self.id = id
    self.card = card
    self.direction = direction
    self.tracks = tracks.map { Track(property: $0, course: $1) }
  }
}

/// The visible elements of a deck from an instant on.
struct AnimatedScene: Sendable {
  var elements: [AnimatedElement]
  /// When an element that is not among them appears; `nil` if none does by itself.
  var end: Instant?
}

extension AnimatedElement {
  init(_ card: PresentedCard<MotionExpression>) {
    self.init(
      .card(card.id),
      card: card.id,
      [
        .x: card.place.x,
        .y: card.place.y,
        .width: card.place.width,
        .height: card.place.height,
        .scale: card.place.scale,
        .rotation: card.place.rotation,
        .anchorX: MotionExpression(card.place.anchor.x),
        .anchorY: MotionExpression(card.place.anchor.y),
        .z: card.z,
        .opacity: card.place.opacity,
      ]
    )
    if let lift = card.lift { tracks.append(Track(property: .lift, course: MotionExpression(lift))) }
  }

  init(_ overlay: PresentedOverlay<MotionExpression>) {
    self.init(
      .overlay,
      card: overlay.card,
      direction: overlay.direction,
      [
        .overlayProgress: overlay.progress,
        .overlayOpacity: overlay.progress,
        .overlayStampOpacity: overlay.progress,
        .overlayStampScale: overlay.stampScale,
        .overlayStampRotation: MotionExpression(overlay.stampRotation),
        .overlayGlow: overlay.progress,
        .overlayWash: overlay.wash,
      ]
    )
  }

  init(_ detail: PresentedDetail<MotionExpression>) {
    self.init(
      .detail,
      card: detail.card,
      [
        .detailX: detail.x,
        .detailY: detail.y,
        .detailWidth: MotionExpression(detail.size.width),
        .detailHeight: MotionExpression(detail.size.height),
        .detailOpacity: detail.opacity,
        .detailScale: detail.scale,
        .detailScroll: detail.scroll,
        .detailContent: MotionExpression(detail.content),
        .detailHeaderOpacity: detail.header.opacity,
        .detailHeaderScale: detail.header.scale,
        .detailProgress: detail.progress,
      ]
    )
  }

  /// The fan of a stack whose cards are pulled apart.
  init(over: MotionExpression, pull: MotionExpression, spread: MotionExpression) {
    self.init(.fan, card: nil, [.fanOver: over, .fanPull: pull, .fanSpread: spread])
  }
}
