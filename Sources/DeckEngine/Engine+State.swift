package import DeckProtocol
import Gestures
package import Kinetics

/// What of the decks outlives the daemon, and their coming back from it.
///
/// The article Restoring has the rules of what wins, and what a deck that comes back has lost.
extension Engine {
  /// How a deck begins at the engine's start, or goes on after it was taken back.
  enum RestoreMode: Equatable, Sendable {
    /// As its configuration has it.
    case fresh
    /// With a command: its cards, or its kind, are others than when its state was taken.
    case by(DeckCommand)
    /// As it was, with what it still owed.
    case unchanged
  }

  /// What of each deck outlives the daemon, in the order of the configuration; the same effort for any number of cards.
  package var states: [DeckState] { members.map(\.deck.state) }

  /// What of a deck outlives the daemon; `nil` when there is no such deck.
  package func state(of id: String) -> DeckState? {
    index(of: id).map { members[$0].deck.state }
  }

  /// Makes the decks what they were when the event `sequence` was told, at rest; `start(appearing:)` comes next.
  ///
  /// States of decks that the configuration does not have are passed over, and its decks without a state begin anew.
  /// What a state has that cannot be is made to fit.
  ///
  /// - Parameters:
  ///   - states: what `states` was then.
  ///   - sequence: the number of the last event that was published.
  /// - Returns: the ids of the decks that keep cards of their own though the configuration has others.
  @discardableResult
  package mutating func restore(_ states: [DeckState], sequence: UInt64) -> [String] {
    self.sequence = sequence
    let known = Dictionary(states.map { ($0.deck, $0) }) { first, _ in first }
    return members.indices.filter { !restore(known[members[$0].deck.definition.id], to: $0) }
      .map { members[$0].deck.definition.id }
  }

  /// Takes back what happened since the event `sequence`, because it cannot be kept: the decks are what they were then,
  /// at rest.
  ///
  /// What is no part of a state stays: settings chosen at run time, surfaces, delegates, who listens. No event is told;
  /// what a deck owes after this comes with the next input, whichever that is.
  ///
  /// - Parameters:
  ///   - states: what `states` was then.
  ///   - sequence: the number of the last event that is kept.
  ///   - error: what commands are answered with that wait for a delegate.
  ///   - now: when that is.
  /// - Returns: the answers, and the decks as who looks on is to have them now.
  package mutating func restore(
    _ states: [DeckState],
    sequence: UInt64,
    failing error: ProtocolError,
    at now: Instant
  ) -> [EngineEffect] {
    effects.removeAll(keepingCapacity: true)
    clock = max(clock, now)
    dropTouches()
    for index in members.indices {
      guard let ticket = members[index].waiting else { continue }
      members[index].waiting = nil
      effects.append(.answer(ticket: ticket, .failed(error)))
    }
    restore(states, sequence: sequence)
    needsResume = true
    for index in members.indices {
      markConfigurationUnpublished(of: index, since: sequence)
      redraw(index, input: nil)
      publishMotions(of: index, at: clock)
      publishPrefetch(of: index)
    }
    return drainEffects()
  }

  /// Begins a deck, or goes on with one that was taken back.
  mutating func begin(_ index: Int, appearing: Bool) {
    let outcomes =
      switch members[index].restoreMode {
      case .fresh: members[index].deck.start(appearing: appearing, now: clock)
      case .by(let command): members[index].deck.perform(command, now: clock)
      case .unchanged: members[index].deck.resume(now: clock)
      }
    apply(outcomes, to: index)
  }

  /// Tells what the decks owe since they were taken back.
  mutating func resume() {
    guard needsResume else { return }
    needsResume = false
    for index in members.indices {
      publishConfiguration(of: index)
      let isOther = members[index].restoreMode != .unchanged
      begin(index, appearing: true)
      if isOther { redraw(index, input: nil) }
    }
  }

  /// Makes a deck what its state says; whether its cards are those of its configuration, if that has other ones.
  mutating func restore(_ state: DeckState?, to index: Int) -> Bool {
    let definition = members[index].deck.definition
    let kind = definition.preset.kind
    var anew = DeckState(deck: definition.id, kind: kind, cards: definition.cards, configured: definition.cards)
    guard let state else {
      putBack(index, anew, restoreMode: .fresh)
      return true
    }
    let hasOwn = !state.hasCards(definition.cards)
    // As for a configuration that is read again: who had its cards takes them.
    let takes = hasOwn && state.hasConfiguredCards
    if state.kind == kind {
      putBack(index, state, restoreMode: takes ? .by(.reload(definition.cards)) : .unchanged)
    } else if takes || state.cards == definition.cards {
      putBack(index, anew, restoreMode: .fresh)
    } else {
      anew.cards = state.cards
      putBack(index, anew, restoreMode: .fresh)
      members[index].restoreMode = .by(.load(members[index].deck.cards, current: 0))
    }
    return !hasOwn || takes || state.configured == definition.cards
  }

  private mutating func putBack(_ index: Int, _ state: DeckState, restoreMode: RestoreMode) {
    publish(members[index].deck.restore(state.sound, now: clock), of: index)
    members[index].restoreMode = restoreMode
  }

  /// Takes every finger away with nothing done to the decks; they are ignored until they are lifted.
  private mutating func dropTouches() {
    for index in members.indices {
      guard let session = members[index].session else { continue }
      let cut = TouchFrame(time: clock, contacts: session.cancelled)
      for report in members[index].session?.arena.handle(cut) ?? [] {
        publishGesture(report, at: session.place, time: clock, deck: index)
        explain(
          .verdict(report),
          session.contact,
          at: session.place,
          on: session.surface,
          deck: index,
          time: report.time
        )
      }
      members[index].session = nil
    }
  }
}

extension DeckState {
  /// The state with what cannot be made to fit: each card once, and nothing said of cards that it does not have.
  fileprivate var sound: DeckState {
    var state = self
    var seen: Set<String> = []
    let isFirst = cards.map { seen.insert($0.id).inserted }
    if seen.count < cards.count {
      // How many of the cards before each one stay: its index, if it does.
      let places = isFirst.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1 ? 1 : 0)) }
      state.cards = zip(cards, isFirst).filter(\.1).map(\.0)
      state.current = places[min(max(current, 0), cards.count)]
      state.history = history.filter { cards.indices.contains($0.index) && isFirst[$0.index] }
        .map { Decision(index: places[$0.index], direction: $0.direction) }
    }
    state.current = min(max(state.current, 0), state.cards.count)
    state.history.removeAll { !state.cards.indices.contains($0.index) }
    if open.map(seen.contains) == false { state.open = nil }
    if !scroll.isFinite { state.scroll = 0 }
    return state
  }
}
