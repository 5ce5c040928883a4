import DeckProtocol
import Kinetics

/// Something that is to be seen of a deck, with the course of each of its properties.
struct Portrayal: Hashable, Sendable {
  /// What it is; a deck shows each once.
  enum Subject: Hashable, Sendable {
    case card(String)
    case overlay
    case detail
    case fan
  }

  /// A property's course.
  struct Line: Hashable, Sendable {
    var property: DeckMotion.Property
    var course: Formula
  }

  var subject: Subject
  /// The id of the card that it is, or is about.
  var card: String?
  /// Where the overlay's card would go.
  var direction: Direction?
  /// A property comes once.
  var lines: [Line]

  private init(
    _ subject: Subject,
    card: String?,
    direction: Direction? = nil,
    _ lines: KeyValuePairs<DeckMotion.Property, Formula>
  ) {
    self.subject = subject
    self.card = card
    self.direction = direction
    self.lines = lines.map { Line(property: $0, course: $1) }
  }
}

/// What a deck shows from a moment on.
struct Outlook: Sendable {
  var portrayals: [Portrayal]
  /// When others come into sight that are not among them; `nil` where none do by themselves.
  var end: Instant?
}

extension Portrayal {
  init(_ card: ShownCard<Formula>) {
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
        .anchorX: Formula(card.place.anchor.x),
        .anchorY: Formula(card.place.anchor.y),
        .z: Formula(card.z),
        .opacity: card.place.opacity,
      ]
    )
    if let lift = card.lift { lines.append(Line(property: .lift, course: Formula(lift))) }
  }

  init(_ overlay: ShownOverlay<Formula>) {
    self.init(
      .overlay,
      card: overlay.card,
      direction: overlay.direction,
      [
        .overlayProgress: overlay.progress,
        .overlayOpacity: overlay.progress,
        .overlayStampOpacity: overlay.progress,
        .overlayStampScale: overlay.stampScale,
        .overlayStampRotation: Formula(overlay.stampRotation),
        .overlayGlow: overlay.progress,
        .overlayWash: overlay.wash,
      ]
    )
  }

  init(_ detail: ShownDetail<Formula>) {
    self.init(
      .detail,
      card: detail.card,
      [
        .detailX: detail.x,
        .detailY: detail.y,
        .detailWidth: Formula(detail.size.width),
        .detailHeight: Formula(detail.size.height),
        .detailOpacity: detail.opacity,
        .detailScale: detail.scale,
        .detailScroll: detail.scroll,
        .detailContent: Formula(detail.content),
        .detailHeaderOpacity: detail.header.opacity,
        .detailHeaderScale: detail.header.scale,
        .detailProgress: detail.progress,
      ]
    )
  }

  /// A stack that is pulled apart.
  init(over: Formula, pull: Formula, spread: Formula) {
    self.init(.fan, card: nil, [.fanOver: over, .fanPull: pull, .fanSpread: spread])
  }
}
