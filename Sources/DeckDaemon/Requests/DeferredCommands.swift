import DeckProtocol
import Kinetics

/// The commands that wait: for the disk, or, if they are about many cards, for their share of the loop's time.
struct DeferredCommands {
  typealias Command = (request: ClientRequest, client: Client)

  /// Those that wait until less is to be written, in order.
  private var unwritten: [Command] = []
  /// The long ones; next is that of the client whose long commands have taken the least time.
  private var long = FairQueue<Command>()
  private var budget: TimeBudget

  /// No commands; the long ones have the budget.
  init(_ budget: TimeBudget) { self.budget = budget }

  /// Whether a long command must wait.
  func mustWait(at now: Instant) -> Bool { !long.isEmpty || budget.nextTime(from: now) > now }

  /// When the next long command may begin; `nil` while none waits.
  func nextTime(from now: Instant) -> Instant? { long.isEmpty ? nil : budget.nextTime(from: now) }

  /// Whether a long command waits.
  var awaitsTime: Bool { !long.isEmpty }

  /// Whether a command waits until less is to be written.
  var awaitsDisk: Bool { !unwritten.isEmpty }

  /// Appends a command that waits until less is to be written.
  mutating func appendUnwritten(_ command: Command) { unwritten.append(command) }

  /// Appends a long command; its client sends no other one before it is performed.
  mutating func appendLong(_ command: Command) {
    long.insert(command, after: command.client.commandsEnd ?? long.now + 1)
  }

  /// Removes the next command that waited until less was to be written.
  mutating func removeUnwritten() -> Command? { unwritten.isEmpty ? nil : unwritten.removeFirst() }

  /// Removes the next long command, if it may begin.
  mutating func removeLong(at now: Instant) -> Command? {
    guard budget.nextTime(from: now) <= now, let (command, start) = long.removeFirst() else { return nil }
    command.client.commandsEnd = start
    return command
  }

  /// Records that a client's long command has taken so many microseconds.
  mutating func charge(_ client: Client, _ microseconds: Int64, at now: Instant) {
    budget.charge(microseconds, at: now)
    client.commandsEnd = max(client.commandsEnd ?? 0, long.now) + microseconds
  }
}

/// Which commands are long, and what they may take of the loop's time.
package struct LongCommands {
  /// A command about more cards is long: it may take milliseconds, during which no touch is handled.
  let mostCards: Int
  let budget: TimeBudget

  /// The defaults for a daemon.
  ///
  /// Their share is a two-hundredth of the time, so that far less than one touch in a hundred meets one. The reserve is
  /// for a client that fills its decks: some ten loads of 20,000 cards. A command takes at most 5 ms, but on slow machines.
  package init(
    mostCards: Int = 1000,
    budget: TimeBudget = TimeBudget(share: 0.005, reserve: 0.01, limit: 0.005)
  ) {
    (self.mostCards, self.budget) = (mostCards, budget)
  }

  /// Whether a request is a command about so many cards that touches would have to wait for it.
  func contains(_ request: ClientRequest) -> Bool {
    guard case .command(let command, _) = request.method else { return false }
    return command.isAbout(moreThan: mostCards)
  }
}

extension DeckCommand {
  /// Whether the command names more than `count` cards, or as many as a range has.
  fileprivate func isAbout(moreThan count: Int) -> Bool {
    switch self {
    case .load(let load): load.cards.map { $0.count > count } ?? false
    case .reload(let reload): reload.cards.map { $0.count > count } ?? false
    case .insert(let insertion): insertion.cards.count > count
    case .update(let update): update.cards.count > count
    case .remove(let removal): removal.range.count > count
    case .markLoaded(let loaded): loaded.cards.count > count
    case .swipe, .undo, .select, .appear, .reset, .move, .dismiss, .bounce, .scroll, .layOutDetail, .consult,
      .invalidate:
      false
    }
  }
}
