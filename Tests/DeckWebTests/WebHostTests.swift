import DeckWeb
import Logging
import NIOCore
import NIOEmbedded
import Testing

@Suite
struct `Room for connections` {
  private let loop = EmbeddedEventLoop()
  private let host = WebHost(
    WebServerOptions(address: .unix(path: "/x"), daemonSocket: "/y"),
    log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  )

  private func connect(from address: String?, settling: Bool = true) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(loop: loop)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/x")).wait()
    channel.remoteAddress = try address.map { try SocketAddress(ipAddress: $0, port: 1) }
    host.opened(channel)
    if settling { loop.run() }
    return channel
  }

  private func connect(_ count: Int, from address: String?) throws -> [EmbeddedChannel] {
    try (0..<count).map { _ in try connect(from: address) }
  }

  @Test
  func `is taken from the address that has most idle ones, the oldest first`() throws {
    let other = try connect(from: "192.0.2.1")
    let many = try connect(WebHost.connectionLimit - 1, from: "192.0.2.2")
    let local = try connect(from: "127.0.0.1")
    let later = try connect(3, from: "192.0.2.2")
    #expect(many.map(\.isActive) == many.indices.map { $0 >= 4 })
    #expect(([other, local] + later).allSatisfy { $0.isActive })
  }

  @Test
  func `is taken from the oldest where all have one address, or none`() throws {
    let first = try connect(WebHost.connectionLimit, from: nil)
    let later = try connect(2, from: nil)
    #expect(first.map(\.isActive) == first.indices.map { $0 >= 2 })
    #expect(later.allSatisfy { $0.isActive })
  }

  @Test
  func `is kept where many come at once, before any of the others is closed`() throws {
    let all = try (0..<4 * WebHost.connectionLimit).map { _ in try connect(from: "192.0.2.1", settling: false) }
    loop.run()
    #expect(all.count(where: \.isActive) == WebHost.connectionLimit)
  }

  @Test
  func `is never taken from a request that is being answered, but for one of an address that has fewer`() throws {
    let answered = try connect(WebHost.requestLimit, from: "192.0.2.1")
    #expect(answered.allSatisfy { host.beginAnswer($0) })
    let another = try connect(1, from: "192.0.2.1")[0]
    #expect(!host.beginAnswer(another))
    let silent = try connect(WebHost.connectionLimit, from: "192.0.2.2")
    #expect(answered.allSatisfy { $0.isActive })
    let last = try #require(silent.last)
    #expect(host.beginAnswer(last))
    loop.run()
    #expect(answered.map(\.isActive) == answered.indices.map { $0 > 0 })
    #expect(!host.beginAnswer(another))
    host.endAnswer(answered[1])
    #expect(host.beginAnswer(another))
    // Answered, and not closed by its client.
    let more = try connect(WebHost.requestLimit, from: "192.0.2.3")
    #expect(answered.dropFirst(2).allSatisfy { $0.isActive })
    _ = try connect(WebHost.requestLimit, from: nil)
    #expect(more.last?.isActive == true)
  }

  @Test
  func `is divided among the addresses that have pages, until each has as many`() throws {
    func open(_ count: Int, from address: String) throws -> [EmbeddedChannel] {
      try connect(count, from: address).filter { host.beginPage($0, joinsLines: false) != nil }
    }
    let limit = host.options.pageLimit
    #expect(try open(limit + 2, from: "192.0.2.1").count == limit)
    #expect(try open(limit, from: "192.0.2.2").count == limit / 2)
    #expect(try open(limit, from: "192.0.2.3").count == limit / 3)
    #expect(host.pageCount == limit)
  }
}
