import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import FuzzSupport
import Glibc
import Kinetics
import Logging
import UnixSocket

/// A daemon from its start to its end: the parts of `Daemon`, on a clock and a disk of their own and without threads.
///
/// Its clients are real connections, whose other ends are in this process.
final class Machine {
  /// What a start must find.
  enum Expectation {
    case nothing
    /// The journal with this name, complete.
    case journal(String)
    /// A file was damaged: another journal, or the same one, complete.
    case damaged(String)
  }

  /// What the machine has beside the daemon.
  final class Surroundings {
    var now = Instant(microseconds: 1_000_000)
    var second: Int64 = 1_800_000_000
    var boot = 0
    var ledger = Ledger()
    /// The decks by the events on the disk.
    var judge: EventJudge?
    let options: DaemonOptions
    let sockets: ListeningSockets

    init(options: DaemonOptions) throws {
      self.options = options
      sockets = try ListeningSockets(options, at: ListeningSockets.placement(options))
    }
  }

  /// The reports of the writer, which runs on this thread.
  private final class Reports: @unchecked Sendable {
    // Used by one thread.
    var waiting: [StateReport] = []
  }

  let host: EngineHost
  let handler: RequestHandler
  private let surroundings: Surroundings
  private let disk: VirtualDisk
  private let writer: StateWriter
  private let reports = Reports()
  /// Also the writer's; there is one thread.
  private let store: StateStore
  /// The clients from which nothing is read for now.
  private var paused: Set<ObjectIdentifier> = []
  /// Whether the disk only writes when it is ordered to.
  var isDelayed = false
  /// Whether the threads that read files finish nothing for now.
  var isStalled = false
  /// What they are doing.
  private var jobs: [@Sendable () -> FileJob.Found] = []
  /// How much the disk had done when the daemon last received a report.
  private(set) var reported = 0

  var journal: String { store.journalName }

  init(_ surroundings: Surroundings, _ disk: VirtualDisk, finding expectation: Expectation) throws {
    (self.surroundings, self.disk) = (surroundings, disk)
    let options = surroundings.options
    let now = surroundings.now
    let engine = try Engine(options.configuration.engineConfiguration(panels: []), at: now)
    let log = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
    host = EngineHost(engine, ClientRegistry { surroundings.now }, log: log) { surroundings.now }
    let access = AccessPolicy(
      InjectGrants(users: [geteuid()], groups: []),
      options.configuration.limits,
      controlPath: surroundings.sockets.controlPath
    )
    handler = RequestHandler(host, options, access, log: log)
    host.clients.replyLimit = options.configuration.limits.replies
    try disk.beginRecording()
    // Safe: everything runs on one thread.
    nonisolated(unsafe) let store = try Self.open(surroundings, disk)
    self.store = store
    writer = host.persist(in: store, onThread: false) { [reports] in reports.waiting.append($0) }
    try check(finding: expectation)
    if case .nothing = expectation { try disk.beginRecording() }
    if store.setAside != nil || !store.notices.isEmpty { try disk.beginRecording() }
    reported = disk.operations
    surroundings.judge = try EventJudge(host.engine)
    host.start()
    try settle([])
  }

  private static func open(_ surroundings: Surroundings, _ disk: VirtualDisk) throws -> StateStore {
    var environment = StateStore.Surroundings()
    environment.vfs = disk.layerName
    environment.checkpointPages = 40
    environment.boot = "boot-\(surroundings.boot)"
    // Safe: the store is used on this thread.
    nonisolated(unsafe) let clock = surroundings
    environment.second = { clock.second }
    return try StateStore(
      directory: disk.directory,
      retention: Retention(events: 300, age: 86_400),
      surroundings: environment
    )
  }

  /// What was reported as stored is there, under the name that its numbers belong to.
  private func check(finding expectation: Expectation) throws {
    switch expectation {
    case .nothing: return
    case .journal(let name):
      let found = "\(store.setAside.map { "\($0)" } ?? "") \(store.notices)"
      try require(name == journal && store.setAside == nil && store.notices.isEmpty, "nothing was damaged: \(found)")
    case .damaged(let name): guard name == journal else { return try surroundings.ledger.adopt(store) }
    }
    try surroundings.ledger.check(store)
    try extendLedger()
    guard let judge = surroundings.judge else { return }
    // Where a stack or a carousel is scrolled is stored without an event.
    for state in host.engine.states where state.kind == .swipe {
      guard let model = judge[state.deck], model.kind == state.kind.rawValue else { continue }
      let isSame = model.counts.current == state.current && model.counts.count == state.cards.count
      let cards = state.cards.map(\.id)
      try require(
        isSame && model.cards ?? cards == cards,
        "\(state.deck) had \(model.counts), and is restored at \(state.current) of \(state.cards.count)"
      )
    }
  }

  // MARK: - A wakeup

  /// Lets everything happen that nothing but the clock or a slow reader holds back.
  func settle(_ clients: [VirtualClient]) throws {
    for _ in 0..<10_000 {
      var isBusy = false
      for client in clients where client.flush() { isBusy = true }
      for client in clients {
        guard let own = client.client, host.clients.contains(own), !paused.contains(ObjectIdentifier(own)),
          Self.accepts(own, POLLIN)
        else { continue }
        host.scheduler.append(own)
      }
      while !host.hasDeliveries, host.scheduler.mustPost() {
        if let client = host.scheduler.next() { serve(client) }
        isBusy = true
      }
      while let job = handler.nextJob() { jobs.append(job) }
      if !isStalled, !jobs.isEmpty {
        let done = jobs
        jobs = []
        for job in done { handler.finish(job(), surroundings.sockets) }
        isBusy = true
      }
      if !isDelayed, try writeToDisk() { isBusy = true }
      if host.hasDeliveries {
        host.deliverMore()
        handler.resumeRequests()
        isBusy = true
      }
      host.writeToClients()
      settleDepartures()
      _ = host.clients.takeBlocked()
      for client in clients {
        switch client.pace {
        case .everything: if try client.read(upTo: 1 << 20) { isBusy = true }
        case .little: _ = try client.read(upTo: 256)
        case .nothing: break
        }
      }
      for client in host.clients.all where client.output == .blocked && Self.accepts(client, POLLOUT) {
        host.clients.resumeWriting(to: client)
        if host.clients.contains(client) { host.scheduler.release(client) }
        host.requestReplay()
        settleDepartures()
        isBusy = true
      }
      try checkMemory()
      guard isBusy else { return }
    }
    throw Violation("the daemon does not come to rest")
  }

  private static func accepts(_ client: Client, _ event: Int32) -> Bool {
    var descriptor = pollfd(fd: client.connection.descriptor, events: Int16(event), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// A client's turn, as the daemon arranges it.
  private func serve(_ client: Client) {
    guard host.clients.contains(client), !client.phase.isLeaving else { return }
    host.scheduler.runTurn(of: client) {
      surroundings.now
    } processorTime: {
      surroundings.now
    } answer: {
      handler.answer($0, of: $1)
    } resume: {
      handler.resume($0)
    }
    host.writeToClients()
    settleDepartures()
    guard host.clients.contains(client), !client.phase.isLeaving else { return }
    let id = ObjectIdentifier(client)
    switch RequestScheduler.continuation(of: client, isServed: host.subscriptions.serves(client)) {
    case .schedule:
      paused.insert(id)
      host.scheduler.append(client)
    case .hold, .awaitReplies: paused.insert(id)
    case .read: paused.remove(id)
    case .halfClose:
      paused.insert(id)
      host.halfClose(client)
    case .leave: host.clients.leave(client)
    case .remove: host.clients.remove(client)
    }
    settleDepartures()
  }

  private func settleDepartures() {
    for departure in host.takeDepartures() {
      let client = departure.client
      if handler.depart(client) { handler.cancelOrphans(at: surroundings.now) }
      paused.insert(ObjectIdentifier(client))
      switch departure {
      case .doesNotRead, .holdsMost, .leaves: continue
      case .wasRemoved:
        client.connection.close()
        paused.remove(ObjectIdentifier(client))
      }
    }
  }

  // MARK: - Time

  /// Time passes, and everything that is due happens.
  func pass(_ seconds: Double, _ clients: [VirtualClient]) throws {
    let end = surroundings.now.advanced(bySeconds: seconds)
    var (steps, last) = (0, surroundings.now)
    while let due = Instant.earlier(host.deadline, handler.deadline), due <= end {
      steps = due > last ? 0 : steps + 1
      try require(steps < 100, "\(due.microseconds) µs stays due")
      last = max(last, due)
      surroundings.now = max(surroundings.now, due)
      try tick(clients)
    }
    surroundings.second += Int64(seconds)
    surroundings.now = end
    try tick(clients)
  }

  private func tick(_ clients: [VirtualClient]) throws {
    host.handle(.deadline, at: surroundings.now)
    host.serveDeadlines(at: surroundings.now)
    _ = host.takeMemoryTrim(at: surroundings.now)
    handler.resumeRequests()
    try settle(clients)
  }

  // MARK: - The disk

  /// Commits what waits, and reports it; returns whether there was anything.
  @discardableResult
  func writeToDisk() throws -> Bool {
    writer.runWaitingJobs()
    return try deliverReports()
  }

  /// Commits what waits, and reports nothing: what a crash interrupts.
  func writeUnnoticed() { writer.runWaitingJobs() }

  private func deliverReports() throws -> Bool {
    let new = reports.waiting
    reports.waiting = []
    guard !new.isEmpty else { return false }
    try extendLedger()
    for report in new { host.handle(report) { handler.handle($0, from: $1) } }
    handler.resumeRequests()
    reported = disk.operations
    return true
  }

  private func extendLedger() throws {
    for entry in try surroundings.ledger.extend(from: store) { try surroundings.judge?.take(entry.event) }
  }

  // MARK: - The end

  /// Stops in order: what waited is on the disk, and its replies are sent.
  func stop() throws {
    host.finish()
    _ = try deliverReports()
    host.clients.removeAll()
    host.writeToClients()
    settleDepartures()
    host.close()
    try require(host.clients.isEmpty && host.clients.queuedBytes == 0, "\(host.clients.count) clients stay")
  }

  /// The process ends, and with it its connections.
  func abandon() {
    for client in host.clients.all { client.connection.close() }
  }

  // MARK: - Invariants

  private func checkMemory() throws {
    var own = 0
    for client in host.clients.all {
      let queue = client.connection.outgoing
      own += queue.ownBytes
      // The limit and two batches, each of which is far shorter here.
      try require(queue.queuedBytes <= queue.limit + 200_000, "\(queue.queuedBytes) bytes wait for a client")
      try require(client.requests.count <= 4096, "\(client.requests.count) requests of a client wait")
    }
    try require(own <= host.clients.replyLimit, "\(own) bytes of replies wait")
  }

  /// What must hold when everyone has read everything.
  func check(_ clients: [VirtualClient]) throws {
    try require(!host.isWaiting, "the disk works, and something waits for it")
    try require(host.engine.violations.isEmpty, "\(host.engine.violations)")
    try surroundings.judge?.check(host.engine)
    for client in clients { try client.check(against: host.engine, journal: journal) }
  }
}
