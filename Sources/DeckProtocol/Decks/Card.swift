/// An item of a deck: an id, the owner's data, and how the card may be swiped.
public struct Card: Hashable, Sendable {
  /// The card's name, unique in its deck.
  public var id: String
  /// The owner's JSON, kept byte for byte; `nil` for none.
  public var data: [UInt8]?
  /// The directions that the card may be swiped in, earlier ones win ties; `nil` for the delegate's, or left and right.
  public var allowed: [Direction]?
  /// The progress that a release needs to commit, one of `thresholds`; `nil` for the delegate's, or the deck's own.
  public var threshold: Double?
  /// Whether a finger may move the card; `nil` for the delegate's answer, or yes.
  public var draggable: Bool?
  /// Whether the card may be decided; `nil` for the delegate's answer, or yes.
  public var swipeable: Bool?
  /// Whether the card's content is loaded: `false` holds a round in its loading phase; `nil` when not specified.
  public var loaded: Bool?
  /// The card's name for a screen reader, 1 to 1000 characters; `nil` for its id.
  public var label: String?
  /// A screen reader's hint for the card, at most 1000 characters; `nil` for the deck's own text.
  public var hint: String?

  /// The valid range of `threshold`.
  static let thresholds = 0.01...1.0

  /// A card that uses its deck's defaults for omitted members.
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
