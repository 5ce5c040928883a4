import DeckWeb
import NIOCore
import TestSupport
import Testing

@Suite
struct `The queue of a page` {
  private static func frame(_ deck: String, _ number: Int) -> String {
    #"{"jsonrpc":"2.0","method":"frame","params":{"deck":"\#(deck)","frame":\#(number)}}"#
  }

  private static func rest(of queue: inout CoalescingQueue) -> [String] {
    var lines: [String] = []
    while let line = queue.popFirst() { lines.append(String(buffer: line)) }
    return lines
  }

  @Test
  func `keeps the newest frame of each deck, after the lines that came before it`() {
    var queue = CoalescingQueue()
    let lines = [
      Self.frame("a", 1), "event 1", Self.frame("b", 1), Self.frame("a", 2), "event 2", Self.frame("a", 3), "event 3",
    ]
    for line in lines { queue.append(ByteBuffer(string: line)) }
    #expect(Self.rest(of: &queue) == ["event 1", Self.frame("b", 1), "event 2", Self.frame("a", 3), "event 3"])
    #expect(queue.isEmpty && queue.bytes == 0)
  }

  @Test
  func `takes only what the daemon writes as a frame for one`() {
    let deck = { (line: String) in
      FrameLine.deck(of: ByteBuffer(string: line).readableBytesView).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(deck(Self.frame("main", 1)) == "main")
    #expect(deck(Self.frame(#"a\"b\\"#, 1)) == #"a\"b\\"#)
    #expect(deck(Self.frame("", 1)) == "")
    #expect(deck(#"{"jsonrpc":"2.0","method":"frame","params":{"deck":"main"#) == nil)
    #expect(deck(#"{"jsonrpc":"2.0","method":"event","params":{"deck":"main"}}"#) == nil)
    #expect(deck(#"{"jsonrpc":"2.0", "method":"frame","params":{"deck":"main"}}"#) == nil)
  }

  /// Whatever comes and is taken when: a subsequence, in which only superseded frames are missing.
  @Test
  func `drops nothing else, and changes no order`() {
    let seed = "DECKD_SEED=\(Seed.value)"
    var random = SeededGenerator(seed: Seed.value)
    for _ in 0..<200 {
      var queue = CoalescingQueue()
      var (sent, received): ([String], [String]) = ([], [])
      for number in 0..<200 {
        let deck = ["a", "b", "c", nil, nil].randomElement(using: &random) ?? nil
        let line = deck.map { Self.frame($0, number) } ?? "line \(number)"
        sent.append(line)
        queue.append(ByteBuffer(string: line))
        if Int.random(in: 0..<4, using: &random) == 0, let line = queue.popFirst() {
          received.append(String(buffer: line))
        }
      }
      received += Self.rest(of: &queue)
      var next = sent.startIndex
      for line in received {
        guard let place = sent[next...].firstIndex(of: line) else {
          Issue.record("\(line) is not in its place; \(seed)")
          return
        }
        next = place + 1
      }
      let kept = Set(received)
      #expect(sent.allSatisfy { $0.hasPrefix("{") || kept.contains($0) }, "\(seed)")
      for deck in ["a", "b", "c"] {
        let last = sent.last { $0.contains("\"\(deck)\"") }
        #expect(last.map(kept.contains) ?? true, "\(seed)")
      }
      #expect(queue.bytes == 0)
    }
  }

  @Test
  func `keeps a part of what was read, not all of it`() {
    var queue = CoalescingQueue()
    let read = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1 << 16)
    queue.append(read.getSlice(at: 10, length: 100) ?? ByteBuffer())
    let line = queue.popFirst()
    #expect(line?.readableBytes == 100 && line?.storageCapacity == 128)
  }
}
