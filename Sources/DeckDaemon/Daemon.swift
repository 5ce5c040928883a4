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

/// The shell: owns the descriptors, the clock and the one timer, and feeds the engine.
///
/// Everything runs on the loop's queue. After each wakeup the timer is armed for what the engine, or a client's
/// frame rate, wants next; with nothing to come the process sleeps.
package actor Daemon {
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  let loop: Loop
  let log: Logger
  let startTime = Loop.now
  var options: DaemonOptions
  var grants: InjectGrants
  /// The control socket first.
  var sockets: [ServedSocket]
  var libinput: LibinputContext
  var engine: Engine
  var panels = PanelRegistry()
  /// The reports of libinput that are being handled; a reused buffer.
  var reports: [PanelReport] = []
  /// The fingers of clients that have left, still to be cancelled.
  var orphanedInjections: [Injection] = []
  var clients: [ObjectIdentifier: Client] = [:]
  /// Those for whom something was queued and is not written yet.
  var waitingClients: [Client] = []
  /// Counts what brings lines about; those of one cause are a batch to `OutgoingQueue`.
  var batch: UInt64 = 0
  var encoder = NotificationEncoder()
  var dataBudget = DataBudget()
  var commands = PendingCommands()
  var delegates = DelegateRegistry()
  /// The state that was opened, until the writer has it.
  private var store: StateStore?
  /// The decks that the configuration has no more, as they were: they may return.
  var absent: [String: DeckState] = [:]
  var fileJobs = FileJobQueue()
  var gate = CommitGate()
  /// What came of carrying out the engine's effects, to be carried out after them.
  private var effects: [EngineEffect] = []
  private(set) var isPublishing = false
  private var watches: [Watch] = []
  private let stopped: @Sendable (_ isFailure: Bool) -> Void

  /// Opens the devices and the socket; `stopped` is called on the loop when the daemon has closed them again,
  /// because it was told to or because something failed.
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
    // A socket that cannot be made leaves no state directory behind.
    let place = try Self.controlPlace(options)
    // Before the sockets: who connects waits until there is something to see.
    store = try Self.openState(options, log: log)
    sockets = try Self.openSockets(options, at: place)
  }

  /// Starts to listen to everything; returns at once.
  package func start() {
    loop.deadline.whenDue { [self] in enter { $0.timerFired() } }
    watches = libinput.descriptors.map { descriptor in
      loop.watch(readable: descriptor) { [self] in enter { $0.inputReady() } }
    }
    watches += [
      loop.watch(signal: SIGTERM) { [self] in assumeIsolated { $0.stop(because: "SIGTERM") } },
      loop.watch(signal: SIGINT) { [self] in assumeIsolated { $0.stop(because: "SIGINT") } },
      loop.watch(signal: SIGHUP) { [self] in assumeIsolated { $0.hangup() } },
    ]
    startAccepting()
    if log.logLevel <= .info { libinput.log(from: log.logLevel <= .debug ? .debug : .info) }
    // The panels that are plugged in give their surfaces a size before anybody sees a deck.
    readPanels()
    if let store {
      // Safe: nobody else has it, nor has it here from now on.
      nonisolated(unsafe) let own = store
      self.store = nil
      startPersistence(in: own)
    }
    publish(engine.start(appearing: true))
    log.notice(
      "listening",
      metadata: ["socket": "\(sockets[0].listener.path)", "version": "\(ReleaseVersion.current)"]
    )
    rearm()
    if panels.isEmpty { log.notice("no touchscreen yet; waiting for one") }
  }

  /// Carries out the engine's effects, in their order.
  ///
  /// A client that is found gone meanwhile may have more of them: those come after.
  func publish(_ new: [EngineEffect]) {
    guard !isPublishing else { return effects += new }
    isPublishing = true
    batch += 1
    perform(new)
    finishPublishing()
  }

  /// Does what brings effects about and sends things, then carries the effects out.
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

  /// Carries out the effects that were put off, those of that as well, and gives everything to the disk.
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

  /// Arms the timer for what comes next; the last thing of every wakeup.
  func rearm() {
    var next = engine.nextDeadline
    for client in clients.values {
      guard let due = client.deadline else { continue }
      next = next.map { min($0, due) } ?? due
    }
    loop.deadline.arm(at: next)
  }

  /// Does a step of the daemon where the loop has called: `assumeIsolated` without the closure that it allocates.
  ///
  /// The two types differ in what the compiler lets a caller do, and in nothing else; the standard library's function
  /// makes the same cast. The precondition is its own as well.
  private nonisolated func enter(_ step: @escaping @Sendable (isolated Daemon) -> Void) {
    preconditionIsolated()
    unsafeBitCast(step, to: (@Sendable (Daemon) -> Void).self)(self)
  }

  private func timerFired() {
    // Touches that already wait happened before this moment: they come first.
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
    // The writer's last word is on the loop when this returns, before what is put there now; so is whatever came
    // meanwhile, which is too late.
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
