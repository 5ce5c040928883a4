package import DeckConfiguration
import DeckEngine
package import DeckProtocol
import DeckSocket
package import Logging

/// The configuration that the daemon runs with, what clients may do under it, and how another one replaces it.
package final class RunningConfiguration {
  private let host: EngineHost
  private let log: Logger
  /// What the daemon was started with, with the running configuration.
  package private(set) var options: DaemonOptions
  /// What clients may do.
  package private(set) var access: AccessPolicy

  /// The configuration in `options`, under which clients have `access` to the host.
  package init(of host: EngineHost, _ options: DaemonOptions, _ access: AccessPolicy, log: Logger) {
    (self.host, self.options, self.access, self.log) = (host, options, access, log)
  }

  /// Throws the reason why a command would make a deck exceed its limits.
  package func check(_ command: DeckCommand, of deck: String) throws(ProtocolError) {
    try access.denial(of: command, deck, in: host.engine).check()
  }

  /// Replaces the cards that a deck has in the configuration.
  package func provide(_ cards: CardSequence, forDeck deck: String) {
    host.provide(cards, forDeck: deck)
    for index in options.configuration.decks.indices where options.configuration.decks[index].id == deck {
      options.configuration.decks[index].cards = cards
    }
  }

  /// Applies the configuration that was read again; if it has any error, nothing changes.
  ///
  /// - Returns: the changed keys that take effect only after a restart, and the decks whose configured cards changed,
  ///   but which keep the cards that they have.
  package func reload(
    _ read: Result<DaemonConfiguration, any Error>,
    _ sockets: ListeningSockets
  ) throws(ProtocolError) -> (restart: [String], kept: [String]) {
    let path = options.configurationPath ?? ConfigurationFile.usualPath
    let plan: ReloadPlan
    do {
      plan = try ReloadPlan(read, running: options.configuration) { try sockets.permit($0) }
    } catch {
      throw ReloadPlan.refusal(of: error, path, log: log) { try sockets.permit(options.configuration.socket) }
    }
    options.configuration = plan.configuration
    access = AccessPolicy(plan.grants, plan.configuration.limits, controlPath: sockets.controlPath)
    host.panels.reconfigure(plan.configuration)
    sockets.apply(access.limits, log: log)
    host.clients.replyLimit = access.limits.replies
    for client in host.clients.all {
      client.adopt(access.permissions(of: client.connection, over: client.access.access, log: log))
    }
    let kept = plan.recarded.filter { !host.engine.hasConfiguredCards($0) }
    plan.report(to: log, kept: kept)
    return (plan.restart, kept)
  }

  /// Applies the configuration that was read again because of SIGHUP: no client receives what is wrong with it.
  func reloadAfterHangup(_ read: Result<DaemonConfiguration, any Error>, _ sockets: ListeningSockets) {
    do {
      _ = try reload(read, sockets)
    } catch {
      // The log has every error with its line.
      log.debug("SIGHUP: \(error.message)")
    }
  }
}
