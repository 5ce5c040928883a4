import DeckProtocol

/// A command that a deck can perform, with what its check has found.
struct CheckedCommand {
  let command: DeckCommand
  /// Whether it cancels the deck's touches.
  let interruptsTouch: Bool
  /// The index of each card that it updates or marks as loaded: the search for thousands takes a millisecond.
  let indexes: [Int]

  /// A command that was checked.
  init(_ command: DeckCommand, interruptsTouch: Bool, indexes: [Int] = []) {
    (self.command, self.interruptsTouch, self.indexes) = (command, interruptsTouch, indexes)
  }

  /// The cards whose contents a client has now, with their indexes.
  typealias Loaded = (content: DeckCommand.LoadedContent, indexes: [Int])

  /// What it says of cards' contents; `nil` for other commands.
  var loaded: Loaded? {
    if case .markLoaded(let content) = command { (content, indexes) } else { nil }
  }

  /// A load or a reload because of the configuration, whose cards are checked where it is read.
  init(configured command: DeckCommand) { self.init(command, interruptsTouch: true) }
}
