/// What a finger should feel at this moment; whoever can shake the panel does.
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

  func writeMembers(to json: inout JSONWriter) {
    json.member("t", time)
    json.member("deck", deck)
    json.member("kind", kind.rawValue)
  }
}
