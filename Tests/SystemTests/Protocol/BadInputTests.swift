import Foundation
import TestSupport
import Testing

/// A line that no client should send, and how the daemon must refuse it.
private struct BadLine {
  var name: String
  var bytes: [UInt8]
  var code: Int
  var field: String
  /// The expectation that the refusal must state.
  var expected: String

  init(_ name: String, _ text: String, _ code: Int, _ field: String, _ expected: String) {
    self.init(name, Array(text.utf8), code, field, expected)
  }

  init(_ name: String, _ bytes: [UInt8], _ code: Int, _ field: String, _ expected: String) {
    (self.name, self.bytes, self.code, self.field, self.expected) = (name, bytes, code, field, expected)
  }

  private static func request(_ method: String, _ parameters: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
  }

  static let all = [
    BadLine("not JSON", "GET / HTTP/1.1", -32700, "byte 0", "a value"),
    BadLine("truncated", #"{"jsonrpc":"2.0","id":1,"meth"#, -32700, "byte 29", "at the end of a string"),
    BadLine("two objects", #"{"jsonrpc":"2.0"} {}"#, -32700, "byte 18", "the end of the line"),
    BadLine("a key twice", #"{"id":1,"id":2}"#, -32700, "byte 8", "each key once"),
    BadLine("NaN", request("subscribe", #"{"topics":["frames"],"rate":NaN}"#), -32700, "byte 82", "a value"),
    BadLine("a number beyond doubles", request("hello", #"{"protocol":1e999}"#), -32700, "byte 62", "double"),
    BadLine("deep", String(repeating: "[", count: 30_000), -32700, "byte 64", "at most 64 levels"),
    BadLine("deep within", request("hello", String(repeating: #"{"a":"#, count: 70)), -32700, "byte 365", "64 levels"),
    BadLine("UTF-8 broken off", Array(#"{"id":""#.utf8) + [0xC3] + Array(#""}"#.utf8), -32700, "byte 7", "valid UTF-8"),
    BadLine("a surrogate", Array(#"{"id":""#.utf8) + [0xED, 0xA0, 0x80, 0x22, 0x7D], -32700, "byte 7", "valid UTF-8"),
    BadLine("bytes of no text", [0xFF, 0xFE, 0x00], -32700, "byte 0", "a value"),
    BadLine("a NUL", [0], -32700, "byte 0", "a value"),
    BadLine("too long", String(repeating: " ", count: 1 << 15) + "1", -32700, "", "at most 32768 bytes"),
    BadLine("a batch", "[\(request("deck.list", "{}"))]", -32600, "", "one JSON-RPC 2.0 object a line, not an array"),
    BadLine("a string", #""deck.list""#, -32600, "", "one JSON-RPC 2.0 object a line"),
    BadLine("nothing in it", "{}", -32600, "jsonrpc", #""2.0""#),
    BadLine("another version", #"{"jsonrpc":"1.0","id":1,"method":"deck.list"}"#, -32600, "jsonrpc", #""2.0""#),
    BadLine("an id of a wrong type", #"{"jsonrpc":"2.0","id":[1],"method":"deck.list"}"#, -32600, "id", "not an array"),
    BadLine("a method of a wrong type", #"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, "method", "a string"),
    BadLine("an unknown method", request("deck.explode", "{}"), -32601, "method", "capabilities that hello lists"),
    BadLine("a misspelled method", request("deck.swip", "{}"), -32601, "method", "deck.swipe; hello lists"),
    BadLine("parameters in an array", request("deck.get", #"["main"]"#), -32602, "params", "an object, not an array"),
    BadLine("a deck of a wrong type", request("deck.get", #"{"deck":0}"#), -32602, "params.deck", "a string"),
    BadLine("an unknown deck", request("deck.reset", #"{"deck":"x"}"#), -32602, "params.deck", "one of main"),
    BadLine("no topics", request("subscribe", "{}"), -32602, "params.topics", "an array with one of events, frames"),
    BadLine("empty topics", request("subscribe", #"{"topics":[]}"#), -32602, "params.topics", "not an empty one"),
    BadLine("an unknown topic", request("subscribe", #"{"topics":["events","x"]}"#), -32602, "params.topics[1]", "not"),
    BadLine(
      "a rate of nothing",
      request("subscribe", #"{"topics":["frames"],"rate":0}"#),
      -32602,
      "params.rate",
      "a number from 0.1 to 1000"
    ),
    BadLine(
      "half an event",
      request("subscribe", #"{"topics":["events"],"since":1.5}"#),
      -32602,
      "params.since",
      "a whole number"
    ),
    BadLine("no direction", request("deck.swipe", "{}"), -32602, "params.direction", "one of left, right, up"),
    BadLine(
      "force of a wrong type",
      request("deck.swipe", #"{"direction":"left","force":1}"#),
      -32602,
      "params.force",
      "true or false"
    ),
    BadLine("a current card below all", request("deck.load", #"{"current":-1}"#), -32602, "params.current", "not -1"),
    BadLine("no cards", request("deck.insert", "{}"), -32602, "params.cards", "an array of cards"),
    BadLine("cards of a wrong type", request("deck.load", #"{"cards":{}}"#), -32602, "params.cards", "not an object"),
    BadLine("no id", request("deck.update", #"{"cards":[{"data":1}]}"#), -32602, "params.cards[0].id", "a string"),
    BadLine(
      "a card twice",
      request("deck.reload", #"{"cards":[{"id":"a"},{"id":"b"},{"id":"a"}]}"#),
      -32602,
      "params.cards[2].id",
      "an id of its own"
    ),
    BadLine(
      "a direction that is none",
      request("deck.load", #"{"cards":[{"id":"a"},{"id":"b","allowed":["up","east"]}]}"#),
      -32602,
      "params.cards[1].allowed[1]",
      "one of left, right"
    ),
    BadLine(
      "a threshold beyond reach",
      request("deck.load", #"{"cards":[{"id":"a","threshold":1.5}]}"#),
      -32602,
      "params.cards[0].threshold",
      "a number from 0.01 to 1"
    ),
    BadLine("nothing to take out", request("deck.remove", #"{"at":0,"count":0}"#), -32602, "params.count", "from 1"),
  ]
}

@Suite
struct `Bad input of a client` {
  @Test
  func `is answered by an error that names the field, and what follows is served`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    for line in BadLine.all {
      try client.send(bytes: line.bytes)
      let answer = try client.next { _ in true }
      let refusal = Refusal(answer)
      #expect(refusal?.code == line.code, "\(line.name): \(answer)")
      #expect(refusal?.field == line.field, "\(line.name): \(answer)")
      #expect(refusal?.expected.contains(line.expected) == true, "\(line.name): \(answer)")
      #expect(try client.ask("deck.list").contains(#""result":{"decks":"#), "after: \(line.name)")
    }
    #expect(try client.ask("deck.get").number("seq") == 2)
  }

  @Test
  func `is none where a line has only whitespace`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    for line in ["", " ", "\r", " \t \r"] { try client.send(line) }
    try client.ask("deck.list")
    #expect(client.lines.count == 1)
    // Some characters that are whitespace elsewhere are not whitespace in JSON.
    try client.send("\u{a0}")
    #expect(Refusal(try client.next { _ in true })?.code == -32700)
  }

  @Test
  func `leaves the frames of another as they are`() throws {
    let daemon = try LoneDaemon()
    let (watching, wild) = (try LiveClient(daemon), try LiveClient(daemon))
    try watching.ask("subscribe", #"{"topics":["frames","events"]}"#)
    try watching.ask("deck.swipe", #"{"direction":"left"}"#)
    for _ in 0..<10 { for line in BadLine.all { try wild.send(bytes: line.bytes) } }
    try wild.ask("deck.list")
    try watching.frame("rest")
    #expect(watching.frameNumbers == Array(1...Int64(watching.frames.count)))
    #expect(watching.eventNumbers == [3, 4])
    #expect(wild.lines.filter { Refusal($0) != nil }.count == 10 * BadLine.all.count)
  }

  @Test
  func `that breaks off in mid-line does nothing, and is forgotten with its client`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    let before = try daemon.openSockets
    for _ in 0..<5 {
      let clients = try (0..<50).map { _ in try RawClient(daemon) }
      for (number, client) in clients.enumerated() {
        if number % 2 == 0 {
          try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frames"]}}"# + "\n")
          if number % 3 == 0 { _ = try client.readLine() }
        }
        try client.send(#"{"jsonrpc":"2.0","method":"deck.reset""#)
      }
    }
    try wait(for: "as many sockets as before (\(before))") { try daemon.openSockets == before }
    #expect(try client.ask("deck.get").number("seq") == 2)
    #expect(client.eventNumbers.isEmpty)
  }

  @Test
  func `does not include leaving at once: what was sent before is carried out`() throws {
    let daemon = try LoneDaemon()
    let leaving = try RawClient(daemon)
    // More than the daemon reads at a time, and less than the socket buffers.
    let count = 3000
    try leaving.send(String(repeating: #"{"jsonrpc":"2.0","method":"deck.reset"}"# + "\n", count: count))
    leaving.leave()
    let client = try LiveClient(daemon)
    try wait(for: "every command's events") { try client.ask("deck.get").number("seq") == 2 + 2 * Int64(count) }
  }

  @Test
  func `does not include a closed sending side either while answers wait for the disk`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let (asking, listening) = (try RawClient(daemon), try RawClient(daemon))
    try asking.send(#"{"jsonrpc":"2.0","id":"swipe","method":"deck.swipe","params":{"direction":"left"}}"# + "\n")
    try asking.send(#"{"jsonrpc":"2.0","id":"last","method":"deck.list"}"#)
    asking.endSending()
    #expect(try asking.readLine()?.contains(#""id":"swipe","result":{"seq":"#) == true)
    #expect(try asking.readLine()?.contains(#""id":"last","result":{"decks":"#) == true)
    #expect(try asking.readLine() == nil)

    // The first event must come from the disk.
    try listening.send(#"{"jsonrpc":"2.0","id":"s","method":"subscribe","params":{"topics":["events"],"since":0}}"#)
    listening.endSending()
    #expect(try listening.readLine()?.contains(#""id":"s","result":{"snapshot":"#) == true)
    #expect(try listening.readLine()?.number("seq") == 1)
  }

  @Test
  func `does not include a closed sending side: answers and streams still come`() throws {
    let daemon = try LoneDaemon()
    let (asking, listening) = (try RawClient(daemon), try RawClient(daemon))
    // The last line needs no newline if nothing follows.
    try asking.send(#"{"jsonrpc":"2.0","id":"last","method":"deck.list"}"#)
    asking.endSending()
    let answer = try #require(try asking.readLine())
    #expect(answer.contains(#""id":"last","result":{"decks":"#))
    #expect(try asking.readLine() == nil)

    try listening.send(#"{"jsonrpc":"2.0","id":"s","method":"subscribe","params":{"topics":["events"]}}"# + "\n")
    listening.endSending()
    let subscribed = try #require(try listening.readLine())
    let client = try LiveClient(daemon)
    try client.ask("deck.reset")
    let events = try (0..<2).map { _ in try #require(try listening.readLine()) }
    #expect(events.map { $0.number("seq") } == [3, 4])

    // Clients that vanish afterwards do not pile up either.
    let before = try daemon.openSockets
    for _ in 0..<20 {
      let vanishing = try RawClient(daemon)
      try vanishing.send(#"{"jsonrpc":"2.0","id":"v","method":"subscribe","params":{"topics":["touches"]}}"# + "\n")
      vanishing.endSending()
      _ = try vanishing.readLine()
    }
    try wait(for: "as many sockets as before, or one more") {
      _ = try LiveClient(daemon).ask("deck.list")
      return try daemon.openSockets <= before + 1
    }
    daemon.stop()
    #expect(try listening.readLine() == nil)
    try SchemaValidator.expectValid([answer, subscribed] + events)
  }
}
