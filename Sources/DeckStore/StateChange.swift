package import DeckEngine

/// An event with its published bytes.
package struct StoredEvent: Hashable, Sendable {
  package var sequence: UInt64
  /// The id of its deck.
  package var deck: String
  /// The notification as it is sent: one line with its newline.
  package var line: [UInt8]

  /// An event; `line` ends with its only newline.
  package init(sequence: UInt64, deck: String, line: [UInt8]) {
    self.sequence = sequence
    self.deck = deck
    self.line = line
  }
}

/// A change to be committed atomically: events, and the decks as they are after them.
package struct StateChange: Equatable, Sendable {
  /// With consecutive numbers, starting after the last one committed.
  package var events: [StoredEvent]
  /// The whole state of each deck that is new or may have changed; an unchanged state writes nothing.
  package var decks: [DeckState]
  /// The ids of decks that were removed; none of them is among `decks`.
  package var removed: [String]

  /// A change; empty by default.
  package init(events: [StoredEvent] = [], decks: [DeckState] = [], removed: [String] = []) {
    self.events = events
    self.decks = decks
    self.removed = removed
  }

  /// Merges a later change: all of its events, and the latest state of each deck.
  ///
  /// So a change that waits for a slow disk holds one state of each deck, however many were committed.
  package mutating func append(_ later: StateChange) {
    events += later.events
    for id in later.removed {
      decks.removeAll { $0.deck == id }
      if !removed.contains(id) { removed.append(id) }
    }
    for deck in later.decks {
      removed.removeAll { $0 == deck.deck }
      if let place = decks.firstIndex(where: { $0.deck == deck.deck }) {
        decks[place] = deck
      } else {
        decks.append(deck)
      }
    }
  }
}

extension StateChange {
  /// The number of the last event; `nil` if there is none.
  package var lastEvent: UInt64? { events.last?.sequence }
}

/// A deck as stored on the disk.
package struct StoredDeck: Equatable, Sendable {
  /// What was committed.
  ///
  /// The configured cards are not stored: `configured` is empty from opening the file until a commit supplies it.
  package var state: DeckState
  /// Whether the cards were those of the configuration at that time, apart from their `loaded`, which clients may set.
  package var hasConfiguredCards: Bool

  /// A deck's state, and whether its cards are the configuration's.
  package init(state: DeckState, hasConfiguredCards: Bool) {
    self.state = state
    self.hasConfiguredCards = hasConfiguredCards
  }
}

/// How much of the journal is kept, so that clients can resume with `since`.
package struct Retention: Hashable, Sendable {
  /// The maximum number of events; the newest are kept, and 0 keeps none.
  package var events: Int
  /// The maximum age of an event, in seconds of the wall clock.
  package var age: Int64

  /// Keeps at most `events` events, none older than `age` seconds.
  package init(events: Int, age: Int64) {
    self.events = events
    self.age = age
  }
}

/// The journal's answer to a client that reconnects.
package enum JournalAnswer: Hashable, Sendable {
  /// The lines up to the event `through`, each with its newline; more may follow.
  case lines([UInt8], through: UInt64)
  /// The client missed events that are no longer kept; the number of the oldest kept event.
  case tooOld(oldest: UInt64)
  /// The client's last event is later than any in the journal; the number of the newest event.
  case ahead(newest: UInt64)
}
