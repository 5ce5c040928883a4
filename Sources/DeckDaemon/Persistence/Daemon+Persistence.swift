import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckStore
import EventLoop
import Logging

/// Persistence before publication: events and replies are sent, in order, once what they report is on disk.
///
/// Frames and touches do not wait. A commit that the disk refuses is rolled back: the decks return to their state at
/// the last published event, and the client that sent the command receives an error.
extension Daemon {
  /// Opens the state directory: the states of the decks, and the number of the event that they follow.
  static func openState(_ options: DaemonOptions, log: Logger) throws(DaemonError) -> StateStore? {
    guard let directory = options.stateDirectory else { return nil }
    let journal = options.configuration.journal
    let store: StateStore
    do {
      let age = Int64(journal.days) * 86_400
      store = try StateStore(directory: directory, retention: Retention(events: journal.events, age: age))
    } catch {
      throw .store(error)
    }
    if let setAside = store.setAside { log.error("\(setAside)") }
    if store.isReadOnly { log.error("\(StoreError.readOnly(file: directory + "/state.db"))") }
    return store
  }

  /// Restores the decks from a store, and persists everything that happens from here on in it.
  func startPersistence(in store: sending StateStore) {
    let states = states(of: store.decks)
    for state in states where engine.surfaceName(of: state.deck) == nil {
      log.notice(
        "the configuration has no such deck any more; it is kept until it returns",
        metadata: ["deck": "\(state.deck)"]
      )
      absent[state.deck] = state
    }
    for deck in engine.restore(states, sequence: store.sequence) {
      log.notice("the deck keeps its cards, which are not the configuration's", metadata: ["deck": "\(deck)"])
    }
    let (journal, sequence) = (store.journalName, store.sequence)
    gate.start(
      StateWriter(store) { [self] report in loop.perform { [self] in assumeIsolated { $0.handle(report) } } },
      journal: journal,
      sequence: sequence
    )
  }

  /// Returns the states for the engine; the disk only records whether a deck had the cards of the configuration.
  private func states(of decks: [StoredDeck]) -> [DeckState] {
    decks.map { deck in
      var state = deck.state
      // Neither the deck's cards nor the configuration's: so the engine reports the decks that keep their own cards.
      let others = state.cards.isEmpty ? [Card(id: "")] : []
      state.configured = deck.hasConfiguredCards ? state.cards : others
      return state
    }
  }

  /// Delivers an item once everything that was committed before it is on disk.
  func send(_ item: Outbox.Item) {
    if let item = gate.submit(item, isPublishing: isPublishing) { deliver(item, nil) }
  }

  /// Commits what the engine has done, and delivers the items that do not have to wait for that.
  func commitPending() {
    for item in gate.commit({ engine.states }) {
      if let item = gate.admit(item) { deliver(item, nil) }
    }
  }

  /// Delivers an item that is on disk or does not have to be; `missed` is the journal's answer if the item requested
  /// one.
  private func deliver(_ item: Outbox.Item, _ missed: Result<JournalAnswer, StoreError>?) {
    if let client = item.client {
      guard clients[ObjectIdentifier(client)] != nil else { return }
      // Its requests may have been waiting.
      defer { release(client) }
      switch item {
      case .line(_, let line), .done(_, _, let line), .reply(_, _, let line):
        if !line.isEmpty { reply(line, to: client) }
      case .subscription(_, let request, let beginning): begin(client, request, beginning, missed)
      case .unsubscription(_, let request, let deck): unsubscribe(client, request, deck: deck)
      case .replay(_, let deck, let ticket): if let missed { replay(missed, asked: ticket, to: client, deck: deck) }
      case .event, .end: break
      }
      return
    }
    switch item {
    case .event(let event, let line): send(event, as: line)
    case .end(let decks): endSubscriptions(besides: decks)
    case .line, .done, .reply, .subscription, .unsubscription, .replay: break
    }
  }

  /// Handles the writer's report of what is on disk now.
  private func handle(_ report: StateReport) {
    publish {
      var restoration = report.restoration
      for answer in report.answers {
        batch += 1
        gate.conclude(answer.ticket, isCommitted: answer.outcome == .committed)
        var events: Result<JournalAnswer, StoreError>?
        switch answer.outcome {
        case .committed: recordSuccess()
        case .refused(let error):
          // Once for all jobs that the writer refused together.
          if let back = restoration { rollBack(to: back, because: error) }
          restoration = nil
        case .events(let answer): events = .success(answer)
        case .unread(let error): events = .failure(error)
        }
        for item in gate.release(upTo: answer.ticket) {
          deliver(item, item.question == answer.ticket ? events : nil)
        }
      }
    }
    for client in Array(clients.values) where client.isReplaying { replayMore(to: client) }
    rearm()
  }

  /// Restores the decks to their states on disk, since later changes cannot be persisted.
  private func rollBack(to restoration: StateReport.Restoration, because error: StoreError) {
    if gate.failure != error { log.error("not kept, and taken back: \(error)") }
    let refusal = ProtocolError(.refused, "not kept", field: "", expected: "\(error)")
    // Deferred effects belong to the engine's state before the rollback.
    performEffects()
    let items = gate.releaseAll()
    let states = states(of: restoration.decks)
    for state in states where absent[state.deck] != nil { absent[state.deck] = state }
    publish(engine.restore(states, sequence: restoration.sequence, failing: refusal, at: Loop.now))
    gate.rollBack(because: error)
    for item in items {
      switch item {
      case .event: break
      case .line, .unsubscription, .end: deliver(item, nil)
      case .done(let client, let id, _): deliver(.line(client, Reply.failure(id: id, refusal)), nil)
      case .reply(let client, let request, _), .subscription(let client, let request, _): handle(request, from: client)
      case .replay(let client, let deck, let ticket): client.askAgain(deck, ticket)
      }
    }
  }

  private func recordSuccess() {
    if gate.recordSuccess() { log.notice("what happens can be kept again") }
  }
}
