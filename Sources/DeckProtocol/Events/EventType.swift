extension DeckEvent {
  /// The events' names on the wire.
  public enum TypeName: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    case cardShown = "card.shown"
    case cardSwiped = "card.swiped"
    case cardReset = "card.reset"
    case cardSelected = "card.selected"
    case cardDismissed = "card.dismissed"
    case cardMoved = "card.moved"
    case cardInserted = "card.inserted"
    case cardRemoved = "card.removed"
    case cardUpdated = "card.updated"
    case deckAdded = "deck.added"
    case deckLoaded = "deck.loaded"
    case deckReset = "deck.reset"
    case deckRewound = "deck.rewound"
    case deckExhausted = "deck.exhausted"
    case deckAppeared = "deck.appeared"
    case deckBounced = "deck.bounced"
    case stackFanned = "stack.fanned"
    case stackGathered = "stack.gathered"
    case deckRemoved = "deck.removed"
    case deckConfigured = "deck.configured"
    case surfaceChanged = "surface.changed"
    case roundChanged = "round.changed"
    case announcement

    /// The name on the wire.
    public var description: String { rawValue }
  }

  /// Every value of an event's `type`.
  public static let typeNames = TypeName.allCases.map(\.rawValue)

  /// The name of the event on the wire.
  public var type: TypeName { kind.type }
}

extension DeckEvent.Kind {
  /// The name of the event on the wire.
  var type: DeckEvent.TypeName {
    switch self {
    case .cardShown: .cardShown
    case .cardSwiped: .cardSwiped
    case .cardReset: .cardReset
    case .cardSelected: .cardSelected
    case .cardDismissed: .cardDismissed
    case .cardMoved: .cardMoved
    case .cardInserted: .cardInserted
    case .cardRemoved: .cardRemoved
    case .cardUpdated: .cardUpdated
    case .deckAdded: .deckAdded
    case .deckLoaded: .deckLoaded
    case .deckReset: .deckReset
    case .deckRewound: .deckRewound
    case .deckExhausted: .deckExhausted
    case .deckAppeared: .deckAppeared
    case .deckBounced: .deckBounced
    case .stackFanned: .stackFanned
    case .stackGathered: .stackGathered
    case .deckRemoved: .deckRemoved
    case .deckConfigured: .deckConfigured
    case .surfaceChanged: .surfaceChanged
    case .roundChanged: .roundChanged
    case .announcement: .announcement
    }
  }

  /// Whether the event has the deck's counts, because it may change them.
  public var hasCounts: Bool { type.format.hasCounts }
}

/// The wire format of an event type: its members, and how they are read and written.
package struct EventFormat: Sendable {
  /// When the event is sent, as a clause.
  package let summary: String
  /// The event's own members, between `type` and the counts.
  package let members: [MemberSchema]
  /// Whether the deck's counts come last.
  package let hasCounts: Bool
  let read: @Sendable (Fields) throws(ProtocolError) -> DeckEvent.Kind
  let write: @Sendable (DeckEvent.Kind, inout JSONWriter) -> Void

  /// A format with these members; `payload` extracts their values from an event of the type.
  fileprivate init<each Member: Sendable>(
    _ summary: String,
    counts hasCounts: Bool = false,
    _ fields: repeat Field<each Member>,
    make: @escaping @Sendable (repeat each Member) -> DeckEvent.Kind,
    payload: @escaping @Sendable (DeckEvent.Kind) -> (repeat each Member)?
  ) {
    self.summary = summary
    self.hasCounts = hasCounts
    members = ObjectSchema(of: repeat each fields).members
    read = { (object) throws(ProtocolError) in make(repeat try (each fields).read(object)) }
    write = { kind, json in
      guard let members = payload(kind) else {
        preconditionFailure("the format of \(kind.type) is that of another type")
      }
      for (field, member) in repeat (each fields, each members) { field.write(member, &json) }
    }
  }
}

extension DeckEvent.TypeName {
  /// The wire format of this event type.
  package var format: EventFormat {
    switch self {
    case .cardShown: Self.cardShownFormat
    case .cardSwiped: Self.cardSwipedFormat
    case .cardReset: Self.cardResetFormat
    case .cardSelected: Self.cardSelectedFormat
    case .cardDismissed: Self.cardDismissedFormat
    case .cardMoved: Self.cardMovedFormat
    case .cardInserted: Self.cardInsertedFormat
    case .cardRemoved: Self.cardRemovedFormat
    case .cardUpdated: Self.cardUpdatedFormat
    case .deckAdded: Self.deckAddedFormat
    case .deckLoaded: Self.deckLoadedFormat
    case .deckReset: Self.deckResetFormat
    case .deckRewound: Self.deckRewoundFormat
    case .deckExhausted: Self.deckExhaustedFormat
    case .deckAppeared: Self.deckAppearedFormat
    case .deckBounced: Self.deckBouncedFormat
    case .stackFanned: Self.stackFannedFormat
    case .stackGathered: Self.stackGatheredFormat
    case .deckRemoved: Self.deckRemovedFormat
    case .deckConfigured: Self.deckConfiguredFormat
    case .surfaceChanged: Self.surfaceChangedFormat
    case .roundChanged: Self.roundChangedFormat
    case .announcement: Self.announcementFormat
    }
  }

  private static let card = Field("card", Common.card, "The card.")
  private static let index = Field("index", Common.index, "The card's index.")

  private static let cardShownFormat = EventFormat(
    "the card has come to rest in front; in a carousel it is current from now on",
    counts: true,
    card,
    index,
    make: { .cardShown(card: $0, index: $1) },
    payload: { if case .cardShown(let card, let index) = $0 { (card, index) } else { nil } }
  )

  private static let cardSwipedFormat = EventFormat(
    "the card was decided; it is still drawn while it leaves",
    counts: true,
    card,
    index,
    Field("direction", .name, "Where the card went."),
    Field(
      optional: "decision",
      .text,
      "The name that the settings give the direction, such as \"keep\"; left out where they give none."
    ),
    make: { .cardSwiped(card: $0, index: $1, direction: $2, decision: $3) },
    payload: {
      if case .cardSwiped(let card, let index, let direction, let decision) = $0 {
        (card, index, direction, decision)
      } else {
        nil
      }
    }
  )

  private static let cardResetFormat = EventFormat(
    "the card was released undecided and returns",
    card,
    index,
    Field("reason", .name, "Why the card was not decided."),
    Field(optional: "direction", .name, "The direction that was judged; left out in the dead zone."),
    Field("progress", .coordinate.as(.number(least: 0)), "How far the card was moved in that direction."),
    Field("threshold", .positive, "The progress that would have decided the card."),
    make: {
      .cardReset(.init(card: $0, index: $1, reason: $2, direction: $3, progress: $4, threshold: $5))
    },
    payload: {
      if case .cardReset(let reset) = $0 {
        (reset.card, reset.index, reset.reason, reset.direction, reset.progress, reset.threshold)
      } else {
        nil
      }
    }
  )

  private static let cardSelectedFormat = EventFormat(
    "the card was selected by a tap or by deck.select; a stack opens it",
    counts: true,
    card,
    index,
    make: { .cardSelected(card: $0, index: $1) },
    payload: { if case .cardSelected(let card, let index) = $0 { (card, index) } else { nil } }
  )

  private static let cardDismissedFormat = EventFormat(
    "the open card was closed; it is still drawn while it returns",
    counts: true,
    card,
    index,
    make: { .cardDismissed(card: $0, index: $1) },
    payload: { if case .cardDismissed(let card, let index) = $0 { (card, index) } else { nil } }
  )

  private static let cardMovedFormat = EventFormat(
    "the card was moved to another index; those between shifted by one",
    counts: true,
    card,
    Field("from", Common.index, "The index that the card had."),
    Field("to", Common.index, "The index that the card has."),
    make: { .cardMoved(card: $0, from: $1, to: $2) },
    payload: { if case .cardMoved(let card, let from, let to) = $0 { (card, from, to) } else { nil } }
  )

  private static let cardInsertedFormat = EventFormat(
    "the card was inserted; one event per card",
    counts: true,
    card,
    index,
    make: { .cardInserted(card: $0, index: $1) },
    payload: { if case .cardInserted(let card, let index) = $0 { (card, index) } else { nil } }
  )

  private static let cardRemovedFormat = EventFormat(
    "the card was removed; one event per card",
    counts: true,
    card,
    Field("index", Common.index, "The index that the card had."),
    make: { .cardRemoved(card: $0, index: $1) },
    payload: { if case .cardRemoved(let card, let index) = $0 { (card, index) } else { nil } }
  )

  private static let cardUpdatedFormat = EventFormat(
    "the card's data, directions, threshold or other members changed",
    card,
    index,
    make: { .cardUpdated(card: $0, index: $1) },
    payload: { if case .cardUpdated(let card, let index) = $0 { (card, index) } else { nil } }
  )

  private static let deckAddedFormat = EventFormat(
    "daemon.reload found the deck in the configuration",
    counts: true,
    Field("kind", Common.kind, "What the deck is for."),
    Field("preset", Common.preset, "The preset that the deck's settings start from."),
    Field("surface", DeckPlacement.Surface.values, "The surface that the deck is drawn on."),
    Field("area", DeckPlacement.Area.values, "The deck's area there."),
    Field(optional: "round", .name, "How far the round is; left out in a deck that has none."),
    Field(optional: "open", Common.card, "The open card; left out while none is."),
    Field("settings", SettingValues.values, "Every setting of the deck."),
    make: { kind, preset, surface, area, round, open, settings in
      let placement = DeckPlacement(surface: surface, area: area)
      return .deckAdded(
        .init(kind: kind, preset: preset, placement: placement, round: round, open: open, settings: settings)
      )
    },
    payload: {
      if case .deckAdded(let deck) = $0 {
        (deck.kind, deck.preset, deck.placement.surface, deck.placement.area, deck.round, deck.open, deck.settings)
      } else {
        nil
      }
    }
  )

  private static let deckLoadedFormat = plain("the deck has its cards", .deckLoaded, counts: true)

  private static let deckResetFormat = plain("the deck is at its first card again", .deckReset, counts: true)

  private static let deckRewoundFormat = EventFormat(
    "the card's decision was undone, and the card is in front again",
    counts: true,
    card,
    index,
    Field(optional: "direction", .name, "Where the card had gone; left out where that is not known."),
    make: { .deckRewound(card: $0, index: $1, direction: $2) },
    payload: {
      if case .deckRewound(let card, let index, let direction) = $0 { (card, index, direction) } else { nil }
    }
  )

  private static let deckExhaustedFormat = plain("the last card was decided", .deckExhausted)

  private static let deckAppearedFormat = plain("the animation that the deck appears with is complete", .deckAppeared)

  private static let deckBouncedFormat = plain("the cards jumped and are at rest again", .deckBounced)

  private static let stackFannedFormat = plain("a finger pulls the cards of a stack apart", .stackFanned)

  private static let stackGatheredFormat = plain(
    "the cards of a stack that was pulled apart are together again",
    .stackGathered
  )

  private static let deckRemovedFormat = plain(
    "daemon.reload did not find the deck in the configuration; the deck's last event",
    .deckRemoved
  )

  private static let deckConfiguredFormat = EventFormat(
    "the deck's preset or settings changed",
    counts: true,
    Field("kind", Common.kind, "What the deck is for now."),
    Field("preset", Common.preset, "The deck's preset now."),
    Field("settings", SettingValues.values, "The settings that changed; every setting where the kind did."),
    make: { .deckConfigured(kind: $0, preset: $1, settings: $2) },
    payload: {
      if case .deckConfigured(let kind, let preset, let settings) = $0 { (kind, preset, settings) } else { nil }
    }
  )

  private static let surfaceChangedFormat = EventFormat(
    "the deck's surface, or its area there, changed; each deck of a surface has an event of its own",
    Field("surface", DeckPlacement.Surface.values, "The surface."),
    Field("area", DeckPlacement.Area.values, "The deck's area on it."),
    make: { .surfaceChanged(DeckPlacement(surface: $0, area: $1)) },
    payload: { if case .surfaceChanged(let placement) = $0 { (placement.surface, placement.area) } else { nil } }
  )

  private static let roundChangedFormat = EventFormat(
    "the round's phase changed, in a deck with a card that has `loaded`",
    Field("phase", .name, "How far the round is."),
    make: { .roundChanged($0) },
    payload: { if case .roundChanged(let phase) = $0 { phase } else { nil } }
  )

  private static let announcementFormat = EventFormat(
    "a screen reader is to say something about the event before it, where accessibility.announces is set",
    Field(optional: "card", Common.card, "The card that it is about; left out where it is about none."),
    Field("text", .text.as(.text(least: 1)), "The words, from the deck's settings."),
    make: { .announcement(card: $0, text: $1) },
    payload: { if case .announcement(let card, let text) = $0 { (card, text) } else { nil } }
  )

  /// The format of an event without members of its own.
  private static func plain(_ summary: String, _ kind: DeckEvent.Kind, counts: Bool = false) -> EventFormat {
    EventFormat(summary, counts: counts, make: { kind }, payload: { $0 == kind ? () : nil })
  }
}

extension DeckEvent.Reset.Reason: WireName {
  package static let definition = NameDefinition("resetReason", "Reset reason", "Why a card was released undecided.")

  package var meaning: String {
    switch self {
    case .distance: "it was not moved far enough"
    case .direction: "it was moved far enough in a direction that it does not allow"
    case .round: "the round is loading"
    case .delegate: "the delegate, or the card's own swipeable, does not permit it"
    case .cancelled: "the touch was cancelled, such as that of a palm or of a panel that is gone"
    case .caught: "a finger or a command took the card while the delegate was asked"
    }
  }
}

extension DeckEvent.TypeName: WireValue {
  package static var schema: ValueSchema { .openChoice(allCases.map(\.rawValue)) }
  package func write(to json: inout JSONWriter) { json.value(rawValue) }
}

// MARK: - On the wire

extension DeckEvent: WireValue {
  private static let head = ObjectWriter<Self>(
    .init("seq", .sequence, "The event's number.") { $0.sequence },
    .init("t", .time, "When it happened, µs.") { $0.time },
    .init("deck", .deckID, "The deck.") { $0.deck },
    .init("type", "What happened.") { $0.type }
  )

  /// The schema of an event of a type.
  package static func object(of type: TypeName) -> ObjectSchema {
    let head = head.schema.members.map { member in
      member.name == "type" ? MemberSchema("type", .constant("\"\(type.rawValue)\""), member.summary) : member
    }
    let counts = type.format.hasCounts ? DeckCounts.codec.schema.members : []
    return ObjectSchema(head + type.format.members + counts)
  }

  package static var schema: ValueSchema { .reference("event") }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      Self.head.writeMembers(of: self, to: &json)
      type.format.write(kind, &json)
      if let counts { DeckCounts.codec.writeMembers(of: counts, to: &json) }
    }
  }

  /// Reads the `params` of an `event` notification; `nil` for an unknown event type.
  public static func read(_ json: JSONValue) throws(ProtocolError) -> DeckEvent? {
    let fields = try Fields(published: json)
    guard let type = TypeName(rawValue: try fields.string("type")) else { return nil }
    return DeckEvent(
      sequence: try Field("seq", .sequence, "").read(fields),
      time: try Field("t", .time, "").read(fields),
      deck: try fields.string("deck"),
      kind: try type.format.read(fields),
      counts: type.format.hasCounts ? try DeckCounts.codec.read(fields) : nil
    )
  }
}
