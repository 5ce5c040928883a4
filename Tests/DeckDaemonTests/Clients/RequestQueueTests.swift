import DeckDaemon
import DeckProtocol
import DeckSocket
import Testing

@Suite
struct `The requests that a client has sent` {
  /// Returns the lines that come out of a queue of those in `text`.
  private static func lines(_ text: String) throws -> [LineFraming.Line] {
    let peer = try Peer(ConnectionLimits(line: 3))
    peer.send(text)
    var queue = RequestQueue()
    queue.receive(peer.client.connection.read())
    var lines: [LineFraming.Line] = []
    while let line = queue.popFirst() {
      lines.append(line)
      if lines.count > text.utf8.count { break }
    }
    #expect(queue.isEmpty && queue.popFirst() == nil)
    return lines
  }

  private static func complete(_ text: String) -> LineFraming.Line { .complete(Array(text.utf8)) }
  private static func overlong(_ text: String) -> LineFraming.Line { .overlong(beginning: Array(text.utf8)) }

  @Test
  func `come one by one, blank and overlong ones too`() throws {
    let expected = [
      Self.complete("a"), Self.overlong("too"), .complete([]), Self.complete("bcd"), Self.overlong("lon"),
      Self.overlong("sho"), Self.complete("e"),
    ]
    #expect(try Self.lines("a\ntoo long\n\nbcd\nlong\nshort\ne\n") == expected)
    #expect(try Self.lines("long\n\nb\n") == [Self.overlong("lon"), .complete([]), Self.complete("b")])
    #expect(try Self.lines("") == [])
  }

  @Test
  func `come in order, however many there are`() throws {
    let numbers = (0..<900).map { "\($0)" }
    #expect(try Self.lines(numbers.joined(separator: "\n") + "\n") == numbers.map { Self.complete($0) })
  }

  @Test
  func `are counted until they are removed`() throws {
    let peer = try Peer()
    peer.send("a\nb\nc\n")
    var queue = RequestQueue()
    queue.receive(peer.client.connection.read())
    #expect(queue.count == 3 && queue.popFirst() == Self.complete("a") && queue.count == 2)
    queue.removeAll()
    #expect(queue.isEmpty && queue.popFirst() == nil)
  }
}
