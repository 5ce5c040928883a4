import DeckEngine
import DeckProtocol
import Kinetics

/// The commands that wait: for the disk, or, if they are about many cards, for their share of the loop's time.
struct DeferredCommands {
  typealias Command = (request: ClientRequest, client: Client)

  /// A long command that waits.
  enum LongCommand {
    case parsed(Command)
    /// What a long line contains takes many times its length once it is parsed: it waits as it came.
    case line(LongLine, Client)

    var client: Client {
      switch self {
      case .parsed(let command): command.client
      case .line(_, let client): client
      }
    }
  }

  /// Those that wait until less is to be written, in order.
  private var unwritten: [Command] = []
  /// The long ones; next is that of the client whose long commands have taken the least time.
  private var long = FairQueue<LongCommand>()
  private var budget: TimeBudget

  /// What a client's commands count for in microseconds while others wait: no more than one of them is owed, however many
  /// it has had while nobody waited.
  private var longest: Int64 { Int64(budget.limit) }

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
  ///
  /// A new client counts as one that has just had a command: otherwise those that keep connecting would precede all
  /// others.
  mutating func appendLong(_ command: LongCommand) {
    long.insert(command, after: command.client.commandsEnd ?? long.now + longest)
  }

  /// Drops the command of a client that has left.
  mutating func drop(of client: Client) {
    unwritten.removeAll { $0.client === client }
    long.removeAll { $0.client === client }
  }

  /// Removes the next command that waited until less was to be written.
  mutating func removeUnwritten() -> Command? { unwritten.isEmpty ? nil : unwritten.removeFirst() }

  /// Removes the next long command, if it may begin.
  mutating func removeLong(at now: Instant) -> LongCommand? {
    guard budget.nextTime(from: now) <= now, let (command, start) = long.removeFirst() else { return nil }
    command.client.commandsEnd = start
    return command
  }

  /// Records that a client's long command has taken so many microseconds.
  mutating func charge(_ client: Client, _ microseconds: Int64, at now: Instant) {
    budget.charge(microseconds, at: now)
    let end = max(client.commandsEnd ?? 0, long.now) + max(microseconds, 0)
    client.commandsEnd = min(end, long.now + longest)
  }
}

/// Which commands are long, and what they may take of the loop's time.
package struct LongCommands {
  /// A command about more cards is long: it may take milliseconds, during which no touch is handled.
  let mostCards: Int
  /// In a deck of more cards, commands are long that visit all of them, or change the chunks of many.
  let longestDeck: Int
  let budget: TimeBudget

  /// The defaults for a daemon.
  ///
  /// Their share is a two-hundredth of the time, so that far less than one touch in a hundred meets one. The reserve is
  /// for a client that fills its decks: several loads of 20,000 cards. A command takes at most 5 ms, but on slow machines.
  package init(
    mostCards: Int = 1000,
    longestDeck: Int = 10_000,
    budget: TimeBudget = TimeBudget(share: 0.005, reserve: 0.005, limit: 0.005)
  ) {
    (self.mostCards, self.longestDeck, self.budget) = (mostCards, longestDeck, budget)
  }

  /// Whether touches would have to wait for a request, because it is about many cards; `count` returns how many its deck
  /// has.
  func contains(_ method: ClientRequest.Method, count: () -> Int) -> Bool {
    switch method {
    case .command(.load(let load), _): load.cards.map { $0.count > mostCards } ?? (count() > longestDeck)
    case .command(.reload(let reload), _): reload.cards.map { $0.count > mostCards } ?? (count() > longestDeck)
    case .command(.reset, _), .commit: count() > longestDeck
    case .command(.insert(let insertion), _): insertion.cards.count > mostCards
    case .command(.remove(let removal), _): removal.range.count > mostCards
    case .command(.update(let update), _): scatters(update.cards.count, count)
    case .command(.markLoaded(let loaded), _): scatters(loaded.cards.count, count)
    case .delegateInvalidate(_, let cards): (cards?.count ?? 0) > mostCards
    default: false
    }
  }

  /// Whether changes of so many cards, anywhere in the deck, take long.
  private func scatters(_ changes: Int, _ count: () -> Int) -> Bool {
    changes > mostCards || changes > CardSequence.few && count() > longestDeck
  }
}
