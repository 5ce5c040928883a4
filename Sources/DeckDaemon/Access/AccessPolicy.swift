package import DeckConfiguration
import DeckEngine
package import DeckProtocol
import DeckSocket
package import Glibc
import Logging
package import SystemCalls
package import UnixSocket

/// What a client may do: the grants, and the limits on what it sends.
///
/// Each question has a closed answer: an `AccessDenial`, or `nil` if the client may.
package struct AccessPolicy: Sendable {
  private let grants: InjectGrants
  /// The limits of the configuration.
  package let limits: LimitsSection
  private let controlPath: String
  private var budget = DataBudget()

  /// The policy of a configuration; `controlPath` is where a client that may only observe finds the control socket.
  package init(_ grants: InjectGrants, _ limits: LimitsSection, controlPath: String) {
    self.grants = grants
    self.limits = limits
    self.controlPath = controlPath
  }

  /// Whether a client of some user could not be accepted beside `count` clients.
  func refusesSome(beside count: Int) -> Bool { count >= min(limits.clients, limits.clientsPerUser) }

  /// Returns why a client cannot be accepted beside `count` clients of the same socket.
  ///
  /// `countOfUser` counts the clients of its user; it is called only if there are enough clients in all.
  package func admission(beside count: Int, ofUser countOfUser: () -> Int) -> AccessDenial? {
    guard count < limits.clients else { return .clients(limit: limits.clients) }
    guard count >= limits.clientsPerUser, countOfUser() >= limits.clientsPerUser else { return nil }
    return .clientsOfUser(limit: limits.clientsPerUser)
  }

  /// Returns the permissions of a client that connected over a socket with `access`.
  ///
  /// - Throws: an error if the supplementary groups of the client's process are needed and cannot be read.
  package func permissions(
    of peer: PeerCredentials,
    over access: Access,
    supplementary: () throws(Errno) -> [gid_t]
  ) throws(Errno) -> Client.Permissions {
    guard access == .control else { return Client.Permissions(access: access, inject: false) }
    return Client.Permissions(access: access, inject: try grants.include(peer, supplementary: supplementary))
  }

  /// Returns the permissions of a client that connected over a socket with `access`, without a grant if its groups are
  /// not known.
  func permissions(of connection: ClientConnection, over access: Access, log: Logger) -> Client.Permissions {
    do {
      return try permissions(of: connection.peer, over: access) { () throws(Errno) in try connection.peerGroups }
    } catch {
      log.warning("the groups of a client are not known: \(error)", metadata: ["pid": "\(connection.peer.process)"])
      return Client.Permissions(access: access, inject: false)
    }
  }

  /// Returns why a client may not call a method, whatever its parameters.
  package func denial(
    of method: ClientRequest.MethodName,
    with permissions: Client.Permissions
  ) -> AccessDenial? {
    if !permissions.control, !method.isReadOnly { return .observesOnly(control: controlPath) }
    return method == .inputInject && !permissions.inject ? .mayNotInject : nil
  }

  /// The error for a client whose line is longer than the limit.
  var lineTooLong: ProtocolError {
    ProtocolError(
      .parse,
      "line too long",
      field: "",
      expected: "a line of at most \(limits.line) bytes (limits.line)"
    )
  }

  /// Parses a client's line; throws, before it reads the parameters, if the client may not call the method.
  func message(in line: [UInt8], of permissions: Client.Permissions) throws(RejectedRequest) -> ClientMessage {
    try ClientMessage.read(line, depthLimit: limits.depth) { (method) throws(ProtocolError) in
      try denial(of: method, with: permissions).check()
    }
  }

  /// Returns why a client with `count` subscriptions to single decks may not have another one.
  ///
  /// A subscription to all decks is always allowed: the configuration limits their number.
  package func subscription(beside count: Int) -> AccessDenial? {
    count >= limits.subscriptions ? .subscriptions(limit: limits.subscriptions) : nil
  }

  /// Returns why a command would make a deck of an engine exceed its limits.
  mutating func denial(of command: DeckCommand, _ deck: String, in engine: borrowing Engine) -> AccessDenial? {
    denial(of: command, deck) {
      engine.position(of: deck)?.count ?? 0
    } bytes: {
      engine.dataBytes(of: deck, ids: $0)
    }
  }

  /// Returns why a command would make a deck exceed its limits.
  ///
  /// `count` returns the deck's cards, and `bytes` those of the data of all its cards, or of the named ones.
  package mutating func denial(
    of command: DeckCommand,
    _ deck: String,
    count: () -> Int,
    bytes: ([String]?) -> Int
  ) -> AccessDenial? {
    switch command {
    case .load(let load):
      return replacement(in: deck, by: load.cards)
    case .reload(let reload):
      return replacement(in: deck, by: reload.cards)
    case .insert(let insertion):
      return tooMany(insertion.cards, beside: count()) ?? growth(of: deck, by: insertion.cards, bytes: bytes)
    case .update(let update):
      return growth(of: deck, by: update.cards, bytes: bytes)
    case .swipe, .undo, .select, .appear, .reset, .remove, .move, .dismiss, .bounce, .scroll, .layOutDetail,
      .markLoaded, .consult, .invalidate:
      return nil
    }
  }

  /// Returns why no deck could have the staged cards with more of them.
  func denial(ofStaging cards: CardSequence, beside staged: CardSequence) -> AccessDenial? {
    tooMany(cards, beside: staged.count) ?? tooLarge(cards) ?? tooMuch(staged.dataSize + cards.dataSize)
  }

  /// `cards` are `nil` for those of the configuration, which were checked when it was read.
  private mutating func replacement(in deck: String, by cards: CardSequence?) -> AccessDenial? {
    if let cards {
      if let denial = tooMany(cards, beside: 0) ?? tooLarge(cards) ?? tooMuch(cards.dataSize) { return denial }
    }
    budget.reset(deck)
    return nil
  }

  private func tooMany(_ cards: CardSequence, beside count: Int) -> AccessDenial? {
    count + cards.count > limits.cards ? .cards(cards.count, present: count, limit: limits.cards) : nil
  }

  /// Denies a card with too much data.
  private func tooLarge(_ cards: CardSequence) -> AccessDenial? {
    guard cards.largestData > limits.cardData else { return nil }
    guard let index = cards.firstIndex(where: { $0.dataSize > limits.cardData }) else { return nil }
    return .cardData(bytes: cards[index].dataSize, index: index, limit: limits.cardData)
  }

  private func tooMuch(_ bytes: Int) -> AccessDenial? {
    bytes > limits.deckData ? .deckData(bytes: bytes, limit: limits.deckData) : nil
  }

  /// Checks the data that a deck would have with more cards, or with replaced ones.
  private mutating func growth(of deck: String, by cards: CardSequence, bytes: ([String]?) -> Int) -> AccessDenial? {
    if let denial = tooLarge(cards) { return denial }
    let total = budget.add(
      cards.dataSize,
      to: deck,
      limit: limits.deckData,
      count: bytes(nil),
      exact: bytes(nil) - bytes(cards.ids(in: cards.indices)) + cards.dataSize
    )
    return total.flatMap(tooMuch)
  }
}
