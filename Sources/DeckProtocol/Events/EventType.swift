public import JSON

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
    case gesturePerformed = "gesture.performed"
    case surfaceWoken = "surface.woken"

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
    case .gesturePerformed: .gesturePerformed
    case .surfaceWoken: .surfaceWoken
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

  /// A format with the members of a payload, which `payload` extracts from an event of the type.
  fileprivate init<Payload: Sendable>(
    _ summary: String,
    counts hasCounts: Bool = false,
    _ codec: ObjectCodec<Payload>,
    _ make: @escaping @Sendable (Payload) -> DeckEvent.Kind,
    _ payload: @escaping @Sendable (DeckEvent.Kind) -> Payload?
  ) {
    self.summary = summary
    self.hasCounts = hasCounts
    members = codec.schema.members
    read = { (object) throws(ProtocolError) in make(try codec.read(object)) }
    write = { kind, json in
      guard let payload = payload(kind) else {
        preconditionFailure("the format of \(kind.type) is that of another type")
      }
      codec.writeMembers(of: payload, to: &json)
    }
  }

  /// The format of an event without members of its own.
  fileprivate init(_ summary: String, counts hasCounts: Bool = false, _ kind: DeckEvent.Kind) {
    self.summary = summary
    self.hasCounts = hasCounts
    members = []
    read = { _ in kind }
    write = { _, _ in }
  }
}

extension DeckEvent.TypeName {
  /// Whether the event is about a surface, whatever decks it has.
  var isOfSurface: Bool { self == .gesturePerformed || self == .surfaceWoken }

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
    case .gesturePerformed: Self.gesturePerformedFormat
    case .surfaceWoken: Self.surfaceWokenFormat
    }
  }

  private static let cardShownFormat = EventFormat(
    "the card has come to rest in front; in a carousel it is current from now on",
    counts: true,
    DeckEvent.CardReference.codec,
    DeckEvent.Kind.cardShown
  ) { if case .cardShown(let payload) = $0 { payload } else { nil } }

  private static let cardSwipedFormat = EventFormat(
    "the card was decided; it is still drawn while it leaves",
    counts: true,
    DeckEvent.Swipe.codec,
    DeckEvent.Kind.cardSwiped
  ) { if case .cardSwiped(let payload) = $0 { payload } else { nil } }

  private static let cardResetFormat = EventFormat(
    "the card was released undecided and returns",
    DeckEvent.Reset.codec,
    DeckEvent.Kind.cardReset
  ) { if case .cardReset(let payload) = $0 { payload } else { nil } }

  private static let cardSelectedFormat = EventFormat(
    "the card was selected by a tap or by deck.select; a stack opens it",
    counts: true,
    DeckEvent.CardReference.codec,
    DeckEvent.Kind.cardSelected
  ) { if case .cardSelected(let payload) = $0 { payload } else { nil } }

  private static let cardDismissedFormat = EventFormat(
    "the open card was closed; it is still drawn while it returns",
    counts: true,
    DeckEvent.CardReference.codec,
    DeckEvent.Kind.cardDismissed
  ) { if case .cardDismissed(let payload) = $0 { payload } else { nil } }

  private static let cardMovedFormat = EventFormat(
    "the card was moved to another index; those between shifted by one",
    counts: true,
    DeckEvent.Move.codec,
    DeckEvent.Kind.cardMoved
  ) { if case .cardMoved(let payload) = $0 { payload } else { nil } }

  private static let cardInsertedFormat = EventFormat(
    "the card was inserted; one event per card",
    counts: true,
    DeckEvent.CardReference.codec,
    DeckEvent.Kind.cardInserted
  ) { if case .cardInserted(let payload) = $0 { payload } else { nil } }

  private static let cardRemovedFormat = EventFormat(
    "the card was removed; one event per card",
    counts: true,
    DeckEvent.CardReference.codec(index: "The index that the card had."),
    DeckEvent.Kind.cardRemoved
  ) { if case .cardRemoved(let payload) = $0 { payload } else { nil } }

  private static let cardUpdatedFormat = EventFormat(
    "the card's data, directions, threshold or other members changed",
    DeckEvent.CardReference.codec,
    DeckEvent.Kind.cardUpdated
  ) { if case .cardUpdated(let payload) = $0 { payload } else { nil } }

  private static let deckAddedFormat = EventFormat(
    "daemon.reload found the deck in the configuration",
    counts: true,
    DeckEvent.Addition.codec,
    DeckEvent.Kind.deckAdded
  ) { if case .deckAdded(let payload) = $0 { payload } else { nil } }

  private static let deckLoadedFormat = EventFormat("the deck has its cards", counts: true, .deckLoaded)

  private static let deckResetFormat = EventFormat("the deck is at its first card again", counts: true, .deckReset)

  private static let deckRewoundFormat = EventFormat(
    "the card's decision was undone, and the card is in front again",
    counts: true,
    DeckEvent.Rewind.codec,
    DeckEvent.Kind.deckRewound
  ) { if case .deckRewound(let payload) = $0 { payload } else { nil } }

  private static let deckExhaustedFormat = EventFormat("the last card was decided", .deckExhausted)

  private static let deckAppearedFormat = EventFormat(
    "the animation that the deck appears with is complete",
    .deckAppeared
  )

  private static let deckBouncedFormat = EventFormat("the cards jumped and are at rest again", .deckBounced)

  private static let stackFannedFormat = EventFormat("a finger pulls the cards of a stack apart", .stackFanned)

  private static let stackGatheredFormat = EventFormat(
    "the cards of a stack that was pulled apart are together again",
    .stackGathered
  )

  private static let deckRemovedFormat = EventFormat(
    "daemon.reload did not find the deck in the configuration; the deck's last event",
    .deckRemoved
  )

  private static let deckConfiguredFormat = EventFormat(
    "the deck's preset or settings changed",
    counts: true,
    DeckEvent.Configuration.codec,
    DeckEvent.Kind.deckConfigured
  ) { if case .deckConfigured(let payload) = $0 { payload } else { nil } }

  private static let surfaceChangedFormat = EventFormat(
    "the deck's surface, or its area there, changed; each deck of a surface has an event of its own",
    placement,
    DeckEvent.Kind.surfaceChanged
  ) { if case .surfaceChanged(let payload) = $0 { payload } else { nil } }

  private static let roundChangedFormat = EventFormat(
    "the round's phase changed, in a deck with a card that has `loaded`",
    round,
    DeckEvent.Kind.roundChanged
  ) { if case .roundChanged(let payload) = $0 { payload } else { nil } }

  private static let announcementFormat = EventFormat(
    "a screen reader is to say something about the event before it, where accessibility.announces is set",
    DeckEvent.Announcement.codec,
    DeckEvent.Kind.announcement
  ) { if case .announcement(let payload) = $0 { payload } else { nil } }

  private static let gesturePerformedFormat = EventFormat(
    "a gesture of a surface was performed; no deck's event",
    DeckEvent.Gesture.codec,
    DeckEvent.Kind.gesturePerformed
  ) { if case .gesturePerformed(let payload) = $0 { payload } else { nil } }

  private static let surfaceWokenFormat = EventFormat(
    "a surface that slept does not any more; no deck's event",
    DeckEvent.Waking.codec,
    DeckEvent.Kind.surfaceWoken
  ) { if case .surfaceWoken(let payload) = $0 { payload } else { nil } }

  private static let placement = ObjectCodec<DeckPlacement>(
    "event",
    Field("surface", DeckPlacement.Surface.values, "The surface."),
    Field("area", DeckPlacement.Area.values, "The deck's area on it."),
    make: { DeckPlacement(surface: $0, area: $1) },
    members: (\.surface, \.area)
  )

  private static let round = ObjectCodec<RoundPhase>(
    "event",
    Field("phase", .name, "How far the round is."),
    make: { $0 },
    members: (\.self)
  )
}

extension DeckEvent.TypeName: WireValue, ReceivedValue {
  package static var schema: ValueSchema { .openChoice(allCases.map(\.rawValue)) }
  package func write(to json: inout JSONWriter) { json.value(rawValue) }
}

// MARK: - On the wire

extension DeckEvent: WireValue, ReceivedObject {
  package static var names: [PartialKeyPath<Self>: String] { head.names }

  private static let head = ObjectWriter<Self>(
    .init("seq", .sequence, "The event's number.", at: \.sequence),
    .init("t", .time, "When it happened, µs.", at: \.time),
    .init(optional: "deck", .deckID, "The deck; left out where the event is a surface's.", at: \.deck),
    .init("type", "What happened.") { $0.type }.about(\.type)
  )

  /// The schema of an event of a type.
  package static func object(of type: TypeName) -> ObjectSchema {
    let head = head.schema.members.compactMap { member in
      switch member.name {
      case "type": MemberSchema("type", .constant("\"\(type.rawValue)\""), member.summary)
      case "deck": type.isOfSurface ? nil : MemberSchema("deck", .deckID, "The deck.")
      default: member
      }
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
      deck: type.isOfSurface ? nil : try fields.string("deck"),
      kind: try type.format.read(fields),
      counts: type.format.hasCounts ? try DeckCounts.codec.read(fields) : nil
    )
  }
}
