package import DeckEngine
package import DeckProtocol
import DeckSocket
package import DeckStore
import EventLoop
package import Kinetics
package import Logging

/// The engine, and what its effects are for: only the host lets the engine handle an input, and performs the effects.
///
/// Persistence comes before publication: events and replies are sent, in order, once what they report is on disk.
/// Frames and touches do not wait. A commit that the disk refuses is rolled back: the decks return to their state at
/// the last published event, and the client whose command is taken back receives an error.
package final class EngineHost {
  package private(set) var engine: Engine
  package let clients: ClientRegistry
  package let subscriptions: SubscriptionHub
  package let scheduler = RequestScheduler()
  let log: Logger
  /// The time of now: everything but the loop's timer reads it here.
  let clock: () -> Instant
  package private(set) lazy var panels = PanelHost(self)
  private var commands = PendingCommands()
  private(set) lazy var delegates = DelegateHost(self)
  private(set) lazy var frontEnds = FrontEndHost(self)
  private var ledger = Ledger()
  /// The last states of decks that were removed from the configuration: they may return.
  private var absent: [String: DeckState] = [:]
  /// Effects that arose while others were performed, to be performed after those.
  private var effects: [EngineEffect] = []
  private var isPublishing = false
  /// Whether a motor plays haptic feedback, which the engine then triggers without any subscriber.
  var playsHaptics = false {
    didSet { if playsHaptics != oldValue { frontEnds.updateInterest() } }
  }
  /// The haptic feedback that no motor has played yet.
  private var haptics: [HapticNote] = []
  /// The departed clients of which only the connection and the injected contacts are left.
  private var departures: [ClientRegistry.Departure] = []

  /// A host without persistence.
  package init(
    _ engine: consuming Engine,
    _ clients: ClientRegistry,
    log: Logger = Logger(label: "deckd"),
    clock: @escaping () -> Instant = { Loop.now }
  ) {
    self.engine = engine
    self.clients = clients
    self.log = log
    self.clock = clock
    subscriptions = SubscriptionHub(clients)
  }

  // MARK: - Inputs

  /// Lets the engine handle an input, and performs the effects.
  package func handle(_ input: EngineInput, at now: Instant? = nil) {
    publish(engine.handle(input, at: now ?? clock()))
  }

  /// Lets the engine handle a client's command, which it replies to.
  package func handle(_ request: ClientRequest, of client: Client, _ input: (_ ticket: UInt64) -> EngineInput) {
    handle(commands.add(request.id, from: client, input))
  }

  /// Lets all decks appear, and publishes their first frames.
  package func start() {
    publish(engine.start(appearing: true))
  }

  /// Replaces the engine's configuration; decks that were removed are kept until they return.
  package func reconfigure(_ configuration: EngineConfiguration) {
    let decks = Set(configuration.decks.map(\.id))
    // A deck that is missing only briefly, because of a mistake in the file, must not lose its decisions.
    for state in engine.states where !decks.contains(state.deck) { absent[state.deck] = state }
    engine.forgetRemovals(upTo: journal?.sequence ?? .max)
    let asked = engine.askingDecks
    handle(.reconfigure(configuration, returning: Array(absent.values)))
    for deck in decks { absent[deck] = nil }
    // Decks may be on other surfaces.
    frontEnds.updateVsyncs()
    delegates.reconfigure(after: asked)
  }

  /// Replaces the cards that a deck has in the configuration.
  func provide(_ cards: CardSequence, forDeck deck: String) {
    engine.provide(cards, forDeck: deck)
  }

  /// Has the engine publish `topics`, and haptics if a motor plays them.
  func listen(to topics: Set<Topic>, explains: Bool) {
    engine.listen(to: playsHaptics ? topics.union([.haptics]) : topics, from: clock())
    engine.explains = explains
  }

  /// Publishes a deck's next frame in any case.
  func show(_ deck: String) {
    publish(engine.show(deck))
  }

  // MARK: - Effects

  /// Performs the engine's effects in order.
  ///
  /// A client that turns out to be disconnected meanwhile may cause more effects: they are performed afterwards.
  private func publish(_ new: consuming [EngineEffect]) {
    guard !isPublishing else { return effects += new }
    // Also without effects: a subscription that waits may have to show what changed, and a client's backlog is what was
    // queued for it before the last batch.
    clients.beginBatch()
    guard !new.isEmpty || delegates.awaitsAnswers else { return engine.reuse(new) }
    isPublishing = true
    perform(&new)
    finishPublishing()
    engine.reuse(new)
  }

  private func finishPublishing() {
    performEffects()
    isPublishing = false
    delegates.closeQuestions()
    writeToClients()
  }

  /// Performs the deferred effects, including those that they cause, and submits everything to the writer.
  private func performEffects() {
    repeat {
      var next: [EngineEffect] = []
      swap(&next, &effects)
      perform(&next)
      ledger.endStep { engine.states }
      deliverReady(afterJobs: false)
      settleDepartures()
    } while !effects.isEmpty
  }

  /// Performs effects, and removes them.
  ///
  /// Each is moved out of the array, from its end: a frame is large, and to copy one costs a touch 300 instructions.
  private func perform(_ effects: inout [EngineEffect]) {
    if effects.count > 1 { effects.reverse() }
    while let effect = effects.popLast() { perform(effect) }
  }

  private func perform(_ effect: consuming EngineEffect) {
    switch consume effect {
    case .frame(let frame): subscriptions.send(frame)
    case .notify(let notification): perform(notification)
    case .answer(let ticket, let result): answer(ticket, result)
    case .ask(let ticket, let question): delegates.ask(ticket, question)
    case .explain(let explanation):
      if let line = explanation.logged { log.warning("\(line)") }
      subscriptions.send(explanation) { engine.surfaceName(of: $0) }
    }
  }

  private func perform(_ notification: DeckNotification) {
    switch notification {
    case .event(let event): send(.event(event, line: notification.line))
    case .haptic(let note) where playsHaptics:
      haptics.append(note)
      fallthrough
    default: subscriptions.send(notification) { engine.surfaceName(of: $0) }
    }
  }

  /// Sends the engine's reply to the client that sent the command, if it is still connected.
  private func answer(_ ticket: UInt64, _ result: CommandResult) {
    guard let sender = commands.remove(ticket), let id = sender.request, clients.contains(sender.client) else { return }
    switch result {
    case .done(let sequence):
      send(.done(sender.client, .init(id: id, sequence: sequence, isTakenBack: sender.isTakenBack)))
    case .failed(let error): send(.line(sender.client, Reply.failure(id: id, ProtocolError(error))))
    }
  }

  /// Publishes a notification that is not the engine's.
  func publish(_ notification: DeckNotification) {
    if !isPublishing { clients.beginBatch() }
    subscriptions.send(notification) { engine.surfaceName(of: $0) }
    if !isPublishing { finishPublishing() }
  }

  /// Returns the haptic feedback that the decks have triggered since the last call.
  func takeHaptics() -> [HapticNote] {
    guard !haptics.isEmpty else { return [] }
    defer { haptics = [] }
    return haptics
  }

  /// When the engine, a client or a held frame must be attended to next.
  package var deadline: Instant? {
    .earlier(
      .earlier(engine.nextDeadline, panels.deadline),
      .earlier(clients.deadline, subscriptions.deadline)
    )
  }

  /// The commands that the engine has not answered, and the items that wait for the disk.
  var waiting: (commands: Int, disk: Int) { (commands.count, ledger.count) }

  /// Whether anything waits for the disk.
  package var isWaiting: Bool { ledger.count > 0 }

  /// Whether so much waits for the disk that commands wait, too: their replies would follow it in any case, and what
  /// they change would be held in memory.
  var isBacklogged: Bool { ledger.events > Self.mostEvents }

  /// The disk writes as many in some 20 ms, and the replies to requests that only read wait for that.
  private static let mostEvents = 1000

  /// The journal's name, and the number of the last event on disk; `nil` without persistence.
  package var journal: (name: String, sequence: UInt64)? { ledger.journal }

  // MARK: - Clients

  /// Writes what is queued for clients, once.
  package func writeToClients() {
    clients.write()
    settleDepartures()
  }

  /// Ends the subscriptions and delegations of the clients that have departed.
  private func settleDepartures() {
    for departure in clients.takeDepartures() {
      let client = departure.client
      if let warning = departure.warning { log.warning("\(warning)", metadata: client.connection.metadata) }
      frontEnds.remove(client)
      client.requests.removeAll()
      departures.append(departure)
      delegates.dismiss(client)
      panels.endCalibration(for: client)
    }
  }

  /// Returns the departed clients of which only the connection and the injected contacts are left.
  package func takeDepartures() -> [ClientRegistry.Departure] {
    defer { departures = [] }
    return departures
  }

  /// Sends what is due at `now` for the clients' rates, and removes clients whose time is up.
  package func serveDeadlines(at now: Instant) {
    subscriptions.sendHeldFrames(at: now)
    clients.write()
    clients.removeOverdue(at: now)
    settleDepartures()
  }

  /// Returns whether memory is due at `now` to be given back to the system with `MemoryTrim.perform()`.
  package func takeMemoryTrim(at now: Instant) -> Bool {
    clients.takeMemoryTrim(at: now) { isActive }
  }

  /// Records that a client only closed its sending side, and still receives what it subscribes to.
  package func halfClose(_ client: Client) {
    client.phase.halfClose()
    delegates.dismiss(client)
  }

  /// Requests more missed events for the client whose turn it is.
  package func requestReplay() {
    subscriptions.requestReplay(upTo: engine.sequence, &ledger)
  }

  /// Starts a subscription to decks as they are now.
  ///
  /// The reply is sent once the events that its snapshots include are on disk.
  package func subscribe(
    _ client: Client,
    _ request: ClientRequest,
    _ wanted: ClientRequest.Subscription,
    to decks: PendingSubscription.Decks,
    _ access: AccessPolicy
  ) throws(ProtocolError) {
    if let subject = decks.subject, let count = subscriptions.count(of: client, beside: subject) {
      try access.subscription(beside: count).check()
    }
    send(.subscription(client, request, subscriptions.prepare(wanted, decks, for: client, &ledger)))
  }

  // MARK: - The disk

  /// Restores the decks from a store, and persists everything that happens from here on in it.
  ///
  /// `report` is called on the writer's thread; the owner passes the report to `handle(_:redo:)` on the loop.
  /// A writer without a thread runs when the owner calls the returned writer's `runWaitingJobs()`.
  @discardableResult
  package func persist(
    in store: sending StateStore,
    onThread: Bool = true,
    _ report: @escaping @Sendable (StateReport) -> Void
  ) -> StateWriter {
    let states = store.decks.map(\.engineState)
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
    let writer = StateWriter(store, onThread: onThread, report: report)
    ledger.start(writer, journal: journal, sequence: sequence)
    return writer
  }

  /// Whether a finger is down or anything moves.
  var isActive: Bool { engine.activity.isActive }

  var deckCount: Int { engine.deckCount }

  /// Whether persistence has finished; then nothing is published any more.
  var isFinished: Bool { ledger.isFinished }

  /// Waits until everything is on disk, and accepts nothing more.
  package func finish() {
    ledger.finish(engine.states)
  }

  /// Closes the journal after `finish()`.
  package func close() {
    ledger.close()
  }

  /// Delivers an item once everything that was committed before it is on disk.
  package func send(_ item: Ledger.Item) {
    ledger.append(item, isInStep: isPublishing)
    deliverReady(afterJobs: false)
  }

  /// Counts a request without a reply like the others while the disk is behind.
  package func holdBack(_ client: Client) {
    // Nothing is sent: an empty line is dropped where it would be delivered.
    send(.line(client, []))
  }

  /// Delivers an item that is on disk or does not have to be; `missed` is the journal's answer if the item requested
  /// one.
  private func deliver(_ item: Ledger.Item, _ missed: Result<JournalAnswer, StoreError>?) {
    if let client = item.client, !clients.contains(client) { return }
    switch item {
    case .event(let event, let line): frontEnds.send(event, as: line)
    case .line(let client, let line): if !line.isEmpty { subscriptions.send(reply: line, to: client) }
    case .done(let client, let done): subscriptions.send(reply: done.line(done.id, done.sequence), to: client)
    case .answer(let client, let request, let answer):
      if let id = request.id { subscriptions.send(reply: answer.line(id: id), to: client) }
    case .subscription(let client, let request, let pending):
      frontEnds.begin(pending, for: client, request, missed)
    case .unsubscription(let client, let request, let subject, let sequence):
      frontEnds.unsubscribe(client, request, from: subject, sequence: sequence)
    case .replay(let client, let ticket):
      if let missed {
        let decks = subscriptions.replay(missed, asked: ticket, to: client, from: engine, at: clock())
        frontEnds.updateInterest()
        for deck in decks { show(deck) }
      }
    }
    // Its requests may have been waiting.
    if let client = item.client { scheduler.release(client) }
  }

  /// Handles the writer's report of what is on disk now; `redo` performs a request again.
  package func handle(_ report: StateReport, redo: (ClientRequest, Client) -> Void) {
    isPublishing = true
    var restoration = report.restoration
    for answer in report.answers {
      switch answer.outcome {
      case .committed:
        if ledger.conclude(answer.ticket, isCommitted: true) { log.notice("what happens can be kept again") }
      case .refused(let error):
        deliverReady(portion: .max)
        ledger.conclude(answer.ticket, isCommitted: false)
        // Once for all jobs that the writer refused together.
        if let back = restoration { rollBack(to: back, because: error, redo) }
        restoration = nil
      case .events(let found): ledger.conclude(answer.ticket, isCommitted: false, .success(found))
      case .unread(let error): ledger.conclude(answer.ticket, isCommitted: false, .failure(error))
      }
    }
    deliverMore()
  }

  /// Whether anything is on disk that is yet to be delivered.
  package var hasDeliveries: Bool { ledger.isReady() }

  /// Delivers some of what is on disk; touches, ticks and turns come in between.
  package func deliverMore() {
    isPublishing = true
    deliverReady(portion: isFinished ? .max : Self.portion)
    finishPublishing()
    requestReplay()
  }

  /// Delivers, in order and up to a cost, what has nothing to wait for; with `afterJobs` also what had to.
  private func deliverReady(portion: Int = .max, afterJobs: Bool = true) {
    var cost = 0
    while cost < portion, let ready = ledger.removeReady(afterJobs: afterJobs) {
      // What one commit caused: no client could have read anything in between.
      if ready.beginsJob { clients.beginBatch() }
      deliver(ready.item, ready.missed)
      cost += ready.item.cost
    }
  }

  /// The cost of what is delivered at a time: some 500 µs.
  private static let portion = 256

  /// Restores the decks to their states on disk, since later changes cannot be persisted.
  private func rollBack(
    to restoration: StateReport.Restoration,
    because error: StoreError,
    _ redo: (ClientRequest, Client) -> Void
  ) {
    if ledger.failure != error { log.error("not kept, and taken back: \(error)") }
    let failure = CommandError.notStored(reason: "\(error)")
    // Deferred effects belong to the engine's state before the rollback.
    performEffects()
    let items = ledger.rollBack(because: error)
    let states = restoration.decks.map(\.engineState)
    for state in states where absent[state.deck] != nil { absent[state.deck] = state }
    publish(engine.restore(states, sequence: restoration.sequence, failing: failure, at: clock()))
    for item in items {
      switch item {
      case .event: break  // It did not happen.
      case .line: ledger.append(item, isInStep: false)
      case .unsubscription(let client, let request, let subject, _):
        ledger.append(
          .unsubscription(client, request, from: subject, sequence: restoration.sequence),
          isInStep: false
        )
      case .done(let client, let done):
        let line =
          done.isTakenBack
          ? Reply.failure(id: done.id, ProtocolError(failure)) : done.line(done.id, restoration.sequence)
        ledger.append(.line(client, line), isInStep: false)
      case .answer(let client, let request, _), .subscription(let client, let request, _):
        redo(request, client)
        // In a step of its own, so that the reply does not wait for the commit of the restoration.
        ledger.endStep { engine.states }
      // The journal's answer will not come: the missed events are requested again.
      case .replay(let client, let ticket): subscriptions.withdraw(ticket, of: client)
      }
    }
  }
}
