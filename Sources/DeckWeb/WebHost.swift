package import Logging
package import NIOCore
import SystemCalls

/// What the connections of a server share: its options, and how many there are.
///
/// All members are used on the server's one event loop.
package final class WebHost {
  /// How many connections may have a request at the same time; others get status 503.
  package static let requestLimit = 128
  /// How many more may wait for their refusal; the others wait in the kernel.
  private static let refusalLimit = 128
  /// Descriptors of the process itself.
  private static let reserve = 64

  package let options: WebServerOptions
  let log: Logger
  private var connections: [ObjectIdentifier: any Channel] = [:]
  private var pages: [ObjectIdentifier: PageBridge] = [:]
  private var isReachable = true
  /// Called when a connection ended, so that the next is accepted.
  var connectionEnded: () -> Void = {}

  /// A host without connections.
  package init(_ options: WebServerOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  /// How many descriptors the limits need: a page has a connection to the daemon, and a request may have a file.
  static func descriptors(pageLimit: Int) -> Int { 2 * pageLimit + 2 * requestLimit + refusalLimit + reserve }

  package var requestCount: Int { connections.count - pages.count }
  package var pageCount: Int { pages.count }

  /// Whether another connection may be accepted, if only to refuse its request.
  var isAccepting: Bool { requestCount < Self.requestLimit + Self.refusalLimit }

  /// Counts a connection until it ends.
  package func opened(_ channel: any Channel) {
    let identity = ObjectIdentifier(channel)
    connections[identity] = channel
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in
      connections[identity] = nil
      pages[identity] = nil
      connectionEnded()
    }
  }

  /// Counts a connection as a page's; whether there was room for it.
  func beginPage(_ channel: any Channel) -> PageBridge? {
    guard pages.count < options.pageLimit else { return nil }
    let bridge = PageBridge(page: channel, messageLimit: options.messageLimit, log: log)
    pages[ObjectIdentifier(channel)] = bridge
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
    for (identity, channel) in connections {
      if let page = pages[identity] { page.close(.ending) } else { channel.close(promise: nil) }
    }
    return .andAllComplete(connections.values.map(\.closeFuture), on: loop)
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
