import Foundation
import Synchronization
import SystemCalls
import Testing
import UnixSocket

@Suite
struct `The limits of the configuration` {
  private static func daemon(_ limits: String) throws -> LoneDaemon {
    try LoneDaemon(configuration: "[limits]\n\(limits)\n")
  }

  @Test
  func `on connections are told to whoever is too many, and hold until one leaves`() throws {
    let daemon = try Self.daemon("clients = 3")
    let clients = try (0..<3).map { _ in try LiveClient(daemon) }
    for client in clients { try client.ask("hello") }
    // Each socket has places of its own: observers never keep commands out.
    let observers = try (0..<3).map { _ in try LiveClient(daemon.observers) }
    for client in observers { try client.ask("hello") }
    for entrance in [Entrance(socket: daemon.socket), daemon.observers] {
      let refused = try LiveClient(entrance)
      try refused.readToEnd()
      #expect(refused.lines.count == 1)
      #expect(refused.lines[0].contains(#""id":null,"error":{"code":-32000,"message":"too many connections""#))
      #expect(Refusal(refused.lines[0])?.expected == "at most 3 (limits.clients); close one and connect again")
    }
    for client in clients + observers { try client.ask("hello") }

    let leaving = try Self.daemon("clients = 1")
    for _ in 0..<20 {
      // The daemon may notice only a moment later that a client has left.
      try wait(for: "a place") {
        do {
          let client = try RawClient(leaving)
          try client.send(#"{"jsonrpc":"2.0","id":1,"method":"hello"}"# + "\n")
          return try client.readLine()?.contains("result") == true
        } catch is Errno {
          // It was disconnected before it sent anything.
          return false
        }
      }
    }
  }

  @Test
  func `on connections do not count one that is closed`() throws {
    let daemon = try Self.daemon("clients = 2")
    for _ in 0..<500 { try RawClient(daemon).leave() }
    try LiveClient(daemon).ask("hello")
    #expect(!daemon.log.contains("refused"))
  }

  @Test
  func `on connections leave every client its turn while others connect without end`() throws {
    let daemon = try Self.daemon("clients = 8")
    let client = try LiveClient(daemon)
    let observers = try (0..<8).map { _ in try LiveClient(daemon.observers) }
    for each in observers { try each.ask("hello") }
    let crowd = Crowd(of: 3, at: daemon.observers)
    defer { crowd.leave() }
    try wait(for: "some to be refused") { daemon.log.contains("client refused") }
    for _ in 0..<20 { try client.ask("deck.list") }
    for each in observers { try each.ask("hello") }
  }

  @Test
  func `on replies that wait for all clients together disconnect those that do not read, and say so`() throws {
    let daemon = try Self.daemon("replies = 4194304")
    let client = try LiveClient(daemon)
    let data = String(repeating: "x", count: 16_000)
    for number in 0..<3 {
      try client.ask("deck.insert", #"{"at":0,"cards":[{"id":"big\#(number)","data":"\#(data)"}]}"#)
    }
    // The three cards in sight, for forty that read nothing, each more than its socket buffers.
    let idle = try (0..<40).map { _ in try RawClient(daemon) }
    let request = #"{"jsonrpc":"2.0","id":1,"method":"deck.get"}"# + "\n"
    for each in idle { try each.send(String(repeating: request, count: 12)) }
    try wait(for: "the first removal") { daemon.log.contains("more than limits.replies is held") }
    #expect(try client.ask("deck.get").utf8.count > 48_000)
    // Each receives its replies, or the beginning of one and then the reason.
    let last = try idle.map { each in
      var count = 0
      while let line = try each.readLine() {
        count += 1
        if Refusal(line) != nil || count == 12 { return line }
      }
      return ""
    }
    let reasons = last.compactMap(Refusal.init)
    #expect(!reasons.isEmpty && reasons.allSatisfy { $0.code == -32000 && $0.expected.contains("limits.replies") })
  }

  @Test
  func `on connections of one user are told to whoever is too many`() throws {
    let daemon = try Self.daemon("clientsPerUser = 2")
    let clients = try (0..<2).map { _ in try LiveClient(daemon) }
    for client in clients { try client.ask("hello") }
    let refused = try LiveClient(daemon)
    try refused.readToEnd()
    let expected = "at most 2 of one user (limits.clientsPerUser); close one and connect again"
    #expect(refused.lines.compactMap(Refusal.init).map(\.expected) == [expected])
  }

  @Test
  func `on lines and their depth are errors, and what follows is served`() throws {
    let daemon = try Self.daemon("line = 2048\ndepth = 16")
    let client = try LiveClient(daemon)
    try client.send(String(repeating: " ", count: 2049))
    let long = try client.next { _ in true }
    #expect(Refusal(long)?.expected == "a line of at most 2048 bytes (limits.line)")
    try client.send("?" + String(repeating: " ", count: 2047))
    try client.next { Refusal($0)?.expected == "a value" }
    try client.send(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":"# + String(repeating: "[", count: 16))
    try client.next { Refusal($0)?.expected == "at most 16 levels of nesting" }
    try client.ask("hello")
  }

  @Test
  func `on subscriptions and cards name the field, and nothing is changed`() throws {
    let daemon = try LoneDaemon(
      configuration: """
        limits = { subscriptions = 1, cards = 4, cardData = 20, deckData = 50 }
        [[decks]]
        id = "a"
        count = 2
        [[decks]]
        id = "b"
        count = 2
        """
    )
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"deck":"a","topics":["events"]}"#)
    try client.ask("subscribe", #"{"deck":"a","topics":["events"]}"#)
    let refusal = Refusal(try client.ask("subscribe", #"{"deck":"b","topics":["events"]}"#))
    #expect(refusal?.code == -32000 && refusal?.field == "params.deck")
    #expect(refusal?.expected.contains("at most 1 deck a connection (limits.subscriptions)") == true)
    // The configuration limits the number of decks, so all of them are never too many.
    let all = try LiveClient(daemon)
    #expect(Refusal(try all.ask("subscribe", #"{"deck":"*","topics":["events"]}"#)) == nil)
    #expect(Refusal(try all.ask("subscribe", #"{"deck":"b","topics":["events"]}"#)) == nil)
    try all.ask("unsubscribe", #"{"deck":"b"}"#)
    #expect(Refusal(try all.ask("subscribe", #"{"deck":"b","topics":["events"]}"#)) == nil)

    func expect(_ method: String, _ cards: String, refusedFor field: String, _ expected: String) throws {
      let refusal = Refusal(try client.ask(method, #"{"deck":"a","cards":[\#(cards)]}"#))
      #expect(refusal?.code == -32000 && refusal?.field == field, "\(method) \(cards)")
      #expect(refusal?.expected.contains(expected) == true, "\(method) \(cards): \(refusal?.expected ?? "")")
    }
    let many = (0..<5).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    try expect("deck.load", many, refusedFor: "params.cards", "at most 4 cards in a deck (limits.cards)")
    try expect("deck.reload", many, refusedFor: "params.cards", "at most 4 cards in a deck (limits.cards)")
    try expect(
      "deck.insert",
      #"{"id":"x"},{"id":"y"},{"id":"z"}"#,
      refusedFor: "params.cards",
      "at most 4 cards in a deck (limits.cards), of which it has 2"
    )
    let loaded = (0..<4).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    try client.ask("deck.load", #"{"deck":"b","cards":[\#(loaded)]}"#)
    let one = try client.ask("deck.insert", #"{"deck":"b","cards":[{"id":"x"}]}"#)
    #expect(one.contains(#""message":"1 card would be too many""#), "\(one)")
    let large = #""012345678901234567890""#
    for method in ["deck.load", "deck.insert", "deck.update"] {
      let cards = #"{"id":"card-0"},{"id":"card-1","data":\#(large)}"#
      try expect(method, cards, refusedFor: "params.cards[1].data", "at most 20 bytes for a card (limits.cardData)")
    }
    #expect(client.eventNumbers.isEmpty)

    let data = #""012345678901234567""#
    try client.ask("deck.insert", #"{"deck":"a","cards":[{"id":"x","data":\#(data)},{"id":"y","data":\#(data)}]}"#)
    let whole = "at most 50 bytes for all of its cards (limits.deckData)"
    try expect("deck.update", #"{"id":"card-0","data":\#(data)}"#, refusedFor: "params.cards", whole)
    // Replacing as much data is allowed any number of times, and also after another card was removed.
    for _ in 0..<3 {
      let answer = try client.ask("deck.update", #"{"deck":"a","cards":[{"id":"x","data":\#(data)}]}"#)
      #expect(Refusal(answer) == nil, "\(answer)")
    }
    try client.ask("deck.remove", #"{"deck":"a","at":2}"#)
    let answer = try client.ask("deck.update", #"{"deck":"a","cards":[{"id":"card-0","data":\#(data)}]}"#)
    #expect(Refusal(answer) == nil, "\(answer)")
  }
}

/// Threads that connect and disconnect, over and over.
private final class Crowd: Sendable {
  private let isLeaving = Atomic(false)

  init(of count: Int, at entrance: Entrance) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        while !isLeaving.load(ordering: .relaxed) { _ = try? RawClient(entrance) }
      }
    }
  }

  func leave() { isLeaving.store(true, ordering: .relaxed) }
}
