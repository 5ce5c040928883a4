/// An item of a deck: an id, the owner's data, and how the card may be swiped.
public struct Card: Hashable, Sendable {
  /// The card's name, unique in its deck.
  public var id: String {
    didSet { idHash = CardKey.hash(of: id) }
  }
  /// The hash of the id, of which `key` consists with it.
  package private(set) var idHash: UInt64
  /// The owner's JSON, kept byte for byte; `nil` for none.
  public var data: [UInt8]?
  /// Whether a finger may move the card; `nil` for the delegate's answer, or yes.
  public var draggable: Bool?
  /// Whether the card may be decided; `nil` for the delegate's answer, or yes.
  public var swipeable: Bool?
  /// Whether the card's content is loaded: `false` holds a round in its loading phase; `nil` when not specified.
  public var loaded: Bool?
  /// What few cards have: lists of thousands of cards are copied and moved, and these members are most of a card's size.
  private var details: Details?

  /// The directions that the card may be swiped in, earlier ones win ties; `nil` for the delegate's, or left and right.
  public var allowed: [Direction]? {
    get { details?.values.allowed }
    set { change { $0.allowed = newValue } }
  }
  /// The progress that a release needs to commit, one of `thresholds`; `nil` for the delegate's, or the deck's own.
  public var threshold: Double? {
    get { details?.values.threshold }
    set { change { $0.threshold = newValue } }
  }
  /// The card's name for a screen reader, 1 to 1000 characters; `nil` for its id.
  public var label: String? {
    get { details?.values.label }
    set { change { $0.label = newValue } }
  }
  /// A screen reader's hint for the card, at most 1000 characters; `nil` for the deck's own text.
  public var hint: String? {
    get { details?.values.hint }
    set { change { $0.hint = newValue } }
  }

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
    idHash = CardKey.hash(of: id)
    self.data = data
    self.draggable = draggable
    self.swipeable = swipeable
    self.loaded = loaded
    details = Details(.init(allowed: allowed, threshold: threshold, label: label, hint: hint))
  }

  /// Whether both are equal, or differ only in whether they are loaded; neither is copied.
  package func isEqualBesidesLoaded(_ other: Card) -> Bool {
    idHash == other.idHash && id == other.id && data == other.data && draggable == other.draggable
      && swipeable == other.swipeable && details == other.details
  }

  private mutating func change(_ body: (inout Details.Values) -> Void) {
    var values = details?.values ?? Details.Values()
    body(&values)
    details = Details(values)
  }
}

/// The members that few cards have, behind one reference.
private final class Details: Hashable, Sendable {
  struct Values: Hashable {
    var allowed: [Direction]?
    var threshold: Double?
    var label: String?
    var hint: String?
  }

  let values: Values

  /// `nil` if a card has none of them.
  init?(_ values: Values) {
    guard values != Values() else { return nil }
    self.values = values
  }

  static func == (left: Details, right: Details) -> Bool { left === right || left.values == right.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
