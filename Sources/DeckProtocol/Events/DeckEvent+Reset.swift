extension DeckEvent {
  /// A release that decided nothing.
  public struct Reset: Hashable, Sendable {
    /// Why nothing was decided, as named on the wire.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
      /// The card was not moved far enough.
      case distance
      /// The card was moved far enough, but the finger was on its way back.
      case back
      /// The card was moved far enough, in a direction that it does not allow.
      case direction
      /// The round is loading.
      case round
      /// The delegate, or the card's own `swipeable`, does not permit it.
      case delegate
      /// The touch was cancelled.
      case cancelled
      /// A finger or a command took the card while the delegate's answer was pending.
      case caught
    }

    /// The card's id.
    public var card: String
    /// The card's index.
    public var index: Int
    /// Why the card returns.
    public var reason: Reason
    /// The direction that was evaluated; `nil` in the dead zone.
    public var direction: Direction?
    /// How far the card was moved in that direction, from 0; compared with `threshold`.
    public var progress: Double
    /// The progress that would have decided the card.
    public var threshold: Double

    /// The card returns because of `reason`.
    public init(
      card: String,
      index: Int,
      reason: Reason,
      direction: Direction?,
      progress: Double,
      threshold: Double
    ) {
      self.card = card
      self.index = index
      self.reason = reason
      self.direction = direction
      self.progress = progress
      self.threshold = threshold
    }
  }
}

extension DeckEvent.Reset {
  static let codec = ObjectCodec<Self>(
    "event",
    Field("card", Common.card, "The card."),
    Field("index", Common.index, "The card's index."),
    Field("reason", .name, "Why the card was not decided."),
    Field(optional: "direction", .name, "The direction that was judged; left out in the dead zone."),
    Field("progress", .coordinate.as(.number(least: 0)), "How far the card was moved in that direction."),
    Field("threshold", .positive, "The progress that would have decided the card."),
    make: { Self(card: $0, index: $1, reason: $2, direction: $3, progress: $4, threshold: $5) },
    members: (\.card, \.index, \.reason, \.direction, \.progress, \.threshold)
  )
}

extension DeckEvent.Reset.Reason: WireName {
  package static let definition = NameDefinition("resetReason", "Reset reason", "Why a card was released undecided.")

  package var meaning: String {
    switch self {
    case .distance: "it was not moved far enough"
    case .back: "it was moved far enough, but the finger was on its way back"
    case .direction: "it was moved far enough in a direction that it does not allow"
    case .round: "the round is loading"
    case .delegate: "the delegate, or the card's own swipeable, does not permit it"
    case .cancelled: "the touch was cancelled, such as that of a palm or of a panel that is gone"
    case .caught: "a finger or a command took the card while the delegate was asked"
    }
  }
}
