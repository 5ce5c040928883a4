package import NIOCore

/// Lets through as much as a request without a body has, and drops what follows.
package final class RequestLimit: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer

  /// The request has more bytes than the limit.
  package struct Exceeded: Error {}

  /// 16 KiB.
  package static let bytes = 1 << 14

  private var received = 0

  package init() {}

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let before = received
    received += Self.unwrapInboundIn(data).readableBytes
    if received <= Self.bytes {
      context.fireChannelRead(data)
    } else if before <= Self.bytes {
      context.fireErrorCaught(Exceeded())
    }
  }
}
