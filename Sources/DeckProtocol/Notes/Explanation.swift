import JSON

/// Why a recognizer won or lost a finger, or why a finger is ignored, for a client that enabled `explain`.
public struct Explanation: Hashable, Sendable {
  /// The measurement that decided.
  public struct Measure: Hashable, Sendable {
    /// What was measured.
    public var measured: Double
    /// The value that it was compared with.
    public var threshold: Double
    /// The unit of both.
    public var unit: String

    /// A measurement and its threshold.
    public init(measured: Double, threshold: Double, unit: String) {
      self.measured = measured
      self.threshold = threshold
      self.unit = unit
    }
  }

  /// The outcome of a contact, a recognizer or a release, as named on the wire.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    case won, changed, ended, failed, lost, cancelled, released, suppressed, ignored
  }

  /// Microseconds of the panel's clock.
  public var time: Int64
  /// The contact's number.
  public var contact: Int
  /// The contact's surface.
  public var surface: String
  /// Where it is, in points of the surface, from its left edge.
  public var x: Double
  /// Where it is, in points of the surface, from its upper edge.
  public var y: Double
  /// The deck that it acts on; `nil` outside all decks.
  public var deck: String?
  /// The card that it acts on.
  public var card: String?
  /// The recognizer; `nil` if the contact is ignored, and if the deck decided.
  public var recognizer: String?
  /// The outcome.
  public var outcome: Outcome
  /// The reason as text; `nil` if the outcome needs none.
  public var reason: String?
  /// The measurement that decided; `nil` for none.
  public var measure: Measure?

  /// The outcome of a contact, or of one of its recognizers.
  public init(
    time: Int64,
    contact: Int,
    surface: String,
    x: Double,
    y: Double,
    deck: String?,
    card: String?,
    recognizer: String?,
    outcome: Outcome,
    reason: String?,
    measure: Measure?
  ) {
    self.time = time
    self.contact = contact
    self.surface = surface
    self.x = x
    self.y = y
    self.deck = deck
    self.card = card
    self.recognizer = recognizer
    self.outcome = outcome
    self.reason = reason
    self.measure = measure
  }

  /// The JSON-RPC notification, with the newline that ends it.
  public var line: [UInt8] {
    var json = JSONWriter()
    NotificationName.explanation.write(self, to: &json)
    return json.bytes
  }
}

extension Explanation.Outcome: WireName {
  package static let definition = NameDefinition(
    "explanationOutcome",
    "Outcome of an explanation",
    "What became of a contact, a recognizer or a release."
  )

  package var meaning: String {
    switch self {
    case .won: "the recognizer recognized its gesture"
    case .changed: "the gesture continues"
    case .ended: "the gesture is complete"
    case .failed: "the touch is not the recognizer's gesture"
    case .lost: "another recognizer won"
    case .cancelled: "the touch was taken away"
    case .released: "the finger released what it moved; the reason says what the deck made of it"
    case .suppressed: "a gesture was recognized and does nothing here"
    case .ignored: "no deck takes the contact, or its deck does not"
    }
  }
}

extension Explanation: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("t", .time, "When, µs.", at: \.time),
    .init("contact", "The contact's number while it lasts.", at: \.contact),
    .init("surface", .surfaceID, "The surface that the contact is on.", at: \.surface),
    .init("x", "Where the contact is, pt from the surface's left edge.", at: \.x),
    .init("y", "Where the contact is, pt from the surface's upper edge.", at: \.y),
    .init(optional: "deck", .deckID, "The deck that the contact acts on; left out beside all decks.", at: \.deck),
    .init(optional: "card", .cardID, "The card that the contact acts on; left out where there is none.", at: \.card),
    .init(
      optional: "recognizer",
      "The recognizer, such as drag; left out where the contact is ignored, and where the deck decided.",
      at: \.recognizer
    ),
    .init("outcome", "What happened.", at: \.outcome),
    .init(optional: "reason", "Why, in words with the figures; left out where there is nothing to add.", at: \.reason),
    .init(optional: "measured", "The figure that decided; left out where none did.") { $0.measure?.measured },
    .init(optional: "threshold", "What it was compared with.") { $0.measure?.threshold },
    .init(optional: "unit", "The unit of both; empty for a ratio.") { $0.measure?.unit }
  )

  package static let definition = define(
    "explanation",
    "Explanation",
    "What became of a contact, of a recognizer, or of a release."
  )
}
