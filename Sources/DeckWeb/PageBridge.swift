package import Logging
package import NIOCore
package import NIOWebSocket

/// Connects one page with the daemon: a message is a line, in both directions; or, where a page takes that, all lines that
/// have arrived, with newlines between them.
///
/// - Toward the page, lines wait in a ``CoalescingQueue`` while the page does not read. When that is full, the daemon's
///   socket is not read either; the daemon then coalesces frames, and disconnects a client whose backlog is too long.
/// - Toward the daemon, the page is not read while the daemon's socket is full.
/// - A page that is silent, or does not read, for two intervals of pings is disconnected.
///
/// All members are used on the event loop of both channels.
package final class PageBridge {
  /// Why the bridge ends: the code and the reason that the page receives.
  package struct Ending: Equatable, Sendable {
    var code: WebSocketErrorCode
    var reason: String

    /// The code of RFC 6455 for a condition that passes, "try again later".
    static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)

    /// The daemon cannot be reached, or ended the connection.
    package static func unreachable(_ reason: String) -> Self { Self(code: tryAgainLater, reason: reason) }

    static let ending = Self(code: .goingAway, reason: "deckd-web is ending")
    /// Its address has most of the pages, and one of another address came.
    static let crowded = Self(code: .goingAway, reason: "closed for a page of another address; see --connections")
  }

  private enum Phase {
    case open
    /// The daemon sends no more; the page is closed when it has received what waits.
    case finishing(Ending)
    /// The page has received why it is closed.
    case closing
  }

  /// How many bytes wait for a page at most before the daemon's socket is not read, 256 KiB.
  package static let capacity = 1 << 18
  /// Between two pings.
  package static let pingInterval = TimeAmount.seconds(20)
  /// How long a message of several lines becomes at most, before its last line.
  private static let joinedLength = 1 << 16
  /// How long a page may take to confirm that it is closed.
  private static let closingTime = TimeAmount.seconds(2)
  /// A close frame has two bytes of code and at most this many of reason (RFC 6455, 5.5).
  private static let reasonLimit = 123

  private let page: any Channel
  private var daemon: (any Channel)?
  private let messageLimit: Int
  private let joinsLines: Bool
  private let log: Logger
  private var phase = Phase.open
  private var queue = CoalescingQueue()
  private var isDraining = false
  private var isReadingDaemon = true
  private var isReadingPage = true
  /// The beginning of a message whose fragments have not all arrived.
  private var fragments: ByteBuffer?
  private var timer: Scheduled<Void>?
  /// Pings since the page sent something.
  private var unansweredPings = 0
  /// Intervals since the page read something of what waits for it.
  private var stuckIntervals = 0

  /// A bridge to the page on a channel whose WebSocket is open; `attach(_:)` gives it the daemon's.
  ///
  /// A message of the page has at most `messageLimit` bytes.
  package init(page: any Channel, messageLimit: Int, joinsLines: Bool = false, log: Logger) {
    self.page = page
    self.messageLimit = messageLimit
    self.joinsLines = joinsLines
    self.log = log
    schedulePing()
  }

  // MARK: The daemon

  /// Begins to bridge to the daemon on this channel.
  package func attach(_ channel: any Channel) {
    guard case .open = phase, page.isActive else { return channel.close(promise: nil) }
    daemon = channel
  }

  /// A line arrived, without its newline.
  package func daemonSent(_ line: ByteBuffer) {
    guard case .open = phase else { return }
    queue.append(line)
  }

  /// All that was available has arrived.
  package func daemonPaused() {
    drain()
  }

  /// The daemon ended the connection, or could not be reached.
  package func daemonClosed(_ ending: Ending) {
    guard case .open = phase else { return }
    daemon = nil
    phase = .finishing(ending)
    drain()
  }

  /// The daemon's socket is full, or accepts lines again.
  package func daemonWritabilityChanged() {
    guard let daemon, isReadingPage != daemon.isWritable else { return }
    isReadingPage.toggle()
    setReading(page, isReadingPage)
  }

  // MARK: The page

  /// A frame arrived; messages are whole.
  package func pageSent(_ frame: WebSocketFrame) {
    unansweredPings = 0
    guard case .open = phase else {
      if frame.opcode == .connectionClose { page.close(promise: nil) }
      return
    }
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return close(Ending(code: .protocolError, reason: "expected masked frames without extensions"))
    }
    switch frame.opcode {
    case .text, .continuation: collect(frame)
    case .binary: close(Ending(code: .unacceptableData, reason: "expected text, one JSON-RPC message in each"))
    // A page that does not read receives no pongs: they would wait without a limit.
    case .ping: if page.isWritable { write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)) }
    case .pong: break
    case .connectionClose: confirmClose(frame)
    default: close(Ending(code: .protocolError, reason: "there is no such frame"))
    }
  }

  /// What the page sent is not what WebSocket permits.
  package func pageFailed(_ error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: refuseLength()
    case is NIOWebSocketError: close(Ending(code: .protocolError, reason: "\(error)"))
    // More of what was refused.
    case is ByteToMessageDecoderError: break
    default:
      log.debug("a page's connection failed: \(error)")
      page.close(promise: nil)
    }
  }

  /// The page's socket accepts more, or is full.
  package func pageWritabilityChanged() {
    drain()
  }

  /// The page's connection ended.
  package func pageClosed() {
    end()
  }

  /// Sends the page the reason, and ends the connection when it has confirmed that, or after two seconds.
  package func close(_ ending: Ending) {
    if case .closing = phase { return }
    end()
    log.debug("closing a page: \(ending.reason)")
    var data = ByteBuffer()
    data.write(webSocketErrorCode: ending.code)
    data.writeString(Self.shortened(ending.reason))
    write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    page.eventLoop.assumeIsolated().scheduleTask(in: Self.closingTime) { [page] in page.close(promise: nil) }
    if !isReadingPage { setReading(page, true) }
  }

  // MARK: Both

  /// Releases the daemon and what waits; the page's channel is still open.
  private func end() {
    phase = .closing
    timer?.cancel()
    timer = nil
    queue.removeAll()
    fragments = nil
    daemon?.close(promise: nil)
    daemon = nil
  }

  /// Adds a fragment of a message, and sends the message when it is whole.
  private func collect(_ frame: WebSocketFrame) {
    guard (frame.opcode == .continuation) == (fragments != nil) else {
      return close(Ending(code: .protocolError, reason: "a message's fragments have no others between them"))
    }
    var message = fragments ?? ByteBuffer()
    fragments = nil
    message.writeImmutableBuffer(frame.unmaskedData)
    guard message.readableBytes <= messageLimit else { return refuseLength() }
    if frame.fin { send(message) } else { fragments = message }
  }

  private func refuseLength() {
    close(Ending(code: .messageTooLarge, reason: "a message has at most \(messageLimit) bytes"))
  }

  private func send(_ message: ByteBuffer) {
    let bytes = message.readableBytesView
    guard !bytes.contains(UInt8(ascii: "\n")), String(validating: bytes, as: UTF8.self) != nil else {
      return close(Ending(code: .dataInconsistentWithMessage, reason: "expected one line of UTF-8 in each message"))
    }
    var line = message
    line.writeInteger(UInt8(ascii: "\n"))
    daemon?.writeAndFlush(line, promise: nil)
  }

  private func confirmClose(_ frame: WebSocketFrame) {
    var ending = frame.unmaskedData
    guard ending.readableBytes == 0 || ending.readInteger().map(Self.isCloseCode) == true,
      String(validating: ending.readableBytesView, as: UTF8.self) != nil
    else {
      return close(Ending(code: .protocolError, reason: "expected a close code of RFC 6455, and a reason in UTF-8"))
    }
    end()
    let data = frame.unmaskedData.getSlice(at: frame.unmaskedData.readerIndex, length: 2) ?? ByteBuffer()
    let isWritten = page.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    isWritten.assumeIsolated().whenComplete { [page] _ in page.close(promise: nil) }
    page.eventLoop.assumeIsolated().scheduleTask(in: Self.closingTime) { [page] in page.close(promise: nil) }
  }

  /// Whether a peer may send a code: those of the protocol but for what no frame has, and those of others (7.4).
  private static func isCloseCode(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// Writes what waits, as long as the page reads it.
  private func drain() {
    if case .closing = phase { return }
    // A flush may change whether the page can be written, and so begin this again.
    guard !isDraining else { return }
    isDraining = true
    while page.isWritable, !queue.isEmpty {
      while page.isWritable, var message = queue.popFirst() {
        while joinsLines, message.readableBytes < Self.joinedLength, let line = queue.popFirst() {
          message.writeInteger(UInt8(ascii: "\n"))
          message.writeImmutableBuffer(line)
        }
        page.write(WebSocketFrame(fin: true, opcode: .text, data: message), promise: nil)
      }
      stuckIntervals = 0
      page.flush()
    }
    isDraining = false
    let isFull = queue.bytes > (isReadingDaemon ? Self.capacity : Self.capacity / 2)
    if let daemon, isReadingDaemon == isFull {
      isReadingDaemon = !isFull
      setReading(daemon, isReadingDaemon)
    }
    if case .finishing(let ending) = phase, queue.isEmpty { close(ending) }
  }

  private func write(_ frame: WebSocketFrame) {
    page.writeAndFlush(frame, promise: nil)
  }

  private func setReading(_ channel: any Channel, _ isReading: Bool) {
    // Fails for a channel that is closed already.
    try? channel.syncOptions?.setOption(.autoRead, value: isReading)
  }

  private func schedulePing() {
    timer = page.eventLoop.assumeIsolated().scheduleTask(in: Self.pingInterval) { [weak self] in self?.ping() }
  }

  private func ping() {
    stuckIntervals = page.isWritable ? 0 : stuckIntervals + 1
    guard unansweredPings < 2, stuckIntervals < 2 else {
      log.debug("a page did not respond for \(2 * Self.pingInterval.nanoseconds / 1_000_000_000) s")
      return page.close(promise: nil)
    }
    if page.isWritable {
      write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
      // What the page sends is not read while the daemon is busy.
      unansweredPings += isReadingPage ? 1 : 0
    }
    schedulePing()
  }

  private static func shortened(_ reason: String) -> String {
    var reason = reason
    while reason.utf8.count > reasonLimit { reason.removeLast() }
    return reason
  }
}
