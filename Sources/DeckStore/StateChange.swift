package import DeckEngine

/// An event with the bytes that are published of it.
package struct StoredEvent: Hashable, Sendable {
  package var sequence: UInt64
  /// The id of its deck.
  package var deck: String
  /// The notification, as it is sent: one line with its newline.
  package var line: [UInt8]

  /// An event; `line` ends with its only newline.
  package init(sequence: UInt64, deck: String, line: [UInt8]) {
    self.sequence = sequence
    self.deck = deck
    self.line = line
  }
}

/// What is to be on the disk together: events, and the decks as they are after them.
package struct StateChange: Equatable, Sendable {
  /// With consecutive numbers, each one more than the last that was committed.
  package var events: [StoredEvent]
  /// The whole state of each deck that is new or may have changed; what is the same as before costs nothing.
  package var decks: [DeckState]
  /// The ids of decks that are no more; none of them is among `decks`.
  package var removed: [String]

  /// A change; of nothing where nothing is given.
  package init(events: [StoredEvent] = [], decks: [DeckState] = [], removed: [String] = []) {
    self.events = events
    self.decks = decks
    self.removed = removed
  }

  /// Takes in what came after: all events, and of each deck the last that is known.
  ///
  /// So what waits for a slow disk holds one state of each deck, however many there were.
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

/// A deck as it is on the disk.
package struct StoredDeck: Equatable, Sendable {
  /// What was committed.
  ///
  /// What the configuration had is not stored: `configured` is empty since the file was opened, until a
  /// commit has said it.
  package var state: DeckState
  /// Whether the cards were those of the configuration then; clients may have said which are loaded.
  package var hasConfiguredCards: Bool

  /// A deck with its state and whose cards it has.
  package init(state: DeckState, hasConfiguredCards: Bool) {
    self.state = state
    self.hasConfiguredCards = hasConfiguredCards
  }
}

/// How much of the journal is kept, so that clients can come back with `since`.
package struct Retention: Hashable, Sendable {
  /// The newest events, at most so many; 0 keeps none.
  package var events: Int
  /// How long an event is kept, in seconds of the wall clock.
  package var age: Int64

  /// Keeps `events` of the events, none older than `age` seconds.
  package init(events: Int, age: Int64) {
    self.events = events
    self.age = age
  }
}

/// What the journal says to a client that was away.
package enum JournalAnswer: Hashable, Sendable {
  /// The lines up to the event `through`, each with its newline; there may be more after it.
  case lines([UInt8], through: UInt64)
  /// Events have been missed that are kept no more; the oldest that is.
  case tooOld(oldest: UInt64)
  /// The client has seen more than there was; the newest.
  case ahead(newest: UInt64)
}
