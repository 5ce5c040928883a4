import TestSupport
import Testing

/// Several wait for the same job of the disk, and what it finds is for one of them.
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
    // One connection, so that the second wish comes after the first; its deck is another, and so is that of the third.
    let client = try LiveClient(daemon)
    try post(client, "back", #""deck":"a","topics":["events"],"since":\#(first - 3)"#)
    try post(client, "other", #""deck":"b","topics":["events"]"#)
    try post(client, "new", #""deck":"a","topics":["events"]"#)
    // Answered, since it is refused, when all of them have been read.
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
    #expect(lines == ["back"] + missed + ["other", "new", "end"] + (last - 3...last).map { "\($0)" })
  }

  private let answers = ["back", "other", "new", "end"]
}
