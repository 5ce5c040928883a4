/// Why a recognizer won or lost a finger, or why a finger is ignored, for a client that asked.
public struct Explanation: Hashable, Sendable {
  /// The figure that decided.
  public struct Measure: Hashable, Sendable {
    /// What was measured.
    public var measured: Double
    /// What it was compared with.
    public var threshold: Double
    /// The unit of both.
    public var unit: String

    /// A figure with what it was compared with.
    public init(measured: Double, threshold: Double, unit: String) {
      self.measured = measured
      self.threshold = threshold
      self.unit = unit
    }
  }

  /// Microseconds of the panel's clock.
  public var time: Int64
  /// The contact's number.
  public var contact: Int
  /// The surface that it is on.
  public var surface: String
  /// The deck that it is on.
  public var deck: String?
  /// The card that it is on.
  public var card: String?
  /// The recognizer; `nil` where the contact is ignored.
  public var recognizer: String?
  /// `won`, `ended`, `failed`, `lost`, `cancelled` or `ignored`.
  public var outcome: String
  /// The reason in words; `nil` where there is nothing to add.
  public var reason: String?
  /// The figure that decided; `nil` where none did.
  public var measure: Measure?

  /// What became of a contact, or of a recognizer of it.
  public init(
    time: Int64,
    contact: Int,
    surface: String,
    deck: String?,
    card: String?,
    recognizer: String?,
    outcome: String,
    reason: String?,
    measure: Measure?
  ) {
    self.time = time
    self.contact = contact
    self.surface = surface
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
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("method", "explanation")
      json.key("params")
      write(to: &json)
    }
    json.newline()
    return json.bytes
  }

  /// Writes the explanation as an object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("t", time)
      json.member("contact", contact)
      json.member("surface", surface)
      if let deck { json.member("deck", deck) }
      if let card { json.member("card", card) }
      if let recognizer { json.member("recognizer", recognizer) }
      json.member("outcome", outcome)
      if let reason { json.member("reason", reason) }
      if let measure {
        json.member("measured", measure.measured)
        json.member("threshold", measure.threshold)
        json.member("unit", measure.unit)
      }
    }
  }
}
