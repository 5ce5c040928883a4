import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Logging

extension Daemon {
  /// What a reload could not do, or would not.
  struct ReloadReport {
    /// The keys of the file whose changes hold after a restart only.
    var restart: [String] = []
    /// The decks whose cards are others than the file's, and stay.
    var kept: [String] = []
  }

  /// Reads the configuration again because of SIGHUP; what is wrong with it is in the log.
  func hangup() {
    // One that has not begun yet finds all that has been written until now.
    let waits = fileJobs.hasWaiting { if case .configuration(nil, nil) = $0 { true } else { false } }
    if !waits { enqueue(.configuration(nil, nil)) }
  }

  /// Does what the configuration file says that was read again; when anything is wrong with it, nothing changes.
  func reload(_ read: Result<DaemonConfiguration, any Error>) throws(ProtocolError) -> ReloadReport {
    let path = options.configurationPath ?? ConfigurationFile.usualPath
    var configuration: DaemonConfiguration
    let grants: InjectGrants
    do {
      configuration = try read.get()
      grants = try InjectGrants(configuration.access)
      try permit(configuration.socket)
    } catch {
      throw refusal(of: error, file: path)
    }
    let before = options.configuration
    var report = ReloadReport()
    report.restart = fix(&configuration.socket) + fix(&configuration.journal)
    self.grants = grants
    // What is due happens in the configuration that it was due in.
    publish(engine.handle(.deadline, at: Loop.now))
    // The file has the say again on what clients made of the surfaces.
    panels.forgetRotations()
    let (engineConfiguration, remapped) = remap(to: configuration)
    options.configuration = configuration
    let decks = Set(configuration.decks.map(\.id))
    // A name that was lost for a moment, by a slip in the file, must not cost anybody's decisions.
    for state in engine.states where !decks.contains(state.deck) { absent[state.deck] = state }
    publish(engine.handle(.reconfigure(engineConfiguration, returning: Array(absent.values)), at: Loop.now))
    for id in remapped { if let panel = panels[id] { publish(.added, panel) } }
    for deck in decks { absent[deck] = nil }
    send(.end(besides: decks))
    applyLimits()
    for client in clients.values { client.access = permissions(of: client.connection, over: client.access.access) }
    report.kept = configuration.decks.filter { deck in
      before.decks.contains { $0.id == deck.id && $0.cards != deck.cards } && !engine.hasConfiguredCards(deck.id)
    }.map(\.id)
    publish(report, file: path)
    return report
  }

  /// Says in the log why nothing changed, and to the client.
  private func refusal(of error: any Error, file: String) -> ProtocolError {
    let problems = (error as? ConfigurationError)?.lines ?? ["\(error)"]
    for problem in problems { log.error("\(problem)") }
    log.error("the configuration has errors and was not reloaded; nothing has changed")
    do {
      try permit(options.configuration.socket)
    } catch {
      log.warning("\(error)")
    }
    let first = (error as? ConfigurationError)?.problems.first
    return ProtocolError(
      .refused,
      "the configuration has errors; nothing has changed",
      field: first.map { "\(file):\($0.line)" } ?? file,
      expected: "a file without them:\n" + problems.joined(separator: "\n")
    )
  }

  /// Leaves what a running daemon cannot change as it is; the keys in question.
  private func fix(_ socket: inout SocketSection) -> [String] {
    let running = options.configuration.socket.observe
    var restart: [String] = []
    if socket.observe.isEnabled != running.isEnabled { restart.append("socket.observe.enabled") }
    if socket.observe.name != running.name { restart.append("socket.observe.name") }
    // So that the next reload still says so.
    socket.observe.isEnabled = running.isEnabled
    socket.observe.name = running.name
    return restart
  }

  private func fix(_ journal: inout JournalSection) -> [String] {
    let running = options.configuration.journal
    var restart: [String] = []
    if journal.events != running.events { restart.append("journal.events") }
    if journal.days != running.days { restart.append("journal.days") }
    journal = running
    return restart
  }

  private func applyLimits() {
    for socket in sockets { socket.listener.limits = ConnectionLimits(options.configuration.limits) }
    raiseDescriptors()
    dataBudget.resetAll()
  }

  private func publish(_ report: ReloadReport, file: String) {
    let decks = options.configuration.decks.map(\.id).joined(separator: ", ")
    log.notice("configuration reloaded", metadata: ["file": "\(file)", "decks": "\(decks)"])
    for warning in options.configuration.warnings { log.warning("\(warning)") }
    for key in report.restart { log.warning("restart needed: \(key)") }
    for deck in report.kept {
      log.notice(
        "the deck keeps its cards, which are not the file's; deck.load shows those",
        metadata: ["deck": "\(deck)"]
      )
    }
  }
}
