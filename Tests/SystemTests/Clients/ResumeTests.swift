import Foundation
import TestSupport
import Testing

@Suite
struct `A client that comes back with the last event it has seen` {
  private static let swipe = #"{"direction":"left"}"#

  /// Subscribes again, and reads until the reply to a later request: the missed events have arrived by then.
  private static func resume(_ daemon: LoneDaemon, _ since: Int64, _ journal: String, _ topics: String = #""events""#)
    throws -> LiveClient
  {
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":[\#(topics)],"since":\#(since),"journal":"\#(journal)"}"#)
    try client.ask("deck.list")
    return client
  }

  private static func journal(_ daemon: LoneDaemon) throws -> String {
    let answer = try LiveClient(daemon).ask("subscribe", #"{"topics":["events"]}"#)
    let key = try #require(answer.range(of: #""journal":""#))
    return String(answer[key.upperBound...].prefix(16))
  }

  @Test
  func `gets what it has missed, once, and a new start where that is not to be had`() throws {
    let daemon = try LoneDaemon(configuration: "[journal]\nevents = 100\n", keepsState: true)
    let journal = try Self.journal(daemon)
    let commanding = try LiveClient(daemon)
    var last: Int64 = 0
    func expect(_ since: Int64, _ topics: String = #""events""#, numbers: [Int64], resync: Bool = false) throws {
      let client = try Self.resume(daemon, since, journal, topics)
      #expect(client.lines.first?.contains(#""resync":true"#) == resync, "since \(since)")
      #expect(client.lines.first?.number("seq") == last, "since \(since)")
      #expect(client.eventNumbers == numbers, "since \(since)")
      // New events arrive as well, unless it does not subscribe to events.
      last = try #require(try commanding.ask("deck.reset").number("seq"))
      if topics.contains("events") {
        try client.next { $0.contains(#""method":"event""#) && $0.number("seq") == last }
        #expect(client.eventNumbers == numbers + [last - 1, last])
      } else {
        try client.frame("rest")
        #expect(client.eventNumbers.isEmpty)
      }
    }
    for _ in 0..<10 { last = try #require(try commanding.ask("deck.reset").number("seq")) }
    try expect(last, numbers: [])
    try expect(last - 1, numbers: [last])
    try expect(0, numbers: Array(1...last))
    try expect(5, #""frames""#, numbers: [])
    for _ in 0..<60 { last = try #require(try commanding.ask("deck.reset").number("seq")) }
    try expect(0, numbers: [], resync: true)
    try expect(last - 101, numbers: [], resync: true)
    try expect(last - 100, numbers: Array(last - 99...last))
    try expect(last + 1, numbers: [], resync: true)
    try expect(last + 1, #""frames""#, numbers: [], resync: true)
    let other = try LiveClient(daemon)
    let strange = #"{"topics":["events"],"since":\#(last),"journal":"0123456789abcdef"}"#
    #expect(try other.ask("subscribe", strange).contains(#""resync":true"#))
  }

  @Test
  func `begins anew at a daemon that keeps nothing`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    let first = try client.ask("subscribe", #"{"topics":["events"]}"#)
    #expect(!first.contains(#""journal""#))
    let parameters = #"{"topics":["events"],"since":1,"journal":"0123456789abcdef"}"#
    let answer = try client.ask("subscribe", parameters)
    #expect(answer.contains(#""resync":true"#) && !answer.contains(#""journal""#))
  }

  @Test
  func `gets every answer after the events that it shows, however long the replay, and loses none of them`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let journal = try Self.journal(daemon)
    let commanding = try LiveClient(daemon)
    try commanding.insert(8000)
    try commanding.ask("delegate.register")
    func request(_ id: Int, _ method: String, _ parameters: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"# + "\n"
    }
    let back = try RawClient(daemon)
    // The delegate never answers: the deck decides when the replay has begun.
    try back.send(
      request(1, "deck.swipe", Self.swipe)
        + request(2, "subscribe", #"{"deck":"main","topics":["events"],"since":0,"journal":"\#(journal)"}"#)
        + request(3, "deck.insert", #"{"cards":[{"id":"own"}]}"#) + request(4, "deck.cards", "{}")
    )
    _ = try back.readLine()
    try commanding.ask("deck.insert", #"{"cards":[{"id":"new"}]}"#)
    var last: Int64 = 0
    var answered: Set<Int64> = []
    while answered != [1, 3, 4] {
      guard let line = try back.readLine(), let number = line.number("seq") else { throw Unmet(what: "an answer") }
      if line.contains(#""method":"event""#) {
        guard number == last + 1 else { throw Unmet(what: "event \(last + 1) and not \(number)") }
        last = number
      } else {
        answered.insert(try #require(line.number("id")))
        #expect(number <= last, "\(line.prefix(80)) after event \(last)")
      }
    }
    #expect(last > 8000)
  }

  @Test
  func `after fifty thousand events gets them all, as fast as it reads, and then what happens`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let journal = try Self.journal(daemon)
    let commanding = try LiveClient(daemon)
    var last = try #require(try commanding.ask("deck.reset").number("seq"))
    let start = last
    last = try #require(try commanding.insert(50_000).number("seq"))
    #expect(last >= start + 50_000)
    let before = try daemon.memory
    let back = try RawClient(daemon)
    let parameters = #"{"topics":["events"],"since":\#(start),"journal":"\#(journal)"}"#
    try back.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":\#(parameters)}"# + "\n")
    let answer = try #require(try back.readLine())
    #expect(answer.number("seq") == last && !answer.contains("resync"))
    var grown = 0
    var next = start + 1
    while next <= last {
      guard let number = try back.readLine()?.number("seq") else { throw Unmet(what: "event \(next)") }
      guard number == next else { throw Unmet(what: "event \(next) and not \(number)") }
      // More happens while it reads, and also at its end.
      if next % 5000 == 0, last < start + 51_000 {
        last = try #require(try commanding.ask("deck.reset").number("seq"))
        grown = max(grown, try daemon.memory - before)
      }
      next += 1
    }
    last = try #require(try commanding.ask("deck.swipe", Self.swipe).number("seq"))
    #expect(try back.readLine()?.number("seq") == last)
    // Four times a quarter MiB: the queue, the disk's answer and the lines being read. All events are 6 MiB.
    #expect(grown < 3 << 20 || Sanitizer.keepsMemory)
    #expect(!daemon.log.contains("let go"))
    // The daemon stops while another client has yet to receive missed events.
    let away = try RawClient(daemon)
    try away.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":\#(parameters)}"# + "\n")
    _ = try away.readLine()
    #expect(daemon.stop() == 0, "\(daemon.log)")
  }
}
