import Foundation
import Glibc
import TestSupport
import Testing

@Suite
struct `A daemon that gets ten thousand lines of a grammar` {
  private static let seed = Seed.value

  @Test
  func `answers every sound request between them, and all that it says is sound`() throws {
    let comment = Comment("DECKD_SEED=\(Self.seed)")
    let daemon = try LoneDaemon()
    let client = try RawClient(daemon)
    var grammar = LineGrammar(seed: Self.seed)
    var said: [String] = []
    for round in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<50 { bytes += grammar.line() + [0x0A] }
      bytes += Array(#"{"jsonrpc":"2.0","id":"sound-\#(round)","method":"deck.list"}"#.utf8) + [0x0A]
      var sent = 0
      while sent < bytes.count { sent += try client.push(bytes[sent...]) }
      while let line = try client.readLine() {
        said.append(line)
        guard line.contains(#""id":"sound-\#(round)""#) else { continue }
        #expect(line.contains(#""result":{"decks":[{"id":"main""#), comment)
        break
      }
    }
    #expect(daemon.isRunning, comment)
    #expect(said.count { $0.contains(#""id":"sound-"#) } == 200, comment)
    // Refusals of every kind are among them.
    for code in [-32700, -32600, -32601, -32602, -32000] {
      #expect(said.contains { $0.contains(#""error":{"code":\#(code),"#) }, comment)
    }
    #expect(!said.contains { $0.contains(#""error""#) && !$0.contains(#""expected":"#) }, comment)
    try SchemaValidator.expectValid(said)
  }
}
