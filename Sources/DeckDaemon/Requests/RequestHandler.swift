package import DeckConfiguration
import DeckEngine
package import DeckProtocol
import DeckSocket
import EventLoop
import Gestures
package import Kinetics
package import Logging

/// Answers the requests of clients: checks what they may do, and passes what changes a deck to the host.
///
/// It owns what requests change besides the host's state: the running configuration with the access policy, the staged
/// cards, the requests that wait for the disk or for a file, and the contacts that clients inject. Files are read on
/// threads that the daemon starts, so the handler itself waits for nothing.
package final class RequestHandler {
  private let host: EngineHost
  private let startTime: Instant
  private let running: RunningConfiguration
  private let injector: ContactInjector
  private var staged = StagedCards()
  /// The commands that wait until less is to be written.
  private var unwritten: [(request: ClientRequest, client: Client)] = []
  private var files = FileQueue()

  /// A handler of the requests to a host whose daemon runs with `options`.
  package init(
    _ host: EngineHost,
    _ options: DaemonOptions,
    _ access: AccessPolicy,
    log: Logger = Logger(label: "deckd")
  ) {
    self.host = host
    running = RunningConfiguration(of: host, options, access, log: log)
    injector = ContactInjector(host)
    startTime = host.clock()
  }

  /// The running configuration.
  package var configuration: DaemonConfiguration { running.options.configuration }
  /// What clients may do.
  package var access: AccessPolicy { running.access }
  /// The folder in which state is persisted; `nil` where nothing is.
  package var stateDirectory: String? { running.options.stateDirectory }

  // MARK: - Requests

  /// Answers a line that a client sent.
  package func answer(_ line: LineFraming.Line, of client: Client) {
    switch line {
    case .complete(let bytes):
      host.clients.receive(bytes)
      if !ClientMessage.isBlank(bytes) {
        handle(Result { () throws(RejectedRequest) in try access.message(in: bytes, of: client.access) }, from: client)
      }
    case .overlong(let beginning):
      host.send(.line(client, Reply.failure(id: ClientRequest.id(atBeginningOf: beginning), access.lineTooLong)))
    }
  }

  /// Handles a parsed line as a request or as a delegate's answer.
  private func handle(_ message: Result<ClientMessage, RejectedRequest>, from client: Client) {
    switch message {
    case .success(.request(let request)):
      if waitsForDisk(request) {
        unwritten.append((request, client))
        client.beginJob()
      } else {
        handle(request, from: client)
      }
    case .success(.answer(let answer)): host.delegates.receive(answer, from: client)
    case .failure(let error):
      if let id = error.id { host.send(.line(client, Reply.failure(id: id, error.error))) }
    }
  }

  /// Whether a request has to wait until less is to be written: its events would be held in memory.
  private func waitsForDisk(_ request: ClientRequest) -> Bool {
    guard host.isBacklogged else { return false }
    return switch request.method {
    case .command, .commit, .inputInject: true
    default: false
    }
  }

  // MARK: - Requests that wait

  /// When commands that waited for the disk are to be performed: now, if there are any and less is to be written.
  ///
  /// The clock is read only then, as this is asked at the end of each wakeup.
  package var deadline: Instant? { unwritten.isEmpty || host.isBacklogged ? nil : host.clock() }

  /// Performs commands that need not wait any longer, for the time of a turn.
  package func resumeRequests() {
    guard !unwritten.isEmpty else { return }
    let start = host.clock()
    while !host.isBacklogged, !unwritten.isEmpty {
      let (request, client) = unwritten.removeFirst()
      client.endJob()
      if isServed(client) {
        handle(request, from: client)
        host.scheduler.release(client)
      }
      if host.clock().microseconds - start.microseconds > RequestScheduler.turnTime { return }
    }
  }

  private func isServed(_ client: Client) -> Bool { host.clients.contains(client) && !client.phase.isLeaving }

  // MARK: - Answers

  /// Performs a request and replies.
  package func handle(_ request: ClientRequest, from client: Client) {
    let before = cardCount(of: request)
    var replaced = before > DeckCommand.mostCards ? replacedCards(of: request) : nil
    reply(to: request, from: client)
    if let cards = replaced.take() { WorkerThread.free(consume cards) }
    let removed = before - cardCount(of: request)
    if removed > 0 { host.clients.recordRemovedCards(removed) }
  }

  /// The cards that a command may replace, all at once.
  private func replacedCards(of request: ClientRequest) -> CardSequence? {
    switch request.method {
    case .command(.load, let deck), .command(.reload, let deck), .commit(_, let deck):
      (try? host.engine.deckID(deck)).flatMap { host.engine.state(of: $0)?.cards }
    default: nil
    }
  }

  /// How many cards the deck of a command has; 0 for other requests.
  private func cardCount(of request: ClientRequest) -> Int {
    switch request.method {
    case .command(_, let deck), .commit(_, let deck):
      guard let id = try? host.engine.deckID(deck) else { return 0 }
      return host.engine.position(of: id)?.count ?? 0
    default: return 0
    }
  }

  private func reply(to request: ClientRequest, from client: Client) {
    answer(request, of: client) { () throws(ProtocolError) in
      defer { countUnanswerable(request, of: client) }
      guard let answer = try perform(request, for: client), let id = request.id else { return }
      host.send(.answer(client, request, .encoded(answer(id))))
    }
  }

  /// Runs the work of a request, or replies with its error; once persistence has finished, a request gets no reply.
  private func answer(_ request: ClientRequest, of client: Client, _ work: () throws(ProtocolError) -> Void) {
    guard !host.isFinished else { return }
    // What was due before the request happens before it.
    host.handle(.deadline)
    do {
      try work()
    } catch {
      if let id = request.id { host.send(.line(client, Reply.failure(id: id, error))) }
    }
  }

  /// Counts a request without a reply like the others while the disk is behind; injected touches do not wait for it.
  private func countUnanswerable(_ request: ClientRequest, of client: Client) {
    guard request.id == nil else { return }
    if case .inputInject = request.method { return }
    host.holdBack(client)
  }

  /// Performs a request.
  ///
  /// - Returns: the reply to one that only reads, for the request's id; `nil` if another part of the daemon replies.
  private func perform(
    _ request: ClientRequest,
    for client: Client
  ) throws(ProtocolError) -> (([UInt8]) -> [UInt8])? {
    let decks = host.engine.deckEntries
    switch request.method {
    case .hello(let number, let name):
      guard number == nil || number == Reply.protocolNumber else {
        let expected = "\(Reply.protocolNumber)"
        throw ProtocolError(.refused, "protocol not spoken here", field: "params.protocol", expected: expected)
      }
      client.introduce(as: name)
      let (access, limits) = (client.access, self.access.limits.published)
      return { id in
        Reply.hello(
          id: id,
          version: ReleaseVersion.current,
          access: access.access,
          grants: access.grants,
          limits: limits,
          decks: decks
        )
      }
    case .deckList: return { Reply.decks(id: $0, decks) }
    case .surfaceList:
      let surfaces = host.engine.surfaceEntries
      return { Reply.surfaces(id: $0, surfaces) }
    case .deckGet(let deck):
      host.send(.answer(client, request, .snapshot(try host.engine.snapshot(named: deck, at: host.clock()))))
    case .deckCards(let deck, let selection):
      host.send(.answer(client, request, .page(try host.engine.query(named: deck, selection))))
    case .deckSettings(let deck, let preset):
      let settings = try host.engine.settings(named: deck, preset: preset)
      return { Reply.settings(id: $0, settings) }
    case .subscribe(let subscription):
      if case .surface = subscription.scope, let topic = subscription.topics.first(where: { !$0.isOfSurfaces }) {
        throw ProtocolError(
          .invalidParameters,
          "a surface has no \(topic.rawValue)",
          field: "params.topics",
          expected: "events, gestures, touches; decks have the others"
        )
      }
      let decks = try host.engine.decks(of: subscription.scope, at: host.clock())
      try host.subscribe(client, request, subscription, to: decks, access)
    case .unsubscribe(let deck, let surface):
      let subject = deck.map { Subject.deck($0) } ?? surface.map { Subject.surface($0) }
      host.send(.unsubscription(client, request, from: subject, sequence: host.engine.sequence))
    case .command(let command, let deck):
      let deck = try host.engine.deckID(deck)
      if case .load(let load) = command, load.cards == nil, let file = configuration.cardFiles[deck] {
        files.append(.cards(file, deck: deck, current: load.current, request, client))
      } else {
        try self.command(command, deck, request, client)
      }
    case .deckStage(let deck, let from, let cards):
      let deck = try host.engine.deckID(deck)
      let count = try staged.add(cards, from: from, of: client, for: deck, under: access)
      if let id = request.id { host.send(.line(client, Reply.staged(id: id, count: count))) }
    case .commit(let staged, let deck):
      let deck = try host.engine.deckID(deck)
      let cards = try self.staged.cards(staged.count, of: client, for: deck)
      try command(staged.command(with: cards), deck, request, client)
    case .delegateRegister(let deck, let questions):
      let deck = try host.engine.deckID(deck)
      try host.delegates.register(client, asDelegateOf: deck, answering: Set(questions))
      try command(.consult(Set(questions)), deck, request, client)
    case .delegateUnregister(let deck):
      let deck = try host.engine.deckID(deck)
      try host.delegates.registry.check(ObjectIdentifier(client), isDelegateOf: deck)
      host.delegates.endDelegation(of: deck)
      try command(.consult([]), deck, request, client)
    case .delegateInvalidate(let deck, let cards):
      let deck = try host.engine.deckID(deck)
      try host.delegates.registry.check(ObjectIdentifier(client), isDelegateOf: deck)
      try command(.invalidate(cards), deck, request, client)
    case .deckConfigure(let deck, let settings):
      let deck = try host.engine.deckID(deck)
      host.handle(request, of: client) { .configure(settings, deck: deck, ticket: $0) }
    case .daemonStatus:
      let uptime = host.clock().seconds(since: startTime)
      let status = DaemonStatus(of: host, running.options, uptime: uptime, files: files.count)
      return { Reply.status(id: $0, status) }
    case .daemonReload: files.append(.configuration(request, client))
    case .surfaceSet(let surface, let change):
      let name = try host.engine.surface(surface)
      // Before anything changes.
      let size = change.width.flatMap { width in change.height.map { Size(width: width, height: $0) } }
      if size != nil { try host.panels.checkSizing(of: name, under: configuration) }
      if let rotation = change.rotation.flatMap({ PanelRotation(rawValue: $0) }) {
        host.panels.rotate(name, to: rotation, under: configuration)
      }
      if let size { host.panels.resize(name, to: size, under: configuration) }
      let command = SurfaceCommand.set(
        reducedMotion: change.reducedMotion,
        refresh: change.refresh,
        asleep: change.asleep
      )
      host.handle(request, of: client) { .surface(command, name: name, ticket: $0) }
    case .surfaceVsync(let surface, let time, let period):
      let name = try host.engine.surface(surface)
      let sync = Instant(microseconds: time)
      try host.frontEnds.align(name, to: sync, period: period.map { $0 / 1e6 }, request: request, of: client)
    case .panelCalibrate(let panel, let crosses, let isOn):
      if isOn {
        try host.panels.calibrate(panel, crosses: crosses?.map { Point(x: $0.x, y: $0.y) }, for: client)
      } else {
        host.panels.endCalibration(for: client)
      }
      acknowledge(request, of: client)
    case .inputInject(let surface, let frames):
      let name = try host.engine.surface(surface)
      try injector.begin(frames, on: name, request, of: client)
    case .explain(let deck, let surface, let isOn):
      let subjects: [Subject] =
        if let deck {
          [.deck(try host.engine.deckID(deck))]
        } else {
          try host.engine.subjects(onSurface: surface)
        }
      host.frontEnds.explain(Set(subjects), to: client, isOn: isOn)
      acknowledge(request, of: client)
    }
    return nil
  }

  /// Replies to a request whose change no rollback takes back, with a line for its id and the number of the last event.
  private func acknowledge(
    _ request: ClientRequest,
    of client: Client,
    with line: @escaping (_ id: [UInt8], _ sequence: UInt64) -> [UInt8] = Reply.done
  ) {
    guard let id = request.id else { return }
    let completion = Ledger.Completion(id: id, sequence: host.engine.sequence, isTakenBack: false, line: line)
    host.send(.done(client, completion))
  }

  /// Passes a command to the engine, which replies.
  private func command(
    _ command: DeckCommand,
    _ deck: String,
    _ request: ClientRequest,
    _ client: Client
  ) throws(ProtocolError) {
    try running.check(command, of: deck)
    host.handle(request, of: client) { .command(command, deck: deck, ticket: $0) }
  }

  // MARK: - Injected contacts

  /// Performs the next portion of the request that keeps a client busy: one of the frames that it injects.
  package func resume(_ client: Client) { injector.resume(client) }

  /// Records that a client departs: what it wanted is dropped where it waits.
  ///
  /// - Returns: whether it leaves injected contacts that must be cancelled.
  package func depart(_ client: Client) -> Bool {
    unwritten.removeAll { $0.client === client }
    files.drop(of: client)
    staged.drop(of: client)
    return injector.depart(client)
  }

  /// Cancels the contacts of departed clients.
  package func cancelOrphans(at now: Instant) { injector.cancelOrphans(at: now) }

  // MARK: - Files

  /// Enqueues a reload of the configuration that no client requested.
  package func reload() {
    // A reload that is waiting will read everything that has been written until now.
    if !files.awaitsHangup { files.append(.configuration(nil, nil)) }
  }

  /// Whether a reload that no client requested has yet to begin.
  package var awaitsReload: Bool { files.awaitsHangup }

  /// Returns the work of the next file, for a thread, whose result `finish(_:_:)` receives; `nil` while none waits, or
  /// one is being read.
  package func nextJob() -> (@Sendable () -> FileJob.Found)? {
    files.start()?.work(configuration: running.options.configurationPath, configuration)
  }

  /// Handles the result of a job; a reload applies the permissions of `sockets`.
  package func finish(_ found: FileJob.Found, _ sockets: ListeningSockets) {
    let job = files.removeCurrent()
    switch (job, found) {
    case (.cards(_, let deck, let current, let request, let client), .cards(let cards)):
      answer(request, of: client) { () throws(ProtocolError) in
        try load(cards, into: deck, from: current, request, client)
      }
    case (.configuration(let request, let client), .configuration(let configuration)):
      finishReload(configuration, request, client, sockets)
    case (.cards, _), (.configuration, _):
      preconditionFailure("a job came back with something else")
    }
    if let client = job.client { host.scheduler.release(client) }
  }

  /// Loads the cards that a deck's file contains now.
  private func load(
    _ cards: Result<CardSequence, CardFile.Failure>,
    into deck: String,
    from current: Int,
    _ request: ClientRequest,
    _ client: Client
  ) throws(ProtocolError) {
    let id = try host.engine.deckID(deck)
    let read = cards.mapError { ProtocolError(.refused, $0.problem, field: "params.cards", expected: $0.expected) }
    let found = try read.get()
    try running.check(.load(.init(found, current: 0)), of: id)
    running.provide(found, forDeck: id)
    try command(.load(.init(nil, current: current)), id, request, client)
  }

  // MARK: - Reload

  private func finishReload(
    _ configuration: Result<DaemonConfiguration, any Error>,
    _ request: ClientRequest?,
    _ client: Client?,
    _ sockets: ListeningSockets
  ) {
    guard let request, let client else { return running.reloadAfterHangup(configuration, sockets) }
    answer(request, of: client) { () throws(ProtocolError) in
      let (restart, kept) = try running.reload(configuration, sockets)
      acknowledge(request, of: client) { Reply.reloaded(id: $0, sequence: $1, restart: restart, kept: kept) }
    }
  }
}
