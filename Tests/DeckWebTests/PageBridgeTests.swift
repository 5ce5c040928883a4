import DeckProtocol
import DeckWeb
import Logging
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

/// A bridge between two embedded channels, in virtual time.
private final class Bridged {
  static let messageLimit = 1 << 16

  let loop = EmbeddedEventLoop()
  let page: EmbeddedChannel
  let daemon: EmbeddedChannel
  let bridge: PageBridge

  init(joinsLines: Bool = false) throws {
    page = EmbeddedChannel(loop: loop)
    bridge = PageBridge(
      page: page,
      messageLimit: Self.messageLimit,
      joinsLines: joinsLines,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try page.pipeline.syncOperations.addHandler(PageHandler(bridge))
    daemon = EmbeddedChannel(handlers: [ByteToMessageHandler(LineDecoder()), DaemonHandler(bridge)], loop: loop)
    try page.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try daemon.connect(to: SocketAddress(unixDomainSocketPath: "/x")).wait()
    bridge.attach(daemon)
  }

  deinit {
    _ = try? page.finish(acceptAlreadyClosed: true)
    _ = try? daemon.finish(acceptAlreadyClosed: true)
  }

  func fromDaemon(_ text: String) throws {
    try daemon.writeInbound(ByteBuffer(string: text))
  }

  func fromPage(_ text: String, _ opcode: WebSocketOpcode = .text, fin: Bool = true, isMasked: Bool = true) throws {
    try fromPage(bytes: Array(text.utf8), opcode, fin: fin, isMasked: isMasked)
  }

  func fromPage(bytes: [UInt8], _ opcode: WebSocketOpcode = .text, fin: Bool = true, isMasked: Bool = true) throws {
    let mask = isMasked ? WebSocketMaskingKey([1, 2, 3, 4]) : nil
    var data = ByteBuffer(bytes: bytes)
    if let mask { data.webSocketMask(mask) }
    try page.writeInbound(WebSocketFrame(fin: fin, opcode: opcode, maskKey: mask, data: data))
  }

  /// The frames that the page has not read yet.
  func toPage() throws -> [WebSocketFrame] {
    var frames: [WebSocketFrame] = []
    while let frame = try page.readOutbound(as: WebSocketFrame.self) { frames.append(frame) }
    return frames
  }

  func texts() throws -> [String] {
    try toPage().filter { $0.opcode == .text }.map { String(buffer: $0.data) }
  }

  func closeCode() throws -> UInt16? {
    try toPage().last { $0.opcode == .connectionClose }.flatMap { $0.data.getInteger(at: 0) }
  }

  func toDaemon() throws -> String {
    var text = ""
    while let bytes = try daemon.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
    return text
  }

  func setWritable(_ channel: EmbeddedChannel, _ isWritable: Bool) {
    channel.isWritable = isWritable
    channel.pipeline.fireChannelWritabilityChanged()
  }

  /// The last that was set of whether a channel is read.
  func isRead(_ channel: EmbeddedChannel) -> Bool {
    channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool ?? true
  }
}

@Suite
struct `The bridge` {
  private static func frame(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","method":"frame","params":{"deck":"main","frame":\#(number)}}"#
  }

  @Test
  func `makes a message of each line, however the lines arrive`() throws {
    let bridged = try Bridged()
    try bridged.fromDaemon("one\ntw")
    #expect(try bridged.texts() == ["one"])
    try bridged.fromDaemon("o")
    try bridged.fromDaemon("\n\nthree\n")
    #expect(try bridged.texts() == ["two", "", "three"])
  }

  @Test
  func `makes a message of all lines that have arrived, for a page that takes several`() throws {
    let bridged = try Bridged(joinsLines: true)
    try bridged.fromDaemon("one\ntwo\nthr")
    try bridged.fromDaemon("ee\n")
    #expect(try bridged.texts() == ["one\ntwo", "three"])
    let line = String(repeating: "x", count: 40_000)
    try bridged.fromDaemon("\(line)\n\(line)\n\(line)\n")
    #expect(try bridged.texts() == ["\(line)\n\(line)", line])
  }

  @Test
  func `makes a line of each message, also of one in fragments`() throws {
    let bridged = try Bridged()
    try bridged.fromPage("one")
    try bridged.fromPage("t", fin: false)
    try bridged.fromPage("", .ping)
    try bridged.fromPage("w", .continuation, fin: false)
    try bridged.fromPage("o", .continuation)
    #expect(try bridged.toDaemon() == "one\ntwo\n")
    #expect(try bridged.toPage().map(\.opcode) == [.pong])
  }

  @Test
  func `keeps every line but superseded frames for a page that does not read`() throws {
    let bridged = try Bridged()
    bridged.setWritable(bridged.page, false)
    for number in 0..<1000 { try bridged.fromDaemon("\(Self.frame(number))\n" + (number % 100 == 0 ? "event\n" : "")) }
    #expect(try bridged.texts().isEmpty)
    #expect(bridged.isRead(bridged.daemon))
    bridged.setWritable(bridged.page, true)
    #expect(try bridged.texts() == Array(repeating: "event", count: 10) + [Self.frame(999)])
  }

  @Test
  func `does not read the daemon while a page has too much unread`() throws {
    let bridged = try Bridged()
    bridged.setWritable(bridged.page, false)
    let line = String(repeating: "x", count: 1000)
    var count = 0
    while bridged.isRead(bridged.daemon) {
      try bridged.fromDaemon(line + "\n")
      count += 1
    }
    #expect(count * (line.utf8.count + 64) > PageBridge.capacity)
    #expect((count - 1) * (line.utf8.count + 64) <= PageBridge.capacity)
    bridged.setWritable(bridged.page, true)
    #expect(try bridged.texts().count == count)
    #expect(bridged.isRead(bridged.daemon))
  }

  @Test
  func `does not read a page while the daemon is busy`() throws {
    let bridged = try Bridged()
    bridged.setWritable(bridged.daemon, false)
    #expect(!bridged.isRead(bridged.page))
    bridged.setWritable(bridged.daemon, true)
    #expect(bridged.isRead(bridged.page))
  }

  @Test
  func `closes a page that does not respond to pings`() throws {
    let bridged = try Bridged()
    bridged.loop.advanceTime(by: PageBridge.pingInterval * 2)
    #expect(try bridged.toPage().map(\.opcode) == [.ping, .ping])
    try bridged.fromPage("", .pong)
    bridged.loop.advanceTime(by: PageBridge.pingInterval * 2)
    #expect(bridged.page.isActive && bridged.daemon.isActive)
    bridged.loop.advanceTime(by: PageBridge.pingInterval)
    #expect(!bridged.page.isActive && !bridged.daemon.isActive)
  }

  @Test
  func `closes a page that does not read`() throws {
    let bridged = try Bridged()
    bridged.setWritable(bridged.page, false)
    bridged.loop.advanceTime(by: PageBridge.pingInterval)
    #expect(bridged.page.isActive)
    bridged.loop.advanceTime(by: PageBridge.pingInterval)
    #expect(!bridged.page.isActive && !bridged.daemon.isActive)
  }

  @Test
  func `keeps no pongs for a page that does not read`() throws {
    let bridged = try Bridged()
    bridged.setWritable(bridged.page, false)
    for _ in 0..<100 { try bridged.fromPage("x", .ping) }
    bridged.setWritable(bridged.page, true)
    #expect(try bridged.toPage().isEmpty)
    try bridged.fromPage("x", .ping)
    #expect(try bridged.toPage().map { String(buffer: $0.data) } == ["x"])
  }

  @Test
  func `closes a page with what the daemon sent last, and the reason`() throws {
    let bridged = try Bridged()
    bridged.setWritable(bridged.page, false)
    try bridged.fromDaemon("the last line\n")
    try bridged.daemon.close().wait()
    #expect(try bridged.toPage().isEmpty)
    bridged.setWritable(bridged.page, true)
    let frames = try bridged.toPage()
    #expect(frames.map(\.opcode) == [.text, .connectionClose])
    #expect(frames.last?.data.getInteger(at: 0, as: UInt16.self) == 1013)
    #expect(frames.last.map { String(buffer: $0.data) }?.hasSuffix("deckd closed the connection") == true)
    // The page does not confirm it.
    bridged.loop.advanceTime(by: .seconds(2))
    #expect(!bridged.page.isActive)
  }

  @Test
  func `closes as the page does`() throws {
    let bridged = try Bridged()
    try bridged.fromPage(bytes: [3, 0xE8], .connectionClose)
    bridged.loop.run()
    #expect(!bridged.page.isActive && !bridged.daemon.isActive)
  }

  @Test
  func `closes a page that sends what is no message`() throws {
    let cases: [(UInt16, (Bridged) throws -> Void)] = [
      (1003, { try $0.fromPage("x", .binary) }),
      (1007, { try $0.fromPage("{\n}") }),
      (1007, { try $0.fromPage(bytes: [0x22, 0xC3, 0x28, 0x22]) }),
      (1002, { try $0.fromPage(bytes: [3, 0xED], .connectionClose) }),
      (1002, { try $0.fromPage(bytes: [3], .connectionClose) }),
      (1002, { try $0.fromPage(bytes: [3, 0xE8, 0xFF], .connectionClose) }),
      (1002, { try $0.fromPage("x", isMasked: false) }),
      (1002, { try $0.fromPage("x", .continuation) }),
      (1002, { try $0.fromPage("x", WebSocketOpcode(encodedWebSocketOpcode: 3) ?? .text) }),
      (
        1002,
        {
          try $0.fromPage("x", fin: false)
          try $0.fromPage("y")
        }
      ),
      (
        1009,
        {
          try $0.fromPage(String(repeating: "x", count: Bridged.messageLimit), fin: false)
          try $0.fromPage("x", .continuation)
        }
      ),
      (1009, { $0.page.pipeline.fireErrorCaught(NIOWebSocketError.invalidFrameLength) }),
    ]
    for (index, (code, act)) in cases.enumerated() {
      let bridged = try Bridged()
      try act(bridged)
      #expect(try bridged.closeCode() == code, "case \(index)")
      #expect(try bridged.toDaemon().isEmpty && !bridged.daemon.isActive, "case \(index)")
      // What it still sends is dropped.
      try bridged.fromPage("y")
      #expect(try bridged.toPage().isEmpty, "case \(index)")
      try bridged.fromPage("", .connectionClose)
      #expect(!bridged.page.isActive, "case \(index)")
    }
  }

  @Test
  func `confirms a close with its code`() throws {
    for code in [[], [3, 0xE8], [0x0F, 0xA0, 0x78]] as [[UInt8]] {
      let bridged = try Bridged()
      try bridged.fromPage(bytes: code, .connectionClose)
      #expect(try bridged.toPage().map { Array($0.data.readableBytesView) } == [Array(code.prefix(2))])
      #expect(!bridged.page.isActive)
    }
  }

  @Test
  func `ends with the reason where a line of the daemon is longer than any message`() throws {
    let bridged = try Bridged()
    let part = String(repeating: "x", count: LineFraming.clientLimit / 16)
    for _ in 0..<16 { try bridged.fromDaemon(part) }
    #expect(bridged.daemon.isActive)
    try bridged.fromDaemon("x")
    let close = try #require(try bridged.toPage().last)
    #expect(String(buffer: close.data).hasSuffix("a line is longer than 64 MiB; expected a message of deckd"))
    #expect(!bridged.daemon.isActive)
  }
}
