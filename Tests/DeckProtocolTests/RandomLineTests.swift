import DeckProtocol
import Foundation
import TestSupport
import Testing

/// Whatever arrives is read or refused, and never a trap.
///
/// `DECKD_SEED` repeats a run.
struct RandomLineTests {
  private static let seed = Seed.value

  private static let alphabet =
    Array(#"{}[]":,\u0123456789abcdefEe+-.truefalsn "#.utf8) + [0x00, 0x0A, 0x7F, 0x80, 0xC3, 0xED, 0xFF]

  private var random = SeededGenerator(seed: seed)

  /// The answer to `line` when it is refused.
  private func refusal(of line: [UInt8]) -> [UInt8]? {
    do {
      _ = try ClientRequest.read(line)
      return nil
    } catch {
      return error.id.map { Reply.failure(id: $0, error.error) }
    }
  }

  @Test mutating func `random bytes are refused with a sound answer`() throws {
    print("random bytes: DECKD_SEED=\(Self.seed)")
    var answers: [[UInt8]] = []
    for round in 0..<10_000 {
      let count = Int.random(in: 0...40, using: &random)
      var line: [UInt8] = []
      for _ in 0..<count {
        let any = UInt8.random(in: 0...255, using: &random)
        line.append(round.isMultiple(of: 2) ? any : Self.alphabet[Int(any) % Self.alphabet.count])
      }
      if let answer = refusal(of: line) { answers.append(answer) }
    }
    #expect(answers.count == 10_000, "a random line was a request")
    try SchemaValidator.expectValid(answers)
  }

  @Test mutating func `damaged requests are read or refused with a sound answer`() throws {
    print("damaged requests: DECKD_SEED=\(Self.seed)")
    let sound = [
      #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"client":"a\u00e9\ud83d\ude00"}}"#,
      #"{"jsonrpc":"2.0","id":"x","method":"subscribe","params":{"topics":["events","frames"],"since":1,"rate":1e1}}"#,
      #"{"jsonrpc":"2.0","id":null,"method":"deck.swipe","params":{"deck":"main","direction":"left","force":true}}"#,
      #"{"jsonrpc":"2.0","method":"deck.get","params":{"deck":"é😀","x":[[[1.5e-3,null]],{}]}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"deck.insert","params":{"cards":[{"id":"a","data":[1]},{"id":"b"}],"at":10}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"deck.load","params":{"cards":[{"id":"é","allowed":["up"]}],"current":0}}"#,
      #"{"jsonrpc":"2.0","id":"u","method":"deck.update","params":{"cards":[{"id":"a","threshold":0.5}]}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"deck.remove","params":{"at":3,"count":12}}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"deck.select","params":{"deck":"main","card":"card-0"}}"#,
      #"{"jsonrpc":"2.0","id":6,"method":"deck.scroll","params":{"to":-1.5e2}}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"deck.move","params":{"card":"card-0","to":4}}"#,
      #"{"jsonrpc":"2.0","id":8,"method":"detail.layout","params":{"card":"card-0","length":1200.5}}"#,
    ].map { Array($0.utf8) }
    var answers: [[UInt8]] = []
    for round in 0..<10_000 {
      var line = sound[round % sound.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&line) }
      if let answer = refusal(of: line) { answers.append(answer) }
    }
    #expect(answers.count > 2500)
    try SchemaValidator.expectValid(answers)
  }

  private mutating func damage(_ line: inout [UInt8]) {
    let place = Int.random(in: line.indices, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: line[place] = UInt8.random(in: 0...255, using: &random)
    case 1: line.remove(at: place)
    case 2: line.insert(line[Int.random(in: line.indices, using: &random)], at: place)
    default: line.removeSubrange(place..<min(line.count, place + 8))
    }
  }
}
