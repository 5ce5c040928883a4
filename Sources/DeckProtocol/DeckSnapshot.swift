/// A deck's whole state: the first thing a subscriber gets.
public struct DeckSnapshot: Hashable, Sendable {
  /// A visible card with the data its owner gave.
  public struct VisibleCard: Hashable, Sendable {
    /// Where the card is.
    public var frame: CardFrame
    /// JSON, byte for byte as it was given; `nil` for a card without data.
    public var data: [UInt8]?

    /// A card where it is now, with its data.
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

  /// The deck's id.
  public var deck: String
  /// `swipe` or `stack`.
  public var kind: String
  /// The preset that the deck's settings started from.
  public var preset: String
  /// Where the deck lies.
  public var place: DeckPlace
  /// The number of the last event that this state includes.
  public var sequence: UInt64
  /// The visible cards, as in a frame.
  public var cards: [VisibleCard]
  /// The front card's index; equal to `count` when the deck has run out.
  public var current: Int
  /// How many cards the deck has.
  public var count: Int
  /// How many cards are shown at rest, at the most.
  public var visible: Int
  /// What the deck is doing.
  public var phase: DeckPhase
  /// How far the round is; `nil` in a deck that has none.
  public var round: RoundPhase?
  /// How many decisions can be undone.
  public var undoDepth: Int
  /// The id of the open card; `nil` while none is open, and in a swipe deck.
  public var open: String?
  /// The course of everything that is to be seen, for who follows the motions; `nil` for others.
  public var motions: [DeckMotion]?
  /// What a screen reader exposes, as in a frame.
  public var accessibility: DeckFrame.Accessibility?
  /// Every setting of the deck, in the order of the settings table.
  public var settings: [SettingValue]

  /// A deck's state after the event numbered `sequence`.
  public init(
    deck: String,
    kind: String,
    preset: String,
    place: DeckPlace,
    sequence: UInt64,
    cards: [VisibleCard],
    current: Int,
    count: Int,
    visible: Int,
    phase: DeckPhase,
    round: RoundPhase? = nil,
    undoDepth: Int,
    open: String? = nil,
    motions: [DeckMotion]? = nil,
    accessibility: DeckFrame.Accessibility? = nil,
    settings: [SettingValue]
  ) {
    self.deck = deck
    self.kind = kind
    self.preset = preset
    self.place = place
    self.sequence = sequence
    self.cards = cards
    self.current = current
    self.count = count
    self.visible = visible
    self.phase = phase
    self.round = round
    self.undoDepth = undoDepth
    self.open = open
    self.motions = motions
    self.accessibility = accessibility
    self.settings = settings
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("deck", deck)
      json.member("kind", kind)
      json.member("preset", preset)
      json.member("seq", sequence)
      place.writeMembers(to: &json)
      json.key("cards")
      json.array(cards) { json, card in
        json.object { json in
          card.frame.writeMembers(to: &json)
          if let data = card.data {
            json.key("data")
            json.raw(data)
          }
        }
      }
      json.member("current", current)
      json.member("count", count)
      json.member("visible", visible)
      json.member("phase", phase.rawValue)
      if let round { json.member("round", round.rawValue) }
      json.member("undoDepth", undoDepth)
      if let open { json.member("open", open) }
      if let motions {
        json.key("motions")
        json.array(motions) { $1.write(to: &$0) }
      }
      if let accessibility { json.member("accessibility") { accessibility.writeMembers(to: &$0) } }
      json.member("settings") { json in
        for setting in settings { setting.writeMember(to: &json) }
      }
    }
  }
}
