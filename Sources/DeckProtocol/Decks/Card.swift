/// What a deck holds: an id, whatever its owner says about it, and how it may be swiped.
public struct Card: Hashable, Sendable {
  /// The card's name, unique in its deck.
  public var id: String
  /// JSON of the owner's, kept byte for byte; `nil` for none.
  public var data: [UInt8]?
  /// The directions that the card may be swiped in, earlier ones win ties; `nil` for the delegate's, or left and right.
  public var allowed: [Direction]?
  /// The progress that a release needs to commit, one of `thresholds`; `nil` for the delegate's, or the deck's own.
  public var threshold: Double?
  /// Whether a finger may move the card; `nil` for what the delegate says, or yes.
  public var draggable: Bool?
  /// Whether the card may be decided; `nil` for what the delegate says, or yes.
  public var swipeable: Bool?
  /// Whether what the card shows is there: `false` holds a round in its loading phase; `nil` when nobody says.
  public var loaded: Bool?
  /// What a screen reader calls the card, 1 to 1000 characters; `nil` for its id.
  public var label: String?
  /// What a screen reader says can be done with the card, at most 1000 characters; `nil` for the deck's own words.
  public var hint: String?

  /// The progress that a release can need.
  static let thresholds = 0.01...1.0

  /// A card that leaves to its deck what is not said here.
  public init(
    id: String,
    data: [UInt8]? = nil,
    allowed: [Direction]? = nil,
    threshold: Double? = nil,
    draggable: Bool? = nil,
    swipeable: Bool? = nil,
    loaded: Bool? = nil,
    label: String? = nil,
    hint: String? = nil
  ) {
    self.id = id
    self.data = data
    self.allowed = allowed
    self.threshold = threshold
    self.draggable = draggable
    self.swipeable = swipeable
    self.loaded = loaded
    self.label = label
    self.hint = hint
  }
}
