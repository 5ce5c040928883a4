import DeckProtocol
import TestSupport
import Testing

@Suite struct LineFramingTests {
  @Test func `lines come without their newline, and an empty one is a line`() {
    var framing = LineFraming()
    #expect(framing.append("one\n\ntwo\nthr") == [.text("one"), .text(""), .text("two")])
    #expect(framing.append("ee\n") == [.text("three")])
    #expect(framing.finish() == nil)
  }

  @Test func `what follows the last newline is a line at the end of the stream`() {
    var framing = LineFraming()
    #expect(framing.append("a\nb") == [.text("a")])
    #expect(framing.finish() == .text("b"))
    #expect(framing.finish() == nil)
  }

  @Test func `a line at the limit passes, and one byte more is reported once and skipped`() {
    var framing = LineFraming(limit: 4)
    #expect(framing.append("abcd\nabcde") == [.text("abcd"), .overlong(beginning: Array("abcd".utf8))])
    #expect(framing.append("fghijkl") == [])
    #expect(framing.append("m\nnext\n") == [.text("next")])
  }

  @Test func `an overlong line at the end of the stream was reported already`() {
    var framing = LineFraming(limit: 1)
    #expect(framing.append("ab") == [.overlong(beginning: Array("a".utf8))])
    #expect(framing.finish() == nil)
  }

  @Test func `bytes that are no text are handed on as they are`() {
    var framing = LineFraming()
    let bytes: [UInt8] = [0xFF, 0x00, 0xC0, 0x0A]
    #expect(framing.append(bytes.span) == [.complete([0xFF, 0x00, 0xC0])])
  }

  @Test func `where the stream is cut changes nothing`() {
    let seed = Seed.value
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let alphabet: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "a"), 0xFF]
      let stream = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let limit = Int.random(in: 0...12, using: &random)
      #expect(Self.pieces(of: stream, limit, &random) == Self.whole(stream, limit), "DECKD_SEED=\(seed)")
    }
  }

  private static func whole(_ stream: [UInt8], _ limit: Int) -> [LineFraming.Line] {
    var lines = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.count > limit
        ? LineFraming.Line.overlong(beginning: Array(line.prefix(min(limit, 128)))) : .complete(Array(line))
    }
    // After the last newline there is a line only if there is something.
    if lines.last == .complete([]) { lines.removeLast() }
    return lines
  }

  private static func pieces(of stream: [UInt8], _ limit: Int, _ random: inout SeededGenerator) -> [LineFraming.Line] {
    var framing = LineFraming(limit: limit)
    var lines: [LineFraming.Line] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(Int.random(in: 1...10, using: &random)))
      rest = rest.dropFirst(piece.count)
      lines += framing.append(piece.span)
    }
    return lines + (framing.finish().map { [$0] } ?? [])
  }
}

extension LineFraming {
  fileprivate mutating func append(_ text: String) -> [Line] {
    let bytes = Array(text.utf8)
    return append(bytes.span)
  }
}

extension LineFraming.Line {
  fileprivate static func text(_ text: String) -> Self {
    .complete(Array(text.utf8))
  }
}
