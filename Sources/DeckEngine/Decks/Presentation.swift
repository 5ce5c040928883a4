import DeckProtocol
import Kinetics

/// A card as it is drawn: the values of a frame, or the expressions of its motions.
struct PresentedCard<Number: MotionScalar> {
  var id: String
  var index: Int
  var depth: Int
  var place: CardGeometry<Number>
  var z: Number
  var role: CardRole
  var lift: Double?
}

/// The feedback of a swipe's progress as it is drawn (S14).
struct PresentedOverlay<Number: MotionScalar> {
  var card: String
  var direction: Direction?
  var progress: Number
  var stampScale: Number
  var stampRotation: Double
  var wash: Number
}

/// The detail of a stack's open card as it is drawn.
struct PresentedDetail<Number: MotionScalar> {
  var card: String
  var x: Number
  var y: Number
  var size: Size
  var opacity: Number
  var scale: Number
  var scroll: Number
  var content: Double
  var header: Header
  var progress: Number

  /// The effect of the content's scrolling on the card above it.
  struct Header {
    var opacity: Number
    var scale: Number
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

// MARK: - At a moment

extension CardFrame {
  init(_ card: consuming PresentedCard<Double>) {
    self.init(
      id: card.id,
      index: card.index,
      depth: card.depth,
      x: card.place.x,
      y: card.place.y,
      width: card.place.width,
      height: card.place.height,
      scale: card.place.scale,
      rotation: card.place.rotation,
      anchorX: card.place.anchor.x,
      anchorY: card.place.anchor.y,
      z: card.z,
      opacity: card.place.opacity,
      role: card.role,
      lift: card.lift
    )
  }
}

extension DeckFrame.Overlay {
  init(_ overlay: PresentedOverlay<Double>) {
    self.init(
      card: overlay.card,
      direction: overlay.direction,
      progress: overlay.progress,
      opacity: overlay.progress,
      stamp: Stamp(opacity: overlay.progress, scale: overlay.stampScale, rotation: overlay.stampRotation),
      glow: overlay.progress,
      wash: overlay.wash
    )
  }
}

extension DeckFrame.Detail {
  init(_ detail: PresentedDetail<Double>) {
    self.init(
      card: detail.card,
      x: detail.x,
      y: detail.y,
      width: detail.size.width,
      height: detail.size.height,
      opacity: detail.opacity,
      scale: detail.scale,
      scroll: detail.scroll,
      content: detail.content,
      header: Header(opacity: detail.header.opacity, scale: detail.header.scale),
      progress: detail.progress
    )
  }
}
