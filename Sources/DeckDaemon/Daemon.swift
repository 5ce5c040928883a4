import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
package import EventLoop
import Glibc
import Kinetics
import LibinputTouch
package import Logging
import Service
import UnixSocket

/// The daemon's shell: owns the descriptors, the clock and the only timer, and passes inputs to the engine.
///
/// Everything runs on the loop's thread. After each wakeup the timer is armed for the next deadline of the engine or of
/// a client; without a deadline the process sleeps.
package actor Daemon {
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  private let loop: Loop
  private let log: Logger
  private var sockets: ListeningSockets
  private var panels: PanelReader
  private let host: EngineHost
  private var manager = ServiceManager(at: Loop.now)
  private let requests: RequestHandler
  /// The devices beside the panels; there from the start on.
  private var senses: Senses?
  private var latency = LatencyControl()
  /// The opened state, until the writer owns it.
  private var store: StateStore?
  private var watches: [Watch] = []
  private var isStopping = false
  private let stopped: @Sendable (_ isFailure: Bool) -> Void

  /// How many connections are accepted in succession, before panels, ticks and other clients have their turn.
  private static let acceptedPerTurn = 16

  private var clients: ClientRegistry { host.clients }
  /// Whether the delivery of what is on disk is enqueued in the loop.
  private var isDeliveryPosted = false
  private var status: ServiceStatus { .serving(decks: host.deckCount, panels: host.panels.registry.count) }

  /// The descriptors of a daemon, and of a few clients: where a thread or the loop has none left, the process ends
  /// without a word.
  private static let leastDescriptors = ListeningSockets.ownDescriptors + 16

  /// Opens the devices and the sockets.
  ///
  /// `stopped` is called on the loop once the daemon has closed them again, after a request to stop or a failure.
  package init(
    _ options: DaemonOptions,
    loop: Loop,
    log: Logger,
    stopped: @escaping @Sendable (_ isFailure: Bool) -> Void
  ) throws(DaemonError) {
    self.loop = loop
    self.log = log
    self.stopped = stopped
    let descriptors = DescriptorLimit.raise(to: Self.leastDescriptors)
    guard descriptors >= Self.leastDescriptors else {
      throw .fewDescriptors(descriptors, least: Self.leastDescriptors)
    }
    do {
      let engine = try Engine(options.configuration.engineConfiguration(panels: []), at: Loop.now)
      host = EngineHost(engine, ClientRegistry(), log: log)
    } catch {
      throw .engine(error)
    }
    host.panels.watchScreens(of: options.configuration.surfaces)
    panels = try PanelReader(options, host.panels, log: log)
    let grants = try InjectGrants(options.configuration.access)
    // First, so that a socket that cannot be created leaves no state directory behind.
    let placement = try ListeningSockets.placement(options)
    // Before the sockets: a client that connects waits until there is state to serve.
    store = try StateStore.open(options, log: log)
    sockets = try ListeningSockets(options, at: placement)
    let access = AccessPolicy(grants, options.configuration.limits, controlPath: sockets.controlPath)
    requests = RequestHandler(host, options, access, log: log)
  }

  /// Starts to watch the devices, the signals and the sockets; returns at once.
  package func start() {
    loop.deadline.whenDue { [self] in assumeIsolated { $0.timerFired() } }
    watches = panels.descriptors.map { descriptor in
      loop.watch(readable: descriptor, isUrgent: true) { [self] in assumeIsolated { $0.inputReady() } }
    }
    watches.append(loop.watchClockChanges { [self] in assumeIsolated { $0.inputReady() } })
    // Before the log says that the daemon listens: a signal that comes as soon as it does ends the daemon in order.
    watches.append(
      loop.watch(signals: [SIGTERM, SIGINT, SIGHUP]) { [self] signal in
        assumeIsolated { $0.handle(signal: signal) }
      }
    )
    sockets.startAccepting(on: loop, log: log) { [self] index in
      assumeIsolated { $0.acceptClients(on: index) }
    }
    sockets.apply(requests.access.limits, log: log)
    clients.replyLimit = requests.access.limits.replies
    // The connected panels size their surfaces before any client sees a deck.
    readPanels()
    startSenses()
    if let store {
      // Safe: no other code holds the store, and from here on this actor does not either.
      nonisolated(unsafe) let own = store
      self.store = nil
      host.persist(in: own) { [self] report in loop.perform { [self] in assumeIsolated { $0.handle(report) } } }
    }
    host.start()
    endWakeup()
    announceReadiness()
  }

  private func announceReadiness() {
    log.notice(
      "listening",
      metadata: [
        "configuration": "\(requests.configuration.file ?? "none")", "socket": "\(sockets.controlPath)",
        "state": "\(requests.stateDirectory ?? "none")", "version": "\(ReleaseVersion.current)",
      ]
    )
    if host.panels.registry.isEmpty { log.notice("no touchscreen \(panels.devices) yet; waiting for one") }
    manager.reportReady(status)
  }

  private func handle(signal: Int32) {
    switch signal {
    case SIGTERM: stop(because: "SIGTERM")
    case SIGINT: stop(because: "SIGINT")
    default:
      manager.reportReloading(at: Loop.now)
      requests.reload()
      if let work = requests.nextJob() { start(work) }
    }
  }

  private func stop(because reason: String, isFailure: Bool = false) {
    guard !isStopping else { return }
    isStopping = true
    log.notice("stopping", metadata: ["reason": "\(reason)"])
    manager.reportStopping()
    for watch in watches { watch.cancel() }
    watches = []
    senses?.close()
    // When this returns, the writer's last report is queued on the loop, ahead of the block below. So is any input that
    // arrived meanwhile: it is too late.
    host.finish()
    loop.perform { [self] in assumeIsolated { $0.close(isFailure: isFailure) } }
  }

  private func close(isFailure: Bool) {
    host.deliverMore()
    clients.removeAll()
    host.writeToClients()
    settleDepartures()
    loop.deadline.arm(at: nil)
    host.close()
    sockets.close()
    stopped(isFailure)
  }

  // MARK: - A wakeup

  private func timerFired() {
    // Touches that are already pending happened before this moment: they come first.
    readPanels()
    let now = Loop.now
    manager.keepAlive(at: now)
    host.handle(.deadline, at: now)
    host.serveDeadlines(at: now)
    if host.takeMemoryTrim(at: now) { MemoryTrim.perform() }
    sockets.retryAccepting(at: now)
    requests.resumeRequests()
    endWakeup()
  }

  private func inputReady() {
    readPanels()
    endWakeup()
  }

  /// Reads and handles all pending touches.
  private func readPanels() {
    do throws(LibinputError) {
      try panels.read(senses, under: requests.configuration)
    } catch {
      log.critical("\(error)")
      stop(because: "libinput failed", isFailure: true)
    }
  }

  /// Opens the devices beside the panels.
  private func startSenses() {
    let senses = Senses(host, log: log) { [self] descriptor in
      loop.watch(readable: descriptor) { [self] in assumeIsolated { $0.sensesReady() } }
    } report: { [self, loop] report in
      loop.perform { [self] in assumeIsolated { $0.senses?.handle(report) } }
    }
    self.senses = senses
    senses.adopt(requests.configuration)
    adoptLatency()
  }

  /// Asks of the kernel what the configuration says.
  private func adoptLatency() {
    for problem in latency.adopt(requests.configuration.latency) { log.warning("\(problem)") }
  }

  private func sensesReady() {
    // Touches that are already pending happened before this moment.
    readPanels()
    senses?.read()
    endWakeup()
  }

  /// The last step of every wakeup: passes contacts on, plays haptic feedback, writes what is queued, lets processors
  /// sleep or not, and arms the timer for the next deadline.
  private func endWakeup() {
    // Here, since any input can have decided what a gesture takes.
    host.panels.passDue()
    senses?.play()
    host.writeToClients()
    settleDepartures()
    if clients.hasBlocked { watchBlocked() }
    postTurns()
    if host.hasDeliveries { postDelivery() }
    if let work = requests.nextJob() { start(work) }
    manager.report(status)
    if let problem = latency.update(host.isActive) { log.warning("\(problem)") }
    let others = Instant.earlier(manager.deadline, sockets.retryTime)
    loop.deadline.arm(at: .earlier(host.deadline, .earlier(requests.deadline, others)))
  }

  // MARK: - Clients

  /// Watches the sockets that are full for the first time.
  private func watchBlocked() {
    for client in clients.takeBlocked() {
      let id = ObjectIdentifier(client)
      client.writing = loop.watch(writable: client.connection.descriptor) { [self] in
        assumeIsolated { $0.resumeWriting(to: id) }
      }
    }
  }

  private func acceptClients(on index: Int) {
    // While the disk hangs, clients that have left must not keep the places of others.
    clients.removeVanished(whoseRequestsWait: host.isBacklogged)
    // Asks the kernel about every client: once for all of these connections.
    var hasVanished: Bool?
    accepting: for _ in 0..<Self.acceptedPerTurn {
      // A client that has closed its connection counts until its turn: that comes first.
      if requests.access.refusesSome(beside: clients.count(over: sockets.access(of: index))) {
        let mustWait = hasVanished ?? clients.hasVanished
        hasVanished = mustWait
        if mustWait {
          sockets.pauseAccepting(on: index)
          break
        }
      }
      switch sockets.accept(on: index) {
      case (.client(let connection), let access): add(connection, over: access)
      case (.none, _): break accepting
      case (.refused(let error), _): log.warning("client refused: \(error)")
      case (.exhausted(let error), _):
        log.warning("no clients until one leaves, or for a second: \(error)")
        break accepting
      }
    }
    endWakeup()
  }

  private func add(_ connection: ClientConnection, over access: Access) {
    guard sockets.admits(beside: clients.count) else { return connection.turnAway(because: .noDescriptors, log: log) }
    let user = connection.peer.user
    let count = clients.count(over: access)
    if let denial = requests.access.admission(beside: count, ofUser: { clients.count(ofUser: user, over: access) }) {
      return connection.turnAway(because: denial, log: log)
    }
    let client = Client(connection, access: requests.access.permissions(of: connection, over: access, log: log))
    let id = ObjectIdentifier(client)
    clients.add(client)
    client.reading = loop.watch(readable: connection.descriptor) { [self] in
      assumeIsolated { daemon in daemon.clients[id].map { daemon.schedule($0) } }
    }
    log.debug("client connected", metadata: connection.metadata.merging(["access": "\(access.rawValue)"]) { $1 })
  }

  /// Arranges a turn of a client that has sent something.
  private func schedule(_ client: Client) {
    // If others wait, it would be reported in every round of the loop until its turn.
    if !host.scheduler.isEmpty { client.reading?.pause() }
    host.scheduler.append(client, isBack: true)
    postTurns()
  }

  /// Runs a client's turn, and arranges what follows it.
  private func serve(_ client: Client) {
    guard clients.contains(client), !client.phase.isLeaving else { return }
    // Touches that are already pending happened before the client's requests.
    readPanels()
    host.scheduler.runTurn(of: client) {
      Loop.now
    } processorTime: {
      Loop.processorTime
    } answer: {
      requests.answer($0, of: $1)
    } resume: {
      requests.resume($0)
    }
    clients.recordInput(of: client)
    host.writeToClients()
    if clients.contains(client), !client.phase.isLeaving { endTurn(of: client) }
    // Whoever has left holds no card when the next turn begins.
    host.writeToClients()
    settleDepartures()
  }

  private func endTurn(of client: Client) {
    switch RequestScheduler.continuation(of: client, isServed: host.subscriptions.serves(client)) {
    case .schedule:
      client.reading?.pause()
      host.scheduler.append(client)
    case .hold, .awaitReplies:
      client.reading?.pause()
      // It may be one for which connections wait (`acceptClients`), and gets no turn before the disk continues.
      if host.isBacklogged, client.connection.isHungUp { clients.remove(client) }
    case .read: client.reading?.resume()
    case .halfClose:
      // The end of the stream stays readable: stop watching it.
      client.reading?.pause()
      host.halfClose(client)
    case .leave: clients.leave(client)
    case .remove: clients.remove(client)
    }
  }

  /// Enqueues the next turns in the loop, after everything that waits there.
  ///
  /// Deliveries come first: otherwise clients that keep asking would add replies faster than they are delivered.
  private func postTurns() {
    guard !host.hasDeliveries, host.scheduler.mustPost() else { return }
    loop.perform { [self] in assumeIsolated { $0.runTurns() } }
  }

  /// Runs as many turns as fit into the time of one: those of connections that come and go are short.
  private func runTurns() {
    let start = Loop.now
    repeat {
      guard let client = host.scheduler.next() else { break }
      serve(client)
    } while Loop.now.microseconds - start.microseconds < RequestScheduler.turnTime
    endWakeup()
  }

  /// Resumes writing once the client's socket has capacity again.
  private func resumeWriting(to id: ObjectIdentifier) {
    guard let client = clients[id] else { return }
    clients.resumeWriting(to: client)
    if clients.contains(client) { host.scheduler.release(client) }
    host.requestReplay()
    endWakeup()
  }

  /// Cancels what departed clients inject, and closes their connections.
  private func settleDepartures() {
    for departure in host.takeDepartures() {
      let client = departure.client
      // After the loop's current step, like the touches of a panel.
      if requests.depart(client) {
        loop.perform { [self] in assumeIsolated { $0.cancelOrphans() } }
      }
      // What it still sends stays unread, and would wake the loop over and over.
      client.reading?.pause()
      switch departure {
      case .doesNotRead, .holdsMost, .leaves: continue
      case .wasRemoved:
        client.close()
        sockets.resumeAccepting()
      }
    }
  }

  private func cancelOrphans() {
    readPanels()
    requests.cancelOrphans(at: Loop.now)
    endWakeup()
  }

  // MARK: - The disk

  /// Does the work of a file on a thread of its own.
  private func start(_ work: @escaping @Sendable () -> FileJob.Found) {
    let loop = loop
    WorkerThread(priority: .background) {
      let found = work()
      loop.perform { [self] in assumeIsolated { $0.finish(found) } }
    }.detach()
  }

  private func finish(_ found: FileJob.Found) {
    // Touches that are already pending happened before this moment.
    readPanels()
    requests.finish(found, sockets)
    if case .configuration = found {
      panels.applyAccess()
      senses?.adopt(requests.configuration)
      adoptLatency()
      // Only now: a file of cards that was read meanwhile ends no reload.
      if !requests.awaitsReload { manager.reportReady(status) }
    }
    endWakeup()
  }

  /// Enqueues the delivery of what is on disk in the loop, after everything that waits there.
  private func postDelivery() {
    guard !isDeliveryPosted else { return }
    isDeliveryPosted = true
    loop.perform { [self] in
      assumeIsolated { daemon in
        daemon.isDeliveryPosted = false
        // Touches that are already pending happened before this moment.
        daemon.readPanels()
        daemon.host.deliverMore()
        daemon.requests.resumeRequests()
        daemon.endWakeup()
      }
    }
  }

  private func handle(_ report: StateReport) {
    host.handle(report) { requests.handle($0, from: $1) }
    if requests.deadline != nil {
      // Touches that are already pending happened before this moment.
      readPanels()
      requests.resumeRequests()
    }
    endWakeup()
  }
}
