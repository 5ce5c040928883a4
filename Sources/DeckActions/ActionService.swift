import CLinux
import DeckClient
package import DeckConfiguration
import DeckProtocol
import EventLoop
import Glibc
import JSON
import Kinetics
package import Logging
import MessageText
import SystemCalls

/// What commands run for, and with what.
package struct ActionOptions: Sendable {
  /// The file of actions, which SIGHUP reads again.
  package var file: String
  /// The socket that the events come from.
  package var socket: String
  package var environment: ActionEnvironment
  /// Whether commands are named on standard output in place of being run.
  package var isDryRun: Bool

  package init(file: String, socket: String, _ environment: ActionEnvironment, isDryRun: Bool) {
    (self.file, self.socket, self.environment, self.isDryRun) = (file, socket, environment, isDryRun)
  }
}

/// Runs the commands for the events of a daemon, on the one thread that calls `run()`, until SIGTERM.
///
/// Neither a command nor the log can keep it waiting, and while deckd is away it connects again and again.
package struct ActionService {
  /// What the service does at the moment, for the service manager.
  package struct State: Hashable, Sendable {
    package var actions: Int
    package var isConnected: Bool
  }

  /// How many lines of deckd are read before commands have their turn.
  private static let mostLines = 256

  private let options: ActionOptions
  private let log: Logger
  private let report: (State) -> Void
  private var actions: [ActionSection]
  private var schedule: ActionSchedule
  private var pool = CommandPool()
  /// How many lines of commands the log takes, all together; the rest of what it takes is for the service itself.
  private var outputLines = TokenBucket(rate: 1, capacity: 40)
  private var isEnding = false

  /// The connection to deckd, whose only request that matters is the subscription.
  private var link: DaemonLink<Void>?
  private var linkDue = Loop.now
  private var linkDelay = RetryDelay.ofDaemon
  /// Since when deckd sends events; `nil` while it does not.
  private var connected: Instant?
  private var linkError: String?
  /// The journal that the last event was from, and its number.
  private var position: (journal: String?, sequence: UInt64)?

  /// A service that does not run yet.
  package init(
    _ actions: [ActionSection],
    _ options: ActionOptions,
    log: Logger,
    report: @escaping (State) -> Void
  ) {
    (self.actions, self.options, self.log, self.report) = (actions, options, log, report)
    schedule = ActionSchedule(actions)
  }

  /// Runs until SIGTERM or SIGINT, and ends all commands then; SIGHUP reads the file again.
  package mutating func run() {
    let wanted = [SIGTERM, SIGINT, SIGHUP]
    let signals = deckd_signals(wanted, Int32(wanted.count))
    precondition(signals >= 0, "no signals (signalfd, errno \(errno)); raise the limit of open files")
    defer { close(signals) }
    reportState()
    warn()
    var mayHaveMore = false
    while true {
      let now = Loop.now
      if link == nil, !isEnding, now >= linkDue { connect(at: now) }
      attendCommands(at: now)
      if isEnding, pool.isEmpty { return }
      for (action, dropped) in schedule.takeReports(at: now) { ActionReport.log(dropped, of: action, to: log) }
      if !mayHaveMore { wait(signals) }
      while case let signal = deckd_next_signal(signals), signal != 0 { take(signal) }
      mayHaveMore = readLink()
    }
  }

  private mutating func take(_ signal: Int32) {
    if signal == SIGHUP { return reload() }
    guard !isEnding else { return }
    log.notice("ending because of \(signal == SIGINT ? "SIGINT" : "SIGTERM")")
    (isEnding, link) = (true, nil)
    pool.endAll(at: Loop.now)
  }

  private mutating func reload() {
    do {
      actions = try ActionFile.read(options.file)
      schedule.replace(actions)
      log.notice("the actions were read again", metadata: ["file": "\(options.file)", "count": "\(actions.count)"])
      reportState()
      warn()
    } catch {
      log.error("the actions stay as they were: \(error)")
    }
  }

  private func reportState() {
    report(State(actions: actions.count, isConnected: link != nil))
  }

  private func warn() {
    for warning in ActionWarnings.of(actions) { log.warning("\(warning)") }
  }

  private func wait(_ signals: Int32) {
    let descriptors = [signals] + (link.map { [$0.descriptor] } ?? []) + pool.descriptors
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let due = [link == nil && !isEnding ? linkDue : nil, schedule.nextReport, pool.due].compactMap(\.self).min()
    // Rounded up, so that the wait does not end too early, and spin.
    let milliseconds = due.map { Int32(clamping: max(0, $0.microseconds - Loop.now.microseconds + 999) / 1000) } ?? -1
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
  }

  // MARK: - deckd

  /// What happened before is left out: a command that runs minutes late is worse than one that does not run.
  private mutating func connect(at now: Instant) {
    do {
      var link = try DaemonLink<Void>(path: options.socket, client: "deckd-actions")
      var subscription = JSONWriter()
      subscription.object { json in
        json.member("deck", "*")
        json.key("topics")
        json.array([Topic.events]) { $0.value($1.rawValue) }
      }
      try link.request("subscribe", subscription.bytes, for: ())
      self.link = link
    } catch {
      lose("\(error)")
    }
  }

  private mutating func lose(_ reason: String) {
    if reason != linkError { log.warning("\(reason)") }
    if let connected { linkDelay.connectionEnded(after: Loop.now.seconds(since: connected)) }
    (link, linkError, connected) = (nil, reason, nil)
    linkDue = Loop.now.advanced(bySeconds: linkDelay.next())
    reportState()
  }

  /// Takes what deckd has sent; returns whether there may be more.
  private mutating func readLink() -> Bool {
    for _ in 0..<Self.mostLines {
      do {
        switch try link?.receive() {
        case nil: return false
        case .reply(_, .success(let result)):
          let subscribed = Received<Reply.Subscribed>(result.value)
          begin(after: subscribed.sequence ?? 0, of: subscribed.journal)
        case .notification("event", let parameters):
          guard let event = ActionEvent(parameters) else {
            lose("not an event of deckd; is another program listening on \(options.socket)?")
            break
          }
          position?.sequence = event.sequence
          for run in schedule.take(event, at: Loop.now) { start(run) }
        case .reply(_, .failure(let refusal)): lose("deckd refuses: \(refusal.message)")
        case .warning(let message): lose("deckd refuses: \(message)")
        case .notification, .other: break
        }
      } catch {
        lose("\(error)")
      }
    }
    return true
  }

  private mutating func begin(after sequence: UInt64, of journal: String?) {
    if let position, position.journal == journal, journal != nil, position.sequence < sequence {
      let missed = sequence - position.sequence
      log.warning("events that happened without a connection run nothing", metadata: ["count": "\(missed)"])
    }
    position = (journal, sequence)
    (connected, linkError) = (Loop.now, nil)
    log.notice("connected", metadata: ["socket": "\(options.socket)"])
    reportState()
  }

  // MARK: - Commands

  private mutating func start(_ first: ActionSchedule.Run) {
    var runs = [first]
    while let run = runs.popLast() {
      let action = run.action
      if options.isDryRun {
        print("\(action.name): would run \(action.commandText) for \(run.event.type) seq=\(run.event.sequence)")
        fflush(nil)
      } else if spawn(run) {
        continue
      }
      runs += schedule.ended(action.name)
    }
  }

  /// Starts a command; returns whether it runs.
  private mutating func spawn(_ run: ActionSchedule.Run) -> Bool {
    let action = run.action
    guard let path = ProgramFile.find(action.command[0]) else {
      log.error("\(action.name): \(ActionWarnings.missingProgram(action))")
      return false
    }
    do {
      try pool.start(
        path,
        action.command,
        environment: options.environment.variables(of: run.event, for: action.name),
        for: action.name,
        timeout: action.timeout,
        at: Loop.now
      )
      log.info("\(action.name): started", metadata: ["event": "\(run.event.type)", "seq": "\(run.event.sequence)"])
      return true
    } catch {
      log.error("\(action.name): \(path) cannot be started: \(error)")
      return false
    }
  }

  private mutating func attendCommands(at now: Instant) {
    let endings = pool.attend(at: now) { [log] action, line in
      guard outputLines.take(at: now) else { return false }
      log.notice("\(action): \(line)")
      return true
    }
    for ending in endings {
      ActionReport.log(ending, to: log)
      let next = schedule.ended(ending.action)
      if !isEnding { for run in next { start(run) } }
    }
  }
}
