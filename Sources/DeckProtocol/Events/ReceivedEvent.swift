public import JSON

/// An event as a client receives it, perhaps from a newer daemon.
public enum ReceivedEvent: Hashable, Sendable {
  /// An event of a known type.
  case known(DeckEvent)
  /// An event of a type that this version does not know.
  case unknown(UnknownEvent)

  /// What every event has.
  public struct UnknownEvent: Hashable, Sendable {
    /// The event's number.
    public var sequence: UInt64
    /// The deck's id; `nil` for an event of a surface.
    public var deck: String?
    /// The name of its type.
    public var type: String
    /// The deck's counts after the event, if it has them.
    public var counts: DeckCounts?
  }

  /// The event's number.
  public var sequence: UInt64 {
    switch self {
    case .known(let event): event.sequence
    case .unknown(let event): event.sequence
    }
  }

  /// The deck's id; `nil` for an event of a surface.
  public var deck: String? {
    switch self {
    case .known(let event): event.deck
    case .unknown(let event): event.deck
    }
  }

  /// The event, if its type is known.
  public var event: DeckEvent? {
    if case .known(let event) = self { event } else { nil }
  }

  /// Reads the `params` of an `event` notification.
  ///
  /// An event with a value that this version cannot read, such as a new reason, counts as one of an unknown type.
  public static func read(_ json: JSONValue) throws(ProtocolError) -> ReceivedEvent {
    if let event = try? DeckEvent.read(json) { return .known(event) }
    let fields = try Fields(published: json)
    return .unknown(
      UnknownEvent(
        sequence: try Field("seq", .sequence, "").read(fields),
        deck: fields.has("deck") ? try fields.string("deck") : nil,
        type: try fields.string("type"),
        counts: ["current", "count", "undoDepth"].allSatisfy(fields.has) ? try DeckCounts.codec.read(fields) : nil
      )
    )
  }
}
