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
/// It owns what requests change besides the host's state: the running configuration with the access policy, the
/// requests that wait, and the contacts that clients inject. Files are read and long lines are parsed on worker threads
/// that the daemon starts, so the handler itself waits for nothing.
package final class RequestHandler {
  private let host: EngineHost
  private let startTime: Instant
  private let running: RunningConfiguration
  private let injector: ContactInjector
  private var waiting: WaitingRequests
  private var staged = StagedCards()
  /// Whether a request is performed again.
  private var isRedoing = false
  /// The processor time of the loop's thread.
  private let processorTime: () -> Instant

  /// A handler of the requests to a host whose daemon runs with `options`; `processorTime` measures long commands.
  package init(
    _ host: EngineHost,
    _ options: DaemonOptions,
    _ access: AccessPolicy,
    log: Logger = Logger(label: "deckd"),
    longCommands: LongCommands = LongCommands(),
    processorTime: @escaping () -> Instant = { Loop.processorTime }
  ) {
    (self.host, self.processorTime) = (host, processorTime)
    running = RunningConfiguration(of: host, options, access, log: log)
    injector = ContactInjector(host)
    waiting = WaitingRequests(of: host.clients, longCommands, clock: host.clock)
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
      if bytes.count > LongLine.threshold {
        waiting.append(.line(LongLine(bytes: bytes, access: access, permissions: client.access), client))
      } else if !ClientMessage.isBlank(bytes) {
        handle(Result { () throws(RejectedRequest) in try access.message(in: bytes, of: client.access) }, from: client)
      }
    case .overlong:
      host.send(.line(client, Reply.failure(id: ClientRequest.unknownID, access.lineTooLong)))
    }
  }

  /// Handles a parsed line as a request or as a delegate's answer; `line` is the line if it is a long one, and a
  /// command that is due waits no longer for a share of the time.
  private func handle(
    _ message: Result<ClientMessage, RejectedRequest>,
    from client: Client,
    in line: LongLine? = nil,
    isDue: Bool = false
  ) {
    switch message {
    case .success(.request(let request)):
      if waitsForDisk(request) {
        waiting.deferUntilWritten(request, of: client)
      } else if isDue || !waiting.deferUntilTime(request, of: client, in: line, count: { cardCount(of: request) }) {
        handle(request, from: client)
      }
    case .success(.answer(let answer)): host.receive(answer, from: client)
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

  /// When a request that waits may be performed; `nil` while none waits for a time.
  package var deadline: Instant? {
    // Asked at the end of each wakeup: the clock is read only if a request waits.
    waiting.isEmpty ? nil : waiting.deadline(isBacklogged: host.isBacklogged)
  }

  /// Whether a request waits, and need not wait any longer.
  package var canResumeRequests: Bool { deadline.map { $0 <= host.clock() } ?? false }

  /// Performs the requests that need not wait any longer, for the time of a turn, and of the commands about many cards
  /// one: touches and ticks come in between.
  package func resumeRequests() {
    guard !waiting.isEmpty else { return }
    let start = host.clock()
    for ofPages in [false, true] { resumeReads(ofPages: ofPages) }
    while !host.isBacklogged, let (request, client) = waiting.removeUnwritten() {
      if !waiting.deferUntilTime(request, of: client, count: { cardCount(of: request) }) {
        resume(request, of: client)
      }
      if host.clock().microseconds - start.microseconds > RequestScheduler.turnTime { return }
    }
    if !host.isBacklogged, let (request, client) = waiting.removeTimely() { resume(request, of: client) }
  }

  /// Performs the requests that waited for replies like one that is encoded now.
  ///
  /// For the time of a turn: that they waited, or even have left, may have made them short.
  private func resumeReads(ofPages: Bool) {
    let start = host.clock()
    while let (request, client) = waiting.removeRead(ofPages: ofPages) {
      // One that has closed its connection is noticed in its turn.
      if isServed(client), !client.connection.isHungUp { handle(request, from: client) }
      takeLongReplies()
      host.scheduler.release(client)
      if host.clock().microseconds - start.microseconds > RequestScheduler.turnTime { return }
    }
  }

  /// Performs a command that waited, unless its client has left.
  private func resume(_ command: ClientRequest, of client: Client) {
    guard isServed(client) else { return }
    handle(command, from: client)
    host.scheduler.release(client)
  }

  private func isServed(_ client: Client) -> Bool { host.clients.contains(client) && !client.phase.isLeaving }

  // MARK: - Answers

  /// Performs a request and replies.
  package func handle(_ request: ClientRequest, from client: Client) {
    let before = cardCount(of: request)
    let isLong = waiting.longCommands.contains(request.method) { before }
    let start = isLong ? processorTime() : nil
    reply(to: request, from: client)
    if let start { waiting.charge(client, processorTime().microseconds - start.microseconds) }
    // A long command may replace as many cards as it leaves, and a short one many by a few.
    let most = waiting.longCommands.mostCards
    guard before > most else { return }
    if isLong || before - cardCount(of: request) > most { host.clients.recordRemovedCards() }
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
      host.send(.reply(client, request, line: answer(id)))
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
    case .deckGet(let deck):
      answer(request, of: client, by: .snapshot(try host.engine.snapshot(named: deck, at: host.clock())))
    case .deckCards(let deck, let selection):
      answer(request, of: client, by: .page(try host.engine.query(named: deck, selection)))
    case .deckSettings(let deck, let preset):
      let settings = try host.engine.settings(named: deck, preset: preset)
      return { Reply.settings(id: $0, settings) }
    case .subscribe(let subscription):
      let decks = try host.engine.decks(of: subscription.scope, at: host.clock())
      guard !mustDefer(request, of: client, for: .subscription(decks, journal: nil, isLost: false)) else { return nil }
      try host.subscribe(client, request, subscription, to: decks, access)
    case .unsubscribe(let deck): host.send(.unsubscription(client, request, deck: deck))
    case .command(let command, let deck):
      let deck = try host.engine.deckID(deck)
      if case .load(let load) = command, load.cards == nil, let file = configuration.cardFiles[deck] {
        waiting.append(.cards(file, deck: deck, current: load.current, request, client))
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
      try host.register(client, asDelegateOf: deck)
      try command(.consult(Set(questions)), deck, request, client)
    case .delegateUnregister(let deck):
      let deck = try host.engine.deckID(deck)
      try host.delegates.check(ObjectIdentifier(client), isDelegateOf: deck)
      host.endDelegation(of: deck)
      try command(.consult([]), deck, request, client)
    case .delegateInvalidate(let deck, let cards):
      let deck = try host.engine.deckID(deck)
      try host.delegates.check(ObjectIdentifier(client), isDelegateOf: deck)
      try command(.invalidate(cards), deck, request, client)
    case .deckConfigure(let deck, let settings):
      let deck = try host.engine.deckID(deck)
      host.handle(request, of: client) { .configure(settings, deck: deck, ticket: $0) }
    case .daemonStatus:
      let uptime = host.clock().seconds(since: startTime)
      let status = DaemonStatus(of: host, running.options, uptime: uptime, files: waiting.fileCount)
      return { Reply.status(id: $0, status) }
    case .daemonReload: waiting.append(.configuration(request, client))
    case .surfaceSet(let surface, let change):
      let name = try host.engine.surface(surface)
      // Before anything changes.
      let size = change.width.flatMap { width in change.height.map { Size(width: width, height: $0) } }
      if size != nil { try host.checkSizing(of: name, under: configuration) }
      if let rotation = change.rotation.flatMap({ PanelRotation(rawValue: $0) }) {
        host.rotate(name, to: rotation, under: configuration)
      }
      if let size { host.resize(name, to: size, under: configuration) }
      let command = SurfaceCommand.set(reducedMotion: change.reducedMotion, refresh: change.refresh)
      host.handle(request, of: client) { .surface(command, name: name, ticket: $0) }
    case .surfaceVsync(let surface, let time, let period):
      let name = try host.engine.surface(surface)
      let sync = Instant(microseconds: time)
      try host.align(name, to: sync, period: period.map { $0 / 1e6 }, request: request, of: client)
    case .panelCalibrate(let panel, let crosses, let isOn):
      if isOn {
        try host.calibrate(panel, crosses: crosses?.map { Point(x: $0.x, y: $0.y) }, for: client)
      } else {
        host.endCalibration(for: client)
      }
      acknowledge(request, of: client) { Reply.done(id: $0, sequence: $1) }
    case .inputInject(let surface, let frames):
      let name = try host.engine.surface(surface)
      let check = try injector.begin(frames, on: name, request, of: client)
      if let check { waiting.append(.check(check, request, client)) }
    case .explain(let deck, let isOn):
      let named = try deck.map { name throws(ProtocolError) in [try host.engine.deckID(name)] }
      host.explain(Set(named ?? decks.map(\.id)), to: client, isOn: isOn)
      acknowledge(request, of: client) { Reply.done(id: $0, sequence: $1) }
    }
    return nil
  }

  /// Replies to a request that only reads.
  private func answer(_ request: ClientRequest, of client: Client, by answer: Answer) {
    if !mustDefer(request, of: client, for: answer) { host.send(.answer(client, request, answer)) }
  }

  /// Whether a request must wait until fewer replies like its answer are to be encoded.
  private func mustDefer(_ request: ClientRequest, of client: Client, for answer: Answer) -> Bool {
    // One that is performed again keeps its place among those of its client.
    guard !isRedoing, answer.isLong(host.longestReply) else { return false }
    takeLongReplies()
    return waiting.deferUntilEncoded(request, of: client, for: answer)
  }

  private func takeLongReplies() { for reply in host.takeLongReplies() { waiting.move(reply) } }

  /// Performs a request again, after the disk has refused what its first reply reported.
  package func redo(_ request: ClientRequest, from client: Client) {
    isRedoing = true
    defer { isRedoing = false }
    handle(request, from: client)
  }

  /// Replies to a request whose change no rollback takes back, with a line for its id and the number of the last event.
  private func acknowledge(
    _ request: ClientRequest,
    of client: Client,
    with line: @escaping (_ id: [UInt8], _ sequence: UInt64) -> [UInt8]
  ) {
    guard let id = request.id else { return }
    host.send(.applied(client, sequence: host.engine.sequence) { line(id, $0) })
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
    waiting.drop(of: client)
    staged.drop(of: client)
    return injector.depart(client)
  }

  /// Cancels the contacts of departed clients.
  package func cancelOrphans(at now: Instant) { injector.cancelOrphans(at: now) }

  // MARK: - Files and long lines

  /// Enqueues a reload of the configuration that no client requested.
  package func reload() {
    // A reload that is waiting will read everything that has been written until now.
    if !waiting.awaitsHangup { waiting.append(.configuration(nil, nil)) }
  }

  /// Whether a reload that no client requested has yet to begin.
  package var awaitsReload: Bool { waiting.awaitsHangup }

  /// Handles the message that a long line contains; a request that has to wait for the disk waits to be parsed again,
  /// since what a line contains takes many times its length.
  private func handle(
    _ message: Result<ClientMessage, RejectedRequest>,
    in line: LongLine,
    of client: Client,
    parsedBy job: WorkerJob
  ) {
    if case .success(.request(let request)) = message, waitsForDisk(request) {
      waiting.append(job)
    } else if case .command = job {
      handle(message, from: client, isDue: true)
    } else {
      handle(message, from: client, in: line)
    }
  }

  /// Whether a job may wait for a worker thread: after nearly every wakeup, none does.
  package var mayHaveJobs: Bool { waiting.hasJobs || host.hasLongReplies }

  /// Returns the next job, for a worker thread, whose result `finish(_:_:)` receives; `nil` while none waits, or one of
  /// its kind is being done.
  ///
  /// Lines take many times their length once they are parsed: none is while much is to be written.
  package func nextJob() -> (@Sendable () -> WorkerJob.Found)? {
    takeLongReplies()
    let job = waiting.beginJob(parses: !host.isBacklogged)
    return job?.work(configuration: running.options.configurationPath, configuration)
  }

  /// Handles the result of a job; a reload applies the permissions of `sockets`.
  package func finish(_ found: WorkerJob.Found, _ sockets: ListeningSockets) {
    let job = waiting.endJob(found)
    switch (job, found) {
    case (.cards(_, let deck, let current, let request, let client), .cards(let cards)):
      answer(request, of: client) { () throws(ProtocolError) in
        try load(cards, into: deck, from: current, request, client)
      }
    case (.configuration(let request, let client), .configuration(let configuration)):
      finishReload(configuration, request, client, sockets)
    case (.line(let line, let client), .message(let message)), (.command(let line, let client), .command(let message)):
      guard isServed(client), let message else { break }
      handle(message, in: line, of: client, parsedBy: job)
    case (.check(_, let request, let client), .checked(let batch)):
      guard isServed(client) else { break }
      answer(request, of: client) { () throws(ProtocolError) in try injector.add(batch, request, of: client) }
    case (.reply(let reply), .page(let line)), (.reply(let reply), .snapshot(let line)):
      host.clients.fill(reply.place, with: line, of: reply.client)
      resumeReads(ofPages: reply.answer.isPage)
    case (.cards, _), (.configuration, _), (.line, _), (.command, _), (.check, _), (.reply, _):
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
