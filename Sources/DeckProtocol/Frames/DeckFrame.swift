/// The geometry of every visible card of a deck at one moment: ephemeral, the newest wins.
public struct DeckFrame: Hashable, Sendable {
  /// The deck's id.
  public var deck: String
  /// Counts the deck's frames from 1.
  public var number: UInt64
  /// Microseconds of the deck's clock.
  public var time: Int64
  /// The time of the newest touch that the frame reflects, while a finger is on the deck or just left it.
  public var input: Int64?
  /// What the deck is doing.
  public var phase: DeckPhase
  /// The front card's index, equal to `count` when the deck is exhausted; in a stack, the open card's index, or 0.
  public var current: Int
  /// How many cards the deck has.
  public var count: Int
  /// The visible cards; they are drawn by ascending `order`.
  public var cards: [CardFrame]
  // `Optional<Drag>` and not `Drag?`: a variable of that type begins as nil, which each frame would have to replace.
  /// The drag of a card; `nil` while no finger drags.
  public var drag: Optional<Drag>
  /// How close a card is to a decision; `nil` while no card approaches one.
  public var overlay: Optional<Overlay>
  /// The detail of a stack's open card; `nil` while no open card is visible.
  public var detail: Optional<Detail>
  /// How far a stack is fanned out; `nil` while it is not.
  public var fan: Optional<Fan>
  /// What a screen reader exposes; `nil` without a card, or when the deck's settings disable it.
  public var accessibility: Optional<Accessibility>

  /// A frame of `cards` at `time`, in microseconds.
  public init(
    deck: String,
    number: UInt64,
    time: Int64,
    input: Int64?,
    phase: DeckPhase,
    current: Int,
    count: Int,
    cards: [CardFrame],
    drag: Drag?,
    overlay: Overlay? = nil,
    detail: Detail? = nil,
    fan: Fan? = nil,
    accessibility: Accessibility? = nil
  ) {
    self.deck = deck
    self.number = number
    self.time = time
    self.input = input
    self.phase = phase
    self.current = current
    self.count = count
    self.cards = cards
    self.drag = drag
    self.overlay = overlay
    self.detail = detail
    self.fan = fan
    self.accessibility = accessibility
  }
}

/// The geometry of one card: a rectangle in its deck's coordinates, before `scale` and `rotation` about `anchor`.
public struct CardFrame: Hashable, Sendable {
  /// The card's id.
  public var id: String
  /// The card's index in the deck, from 0.
  public var index: Int
  /// 0 for the front card and for those that left from the front, 1 for the card behind it, and so on.
  public var depth: Int
  /// The rectangle's left edge, in points.
  public var x: Double
  /// The rectangle's upper edge, in points.
  public var y: Double
  /// In points, before `scale`.
  public var width: Double
  /// In points, before `scale`.
  public var height: Double
  /// 1 is the rectangle's own size.
  public var scale: Double
  /// Degrees, clockwise positive.
  public var rotation: Double
  /// The fixed point of scale and rotation, as a fraction of the width.
  public var anchorX: Double
  /// The fixed point of scale and rotation, as a fraction of the height.
  public var anchorY: Double
  /// A card is drawn over those with a smaller `z`.
  public var z: Double
  /// The card's index in the drawing order of the frame's cards and its detail; 0 is drawn first.
  public var order: Int
  /// From 0, invisible, to 1, opaque.
  public var opacity: Double
  /// How far a finger has lifted the card off its stack, for a shadow: 0…1; `nil` for a card that is not lifted.
  public var lift: Double?
  // Last, so that no bytes are unused: `FrameMemory` compares them.
  /// The card's current role.
  public var role: CardRole

  /// A card at a position; by default unscaled, unrotated about its center and opaque.
  public init(
    id: String,
    index: Int,
    depth: Int,
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    scale: Double = 1,
    rotation: Double = 0,
    anchorX: Double = 0.5,
    anchorY: Double = 0.5,
    z: Double,
    order: Int = 0,
    opacity: Double = 1,
    role: CardRole,
    lift: Double? = nil
  ) {
    self.id = id
    self.index = index
    self.depth = depth
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.scale = scale
    self.rotation = rotation
    self.anchorX = anchorX
    self.anchorY = anchorY
    self.z = z
    self.order = order
    self.opacity = opacity
    self.lift = lift
    self.role = role
  }
}

extension DeckFrame: DefinedObject {
  package static let object = start.with(.init("cards", "The visible cards.", at: \.cards)).with(end)
    .with(
      .init(
        optional: "accessibility",
        "What a screen reader exposes; left out where there is no card, and where accessibility.enabled is false.",
        at: \.accessibility
      )
    )

  /// What comes before the cards.
  static let start = ObjectWriter<Self>(
    .init("deck", .deckID, "The deck.", at: \.deck),
    .init("frame", .integer(least: 1), "Counts the deck's frames from 1.", at: \.number),
    .init("t", .time, "The moment that is drawn, µs.", at: \.time),
    .init(optional: "input", .time, "The time of the newest touch that the frame reflects, µs.", at: \.input),
    .init("phase", "What the deck is doing.", at: \.phase),
    .init("current", .total, "The front card's index, as in a snapshot.", at: \.current),
    .init("count", .total, "How many cards the deck has.", at: \.count)
  )

  /// What comes after the cards, except for the accessibility.
  static let end = ObjectWriter<Self>(
    .init(optional: "drag", "Only while a finger moves a card.", at: \.drag),
    .init(optional: "overlay", "Only while a card approaches or makes a decision, or returns.", at: \.overlay),
    .init(optional: "detail", "Only while a card is open, opens or closes.", at: \.detail),
    .init(optional: "fan", "Only while a stack is pulled apart.", at: \.fan)
  )

  package static let definition = define("frame", "Frame", "A deck at one moment, in its own coordinates.")
}

extension CardFrame: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("id", .cardID, "The card's name.", at: \.id),
    .init("index", .index, "The card's position in the deck.", at: \.index),
    .init(
      "depth",
      .total,
      "0 for the front card and those that left from the front, 1 for the card behind it, and so on.",
      at: \.depth
    ),
    .init("x", "Left edge, pt.", at: \.x),
    .init("y", "Upper edge, pt.", at: \.y),
    .init("w", .extent, "Width, pt.", at: \.width),
    .init("h", .extent, "Height, pt.", at: \.height),
    .init("scale", .extent, "About the anchor; 1 is w × h.", at: \.scale),
    .init("rotation", "Degrees about the anchor, clockwise positive.", at: \.rotation),
    .init(
      "anchor",
      .list(.number(), least: 2, most: 2),
      "The fixed point of scale and rotation, as fractions of w and h.",
      at: \.anchorX,
      \.anchorY
    ),
    .init(
      "z",
      "A card is drawn over those with a smaller z; of two with the same, the dragged one is on top.",
      at: \.z
    ),
    .init("order", .total, "The drawing order as a whole number: 0 is drawn first, no two have the same.", at: \.order),
    .init("opacity", .fraction, "0 invisible, 1 opaque.", at: \.opacity),
    .init("role", "What the card is at the moment.", at: \.role),
    .init(
      optional: "lift",
      .fraction,
      """
      How far a finger has lifted the card off its stack, for a shadow: from the long press that lifts it until it is \
      released.
      """,
      at: \.lift
    )
  )

  package static let definition = define(
    "card",
    "Card in a frame",
    "A rectangle, before scale and rotation: with the anchor A = (x + ax·w, y + ay·h), a point p of it is drawn at A + R(rotation)·scale·(p − A). It may lie outside the deck's area."
  )
}
