import DeckProtocol
package import NIOCore
package import NIOWebSocket

/// Passes to the bridge what happens on the page's channel.
package final class PageHandler: ChannelInboundHandler {
  package typealias InboundIn = WebSocketFrame

  private let bridge: PageBridge

  package init(_ bridge: PageBridge) {
    self.bridge = bridge
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    bridge.pageWritabilityChanged()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bridge.pageSent(Self.unwrapInboundIn(data))
  }

  package func channelWritabilityChanged(context: ChannelHandlerContext) {
    bridge.pageWritabilityChanged()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    bridge.pageClosed()
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    bridge.pageFailed(error)
  }
}

/// Passes to the bridge what happens on the daemon's channel.
package final class DaemonHandler: ChannelInboundHandler {
  package typealias InboundIn = ByteBuffer

  private let bridge: PageBridge

  package init(_ bridge: PageBridge) {
    self.bridge = bridge
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bridge.daemonSent(Self.unwrapInboundIn(data))
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    bridge.daemonPaused()
  }

  package func channelWritabilityChanged(context: ChannelHandlerContext) {
    bridge.daemonWritabilityChanged()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    bridge.daemonClosed(.unreachable("deckd closed the connection"))
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? LineFraming.Overlong { bridge.daemonClosed(.unreachable(error.description)) }
    context.close(promise: nil)
  }
}
