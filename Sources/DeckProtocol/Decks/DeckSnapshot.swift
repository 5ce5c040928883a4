/// A deck's whole state: the first message that a subscriber receives.
public struct DeckSnapshot: Hashable, Sendable {
  /// A visible card with its owner's data.
  public struct VisibleCard: Hashable, Sendable {
    /// The card's geometry.
    public var frame: CardFrame
    /// JSON, byte for byte as it was received; `nil` for a card without data.
    public var data: [UInt8]?

    /// A card with its current geometry and its data.
    public init(frame: CardFrame, data: [UInt8]?) {
      self.frame = frame
      self.data = data
    }
  }

  /// The value of a setting.
  public enum Setting: Hashable, Sendable {
    case number(Double)
    case flag(Bool)
    case text(String)
  }

  /// The state that events change, including the last of them.
  public var model: DeckModel
  /// The visible cards, as in a frame.
  public var cards: [VisibleCard]
  /// How many cards are shown at rest, at most.
  public var visible: Int
  /// What the deck is doing.
  public var phase: DeckPhase
  /// The motions of every animated element, for clients that subscribe to motions; `nil` for other clients.
  public var motions: [DeckMotion]?
  /// What a screen reader exposes, as in a frame.
  public var accessibility: DeckFrame.Accessibility?

  /// A deck's state, and how it is drawn.
  public init(
    _ model: DeckModel,
    cards: [VisibleCard],
    visible: Int,
    phase: DeckPhase,
    motions: [DeckMotion]? = nil,
    accessibility: DeckFrame.Accessibility? = nil
  ) {
    self.model = model
    self.cards = cards
    self.visible = visible
    self.phase = phase
    self.motions = motions
    self.accessibility = accessibility
  }

  /// How many bytes of its owner's data it has.
  package var dataSize: Int { cards.reduce(0) { $0 + ($1.data?.count ?? 0) } }
}

extension DeckSnapshot: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("deck", .deckID, "The deck.", at: \.model.deck),
    .init("kind", .deckKind, "What the deck is for.", at: \.model.kind),
    .init("preset", .preset, "The preset that the deck's settings start from.", at: \.model.preset),
    .init("seq", .lastSequence, "The number of the last event that the state includes.", at: \.model.sequence),
    .init("surface", "The surface that the deck is drawn on.", at: \.model.placement.surface),
    .init("area", "The deck's area there.", at: \.model.placement.area),
    .init("cards", "The visible cards with their data.", at: \.cards),
    .init(
      "current",
      .total,
      "The front card's index, equal to count when the deck has run out; in a stack that of the open card, else 0; in "
        + "a carousel that of the card last at rest in the center.",
      at: \.model.counts.current
    ),
    .init("count", .total, "How many cards the deck has.", at: \.model.counts.count),
    .init("visible", .integer(least: 1), "How many cards are shown at rest, at most.", at: \.visible),
    .init("phase", "What the deck is doing.", at: \.phase),
    .init(optional: "round", "How far the round is; left out in a deck that has none.", at: \.model.round),
    .init("undoDepth", .total, "How many decisions can be undone.", at: \.model.counts.undoDepth),
    .init(optional: "open", .cardID, "The open card; left out while none is.", at: \.model.open),
    .init(
      optional: "motions",
      "The motions of everything that is drawn; only for subscribers to motions.",
      at: \.motions
    ),
    .init(optional: "accessibility", "As in a frame.", at: \.accessibility),
    .init("settings", "Every setting of the deck.") { SettingValues($0.model.settings) }.about(\.model.settings)
  )

  package static let definition = define("snapshot", "Snapshot", "A deck's whole state.")
}

extension DeckSnapshot.VisibleCard: DefinedObject {
  package static let object = CardFrame.object.of { (card: Self) in card.frame }.with(
    .init(optional: "data", "The card's data, byte for byte as it was given; left out for a card without.") {
      $0.data.map { RawJSON($0) }
    }
  )

  package static let definition = define("snapshotCard", "Card in a snapshot", "A card as in a frame, with its data.")
}
