import NIOCore
import NIOPosix

/// Connections to the daemon's Unix socket.
enum DaemonSocket {
  /// Connects to the socket at `path`.
  static func connect(
    to path: String,
    on loop: any EventLoop,
    initialize: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    ClientBootstrap(group: loop)
      .channelInitializer { channel in channel.eventLoop.makeCompletedFuture { try initialize(channel) } }
      .connect(unixDomainSocketPath: path)
  }
}
