package import DeckProtocol

/// The clients that answer the decks' questions.
package struct DelegateRegistry {
  private struct Delegation {
    let client: ObjectIdentifier
    /// What it answers.
    let topics: Set<DelegateTopic>
    /// How many of the client's answers were wrong, or errors.
    var mistakes = 0
  }

  private var delegations: [String: Delegation] = [:]

  /// A registry without delegates.
  package init() {}

  /// The decks that have a delegate, sorted.
  package var decks: [String] { delegations.keys.sorted() }

  /// The delegate of a deck.
  package func client(of deck: String) -> ObjectIdentifier? { delegations[deck]?.client }

  /// The decks that a client is the delegate of, sorted.
  package func decks(of client: ObjectIdentifier) -> [String] {
    delegations.filter { $0.value.client == client }.keys.sorted()
  }

  /// What the delegate of a deck answers.
  package func topics(of deck: String) -> Set<DelegateTopic> { delegations[deck]?.topics ?? [] }

  /// Makes a client the delegate of a deck, with no mistakes so far.
  package mutating func register(_ client: ObjectIdentifier, for deck: String, answering topics: Set<DelegateTopic>) {
    delegations[deck] = Delegation(client: client, topics: topics)
  }

  /// Removes a deck's delegate.
  ///
  /// - Returns: how many mistakes it made.
  package mutating func remove(_ deck: String) -> Int {
    delegations.removeValue(forKey: deck)?.mistakes ?? 0
  }

  /// Counts a mistake of a deck's delegate.
  ///
  /// - Returns: whether it is the first: a delegate that is wrong about every card must not fill the log.
  package mutating func countMistake(for deck: String) -> Bool {
    delegations[deck]?.mistakes += 1
    return delegations[deck]?.mistakes == 1
  }
}
