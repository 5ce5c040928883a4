import DeckProtocol
import DeckSocket
import JSON
import TestSupport
import Testing

@Suite struct OutgoingQueueTests {
  private static let deck = OutgoingQueue.FrameKey(0)
  private static let otherDeck = OutgoingQueue.FrameKey(1)

  @Test func `lines go out in their order`() {
    var queue = OutgoingQueue()
    for line in ["a\n", "b\n", "c\n"] { #expect(queue.append(line) == .queued) }
    #expect(queue.take() == "a\nb\nc\n")
    #expect(queue.isEmpty)
    #expect(queue.lineBytes == 0)
  }

  @Test func `of frames only the newest goes out, for each key`() {
    var queue = OutgoingQueue()
    queue.setFrame("first 1\n", Self.deck)
    queue.setFrame("other 1\n", Self.otherDeck)
    queue.setFrame("first 2\n", Self.deck)
    #expect(queue.take() == "first 2\nother 1\n")
    #expect(queue.isEmpty)
  }

  @Test func `a frame that was taken back does not go out`() {
    var queue = OutgoingQueue()
    queue.setFrame("first\n", Self.deck)
    queue.setFrame("other\n", Self.otherDeck)
    queue.removeFrame(for: Self.deck)
    #expect(queue.take() == "other\n")
  }

  @Test func `a frame overtakes no line that was queued before it`() {
    var queue = OutgoingQueue()
    #expect(queue.append("event\n") == .queued)
    queue.setFrame("frame\n", Self.deck)
    #expect(queue.append("later event\n") == .queued)
    #expect(queue.take() == "event\nlater event\nframe\n")
  }

  @Test func `what was begun is finished first, line or frame`() {
    var queue = OutgoingQueue()
    queue.setFrame("frame 1\n", Self.deck)
    #expect(queue.take(atMost: 3) == "fra")
    queue.setFrame("frame 2\n", Self.deck)
    #expect(queue.append("event\n") == .queued)
    #expect(queue.take(atMost: 7) == "me 1\nev")
    queue.setFrame("frame 3\n", Self.deck)
    #expect(queue.take() == "ent\nframe 3\n")
  }

  @Test func `with more than the limit unread a line is refused, and what waits stays`() {
    var queue = OutgoingQueue(limit: 8)
    #expect(queue.append("12345\n", batch: 1) == .queued)
    #expect(queue.append("678\n", batch: 2) == .queued)
    #expect(queue.append("9\n", batch: 3) == .overflow)
    #expect(queue.append("9\n", batch: 4) == .overflow)
    #expect(queue.take() == "12345\n678\n")
    #expect(queue.append("1234567\n", batch: 5) == .queued)
  }

  @Test func `of a batch every line is queued, however long, when what came before was read`() {
    var queue = OutgoingQueue(limit: 8)
    #expect(queue.append("12345\n", batch: 1) == .queued)
    for _ in 0..<100 { #expect(queue.append("a long line\n", batch: 2) == .queued) }
    #expect(queue.append("1\n", batch: 3) == .overflow)
    #expect(queue.take(atMost: 6 + 99 * 12).hasSuffix("a long line\n"))
    #expect(queue.lineBytes == 12)
    // The last of the long ones waits, and is over the limit by itself.
    #expect(queue.append("1\n", batch: 4) == .overflow)
    #expect(queue.take(atMost: 4) == "a lo")
    #expect(queue.append("1\n", batch: 5) == .queued)
  }

  @Test func `what is written counts no more, and not for the batch that goes on`() {
    var queue = OutgoingQueue(limit: 4)
    #expect(queue.append("1234567\n", batch: 1) == .queued)
    #expect(queue.append("1\n", batch: 2) == .overflow)
    #expect(queue.take() == "1234567\n")
    // Of the same cause as the one that was refused.
    #expect(queue.append("2\n", batch: 2) == .queued)
  }

  @Test func `its own bytes are those of lines that it shares with no other queue, until they are written`() {
    var queue = OutgoingQueue()
    #expect(queue.append("12345\n") == .queued && queue.append("678\n", isShared: true) == .queued)
    queue.setFrame("frame\n", Self.deck)
    #expect(queue.ownBytes == 6)
    // Short lines are written together, and held until that is done.
    #expect(queue.take(atMost: 8) == "12345\n67" && queue.ownBytes == 6)
    // Those of who is let go: what was written no longer counts.
    queue.replaceAll(with: Array("last\n".utf8))
    #expect(queue.ownBytes == 7)
    #expect(queue.take() == "8\nlast\n" && queue.ownBytes == 0)
  }

  @Test func `frames do not count against the limit`() {
    var queue = OutgoingQueue(limit: 4)
    queue.setFrame("a long frame\n", Self.deck)
    #expect(queue.append("123\n") == .queued)
    #expect(queue.take() == "123\na long frame\n")
  }

  @Test func `what it has written it holds no more, so that its memory can be used again`() {
    var queue = OutgoingQueue()
    var json = JSONWriter(capacity: 256)
    // The address of the room, for as long as nothing else is allocated in between.
    func encode(_ number: Int) -> UInt {
      json.removeAll()
      json.value(number)
      json.newline()
      return json.bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
    let room = encode(1)
    queue.setFrame(json.bytes, for: Self.deck)
    #expect(queue.take() == "1\n")
    #expect(encode(2) == room)
    #expect(queue.append(json.bytes, batch: 1) == .queued)
    #expect(queue.take() == "2\n")
    #expect(encode(3) == room)
    // While it waits, the bytes are the queue's own.
    queue.setFrame(json.bytes, for: Self.deck)
    #expect(encode(4) != room)
    #expect(queue.take() == "3\n")
  }

  @Test func `a last word goes out after the line that was begun, and nothing else does`() {
    var queue = OutgoingQueue(limit: 16)
    #expect(queue.append("first\n") == .queued)
    #expect(queue.take(atMost: 2) == "fi")
    #expect(queue.append("second\n") == .queued)
    queue.setFrame("frame\n", Self.deck)
    queue.replaceAll(with: Array("too slow\n".utf8))
    #expect(queue.take() == "rst\ntoo slow\n")
    #expect(queue.isEmpty)
  }

  @Test func `a long line that is partly written ends before the reason, and holds nothing more`() {
    var queue = OutgoingQueue()
    #expect(queue.append("0123456789\n") == .queued)
    #expect(queue.take(atMost: 4) == "0123")
    var whole = queue
    whole.replaceAll(with: Array("last\n".utf8), finishing: 7)
    #expect(whole.take() == "456789\nlast\n")
    queue.replaceAll(with: Array("last\n".utf8), finishing: 6)
    #expect(queue.ownBytes == 6 && queue.lineBytes == 6)
    #expect(queue.take() == "\nlast\n" && queue.isEmpty)
    // Of one that was not begun nothing is left, not even its newline.
    #expect(queue.append("0123456789\n") == .queued)
    #expect(queue.take(atMost: 0).isEmpty)
    queue.replaceAll(with: Array("last\n".utf8), finishing: 6)
    #expect(queue.take() == "last\n" && queue.isEmpty)
  }

  @Test func `of lines that are written together, the one that is partly written ends whole before the reason`() {
    var queue = OutgoingQueue()
    for line in ["first\n", "second\n", "third\n"] { #expect(queue.append(line) == .queued) }
    #expect(queue.take(atMost: 8) == "first\nse")
    queue.replaceAll(with: Array("last\n".utf8), finishing: 6)
    #expect(queue.ownBytes <= 5 + 13 && queue.lineBytes == 5 + 5)
    #expect(queue.take() == "cond\nlast\n" && queue.isEmpty && queue.ownBytes == 0)
  }

  @Test func `an error leaves what it did not write`() {
    struct Full: Error {}
    var queue = OutgoingQueue()
    #expect(queue.append("line\n") == .queued)
    #expect(throws: Full.self) { try queue.flush { _ throws(Full) in throw Full() } }
    #expect(queue.take() == "line\n")
  }

  @Test func `whatever is queued and taken, lines are whole and in order and the newest frame is last`() {
    let seed = Seed.value
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var queue = OutgoingQueue()
      var taken = ""
      var line = 0
      var frame = 0
      for _ in 0..<Int.random(in: 1...3000, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          #expect(queue.append("L\(line)\n") == .queued)
          line += 1
        case 1:
          frame += 1
          queue.setFrame("F\(frame)\n", Self.deck)
        default:
          taken += queue.take(atMost: Int.random(in: 0...20, using: &random))
        }
      }
      frame += 1
      queue.setFrame("F\(frame)\n", Self.deck)
      taken += queue.take()
      let written = taken.split(separator: "\n")
      #expect(written.filter { $0.hasPrefix("L") } == (0..<line).map { "L\($0)" }, "DECKD_SEED=\(seed)")
      let frames = written.filter { $0.hasPrefix("F") }.compactMap { Int($0.dropFirst()) }
      #expect(frames == frames.sorted() && Set(frames).count == frames.count, "DECKD_SEED=\(seed)")
      #expect(written.last == "F\(frame)", "DECKD_SEED=\(seed)")
      #expect(queue.lineBytes == 0 && queue.isEmpty, "DECKD_SEED=\(seed)")
    }
  }
}

extension OutgoingQueue {
  fileprivate mutating func append(_ line: String, batch: UInt64 = 0, isShared: Bool = false) -> Outcome {
    append(Array(line.utf8), batch: batch, isShared: isShared)
  }

  fileprivate mutating func setFrame(_ frame: String, _ key: FrameKey) {
    setFrame(Array(frame.utf8), for: key)
  }

  /// Writes to a socket that has room for `count` bytes.
  fileprivate mutating func take(atMost count: Int = .max) -> String {
    var taken: [UInt8] = []
    flush { bytes in
      let room = min(bytes.byteCount, count - taken.count)
      bytes.extracting(..<room).withUnsafeBytes { taken.append(contentsOf: $0) }
      return room
    }
    return String(decoding: taken, as: UTF8.self)
  }
}
