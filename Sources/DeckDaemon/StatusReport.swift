import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import Kinetics
import UnixSocket

extension DaemonStatus {
  /// The status of a daemon that has run for `uptime` seconds and has `files` to read.
  init(of host: EngineHost, _ options: DaemonOptions, uptime: Double, files: Int) {
    let waiting = host.waiting
    self.init(
      version: ReleaseVersion.current,
      uptime: uptime,
      configuration: options.configuration.file,
      stateDirectory: options.stateDirectory,
      panels: host.panels.states,
      surfaces: host.engine.surfaceStates,
      decks: host.engine.deckEntries.compactMap { Self.deck($0, of: host) },
      clients: Self.connections(host.clients, host.subscriptions),
      queues: Queues(
        bytes: host.clients.queuedBytes,
        requests: host.clients.all.reduce(0) { $0 + $1.requests.count },
        commands: waiting.commands,
        disk: waiting.disk,
        files: files
      ),
      limits: options.configuration.limits.published,
      journal: host.journal.map { Journal(name: $0.name, sequence: $0.sequence) }
    )
  }

  /// The status of a deck; `nil` for one that the engine does not have.
  private static func deck(_ entry: Reply.DeckEntry, of host: EngineHost) -> Deck? {
    guard let position = host.engine.position(of: entry.id), let surface = host.engine.surfaceName(of: entry.id) else {
      return nil
    }
    return Deck(
      entry,
      surface: surface,
      phase: position.phase,
      round: position.round,
      counts: DeckCounts(current: position.current, count: position.count, undoDepth: position.undoDepth),
      dataBytes: host.engine.dataBytes(of: entry.id),
      hasDelegate: host.delegates.registry.client(of: entry.id) != nil,
      stuck: host.engine.stillness(of: entry.id, at: host.clock())
    )
  }

  /// The status of the connections, sorted by process and name.
  private static func connections(_ clients: ClientRegistry, _ subscriptions: SubscriptionHub) -> [Connection] {
    let connections = clients.all.map { client in
      let peer = client.connection.peer
      return Connection(
        name: client.name,
        process: Int(peer.process),
        user: Int(peer.user),
        access: client.access.access,
        subscriptions: subscriptions.decks(of: client),
        queued: client.connection.outgoing.queuedBytes
      )
    }
    return connections.sorted { ($0.process, $0.name ?? "") < ($1.process, $1.name ?? "") }
  }
}

extension LimitsSection {
  /// The limits on what a single client sends.
  var published: DaemonStatus.Limits {
    DaemonStatus.Limits(
      line: line,
      depth: depth,
      requestCards: DeckCommand.mostCards,
      cards: cards,
      cardData: cardData,
      deckData: deckData,
      subscriptions: subscriptions
    )
  }
}
