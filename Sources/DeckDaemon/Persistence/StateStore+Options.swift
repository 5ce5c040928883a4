import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckStore
import Logging

extension StateStore {
  /// Opens the state directory; `nil` if nothing is persisted.
  static func open(_ options: DaemonOptions, log: Logger) throws(DaemonError) -> StateStore? {
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
    for notice in store.notices { log.error("\(notice)") }
    if store.isReadOnly { log.error("\(StoreError.readOnly(file: directory + "/state.db"))") }
    return store
  }
}

extension StoredDeck {
  /// The state for the engine; the disk only records whether the deck had the cards of the configuration.
  var engineState: DeckState {
    var state = self.state
    // Neither the deck's cards nor the configuration's: so the engine reports the decks that keep their own cards.
    let others: CardSequence = state.cards.isEmpty ? [Card(id: "")] : []
    state.configured = hasConfiguredCards ? state.cards : others
    return state
  }
}
