/// A command that replaces a deck's cards by those that its client has staged.
public enum StagedCommand: Hashable, Sendable {
  /// Loads them, with the one at the index `current` in front, and discards all decisions.
  case load(count: Int, current: Int)
  /// Lays them out in place of the deck's; the front index stays.
  case reload(count: Int)

  /// How many cards the client has staged.
  public var count: Int {
    switch self {
    case .load(let count, _), .reload(let count): count
    }
  }

  /// The command with the staged cards.
  package func command(with cards: CardSequence) -> DeckCommand {
    switch self {
    case .load(_, let current): .load(DeckCommand.Load(cards, current: current))
    case .reload: .reload(DeckCommand.Reload(cards))
    }
  }
}
