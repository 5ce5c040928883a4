import DeckClient
import DeckProtocol
import DeckSocket
import Glibc
import SystemCalls
import TestSupport
import Testing
import UnixSocket

@Suite struct ClientConnectionTests {
  private let folder: TemporaryFolder
  private let listener: UnixSocketListener

  init() throws {
    folder = try TemporaryFolder()
    listener = try UnixSocketListener(path: folder.path + "/deckd.sock")
  }

  @Test func `a line goes each way`() throws {
    let (connection, client) = try connect()
    try connection.send("hello")
    #expect(client.read() == .init(lines: [.complete(Array("hello".utf8))], stream: .open))
    #expect(client.read() == .init(lines: [], stream: .open))
    #expect(client.outgoing.append(Array("welcome\n".utf8), batch: 0) == .queued)
    #expect(client.flush() == .drained)
    #expect(try connection.readLine() == .line(Array("welcome".utf8)))
    #expect(try connection.readLine(timeout: .zero) == .timedOut)
  }

  @Test func `a client that leaves ends its stream, its last line read`() throws {
    let client: ClientConnection
    do {
      let (connection, accepted) = try connect()
      client = accepted
      try connection.send("one")
    }
    #expect(client.read().lines == [.complete(Array("one".utf8))])
    #expect(client.read() == .init(lines: [], stream: .ended))
  }

  @Test func `writing to a client that has left is an answer, and no signal`() throws {
    let client: ClientConnection
    do { (_, client) = try connect() }
    #expect(client.outgoing.append([UInt8(ascii: "\n")], batch: 0) == .queued)
    #expect(client.flush() == .broken(Errno(EPIPE)))
    #expect(client.outgoing.isEmpty)
  }

  @Test func `the daemon's leaving is told after its last line`() throws {
    let (connection, client) = try connect()
    try connection.send("a request that nobody reads")
    #expect(client.outgoing.append(Array("goodbye\n".utf8), batch: 0) == .queued)
    #expect(client.flush() == .drained)
    client.close()
    #expect(try connection.readLine() == .line(Array("goodbye".utf8)))
    #expect(try connection.readLine() == .closed)
    #expect(try connection.readLine() == .closed)
  }

  @Test func `an overlong line is reported and the connection goes on`() async throws {
    let (connection, client) = try connect()
    // More than the socket takes, so another has to send while this one reads.
    let sender = Task.detached { [connection = Unshared(connection)] in
      try connection.value.send([UInt8](repeating: 0x61, count: LineFraming.defaultLimit + 1))
      try connection.value.send("next")
    }
    var lines: [LineFraming.Line] = []
    while lines.count < 2 {
      client.waitReadable()
      let reading = client.read()
      #expect(reading.stream == .open)
      lines += reading.lines
    }
    #expect(lines == [.overlong(beginning: [UInt8](repeating: 0x61, count: 128)), .complete(Array("next".utf8))])
    try await sender.value
  }

  @Test func `a line of several MiB arrives at a client`() throws {
    let (connection, client) = try connect()
    let line = [UInt8](repeating: 0x61, count: 3 << 20)
    #expect(client.outgoing.append(line + [UInt8(ascii: "\n")], batch: 0) == .queued)
    var reading = DeckConnection.Reading.timedOut
    while reading == .timedOut {
      #expect(client.flush() != .broken(Errno(EPIPE)))
      reading = try connection.readLine(timeout: .zero)
    }
    #expect(reading == .line(line))
  }

  @Test func `a client that never reads blocks no other, and overflows alone`() throws {
    let (stuck, slow) = try connect()
    let (reader, quick) = try connect()
    let line = [UInt8](repeating: 0x61, count: 9999) + [UInt8(ascii: "\n")]
    var sent = 0
    while slow.outgoing.append(line, batch: UInt64(sent)) == .queued {
      #expect(slow.flush() != .broken(Errno(EPIPE)))
      slow.outgoing.setFrame(Array("frame \(sent)\n".utf8), for: .init(0))
      #expect(quick.outgoing.append(line, batch: UInt64(sent)) == .queued)
      #expect(quick.flush() == .drained)
      #expect(try reader.readLine() == .line(line.dropLast()))
      sent += 1
    }
    #expect(slow.outgoing.lineBytes <= OutgoingQueue.defaultLimit + 2 * line.count)
    #expect(slow.flush() == .blocked)
    slow.outgoing.replaceAll(with: Array("too slow\n".utf8))

    // When it reads at last: whole lines, and then why it is let go.
    var last = DeckConnection.Reading.closed
    while slow.flush() == .blocked { last = try stuck.readLine() }
    slow.close()
    var next = try stuck.readLine()
    while next != .closed {
      last = next
      next = try stuck.readLine()
    }
    #expect(last == .line(Array("too slow".utf8)))
  }

  private func connect() throws -> (DeckConnection, ClientConnection) {
    let connection = try DeckConnection(path: listener.path)
    return (connection, try #require(listener.acceptClient()))
  }
}

/// Handed to one other task, and used by nobody else until that has ended: so it is safe.
private struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension ClientConnection {
  fileprivate func waitReadable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
