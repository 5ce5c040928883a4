import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics

extension Daemon {
  /// Parses a line, and handles it as a request or as a delegate's answer.
  func handle(_ line: [UInt8], from client: Client) {
    let request: ClientRequest
    let permissions = client.access
    do {
      let message = try ClientMessage.read(line, depthLimit: options.configuration.limits.depth) {
        (method) throws(ProtocolError) in try checkAccess(to: method, with: permissions)
      }
      switch message {
      case .request(let sound): request = sound
      case .answer(let answer): return receive(answer, from: client)
      }
    } catch {
      if let id = error.id { send(.line(client, Reply.failure(id: id, error.error))) }
      return
    }
    handle(request, from: client)
  }

  /// Performs a request and replies.
  func handle(_ request: ClientRequest, from client: Client) {
    answer(request, of: client) { (client) throws(ProtocolError) in
      defer { countUnanswerable(request, of: client) }
      guard let answer = try perform(request, for: client), let id = request.id else { return }
      let line = answer(id)
      send(request.name.isReadOnly ? .reply(client, request, line: line) : .done(client, id: id, line: line))
    }
  }

  /// Runs the work of a request, or replies with its error; once persistence has finished, a request gets no reply.
  ///
  /// The client is passed to the work: Swift 6.2 reports a data race for a closure that captures both it and the
  /// daemon.
  func answer(_ request: ClientRequest, of client: Client, _ work: (Client) throws(ProtocolError) -> Void) {
    guard !gate.isFinished else { return }
    // What was due before the request happens before it.
    publish(engine.handle(.deadline, at: Loop.now))
    do {
      try work(client)
    } catch {
      if let id = request.id { send(.line(client, Reply.failure(id: id, error))) }
    }
  }

  /// Counts a request without a reply like the others while the disk is behind; injected touches do not wait for it.
  private func countUnanswerable(_ request: ClientRequest, of client: Client) {
    guard request.id == nil else { return }
    if case .inputInject = request.method { return }
    gate.holdBack(.line(client, []))
  }

  /// Sends the engine's reply to the client that sent the command, if it is still connected.
  func answer(_ ticket: UInt64, _ result: CommandResult) {
    guard let sender = commands.remove(ticket), let id = sender.request else { return }
    let client = sender.client
    guard clients[ObjectIdentifier(client)] != nil else { return }
    switch result {
    case .done(let sequence): send(.done(client, id: id, line: Reply.done(id: id, sequence: sequence)))
    case .failed(let error): send(.line(client, Reply.failure(id: id, error)))
    }
  }

  /// Performs a request.
  ///
  /// - Returns: the reply, for the request's id; `nil` if another part of the daemon replies.
  private func perform(
    _ request: ClientRequest,
    for client: Client
  ) throws(ProtocolError) -> (([UInt8]) -> [UInt8])? {
    let decks = engine.deckEntries
    switch request.method {
    case .hello(let number, let name):
      guard number == nil || number == Reply.protocolNumber else {
        throw ProtocolError(
          .refused,
          "protocol not spoken here",
          field: "params.protocol",
          expected: "\(Reply.protocolNumber)"
        )
      }
      client.name = name ?? client.name
      return {
        Reply.hello(
          id: $0,
          version: ReleaseVersion.current,
          access: client.access.access,
          grants: client.access.grants,
          decks: decks
        )
      }
    case .deckList:
      return { Reply.decks(id: $0, decks) }
    case .deckGet(let deck):
      let snapshot = try snapshot(of: deck)
      return { Reply.snapshot(id: $0, snapshot) }
    case .deckCards(let deck, let selection):
      let page = try engine.page(of: try deckID(deck), selection)
      return { Reply.cards(id: $0, page) }
    case .subscribe(let subscription):
      try subscribe(client, request, subscription)
      return nil
    case .unsubscribe(let deck):
      send(.unsubscription(client, request, deck: deck))
      return nil
    case .command(.load(nil, let current), let deck):
      let deck = try deckID(deck)
      if let file = options.configuration.cardFiles[deck] {
        enqueue(.cards(file, deck: deck, current: current, request, client))
        return nil
      }
      return try command(.load(nil, current: current), deck, request, client)
    case .command(let command, let deck):
      return try self.command(command, deck, request, client)
    case .delegateRegister(let deck, let questions):
      let deck = try deckID(deck)
      try register(client, asDelegateOf: deck)
      return try command(.consult(Set(questions)), deck, request, client)
    case .delegateUnregister(let deck):
      let deck = try deckID(deck)
      try checkDelegate(client, of: deck)
      endDelegation(of: deck)
      return try command(.consult([]), deck, request, client)
    case .delegateInvalidate(let deck, let cards):
      let deck = try deckID(deck)
      try checkDelegate(client, of: deck)
      return try command(.invalidate(cards), deck, request, client)
    case .deckConfigure(let deck, let settings):
      let deck = try deckID(deck)
      submit(.configure(settings, deck: deck, ticket: newTicket(for: request, of: client)))
      return nil
    case .daemonStatus:
      let status = status
      return { Reply.status(id: $0, status) }
    case .daemonReload:
      enqueue(.configuration(request, client))
      return nil
    case .surfaceSet(let surface, let change):
      let name = try surfaceName(surface)
      command(set(change, of: name), onSurface: name, request, client)
      return nil
    case .surfaceVsync(let surface, let time, let period):
      let sync = SurfaceCommand.align(to: Instant(microseconds: time), period: period.map { $0 / 1e6 })
      command(sync, onSurface: try surfaceName(surface), request, client)
      return nil
    case .inputInject(let surface, let frames):
      return try inject(frames, on: surface, for: client)
    case .explain(let deck, let isOn):
      let decks = Set(try deck.map { name throws(ProtocolError) in [try deckID(name)] } ?? decks.map(\.id))
      client.explained = isOn ? client.explained.union(decks) : client.explained.subtracting(decks)
      updateInterest()
      let sequence = engine.sequence
      return { Reply.done(id: $0, sequence: sequence) }
    }
  }

  /// Passes a command to the engine, which replies.
  @discardableResult
  func command(
    _ command: DeckCommand,
    _ deck: String?,
    _ request: ClientRequest,
    _ client: Client
  ) throws(ProtocolError) -> (([UInt8]) -> [UInt8])? {
    let deck = try deckID(deck)
    try checkLimits(of: command, deck)
    submit(.command(command, deck: deck, ticket: newTicket(for: request, of: client)))
    return nil
  }

  private func newTicket(for request: ClientRequest, of client: Client) -> UInt64 {
    commands.add(request.id, from: client)
  }

  private func submit(_ input: EngineInput) {
    publish(engine.handle(input, at: Loop.now))
  }

  /// Passes a command for a surface to the engine, which replies.
  private func command(
    _ command: SurfaceCommand,
    onSurface surface: String,
    _ request: ClientRequest,
    _ client: Client
  ) {
    submit(.surface(command, name: surface, ticket: newTicket(for: request, of: client)))
  }

  func snapshot(of deck: String?) throws(ProtocolError) -> DeckSnapshot {
    let id = try deckID(deck)
    guard let snapshot = engine.snapshot(of: id, at: Loop.now) else { throw engine.unknownDeck(id) }
    return snapshot
  }

  /// Returns the id of the named deck, or of the only one.
  func deckID(_ named: String?) throws(ProtocolError) -> String {
    try meant(named, "deck", among: engine.deckEntries.map(\.id))
  }

  /// Returns the name of the named surface, or of the only one.
  func surfaceName(_ named: String?) throws(ProtocolError) -> String {
    try meant(named, "surface", among: engine.surfaceNames)
  }

  private func meant(_ named: String?, _ noun: String, among names: [String]) throws(ProtocolError) -> String {
    if let named, names.contains(named) { return named }
    if named == nil, names.count == 1 { return names[0] }
    throw ProtocolError(
      .invalidParameters,
      named.map { "unknown \(noun) \(truncatedQuote($0))" } ?? "which \(noun)?",
      field: "params.\(noun)",
      expected: "one of \(names.joined(separator: ", "))"
    )
  }
}
