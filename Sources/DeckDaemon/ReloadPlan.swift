import DeckConfiguration
import DeckEngine
import DeckProtocol
import Logging

/// What a reload changes: the configuration that was read again, checked, and compared with the one that runs.
struct ReloadPlan {
  /// The new configuration, in which keys that take effect only after a restart are as they were.
  let configuration: DaemonConfiguration
  let grants: InjectGrants
  /// The changed keys that take effect only after a restart.
  let restart: [String]
  /// The decks whose configured cards changed.
  let recarded: [String]

  /// The decks of the new configuration.
  var decks: Set<String> { Set(configuration.decks.map(\.id)) }

  /// Compares what was read with the running configuration; `permit` applies the permissions of the sockets.
  init(
    _ read: Result<DaemonConfiguration, any Error>,
    running: DaemonConfiguration,
    permit: (SocketSection) throws -> Void
  ) throws {
    var new = try read.get()
    grants = try InjectGrants(new.access)
    try permit(new.socket)
    // The next reload must report the difference again.
    restart = new.keepUntilRestart(running)
    recarded = new.decks.filter { deck in
      running.decks.contains { $0.id == deck.id && $0.cards != deck.cards }
    }.map(\.id)
    configuration = new
  }

  /// Logs what a reload has changed; `kept` are the decks whose configured cards changed, but which keep their own.
  func report(to log: Logger, kept: [String]) {
    let decks = configuration.decks.map(\.id).joined(separator: ", ")
    log.notice("configuration reloaded", metadata: ["file": "\(configuration.file ?? "none")", "decks": "\(decks)"])
    for warning in configuration.warnings { log.warning("\(warning)") }
    for key in restart { log.warning("restart needed: \(key)") }
    for deck in kept {
      log.notice(
        "the deck keeps its cards, which are not the file's; deck.load shows those",
        metadata: ["deck": "\(deck)"]
      )
    }
  }

  /// Logs why nothing has changed, and returns the error for the client; `restore` applies the running permissions.
  static func refusal(
    of error: any Error,
    _ file: String,
    log: Logger,
    restore: () throws -> Void
  ) -> ProtocolError {
    let configuration = error as? ConfigurationError
    let problems = configuration?.lines ?? ["\(error)"]
    for problem in problems { log.error("\(problem)") }
    log.error("the configuration has errors and was not reloaded; nothing has changed")
    do {
      try restore()
    } catch {
      log.warning("\(error)")
    }
    return ProtocolError(
      .refused,
      "the configuration has errors; nothing has changed",
      field: configuration?.problems.first.map { "\(file):\($0.line)" } ?? file,
      expected: "a file without them:\n" + problems.joined(separator: "\n")
    )
  }
}
