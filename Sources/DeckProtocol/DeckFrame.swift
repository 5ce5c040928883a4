/// Where every visible card of a deck is at one moment: ephemeral, the newest wins.
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
  /// The visible cards; they are drawn by ascending `z`.
  public var cards: [CardFrame]
  /// What a finger does to a card; `nil` while none drags.
  public var drag: Drag?
  /// How far a card is on its way to a decision; `nil` while none is.
  public var overlay: Overlay?
  /// What belongs to the open card of a stack; `nil` while none is to be seen open.
  public var detail: Detail?
  /// How far a stack is fanned out; `nil` while it is not.
  public var fan: Fan?
  /// What a screen reader exposes; `nil` where there is no card, or the deck's settings want none.
  public var accessibility: Accessibility?

  /// A frame of `cards` at `time`, in microseconds.
  public init(
    deck: String,
    number: UInt64,
    time: Int64,
    input: Int64?,
    phase: DeckPhase,
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
    self.cards = cards
    self.drag = drag
    self.overlay = overlay
    self.detail = detail
    self.fan = fan
    self.accessibility = accessibility
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("deck", deck)
      json.member("frame", number)
      json.member("t", time)
      if let input { json.member("input", input) }
      json.member("phase", phase.rawValue)
      json.key("cards")
      json.array(cards) { json, card in json.object { card.writeMembers(to: &$0) } }
      if let drag { json.member("drag") { drag.writeMembers(to: &$0) } }
      if let overlay { json.member("overlay") { overlay.writeMembers(to: &$0) } }
      if let detail { json.member("detail") { detail.writeMembers(to: &$0) } }
      if let fan { json.member("fan") { fan.writeMembers(to: &$0) } }
      if let accessibility { json.member("accessibility") { accessibility.writeMembers(to: &$0) } }
    }
  }
}

/// Where one card is: a rectangle in its deck's coordinates, before `scale` and `rotation` about `anchor`.
public struct CardFrame: Hashable, Sendable {
  /// The card's id.
  public var id: String
  /// The card's place in the deck, from 0.
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
  /// From 0, invisible, to 1, opaque.
  public var opacity: Double
  /// What the card is at the moment.
  public var role: CardRole
  /// How far a finger has lifted the card off its stack, for a shadow: 0…1; `nil` for a card that is not lifted.
  public var lift: Double?

  /// A card at a place, unscaled, unrotated about its centre and opaque unless said otherwise.
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
    self.opacity = opacity
    self.role = role
    self.lift = lift
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    json.member("index", index)
    json.member("depth", depth)
    json.member("x", x)
    json.member("y", y)
    json.member("w", width)
    json.member("h", height)
    json.member("scale", scale)
    json.member("rotation", rotation)
    json.key("anchor")
    json.array { json in
      json.value(anchorX)
      json.value(anchorY)
    }
    json.member("z", z)
    json.member("opacity", opacity)
    json.member("role", role.rawValue)
    if let lift { json.member("lift", lift) }
  }
}
