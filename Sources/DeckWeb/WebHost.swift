import Glibc
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
      /// Its request has not arrived, or was answered and the client has not closed it.
      case idle
      case answering
      case page(PageBridge)
    }

    var channel: any Channel
    /// The address; `nil` for a Unix socket.
    var peer: String?
    var state: State
    /// When the state began, in `turns`.
    var since: Int

    var page: PageBridge? { if case .page(let bridge) = state { bridge } else { nil } }
    var isAnswering: Bool { if case .answering = state { true } else { false } }
    var isIdle: Bool { if case .idle = state { true } else { false } }
  }

  /// How many connections may have no WebSocket; beyond, idle ones are closed.
  package static let connectionLimit = 256
  /// How many requests may be answered at the same time.
  package static let requestLimit = 128
  /// Descriptors of the process itself.
  private static let reserve = 64

  package let options: WebServerOptions
  let log: Logger
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var turns = 0
  private var isReachable = true
  private var hasReportedFiles = false

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
    let (identity, peer) = (ObjectIdentifier(channel), channel.remoteAddress?.ipAddress)
    turns += 1
    connections[identity] = Connection(channel: channel, peer: peer, state: .idle, since: turns)
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in connections[identity] = nil }
    guard connections.count - pageCount > Self.connectionLimit else { return }
    if let victim = oldestOfMost(connections.values.filter(\.isIdle))?.connection { end(victim) }
  }

  /// Counts a request until its answer has been sent; whether there was room for it.
  package func beginAnswer(_ channel: any Channel) -> Bool {
    let answers = connections.values.filter(\.isAnswering)
    guard let room = room(for: channel, among: answers, Self.requestLimit) else { return false }
    if let victim = room.victim { end(victim) }
    change(channel, to: .answering)
    return true
  }

  /// The answer has been sent, and the connection waits to be closed.
  package func endAnswer(_ channel: any Channel) { change(channel, to: .idle) }

  /// Returns whether there is room for a page.
  package func hasRoom(forPage channel: any Channel) -> Bool { roomForPage(channel) != nil }

  private func roomForPage(_ channel: any Channel) -> Room? {
    room(for: channel, among: connections.values.filter { $0.page != nil }, options.pageLimit)
  }

  /// Counts a connection as a page's, if there is room for it.
  package func beginPage(_ channel: any Channel, joinsLines: Bool) -> PageBridge? {
    guard let room = roomForPage(channel) else { return nil }
    if let victim = room.victim { end(victim) }
    let bridge = PageBridge(page: channel, messageLimit: options.messageLimit, joinsLines: joinsLines, log: log)
    change(channel, to: .page(bridge))
    return bridge
  }

  private func change(_ channel: any Channel, to state: Connection.State) {
    turns += 1
    connections[ObjectIdentifier(channel)]?.state = state
    connections[ObjectIdentifier(channel)]?.since = turns
  }

  /// Room for one more connection.
  private struct Room {
    /// What has to be closed for it.
    var victim: Connection?
  }

  /// Returns the room for one more among `held` connections, of which there may be `limit`.
  ///
  /// The address that has most of them gives up its oldest to one that has at least two fewer: who reads slowly, or not at
  /// all, takes room from itself.
  private func room(for channel: any Channel, among held: [Connection], _ limit: Int) -> Room? {
    guard held.count >= limit else { return Room() }
    let peer = connections[ObjectIdentifier(channel)]?.peer
    guard let most = oldestOfMost(held), most.count > held.count(where: { $0.peer == peer }) + 1 else { return nil }
    return Room(victim: most.connection)
  }

  /// Returns the oldest of `held` connections of the address that has most of them, and how many that has.
  private func oldestOfMost(_ held: [Connection]) -> (connection: Connection, count: Int)? {
    let counts = Dictionary(held.map { ($0.peer, 1) }, uniquingKeysWith: +)
    guard let most = counts.values.max() else { return nil }
    return held.filter { counts[$0.peer] == most }.min { $0.since < $1.since }.map { ($0, most) }
  }

  /// Closes a connection for another.
  private func end(_ connection: Connection) {
    // It counts no more from here on: the next one to be closed, before this one is, is another.
    connections[ObjectIdentifier(connection.channel)] = nil
    if let page = connection.page { page.close(.crowded) } else { connection.channel.close(promise: nil) }
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
      let remedy =
        switch (error as? IOError)?.errnoCode {
        case EACCES, EPERM: "start deckd-web as a user of the group of that socket"
        default: "start deckd, or name its socket with --socket"
        }
      log.warning("cannot connect to deckd at \(socket): \(Self.words(error)); \(remedy)")
    } else {
      log.notice("connected to deckd at \(socket)")
    }
  }

  /// Logs once that a page asks for files, and that no folder of them is served.
  func reportUnservedFiles() {
    guard !hasReportedFiles else { return }
    hasReportedFiles = true
    log.warning("a page asks for a file below /files/; --files FOLDER serves one")
  }

  private static func words(_ error: any Error) -> String {
    (error as? IOError).map { "\(Errno($0.errnoCode))" } ?? "\(error)"
  }
}
