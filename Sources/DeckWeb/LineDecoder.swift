import DeckProtocol
package import NIOCore

/// Divides what the daemon sends into lines, without their newlines.
package struct LineDecoder: ByteToMessageDecoder {
  package typealias InboundOut = ByteBuffer

  /// The bytes of an incomplete line that have no newline.
  private var searched = 0

  package init() {}

  package mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    guard let line = try nextLine(&buffer) else { return .needMoreData }
    context.fireChannelRead(Self.wrapInboundOut(line))
    return .continue
  }

  package mutating func decodeLast(
    context: ChannelHandlerContext,
    buffer: inout ByteBuffer,
    seenEOF: Bool
  ) throws -> DecodingState {
    try decode(context: context, buffer: &buffer)
  }

  private mutating func nextLine(_ buffer: inout ByteBuffer) throws(LineFraming.Overlong) -> ByteBuffer? {
    let rest = buffer.readableBytesView.dropFirst(searched)
    guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.readableBytes
      guard searched <= LineFraming.clientLimit else { throw LineFraming.Overlong() }
      return nil
    }
    searched = 0
    defer { buffer.moveReaderIndex(forwardBy: 1) }
    return buffer.readSlice(length: newline - buffer.readerIndex)
  }
}
