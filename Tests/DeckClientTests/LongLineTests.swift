import DeckClient
import DeckProtocol
import EventLoop
import Glibc
import TestSupport
import Testing
import UnixSocket

/// A program at the daemon's socket that sends each client a line without end.
private final class EndlessLine {
  let path: String
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/deckd.sock"
    let listener = try StreamSocket.open(.blocking)
    try StreamSocket.bind(listener, to: path)
    try StreamSocket.listen(listener)
    WorkerThread {
      let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      let client = accept(listener, nil, nil)
      defer {
        close(client)
        close(listener)
      }
      for _ in 0...(LineFraming.clientLimit >> 16) {
        var rest = part.count
        while rest > 0 {
          let count = send(client, part, rest, Int32(MSG_NOSIGNAL))
          guard count > 0 else { return }
          rest -= count
        }
      }
      // It ends no line: the client does.
      var byte: UInt8 = 0
      while recv(client, &byte, 1, 0) > 0 {}
    }.detach()
  }
}

@Suite
struct `A line above 64 MiB` {
  @Test
  func `ends a connection`() throws {
    let daemon = try EndlessLine()
    let connection = try DeckConnection(path: daemon.path)
    let error = #expect(throws: DeckConnectionError.self) { try connection.readLine(timeout: .seconds(60)) }
    #expect(error?.description.contains("a line is longer than 64 MiB; expected a message of deckd") == true)
  }

  @Test(.timeLimit(.minutes(1)))
  func `ends the connection of a client, which begins another`() async throws {
    let daemon = try EndlessLine()
    let client = DeckClient(socket: daemon.path)
    defer { client.close() }
    let reason = "a line is longer than 64 MiB; expected a message of deckd"
    for await update in client.updates() where update == .disconnected(reason) { break }
  }
}
