public import JSON
import MessageText

/// A deck's state, as its events report it.
///
/// Created from a snapshot and kept up to date by `apply(_:)`, it equals the state in a fresh snapshot, so a client
/// that subscribes only to `events` always knows the state of each deck. What is drawn (positions, phases, the `data`
/// of the visible cards) is not part of it.
public struct DeckModel: Hashable, Sendable {
  /// An event that does not fit the model: the client has missed one, and should subscribe again.
  public struct Contradiction: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the contradiction.
    public var description: String

    /// A contradiction.
    package init(description: String) {
      self.description = description
    }
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
  /// The phase of the round; `nil` in a deck without rounds.
  public private(set) var round: RoundPhase?
  /// The id of the open card; `nil` while none is open, and in a swipe deck.
  public private(set) var open: String?
  /// Every setting of the deck, in the order of the settings table.
  public private(set) var settings: [SettingValue]
  /// The ids of the deck's cards, if the client has fetched them; `nil` if it has not, and after new cards are loaded.
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

  /// The deck that a `deck.added` event describes; `nil` for an event of another type.
  public init?(_ event: DeckEvent) {
    guard case .deckAdded(let addition) = event.kind, let deck = event.deck, let counts = event.counts else {
      return nil
    }
    self.init(
      deck: deck,
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

  /// Tracks the deck's cards from now on, starting with these ids.
  ///
  /// Throws if their number differs from the deck's count.
  public mutating func follow(cards ids: [String]) throws(Contradiction) {
    guard ids.count == counts.count else {
      throw Contradiction(description: "\(deck) has \(pluralized(counts.count, "card")), not \(ids.count)")
    }
    cards = ids
  }

  /// The value of a setting; `nil` if the deck has no setting with this name.
  public subscript(setting name: String) -> DeckSnapshot.Setting? {
    settings.first { $0.name == name }?.value
  }

  /// Updates the model with an event.
  ///
  /// Events of other decks, and those that the model already includes, have no effect.
  public mutating func apply(_ event: DeckEvent) throws(Contradiction) {
    guard event.deck == deck, event.sequence > sequence else { return }
    sequence = event.sequence
    if let counts = event.counts { self.counts = counts }
    switch event.kind {
    case .cardSwiped(let swipe): try check(swipe.card, at: swipe.index)
    case .cardReset(let reset): try check(reset.card, at: reset.index)
    case .cardShown(let shown), .cardUpdated(let shown): try check(shown.card, at: shown.index)
    case .cardSelected(let selected):
      try check(selected.card, at: selected.index)
      if kind == "stack" { open = selected.card }
    case .cardDismissed(let dismissed):
      guard open == dismissed.card else {
        throw Contradiction(description: "\(dismissed.card) is closed, but was not open")
      }
      open = nil
    case .cardMoved(let move):
      try check(move.card, at: move.from)
      cards?.remove(at: move.from)
      cards?.insert(move.card, at: move.to)
    case .cardInserted(let new):
      if let cards, !(0...cards.count).contains(new.index) {
        let count = pluralized(cards.count, "card")
        throw Contradiction(description: "\(new.card) is inserted at \(new.index) of \(count)")
      }
      cards?.insert(new.card, at: new.index)
    case .cardRemoved(let removed):
      try check(removed.card, at: removed.index)
      cards?.remove(at: removed.index)
    case .deckAdded(let addition):
      (kind, preset, placement) = (addition.kind, addition.preset, addition.placement)
      (open, settings, cards) = (addition.open, addition.settings, nil)
    case .deckLoaded: (open, cards) = (nil, nil)
    case .deckReset: open = nil
    case .deckConfigured(let configuration):
      if configuration.kind == kind {
        for change in configuration.settings {
          guard let index = settings.firstIndex(where: { $0.name == change.name }) else { continue }
          settings[index] = change
        }
      } else {
        settings = configuration.settings
      }
      (kind, preset) = (configuration.kind, configuration.preset)
    case .surfaceChanged(let placement): self.placement = placement
    case .deckRewound, .deckExhausted, .deckAppeared, .deckBounced, .stackFanned, .stackGathered, .deckRemoved,
      .roundChanged, .announcement, .gesturePerformed, .surfaceWoken:
      break
    }
    try checkCount()
    updateRound(after: event.kind)
  }

  /// Updates the model with an event, which may be of an unknown type.
  public mutating func apply(_ received: ReceivedEvent) throws(Contradiction) {
    switch received {
    case .known(let event): try apply(event)
    case .unknown(let event):
      guard event.deck == deck, event.sequence > sequence else { return }
      sequence = event.sequence
      if let counts = event.counts { self.counts = counts }
      try checkCount()
    }
  }

  /// A deck reports its round's phases if a card has `loaded`; otherwise they follow from its other events.
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
  /// Writes the state into an open object, by the names of a snapshot and without the cards.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("deck", deck)
    json.member("kind", kind)
    json.member("preset", preset)
    json.member("seq", sequence)
    json.key("surface")
    placement.surface.write(to: &json)
    json.key("area")
    placement.area.write(to: &json)
    DeckCounts.codec.writeMembers(of: counts, to: &json)
    if let round { json.member("round", round.rawValue) }
    if let open { json.member("open", open) }
    json.key("settings")
    SettingValues(settings).write(to: &json)
  }
}
