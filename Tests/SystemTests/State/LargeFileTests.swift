import Foundation
import Testing

@Suite
struct `A large file of cards` {
  private static let count = 10_000

  private let daemon: LoneDaemon

  init() throws {
    daemon = try LoneDaemon()
    try Data(#"[{"id":"first"}]"#.utf8).write(to: daemon.folder.appending(path: "cards.json"))
    try Data("[[decks]]\nid = \"main\"\ncardsFile = \"cards.json\"\n".utf8)
      .write(to: daemon.folder.appending(path: "deckd.toml"))
    try LiveClient(daemon).ask("daemon.reload")
    let cards = (0..<Self.count).map { #"{"id":"card number \#($0)","data":{"title":"\#($0)"}}"# }
    try Data("[\(cards.joined(separator: ",\n"))]".utf8).write(to: daemon.folder.appending(path: "cards.json"))
  }

  @Test(arguments: ["deck.load", "daemon.reload"])
  func `keeps nobody waiting but who asked for it`(method: String) throws {
    let (asking, other) = (try RawClient(daemon), try LiveClient(daemon))
    try asking.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"# + "\n")
    try asking.send(#"{"jsonrpc":"2.0","id":2,"method":"deck.get"}"# + "\n")
    // Every earlier request has had its turn.
    for _ in 0..<3 { try other.ask("deck.list") }
    #expect(try asking.readByte() == nil, "the file was read before another client was answered")
    let loaded = try #require(try asking.readLine())
    #expect(loaded.contains(#""id":1,"result""#))
    #expect(try #require(try asking.readLine()).contains(#""count":\#(Self.count)"#))
  }
}
