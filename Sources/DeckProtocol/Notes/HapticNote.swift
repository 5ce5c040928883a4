/// A haptic effect that a client with a vibration motor should play now.
public struct HapticNote: Hashable, Sendable {
  /// Microseconds of the deck's clock.
  public var time: Int64
  /// The deck's id.
  public var deck: String
  /// How it should feel.
  public var kind: HapticKind

  /// A haptic at `time`, in microseconds.
  public init(time: Int64, deck: String, kind: HapticKind) {
    self.time = time
    self.deck = deck
    self.kind = kind
  }
}

extension HapticNote: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("t", .time, "When, µs.", at: \.time),
    .init("deck", .deckID, "The deck that it comes from.", at: \.deck),
    .init("kind", "How it should feel.", at: \.kind)
  )

  package static let definition = define("haptic", "Haptic", "What a finger should feel now.")
}
