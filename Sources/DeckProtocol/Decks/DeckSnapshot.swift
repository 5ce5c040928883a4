package import JSON

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

extension DeckSnapshot: WireValue {
  package static let object = ObjectWriter<Self>(
    .init("deck", .deckID, "The deck.") { $0.model.deck },
    .init("kind", .deckKind, "What the deck is for.") { $0.model.kind },
    .init("preset", .preset, "The preset that the deck's settings start from.") { $0.model.preset },
    .init("seq", .lastSequence, "The number of the last event that the state includes.") { $0.model.sequence },
    .init("surface", "The surface that the deck is drawn on.") { $0.model.placement.surface },
    .init("area", "The deck's area there.") { $0.model.placement.area },
    .init("cards", "The visible cards with their data.") { $0.cards },
    .init(
      "current",
      .total,
      "The front card's index, equal to count when the deck has run out; in a stack that of the open card, else 0; in "
        + "a carousel that of the card last at rest in the center."
    ) { $0.model.counts.current },
    .init("count", .total, "How many cards the deck has.") { $0.model.counts.count },
    .init("visible", .integer(least: 1), "How many cards are shown at rest, at most.") { $0.visible },
    .init("phase", "What the deck is doing.") { $0.phase },
    .init(optional: "round", "How far the round is; left out in a deck that has none.") { $0.model.round },
    .init("undoDepth", .total, "How many decisions can be undone.") { $0.model.counts.undoDepth },
    .init(optional: "open", .cardID, "The open card; left out while none is.") { $0.model.open },
    .init(
      optional: "motions",
      "The motions of everything that is drawn; only for subscribers to motions."
    ) { $0.motions },
    .init(optional: "accessibility", "As in a frame.") { $0.accessibility },
    .init("settings", "Every setting of the deck.") { SettingValues($0.model.settings) }
  )

  package static var schema: ValueSchema {
    .defined(Definition("snapshot", "Snapshot", "A deck's whole state.", .object(object.schema)))
  }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}

extension DeckSnapshot.VisibleCard: WireValue {
  private static let object = CardFrame.object.of { (card: Self) in card.frame }.with(
    .init(optional: "data", "The card's data, byte for byte as it was given; left out for a card without.") {
      $0.data.map { RawJSON($0) }
    }
  )

  package static var schema: ValueSchema {
    .defined(
      Definition("snapshotCard", "Card in a snapshot", "A card as in a frame, with its data.", .object(object.schema))
    )
  }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}
