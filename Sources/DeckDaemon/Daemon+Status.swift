import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics
import UnixSocket

extension Daemon {
  /// What `daemon.status` returns.
  var status: DaemonStatus {
    DaemonStatus(
      version: ReleaseVersion.current,
      uptime: Loop.now.seconds(since: startTime),
      configuration: options.configuration.file,
      stateDirectory: options.stateDirectory,
      panels: panels.connected.map(state(of:)),
      surfaces: engine.surfaceStates,
      decks: engine.deckEntries.compactMap(status(of:)),
      clients: clients.values.map(connection(of:)).sorted { ($0.process, $0.name ?? "") < ($1.process, $1.name ?? "") },
      queues: DaemonStatus.Queues(
        bytes: clients.values.reduce(0) { $0 + $1.connection.outgoing.queuedBytes },
        requests: clients.values.reduce(0) { $0 + $1.requests.count },
        commands: commands.count,
        disk: gate.count,
        files: fileJobs.count
      ),
      limits: options.configuration.limits.published,
      journal: gate.journal.map { DaemonStatus.Journal(name: $0.name, sequence: $0.sequence) }
    )
  }

  private func status(of entry: Reply.DeckEntry) -> DaemonStatus.Deck? {
    guard let position = engine.position(of: entry.id), let surface = engine.surfaceName(of: entry.id) else {
      return nil
    }
    return DaemonStatus.Deck(
      entry,
      surface: surface,
      phase: position.phase,
      round: position.round,
      counts: DeckCounts(current: position.current, count: position.count, undoDepth: position.undoDepth),
      dataBytes: engine.dataBytes(of: entry.id),
      hasDelegate: delegates.client(of: entry.id) != nil
    )
  }

  private func connection(of client: Client) -> DaemonStatus.Connection {
    let peer = client.connection.peer
    return DaemonStatus.Connection(
      name: client.name,
      process: Int(peer.process),
      user: Int(peer.user),
      access: client.access.access,
      subscriptions: client.subscriptions.map(\.deck),
      queued: client.connection.outgoing.queuedBytes
    )
  }
}

extension LimitsSection {
  /// The limits on what a single client sends.
  fileprivate var published: DaemonStatus.Limits {
    DaemonStatus.Limits(
      line: line,
      depth: depth,
      cards: cards,
      cardData: cardData,
      deckData: deckData,
      subscriptions: subscriptions
    )
  }
}
