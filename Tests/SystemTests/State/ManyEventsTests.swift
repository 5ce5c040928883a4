import Foundation
import TestSupport
import Testing

extension LoneDaemon {
  /// Bytes of the daemon's own memory (`RssAnon` of proc(5)).
  var memory: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      guard let kilobytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw Unmet(what: "RssAnon") }
      return kilobytes << 10
    }
  }
}

@Suite
struct `Commands that make ten thousand events` {
  private static let count = 10_000
  private static let subscription = #"{"jsonrpc":"2.0","id":"s","method":"subscribe","params":{"topics":["events"]}}"#

  private static func subscriber(_ daemon: LoneDaemon) throws -> RawClient {
    let client = try RawClient(daemon)
    try client.send(subscription + "\n")
    _ = try client.readLine()
    return client
  }

  private static func events(_ client: RawClient, count: Int) throws -> [Int64] {
    try (0..<count).map { _ in
      guard let number = try client.readLine()?.number("seq") else { throw Unmet(what: "an event") }
      return number
    }
  }

  @Test
  func `reaches whoever reads, whole, and lets go of who does not, who is told why`() throws {
    let daemon = try LoneDaemon()
    let (reading, stuck) = (try Self.subscriber(daemon), try Self.subscriber(daemon))
    let commanding = try LiveClient(daemon)
    func insertAll(of round: Int) throws {
      for start in stride(from: 0, to: Self.count, by: 250) {
        try commanding.insert(250, "\(round)-\(start)-")
        let first = Int64(3 + round * Self.count + start)
        #expect(try Self.events(reading, count: 250) == Array(first..<first + 250))
      }
    }
    for round in 0..<2 { try insertAll(of: round) }
    #expect(daemon.log.components(separatedBy: "client disconnected: it does not read").count == 2)
    var lines: [String] = []
    while let line = try stuck.readLine() { lines.append(line) }
    let why = lines.popLast() ?? ""
    #expect(Refusal(why)?.code == -32000)
    #expect(why.contains("disconnected: more than 1048576 bytes of events wait unread"))
    #expect(lines.compactMap { $0.number("seq") } == (0..<lines.count).map { Int64(3 + $0) })
  }

  @Test
  func `takes the daemon no more memory with many who do not read`() throws {
    let daemon = try LoneDaemon()
    let commanding = try LiveClient(daemon)
    func round(_ number: Int) throws {
      try commanding.insert(Self.count, "\(number)-")
      try commanding.remove(Self.count, at: 10)
    }
    // The engine and the allocator have by then what they need for such a deck.
    for number in 0..<2 { try round(number) }
    let (before, sockets) = (try daemon.memory, try daemon.openSockets)
    let stuck = try (0..<50).map { _ in try Self.subscriber(daemon) }
    for number in 2..<5 { try round(number) }
    // The events of two commands, which all queues share, and each queue's list of them: 13 MiB, 20 to 40 with the
    // allocator's growing lists. 50 copies would be 130 MiB.
    let grown = try daemon.memory - before
    #expect(grown < 65 << 20 || Sanitizer.keepsMemory)
    try wait(for: "all to be let go") { try daemon.openSockets <= sockets }
    withExtendedLifetime(stuck) {}
  }

  @Test(.disabled(if: Sanitizer.keepsMemory, "left out: a sanitizer keeps freed memory"), arguments: [false, true])
  func `leaves no memory behind once its cards are gone`(keepsState: Bool) throws {
    let daemon = try LoneDaemon(keepsState: keepsState)
    let client = try LiveClient(daemon)
    try client.ask("deck.list")
    let before = try daemon.memory
    let rounds = 12
    for number in 0..<rounds { try client.insert(Self.count, "\(number)-") }
    // The cards alone, since small requests leave nothing else.
    #expect(try daemon.memory - before > 3 << 20)
    try client.remove(rounds * Self.count, at: 0)
    try wait(for: "all but 2 MiB of the memory to be given back") { try daemon.memory - before < 2 << 20 }
  }

  @Test
  func `leaves requests waiting whose answers nobody reads, and answers them all in the end`() throws {
    let daemon = try LoneDaemon()
    let client = try RawClient(daemon)
    let other = try LiveClient(daemon)
    let before = try daemon.memory
    // Together longer than what the daemon's socket buffers, with replies of some 3 KiB each: 5 MiB.
    let request = #"{"jsonrpc":"2.0","id":1,"method":"deck.get"}"# + String(repeating: " ", count: 800) + "\n"
    let count = 1500
    let sending = Sender(client, String(repeating: request, count: count))
    // The daemon accepts no more because the client does not read: it holds as much as it may.
    try wait(for: "the requests to be held") {
      try other.ask("deck.list")
      return try sending.isStuck
    }
    #expect(try daemon.memory - before < 3 << 20 || Sanitizer.keepsMemory)
    var answers = 0
    while answers < count {
      try sending.go()
      guard try client.readLine()?.contains("snapshot") == true else { throw Unmet(what: "an answer") }
      answers += 1
    }
    #expect(!daemon.log.contains("client let go"))
  }
}

/// Bytes that are sent as far as the daemon accepts them.
private final class Sender {
  private let client: RawClient
  private var rest: ArraySlice<UInt8>
  private var idleTurns = 0

  init(_ client: RawClient, _ text: String) {
    self.client = client
    rest = Array(text.utf8)[...]
  }

  /// Sends what the socket accepts now.
  func go() throws {
    let count = try client.push(rest)
    rest = rest.dropFirst(count)
    idleTurns = count == 0 ? idleTurns + 1 : 0
  }

  /// Whether the daemon has accepted nothing for long, while it answered others; sends what it accepts.
  var isStuck: Bool {
    get throws {
      try go()
      return !rest.isEmpty && idleTurns > 20
    }
  }
}
