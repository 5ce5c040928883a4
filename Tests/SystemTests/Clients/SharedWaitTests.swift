import TestSupport
import Testing

/// Several clients wait for the same job of the disk, whose result is for only one of them.
@Suite(.enabled(if: FaultyDisk.isBuilt, Workshop.bedAbsence))
struct `Who subscribes while another's missed events are read` {
  private static let configuration = """
    [[surfaces]]
    name = "main"
    [[decks]]
    id = "a"
    [[decks]]
    id = "b"
    """

  private let daemon: LoneDaemon
  private let disk: FaultyDisk
  private let commanding: LiveClient

  init() throws {
    (daemon, disk) = try FaultyDisk.daemon(configuration: Self.configuration)
    commanding = try LiveClient(daemon)
    for _ in 0..<5 { try commanding.ask("deck.reset", #"{"deck":"a"}"#) }
  }

  private func post(_ client: LiveClient, _ id: String, _ parameters: String) throws {
    try client.send(#"{"jsonrpc":"2.0","id":"\#(id)","method":"subscribe","params":{\#(parameters)}}"#)
  }

  @Test
  func `gets none of them`() throws {
    let first = try #require(try commanding.ask("deck.get", #"{"deck":"a"}"#).number("seq"))
    try disk.hold()
    try commanding.send(#"{"jsonrpc":"2.0","id":"held","method":"deck.reset","params":{"deck":"a"}}"#)
    try wait(for: "a sync to wait") { try disk.held >= 1 }
    // One connection, so that the second request follows the first; each of the three is for a different deck.
    let client = try LiveClient(daemon)
    try post(client, "back", #""deck":"a","topics":["events"],"since":\#(first - 3)"#)
    try post(client, "other", #""deck":"b","topics":["events"]"#)
    try post(client, "new", #""deck":"a","topics":["events"]"#)
    // The request is refused, and its reply arrives once all of them have been read.
    try client.send(#"{"jsonrpc":"2.0","id":"end","method":"none"}"#)
    try disk.release()
    try client.next { $0.contains(#""id":"end""#) }
    try commanding.ask("deck.reset", #"{"deck":"b"}"#)
    let last = try #require(try commanding.ask("deck.reset", #"{"deck":"a"}"#).number("seq"))
    try client.next { $0.contains(#""method":"event""#) && $0.number("seq") == last }
    let lines = client.lines.compactMap { line in
      line.contains(#""method":"event""#)
        ? line.number("seq").map { "\($0)" } : answers.first { line.contains("\"\($0)\"") }
    }
    let missed = (first - 2...first + 2).map { "\($0)" }
    let later = (last - 3...last).map { "\($0)" }
    #expect(lines == ["back"] + missed + ["other", "new", "end"] + later)
  }

  @Test
  func `gets what was missed of many decks, as fast as it is read`() throws {
    let decks = 12
    let names = (0..<decks).map { "deck-\($0)" }
    let configuration = names.map { "[[decks]]\nid = \"\($0)\"\n" }.joined()
    let daemon = try LoneDaemon(
      configuration: "[[surfaces]]\nname = \"main\"\n[limits]\nbacklog = 262144\n" + configuration,
      keepsState: true
    )
    let commanding = try LiveClient(daemon)
    var first: [Int64] = []
    var last: [Int64] = []
    for name in names {
      first.append(try #require(try commanding.ask("deck.get", #"{"deck":"\#(name)"}"#).number("seq")))
      last.append(try #require(try commanding.insert(2000, deck: name).number("seq")))
    }
    let back = try RawClient(daemon)
    for (name, since) in zip(names, first) {
      let parameters = #"{"deck":"\#(name)","topics":["events"],"since":\#(since)}"#
      try back.send(#"{"jsonrpc":"2.0","id":"\#(name)","method":"subscribe","params":\#(parameters)}"# + "\n")
    }
    // All requests are answered before the client reads anything.
    _ = try commanding.ask("deck.reset", #"{"deck":"deck-0"}"#)
    var next = first.map { $0 + 1 }
    while zip(next, last).contains(where: { $0 <= $1 }) {
      let line = try #require(try back.readLine())
      guard line.contains(#""method":"event""#), let number = line.number("seq") else { continue }
      guard let deck = names.firstIndex(where: { line.contains(#""deck":"\#($0)""#) }) else { continue }
      guard number <= last[deck] else { continue }
      guard number == next[deck] else { throw Unmet(what: "event \(next[deck]) and not \(number)") }
      next[deck] += 1
    }
    #expect(!daemon.log.contains("let go"))
  }

  private let answers = ["back", "other", "new", "end"]
}
