package import Logging
package import NIOCore
import SystemCalls

/// What the connections of a server share: its options, and how many there are.
///
/// A connection costs its peer nothing, and a browser opens some in advance: only requests that are being answered count,
/// and a connection without one can always be closed for another.
///
/// All members are used on the server's one event loop.
package final class WebHost {
  /// A connection and what it is for.
  private struct Connection {
    enum State {
      /// Its request has not arrived, or was answered and the client has not closed it; since its turn of `turns`.
      case idle(since: Int)
      case answering
      case page(PageBridge)
    }

    var channel: any Channel
    /// The address; `nil` for a Unix socket.
    var peer: String?
    var state: State

    var page: PageBridge? { if case .page(let bridge) = state { bridge } else { nil } }
    var isAnswering: Bool { if case .answering = state { true } else { false } }
    var idleSince: Int? { if case .idle(let turn) = state { turn } else { nil } }
  }

  /// How many connections may have no WebSocket; beyond, idle ones are closed.
  package static let connectionLimit = 256
  /// How many requests may be answered at the same time, of one address at most as many as are left to others; beyond,
  /// they get status 503.
  package static let requestLimit = 128
  /// Descriptors of the process itself.
  private static let reserve = 64

  package let options: WebServerOptions
  let log: Logger
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var turns = 0
  private var isReachable = true

  /// A host without connections.
  package init(_ options: WebServerOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  /// How many descriptors the limits need: a page has a connection to the daemon, and a request may have a file.
  static func descriptors(pageLimit: Int) -> Int { 2 * pageLimit + connectionLimit + requestLimit + reserve }

  package var pageCount: Int { connections.values.count { $0.page != nil } }

  /// Counts a connection until it ends, and makes room for it.
  package func opened(_ channel: any Channel) {
    let identity = ObjectIdentifier(channel)
    turns += 1
    connections[identity] = Connection(
      channel: channel,
      peer: channel.remoteAddress?.ipAddress,
      state: .idle(since: turns)
    )
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in connections[identity] = nil }
    if connections.count - pageCount > Self.connectionLimit { closeIdle() }
  }

  /// Closes the connection that has been idle for longest, of the address that has most of them.
  ///
  /// So a peer takes room from itself, unless all come from one address, as those of this machine do: then a request has
  /// as long to arrive as it takes to open all the others again.
  private func closeIdle() {
    let idle = connections.values.filter { $0.idleSince != nil }
    let counts = Dictionary(idle.map { ($0.peer, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    let oldest = idle.filter { counts[$0.peer] == most }.min { ($0.idleSince ?? 0) < ($1.idleSince ?? 0) }
    guard let victim = oldest else { return }
    // It counts no more from here on: the next one to be closed, before this one is, is another.
    connections[ObjectIdentifier(victim.channel)] = nil
    victim.channel.close(promise: nil)
  }

  /// Counts a request until its answer has been sent; whether there was room for it.
  package func beginAnswer(_ channel: any Channel) -> Bool {
    let identity = ObjectIdentifier(channel)
    let answering = connections.values.filter(\.isAnswering)
    // Who reads slowly, or not at all, leaves room to others.
    let own = answering.count { $0.peer == connections[identity]?.peer }
    guard own < Self.requestLimit - answering.count else { return false }
    connections[identity]?.state = .answering
    return true
  }

  /// The answer has been sent, and the connection waits to be closed.
  package func endAnswer(_ channel: any Channel) {
    turns += 1
    connections[ObjectIdentifier(channel)]?.state = .idle(since: turns)
  }

  /// Counts a connection as a page's; whether there was room for it.
  func beginPage(_ channel: any Channel, joinsLines: Bool) -> PageBridge? {
    guard pageCount < options.pageLimit else { return nil }
    let bridge = PageBridge(page: channel, messageLimit: options.messageLimit, joinsLines: joinsLines, log: log)
    connections[ObjectIdentifier(channel)]?.state = .page(bridge)
    return bridge
  }

  /// Connects a page's bridge with the daemon, or closes it with the reason where that fails.
  func connect(_ bridge: PageBridge, on loop: any EventLoop) -> EventLoopFuture<Void> {
    let bound = NIOLoopBound(bridge, eventLoop: loop)
    return DaemonSocket.connect(to: options.daemonSocket, on: loop) { channel in
      try channel.pipeline.syncOperations.addHandlers([
        ByteToMessageHandler(LineDecoder()), DaemonHandler(bound.value),
      ])
    }.assumeIsolated().map { [self] channel in
      report(nil)
      bridge.attach(channel)
    }.recover { [self] error in
      report(error)
      bridge.daemonClosed(.unreachable("deckd is not running: \(Self.words(error))"))
    }.nonisolated()
  }

  /// Ends all connections, pages with the reason; completes when all are closed.
  func closeAll(on loop: any EventLoop) -> EventLoopFuture<Void> {
    let all = Array(connections.values)
    for connection in all {
      if let page = connection.page { page.close(.ending) } else { connection.channel.close(promise: nil) }
    }
    return .andAllComplete(all.map(\.channel.closeFuture), on: loop)
  }

  /// Logs when the daemon becomes reachable or unreachable.
  private func report(_ error: (any Error)?) {
    guard isReachable != (error == nil) else { return }
    isReachable.toggle()
    let socket = options.daemonSocket
    if let error {
      let reason = Self.words(error)
      log.warning("cannot connect to deckd at \(socket): \(reason); start deckd, or name its socket with --socket")
    } else {
      log.notice("connected to deckd at \(socket)")
    }
  }

  private static func words(_ error: any Error) -> String {
    (error as? IOError).map { "\(Errno($0.errnoCode))" } ?? "\(error)"
  }
}
