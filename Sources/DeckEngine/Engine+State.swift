package import DeckProtocol
import Gestures
package import Kinetics

/// The persistent state of the decks, and its restoration.
///
/// The article Restoring has the rules of precedence, and of what a restored deck loses.
extension Engine {
  /// How a deck begins at the engine's start, or resumes after a rollback.
  enum RestoreMode: Equatable, Sendable {
    /// As its configuration defines it.
    case fresh
    /// With a command: its cards, or its kind, changed since its state was taken.
    case by(DeckCommand)
    /// Unchanged, with the events that it still owed.
    case unchanged
  }

  /// The persistent state of each deck, in the order of the configuration; takes the same time for any number of cards.
  package var states: [DeckState] { members.map(\.deck.state) }

  /// Returns the persistent state of a deck; `nil` if there is no such deck.
  package func state(of id: String) -> DeckState? {
    index(of: id).map { members[$0].deck.state }
  }

  /// Restores the decks to their states after the event `sequence`, at rest; `start(appearing:)` comes next.
  ///
  /// States of decks that the configuration does not have are ignored, and its decks without a state begin from
  /// scratch. Invalid parts of a state are corrected.
  ///
  /// - Parameters:
  ///   - states: the value of `states` at that time.
  ///   - sequence: the number of the last event that was published.
  /// - Returns: the ids of the decks that keep cards of their own although the configuration has others.
  @discardableResult
  package mutating func restore(_ states: [DeckState], sequence: UInt64) -> [String] {
    self.sequence = sequence
    let known = Dictionary(states.map { ($0.deck, $0) }) { first, _ in first }
    return members.indices.filter { !restore(known[members[$0].deck.definition.id], to: $0) }
      .map { members[$0].deck.definition.id }
  }

  /// Rolls the decks back to their states after the event `sequence`, at rest, because later events cannot be stored.
  ///
  /// What is not part of a state is kept: settings chosen at run time, surfaces, delegates, subscriptions. No event is
  /// published; the events that a deck owes after this are published with the next input of any kind.
  ///
  /// - Parameters:
  ///   - states: the value of `states` at that time.
  ///   - sequence: the number of the last event that is stored.
  ///   - error: the reply to commands that wait for a delegate.
  ///   - now: the time of the rollback.
  /// - Returns: the replies, and the decks in their restored state for subscribers.
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

  /// Begins a deck, or resumes one that was rolled back.
  mutating func begin(_ index: Int, appearing: Bool) {
    let outcomes =
      switch members[index].restoreMode {
      case .fresh: members[index].deck.start(appearing: appearing, now: clock)
      case .by(let command): members[index].deck.perform(command, now: clock)
      case .unchanged: members[index].deck.resume(now: clock)
      }
    apply(outcomes, to: index)
  }

  /// Publishes the events that the decks owe since the rollback.
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

  /// Restores a deck from its state.
  ///
  /// - Returns: `false` if the deck keeps cards of its own although those of the configuration changed.
  mutating func restore(_ state: DeckState?, to index: Int) -> Bool {
    let definition = members[index].deck.definition
    let kind = definition.preset.kind
    var fresh = DeckState(deck: definition.id, kind: kind, cards: definition.cards, configured: definition.cards)
    guard let state else {
      putBack(index, fresh, restoreMode: .fresh)
      return true
    }
    let hasOwn = !state.hasCards(definition.cards)
    // As for a reload of the configuration: a deck that had the configured cards takes the new ones.
    let takes = hasOwn && state.hasConfiguredCards
    if state.kind == kind {
      putBack(index, state, restoreMode: takes ? .by(.reload(definition.cards)) : .unchanged)
    } else if takes || state.cards == definition.cards {
      putBack(index, fresh, restoreMode: .fresh)
    } else {
      fresh.cards = state.cards
      putBack(index, fresh, restoreMode: .fresh)
      members[index].restoreMode = .by(.load(members[index].deck.cards, current: 0))
    }
    return !hasOwn || takes || state.configured == definition.cards
  }

  private mutating func putBack(_ index: Int, _ state: DeckState, restoreMode: RestoreMode) {
    publish(members[index].deck.restore(state.sound, now: clock), of: index)
    members[index].restoreMode = restoreMode
  }

  /// Cancels every touch without an effect on the decks; the contacts are ignored until they are lifted.
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
  /// The state with its invalid parts corrected: each card once, and no entries about cards that it does not have.
  fileprivate var sound: DeckState {
    var state = self
    var seen: Set<String> = []
    let isFirst = cards.map { seen.insert($0.id).inserted }
    if seen.count < cards.count {
      // How many of the cards before each one are kept: its index, if it is kept itself.
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
