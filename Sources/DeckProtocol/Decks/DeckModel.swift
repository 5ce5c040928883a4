/// A deck's state as its events tell it.
///
/// Made from a snapshot, and kept up to date by `apply(_:)`, it has what a fresh snapshot would have: a client that
/// subscribes to nothing but `events` always knows where each deck is. What is drawn (positions, phases, the `data` of
/// the visible cards) is not part of it.
public struct DeckModel: Hashable, Sendable {
  /// An event that does not fit the model: the client has missed one, and should subscribe again.
  public struct Contradiction: Error, Hashable, Sendable, CustomStringConvertible {
    /// What does not fit, in words.
    public var description: String
  }

  /// The deck's id.
  public let deck: String
  /// `swipe` or `stack`.
  public private(set) var kind: String
  /// The preset that the deck's settings started from.
  public private(set) var preset: String
  /// The number of the last event that was applied.
  public private(set) var sequence: UInt64
  /// Where the deck is drawn.
  public private(set) var placement: DeckPlacement
  /// The front card's index, and how many cards and decisions there are.
  public private(set) var counts: DeckCounts
  /// How far the round is; `nil` in a deck that has none.
  public private(set) var round: RoundPhase?
  /// The id of the open card; `nil` while none is open, and in a swipe deck.
  public private(set) var open: String?
  /// Every setting of the deck, in the order of the settings table.
  public private(set) var settings: [SettingValue]
  /// The ids of the deck's cards, where the client has fetched them; `nil` where it has not, and again after the deck
  /// was loaded with others.
  public private(set) var cards: [String]?

  /// A deck after the event numbered `sequence`.
  public init(
    deck: String,
    kind: String,
    preset: String,
    sequence: UInt64,
    placement: DeckPlacement,
    counts: DeckCounts,
    round: RoundPhase?,
    open: String?,
    settings: [SettingValue]
  ) {
    self.deck = deck
    self.kind = kind
    self.preset = preset
    self.sequence = sequence
    self.placement = placement
    self.counts = counts
    self.round = round
    self.open = open
    self.settings = settings
  }

  /// The deck that a `deck.added` event tells of; `nil` for an event of another type.
  public init?(_ event: DeckEvent) {
    guard case .deckAdded(let addition) = event.kind, let counts = event.counts else { return nil }
    self.init(
      deck: event.deck,
      kind: addition.kind,
      preset: addition.preset,
      sequence: event.sequence,
      placement: addition.placement,
      counts: counts,
      round: addition.round,
      open: addition.open,
      settings: addition.settings
    )
  }

  /// Has the model follow the deck's cards from now on, which have these ids.
  ///
  /// Throws where there are not as many of them as the deck has.
  public mutating func follow(cards ids: [String]) throws(Contradiction) {
    guard ids.count == counts.count else {
      throw Contradiction(description: "\(deck) has \(pluralized(counts.count, "card")), not \(ids.count)")
    }
    cards = ids
  }

  /// The value of a setting; `nil` where the deck has no setting of this name.
  public subscript(setting name: String) -> DeckSnapshot.Setting? {
    settings.first { $0.name == name }?.value
  }

  /// Changes the model by an event.
  ///
  /// Events of other decks, and those that the model includes already, change nothing.
  public mutating func apply(_ event: DeckEvent) throws(Contradiction) {
    guard event.deck == deck, event.sequence > sequence else { return }
    sequence = event.sequence
    if let counts = event.counts { self.counts = counts }
    switch event.kind {
    case .cardSwiped(let card, let index, _, _): try check(card, at: index)
    case .cardReset(let reset): try check(reset.card, at: reset.index)
    case .cardShown(let card, let index), .cardUpdated(let card, let index): try check(card, at: index)
    case .cardSelected(let card, let index):
      try check(card, at: index)
      if kind == "stack" { open = card }
    case .cardDismissed(let card, _):
      guard open == card else { throw Contradiction(description: "\(card) is closed, but was not open") }
      open = nil
    case .cardMoved(let card, let from, let to):
      try check(card, at: from)
      cards?.remove(at: from)
      cards?.insert(card, at: to)
    case .cardInserted(let card, let index):
      if let cards, !(0...cards.count).contains(index) {
        throw Contradiction(description: "\(card) is inserted at \(index) of \(pluralized(cards.count, "card"))")
      }
      cards?.insert(card, at: index)
    case .cardRemoved(let card, let index):
      try check(card, at: index)
      cards?.remove(at: index)
    case .deckAdded(let addition):
      (kind, preset, placement) = (addition.kind, addition.preset, addition.placement)
      (open, settings, cards) = (addition.open, addition.settings, nil)
    case .deckLoaded: (open, cards) = (nil, nil)
    case .deckReset: open = nil
    case .deckConfigured(let kind, let preset, let changes):
      if kind == self.kind {
        for change in changes {
          guard let index = settings.firstIndex(where: { $0.name == change.name }) else { continue }
          settings[index] = change
        }
      } else {
        settings = changes
      }
      (self.kind, self.preset) = (kind, preset)
    case .surfaceChanged(let placement): self.placement = placement
    case .deckRewound, .deckExhausted, .deckAppeared, .deckBounced, .stackFanned, .stackGathered, .deckRemoved,
      .roundChanged, .announcement:
      break
    }
    try checkCount()
    updateRound(after: event.kind)
  }

  /// A deck tells of its round's phases where a card has `loaded`; elsewhere they follow from its other events.
  private mutating func updateRound(after event: DeckEvent.Kind) {
    switch event {
    case .roundChanged(let phase): round = phase
    case .deckAdded(let addition): round = addition.round
    case .deckLoaded, .deckReset: round = .active
    default: break
    }
    guard self[setting: "round.enabled"] == .flag(true) else { return round = nil }
    if round != .loading { round = counts.current < counts.count ? .active : .ended }
  }

  private func check(_ card: String, at index: Int) throws(Contradiction) {
    guard let cards, !cards.indices.contains(index) || cards[index] != card else { return }
    throw Contradiction(description: "\(card) is not at \(index)")
  }

  private func checkCount() throws(Contradiction) {
    guard let cards, cards.count != counts.count else { return }
    throw Contradiction(description: "\(deck) has \(pluralized(counts.count, "card")), but \(cards.count) are known")
  }
}

// MARK: - On the wire

extension DeckModel {
  /// Reads a snapshot, as `subscribe` and `deck.get` reply with.
  public static func read(_ snapshot: JSONValue) throws(ProtocolError) -> DeckModel {
    let fields = try Fields(published: snapshot)
    return DeckModel(
      deck: try Field("deck", Common.deck, "").read(fields),
      kind: try Field("kind", Common.kind, "").read(fields),
      preset: try Field("preset", Common.preset, "").read(fields),
      sequence: try Field("seq", .sequence, "").read(fields),
      placement: DeckPlacement(
        surface: try Field("surface", DeckPlacement.Surface.values, "").read(fields),
        area: try Field("area", DeckPlacement.Area.values, "").read(fields)
      ),
      counts: try DeckCounts.codec.read(fields),
      round: try Field(optional: "round", .name, "").read(fields),
      open: try Field(optional: "open", Common.card, "").read(fields),
      settings: try Field("settings", SettingValues.values, "").read(fields)
    )
  }
}
