import Glibc
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SystemCalls
import UnixSocket

/// The program's server: pages and their WebSockets, on one event loop.
///
/// A page costs what it reads, so one thread is enough; a page that does not read costs nothing.
package final class WebServer: Sendable {
  private let threads: MultiThreadedEventLoopGroup
  private let reading: NIOThreadPool
  private let host: NIOLoopBound<WebHost>
  private let listener: any Channel
  /// The file of a Unix socket, which another program may have replaced meanwhile.
  private let file: SocketFile?

  /// Where it listens, as an address for a browser.
  package let address: ListenAddress

  /// A server that listens already.
  package init(_ options: WebServerOptions, log: Logger) throws(WebServerError) {
    try Self.raiseDescriptorLimit(for: options.pageLimit)
    threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let reading = NIOThreadPool(numberOfThreads: 2)
    reading.start()
    self.reading = reading
    let loop = threads.next()
    do {
      let made = try loop.submit { NIOLoopBound(WebHost(options, log: log), eventLoop: loop) }.wait()
      host = made
      listener = try Self.bind(options.address, on: loop, made, reading)
    } catch let error as WebServerError {
      throw error
    } catch {
      throw .cannotListen(options.address, (error as? IOError).map { "\(Errno($0.errnoCode))" } ?? "\(error)")
    }
    file = if case .unix(let path) = options.address { SocketFile(at: path) } else { nil }
    address = listener.localAddress.flatMap { $0.port == nil ? nil : .internet($0) } ?? options.address
  }

  /// Stops listening, closes every connection, and returns when all are closed, or after two seconds.
  package func stop() {
    // While the socket is open: until then no other file can have its identity.
    file?.remove()
    try? listener.close().wait()
    let (host, loop) = (host, threads.next())
    try? loop.flatSubmit { host.value.closeAll(on: loop) }.wait()
    try? threads.syncShutdownGracefully()
    try? reading.syncShutdownGracefully()
  }

  private static func bind(
    _ address: ListenAddress,
    on loop: any EventLoop,
    _ host: NIOLoopBound<WebHost>,
    _ reading: NIOThreadPool
  ) throws -> any Channel {
    let bootstrap = ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // The kernel keeps little for a page that does not read, and so little that is old when it reads again.
      .childChannelOption(.socketOption(.so_sndbuf), value: 1 << 16)
      .childChannelOption(.socketOption(.so_rcvbuf), value: 1 << 16)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 1 << 13, high: 1 << 15))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if channel.localAddress?.port != nil {
            try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
          }
          try initialize(channel, host.value, reading)
        }
      }
    switch address {
    case .internet(let address): return try bootstrap.bind(to: address).wait()
    case .unix(let path):
      guard try !StreamSocket.isAnswered(path) else {
        throw WebServerError.cannotListen(.unix(path: path), "another program listens there")
      }
      return try bootstrap.withBoundSocket(boundSocket(at: path)).wait()
    }
  }

  /// A socket at a path where nobody listens; NIO would remove the path of one of its own, whosever it is by then.
  private static func boundSocket(at path: String) throws(Errno) -> Int32 {
    SocketFile(at: path)?.remove()
    let descriptor = try StreamSocket.open(.nonBlocking)
    do {
      try StreamSocket.bind(descriptor, to: path)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func initialize(_ channel: any Channel, _ host: WebHost, _ reading: NIOThreadPool) throws {
    host.opened(channel)
    let loop = channel.eventLoop
    let bound = NIOLoopBound(host, eventLoop: loop)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: host.options.messageLimit,
      automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        var headers = HTTPHeaders()
        if WebSocketHandshake.joinsLines(head) {
          headers.add(name: "Sec-WebSocket-Protocol", value: WebSocketHandshake.lines)
        }
        return channel.eventLoop.makeSucceededFuture(headers)
      },
      upgradePipelineHandler: { channel, head in
        let joinsLines = WebSocketHandshake.joinsLines(head)
        guard let bridge = bound.value.beginPage(channel, joinsLines: joinsLines) else { return channel.close() }
        let page = NIOLoopBound(bridge, eventLoop: loop)
        return bound.value.connect(bridge, on: loop).flatMapThrowing {
          try channel.pipeline.syncOperations.addHandler(PageHandler(page.value))
        }
      }
    )
    let (encoder, decoder) = (
      HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
    )
    let (limit, request) = (RequestLimit(), WebRequestHandler(host, reading: reading))
    let upgrade = HTTPServerUpgradeHandler(
      upgraders: [upgrader],
      httpEncoder: encoder,
      // In this order: what the decoder has not read goes to the WebSocket, and passes no handler of requests.
      extraHTTPHandlers: [request, limit, decoder],
      upgradeCompletionHandler: { _ in }
    )
    try channel.pipeline.syncOperations.addHandlers([limit, encoder, decoder, request, upgrade])
  }

  private static func raiseDescriptorLimit(for pageLimit: Int) throws(WebServerError) {
    let needed = rlim_t(WebHost.descriptors(pageLimit: pageLimit))
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    guard limit.rlim_cur < needed else { return }
    guard needed <= limit.rlim_max else {
      throw .tooFewDescriptors(needed: Int(needed), permitted: Int(limit.rlim_max))
    }
    limit.rlim_cur = needed
    setrlimit(resource, &limit)
  }
}

/// Why the server cannot start, and what to do about it.
package enum WebServerError: Error, Hashable, Sendable, CustomStringConvertible {
  case cannotListen(ListenAddress, String)
  case tooFewDescriptors(needed: Int, permitted: Int)

  package var description: String {
    switch self {
    case .cannotListen(let address, let reason):
      "cannot listen on \(address): \(reason); name another address with --listen"
    case .tooFewDescriptors(let needed, let permitted):
      "\(needed) descriptors are needed, and \(permitted) are permitted; raise LimitNOFILE, or lower --connections"
    }
  }
}
