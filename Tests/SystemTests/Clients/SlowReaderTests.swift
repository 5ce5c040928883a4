import Foundation
import TestSupport
import Testing

@Suite
struct `A client that does not read` {
  /// Long names, so that few events have many bytes.
  private static let wordy = """
    [[surfaces]]
    name = "s"
    [[decks]]
    id = "\(String(repeating: "d", count: 64))"
    cards = [{ id = "\(String(repeating: "c", count: 256))" }, { id = "b" }]
    """

  @Test
  func `is told why and let go, while another's events all arrive`() throws {
    let daemon = try LoneDaemon(configuration: Self.wordy)
    let (stuck, reading) = (try LiveClient(daemon), try LiveClient(daemon))
    let silent = try RawClient(daemon)
    let subscription = #"{"topics":["events","frames"]}"#
    let seen = try #require(try stuck.ask("subscribe", subscription).number("seq"))
    try reading.ask("subscribe", #"{"topics":["events"]}"#)
    try silent.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":\#(subscription)}"# + "\n")
    let commanding = try LiveClient(daemon)
    var last = seen
    try wait(for: "both to be let go") {
      for _ in 0..<200 { try commanding.send(#"{"jsonrpc":"2.0","method":"deck.reset"}"#) }
      last = try #require(try commanding.ask("deck.reset").number("seq"))
      try reading.next { $0.number("seq") == last }
      return daemon.log.components(separatedBy: "client disconnected: it does not read").count == 3
    }
    #expect(reading.eventNumbers == Array(seen + 1...last))

    // It now reads what was queued before, and then the reason that nothing follows.
    try stuck.readToEnd()
    #expect(stuck.eventNumbers == Array(seen + 1...seen + Int64(stuck.eventNumbers.count)))
    #expect(stuck.eventNumbers.count < reading.eventNumbers.count)
    // Each reset caused a frame, too; only the newest of them waited.
    #expect(stuck.frames.count < reading.eventNumbers.count / 8)
    let why = try #require(stuck.lines.last)
    #expect(why.contains(#""id":null,"error":{"code":-32000,"message":"disconnected: "#))
    #expect(Refusal(why)?.expected.contains("connect again and subscribe with") == true)
    let back = try LiveClient(daemon)
    #expect(try back.ask("subscribe", #"{"topics":["events"],"since":\#(seen)}"#).contains(#""resync":true"#))

    // A client that never reads gets its time, in which the daemon neither spins on its input nor delays others.
    let before = try daemon.processorTime
    try silent.send(#"{"jsonrpc":"2.0","id":2,"method":"deck.list"}"# + "\n")
    try wait(for: "the connection to be closed") { silent.isClosedByDaemon }
    #expect(try daemon.processorTime - before < 1)
    #expect(try back.ask("deck.list").contains("result"))
  }
}
