import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Logging

extension Daemon {
  /// The parts of a configuration that a reload did not apply.
  struct ReloadReport {
    /// The changed keys that take effect only after a restart.
    var restart: [String] = []
    /// The decks whose configured cards changed, but which keep the cards that they have.
    var kept: [String] = []
  }

  /// Reloads the configuration because of SIGHUP; its errors are logged.
  func hangup() {
    // A reload that is waiting will read everything that has been written until now.
    let waits = fileJobs.hasWaiting { if case .configuration(nil, nil) = $0 { true } else { false } }
    if !waits { enqueue(.configuration(nil, nil)) }
  }

  /// Applies the configuration that was read again; if it has any error, nothing changes.
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
    // The next reload must report the difference again.
    report.restart = configuration.keepUntilRestart(before)
    self.grants = grants
    // Deadlines that are already due are handled under the old configuration.
    publish(engine.handle(.deadline, at: Loop.now))
    // The file overrides again what clients have set on the surfaces.
    panels.forgetRotations()
    let (engineConfiguration, remapped) = remap(to: configuration)
    options.configuration = configuration
    let decks = Set(configuration.decks.map(\.id))
    // A deck that is missing only briefly, because of a mistake in the file, must not lose its decisions.
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

  /// Logs why nothing changed, and returns the error for the client.
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
