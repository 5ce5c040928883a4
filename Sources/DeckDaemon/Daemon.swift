import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
package import EventLoop
import Gestures
import Glibc
import Kinetics
import LibinputTouch
package import Logging

/// The daemon's shell: owns the descriptors, the clock and the only timer, and passes inputs to the engine.
///
/// Everything runs on the loop's queue. After each wakeup the timer is armed for the next deadline of the engine or of
/// a client; without a deadline the process sleeps.
package actor Daemon {
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  let loop: Loop
  let log: Logger
  let startTime = Loop.now
  var options: DaemonOptions
  var grants: InjectGrants
  /// The listening sockets, the control socket first.
  var sockets: [ServedSocket]
  var libinput: LibinputContext
  var engine: Engine
  var panels = PanelRegistry()
  /// The reports of libinput that are being handled; a reused buffer.
  var reports: [PanelReport] = []
  /// The injected contacts of disconnected clients, still to be cancelled.
  var orphanedInjections: [Injection] = []
  var clients: [ObjectIdentifier: Client] = [:]
  /// The clients with queued output that has not been written yet.
  var waitingClients: [Client] = []
  /// Numbers the causes of queued lines; the lines of one cause are a batch to `OutgoingQueue`.
  var batch: UInt64 = 0
  var encoder = NotificationEncoder()
  var dataBudget = DataBudget()
  var commands = PendingCommands()
  var delegates = DelegateRegistry()
  /// The opened state, until the writer owns it.
  private var store: StateStore?
  /// The last states of decks that were removed from the configuration: they may return.
  var absent: [String: DeckState] = [:]
  var fileJobs = FileJobQueue()
  var gate = CommitGate()
  /// Effects that arose while others were performed, to be performed after those.
  private var effects: [EngineEffect] = []
  private(set) var isPublishing = false
  private var watches: [Watch] = []
  private static let signals = [SIGTERM, SIGINT, SIGHUP]
  /// How many of the signals are handled by now; the others would still kill the process.
  private var activeSignals = 0
  private let stopped: @Sendable (_ isFailure: Bool) -> Void

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
    self.options = options
    self.stopped = stopped
    do {
      engine = try Engine(options.configuration.engineConfiguration(panels: []), at: Loop.now)
    } catch {
      throw .engine(error)
    }
    do {
      libinput =
        switch options.devices {
        case .seat(let seat): try LibinputContext(seat: seat)
        case .paths(let paths): try LibinputContext(devices: paths)
        }
    } catch {
      throw .libinput(error)
    }
    grants = try InjectGrants(options.configuration.access)
    // First, so that a socket that cannot be created leaves no state directory behind.
    let place = try Self.controlPlace(options)
    // Before the sockets: a client that connects waits until there is state to serve.
    store = try Self.openState(options, log: log)
    sockets = try Self.openSockets(options, at: place)
  }

  /// Starts to watch the devices, the signals and the sockets; returns at once.
  package func start() {
    loop.deadline.whenDue { [self] in enter { $0.timerFired() } }
    watches = libinput.descriptors.map { descriptor in
      loop.watch(readable: descriptor) { [self] in enter { $0.inputReady() } }
    }
    watches += Self.signals.map { signal in
      loop.watch(signal: signal) { [self] in
        assumeIsolated { $0.handle(signal: signal) }
      } activated: { [self] in
        assumeIsolated { $0.signalActivated() }
      }
    }
    startAccepting()
    if log.logLevel <= .info { libinput.log(from: log.logLevel <= .debug ? .debug : .info) }
    // The connected panels size their surfaces before any client sees a deck.
    readPanels()
    if let store {
      // Safe: no other code holds the store, and from here on this actor does not either.
      nonisolated(unsafe) let own = store
      self.store = nil
      startPersistence(in: own)
    }
    publish(engine.start(appearing: true))
    rearm()
  }

  /// Announces that the daemon serves its clients, once it handles every signal: one that comes as soon as the log says
  /// so ends the daemon in order.
  private func signalActivated() {
    activeSignals += 1
    guard activeSignals == Self.signals.count else { return }
    log.notice(
      "listening",
      metadata: ["socket": "\(sockets[0].listener.path)", "version": "\(ReleaseVersion.current)"]
    )
    if panels.isEmpty { log.notice("no touchscreen yet; waiting for one") }
  }

  private func handle(signal: Int32) {
    switch signal {
    case SIGTERM: stop(because: "SIGTERM")
    case SIGINT: stop(because: "SIGINT")
    default: hangup()
    }
  }

  /// Performs the engine's effects in order.
  ///
  /// A client that turns out to be disconnected meanwhile may cause more effects: they are performed afterwards.
  func publish(_ new: [EngineEffect]) {
    guard !isPublishing else { return effects += new }
    isPublishing = true
    batch += 1
    perform(new)
    finishPublishing()
  }

  /// Runs `work`, which sends notifications and may cause effects, then performs those effects.
  func publish(_ work: () -> Void) {
    isPublishing = true
    work()
    finishPublishing()
  }

  private func finishPublishing() {
    performEffects()
    isPublishing = false
    writeToClients()
  }

  /// Performs the deferred effects, including those that they cause, and submits everything to the writer.
  func performEffects() {
    commitPending()
    while !effects.isEmpty {
      let next = effects
      effects = []
      perform(next)
      commitPending()
    }
  }

  private func perform(_ effects: [EngineEffect]) {
    for effect in effects {
      switch effect {
      case .notify(.event(let event)): send(.event(event, line: DeckNotification.event(event).line))
      case .notify(let notification): send(notification)
      case .answer(let ticket, let result): answer(ticket, result)
      case .ask(let ticket, let question): ask(ticket, question)
      case .explain(let explanation): send(explanation)
      }
    }
  }

  /// Arms the timer for the next deadline; the last step of every wakeup.
  func rearm() {
    var next = engine.nextDeadline
    for client in clients.values {
      guard let due = client.deadline else { continue }
      next = next.map { min($0, due) } ?? due
    }
    loop.deadline.arm(at: next)
  }

  /// Runs a step of the daemon in a callback of the loop: `assumeIsolated` without the closure that it allocates.
  ///
  /// The two function types differ only in what the compiler allows a caller to do; the standard library's function
  /// makes the same cast, and checks the same precondition.
  private nonisolated func enter(_ step: @escaping @Sendable (isolated Daemon) -> Void) {
    preconditionIsolated()
    unsafeBitCast(step, to: (@Sendable (Daemon) -> Void).self)(self)
  }

  private func timerFired() {
    // Touches that are already pending happened before this moment: they come first.
    readPanels()
    let now = Loop.now
    publish(engine.handle(.deadline, at: now))
    sendHeldFrames(at: now)
    writeToClients()
    removeOverdue(at: now)
    rearm()
  }

  private func inputReady() {
    readPanels()
    rearm()
  }

  func stop(because reason: String, isFailure: Bool = false) {
    log.notice("stopping", metadata: ["reason": "\(reason)"])
    for watch in watches { watch.cancel() }
    watches = []
    // When this returns, the writer's last report is queued on the loop, ahead of the block below. So is any input that
    // arrived meanwhile: it is too late.
    gate.finish(engine.states)
    loop.perform { [self] in assumeIsolated { $0.close(isFailure: isFailure) } }
  }

  private func close(isFailure: Bool) {
    loop.deadline.arm(at: nil)
    for client in Array(clients.values) { remove(client) }
    gate.close()
    closeSockets { [self] in assumeIsolated { $0.stopped(isFailure) } }
  }
}
