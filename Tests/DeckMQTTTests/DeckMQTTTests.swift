import DeckProtocol
import Foundation
import JSON
import TestSupport
import Testing

@testable import DeckMQTT

@Suite("The topics of a panel")
struct TopicTreeTests {
  private let topics = TopicTree(prefix: "deckd", panel: "shop-7")

  @Test("name the deck and what is published")
  func names() {
    #expect(topics?.event("main") == "deckd/shop-7/main/event")
    #expect(topics?.availability == "deckd/shop-7/availability")
    #expect(topics?.reply("daemon.status", nil) == "deckd/shop-7/reply/daemon.status")
  }

  @Test(
    "know a command of a deck, of none, and nothing else",
    arguments: [
      ("deckd/shop-7/main/command/deck.undo", TopicTree.Command(deck: "main", method: "deck.undo")),
      ("deckd/shop-7/command/daemon.status", TopicTree.Command(deck: nil, method: "daemon.status")),
      ("deckd/shop-7/command/command/deck.undo", nil), ("deckd/shop-7/reply/command/deck.undo", nil),
      ("deckd/shop-7/main/event", nil), ("deckd/shop-70/main/command/deck.undo", nil),
      ("deckd/shop-7/a/b/command/deck.undo", nil), ("deckd/shop-7", nil), ("", nil),
    ] as [(String, TopicTree.Command?)]
  )
  func commands(topic: String, command: TopicTree.Command?) {
    #expect(topics?.command(at: topic) == command)
  }

  @Test(
    "are of no panel that a topic cannot have",
    arguments: ["", "a/b", "+", "a#", "$SYS", "a\u{0}", "a\n", "\u{85}", "\u{FFFF}", "a/\u{301}"]
  )
  func noLevel(panel: String) {
    #expect(TopicTree(prefix: "deckd", panel: panel) == nil)
  }

  @Test("are of no deck whose events would be commands or replies", arguments: ["command", "reply", "a/b", ""])
  func noDeck(id: String) {
    #expect(!TopicTree.isDeck(id))
    #expect(TopicTree.isDeck("commands"))
  }

  @Test("take replies where no connection ends and nobody takes them for the panel's own")
  func replyTopics() throws {
    let topics = try #require(TopicTree(prefix: "deckd", panel: "p1"))
    for topic in ["answers/mine", "/a", "deckd/p12", String(repeating: "/", count: 200)] {
      #expect(topics.canReply(to: topic), "\(topic)")
    }
    let deep = String(repeating: "/", count: 201)
    for topic in ["", "$SYS/x", "a/+", "a/#", "a\n", "a\u{9F}", "a\u{FFFF}", "deckd/p1", "deckd/p1/\u{301}", deep] {
      #expect(!topics.canReply(to: topic), "\(topic)")
    }
  }

  @Test("may begin with several levels")
  func prefix() {
    #expect(TopicTree(prefix: "chain/north", panel: "p")?.event("main") == "chain/north/p/main/event")
    #expect(TopicTree(prefix: "chain//north", panel: "p") == nil)
  }
}

@Suite("The window of events")
struct EventWindowTests {
  @Test("ends at the first event that is not acknowledged")
  func order() {
    var window = EventWindow(after: JournalPosition(journal: "a", sequence: 4))
    for (sequence, message) in [(5, 1), (6, 2), (9, 3)] { window.send(UInt64(sequence), as: Int32(message)) }
    window.acknowledge(2)
    #expect(window.acknowledged?.sequence == 4)
    #expect(window.position?.sequence == 9)
    window.acknowledge(1)
    #expect(window.acknowledged?.sequence == 6)
    #expect(window.count == 1)
    // The acknowledgment of another message, such as a snapshot's.
    window.acknowledge(7)
    #expect(window.acknowledged?.sequence == 6)
  }

  @Test("passes events that no broker gets, each in its turn")
  func unsent() {
    var window = EventWindow(after: JournalPosition(journal: "a", sequence: 4))
    window.send(5, as: nil)
    #expect(window.acknowledged?.sequence == 5)
    window.send(6, as: 1)
    window.send(7, as: nil)
    window.send(8, as: nil)
    #expect(window.acknowledged?.sequence == 5)
    window.acknowledge(1)
    #expect(window.acknowledged?.sequence == 8)
    #expect(window.count == 0)
  }

  @Test("counts without a journal, and begins elsewhere where events are gone")
  func beginnings() {
    var window = EventWindow(after: nil)
    window.send(1, as: 1)
    #expect(window.count == 1)
    #expect(window.position == nil)
    window.acknowledge(1)
    #expect(window.acknowledged == nil)
    window.send(2, as: 2)
    window.begin(at: JournalPosition(journal: "b", sequence: 7))
    window.acknowledge(2)
    #expect(window.acknowledged == JournalPosition(journal: "b", sequence: 7))
  }
}

@Suite("Payloads")
struct PayloadTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("have an event as the daemon wrote it, behind the journal")
  func event() {
    let event = Array(#"{"seq":3,"deck":"main","type":"of.the.future","new":[1,{"a":"\u00e9"}]}"#.utf8)
    #expect(
      text(Payloads.event(event[...], journal: "7f\""))
        == #"{"journal":"7f\"","seq":3,"deck":"main","type":"of.the.future","new":[1,{"a":"\u00e9"}]}"#
    )
    #expect(Payloads.event(event[...], journal: nil) == event)
  }

  @Test("have a deck's state in short")
  func state() throws {
    let snapshot = try JSONReader.read(
      Array(
        """
        {"deck":"main","kind":"swipe","preset":"koloda","seq":12,"current":4,"count":10,"undoDepth":3,"phase":"rest",\
        "cards":[{"id":"b","role":"behind"},{"id":"a","role":"front"}],"accessibility":{"card":"a","label":"Lake"}}
        """.utf8
      )
    )
    #expect(
      try text(#require(Payloads.state(Received(snapshot), journal: "j"))) == """
        {"journal":"j","seq":12,"kind":"swipe","preset":"koloda","current":4,"count":10,"undoDepth":3,"remaining":6,\
        "front":{"card":"a","label":"Lake"}}
        """
    )
    let exhausted = try JSONReader.read(Array(#"{"current":2,"count":2,"cards":[]}"#.utf8))
    #expect(
      try text(#require(Payloads.state(Received(exhausted), journal: nil)))
        == #"{"current":2,"count":2,"remaining":0,"front":null}"#
    )
  }

  @Test(
    "are none where a snapshot counts with what is no count",
    arguments: ["-1", "1e30", "18446744073709551616", "0.5", #""1""#]
  )
  func wrongCounts(number: String) throws {
    for name in ["seq", "current", "count", "undoDepth"] {
      let snapshot = try JSONReader.read(Array(#"{"\#(name)":\#(number)}"#.utf8))
      #expect(Payloads.state(Received(snapshot), journal: nil) == nil, "\(name)")
    }
  }
}

@Suite("Commands of others")
struct CommandPolicyTests {
  private let policy = CommandPolicy(["deck.swipe", "daemon.status"])
  private let swipe = TopicTree.Command(deck: "main", method: "deck.swipe")

  @Test("become a request's parameters, with the deck of the topic")
  func parameters() throws {
    #expect(
      try policy.parameters(swipe, Array(#" { "direction" : "left", "velocity": 1e3 } "#.utf8))
        == Array(#"{"deck":"main","direction":"left","velocity":1e3}"#.utf8)
    )
    #expect(try policy.parameters(.init(deck: nil, method: "daemon.status"), []) == Array("{}".utf8))
  }

  @Test(
    "are refused where they are not JSON, no object, or name a deck",
    arguments: ["{", "3", "[]", "null", #"{"deck":"other"}"#, "\u{0}", "{\"a\":1}{"]
  )
  func garbage(payload: String) {
    #expect(throws: CommandPolicy.Refusal.self) { try policy.parameters(swipe, Array(payload.utf8)) }
  }

  @Test("are refused where they are too long, or nobody allowed them")
  func limits() {
    let long = [UInt8](repeating: UInt8(ascii: " "), count: CommandPolicy.longestPayload + 1)
    #expect(throws: CommandPolicy.Refusal.self) { try policy.parameters(swipe, long) }
    #expect(throws: CommandPolicy.Refusal.self) { try policy.parameters(.init(deck: "main", method: "deck.reset"), []) }
    #expect(throws: CommandPolicy.Refusal.self) { try CommandPolicy([]).parameters(swipe, []) }
  }

  @Test("never are those of a connection of its own")
  func personal() {
    #expect(!CommandPolicy.allowable.contains("subscribe"))
    #expect(!CommandPolicy.allowable.contains("input.inject"))
    #expect(CommandPolicy.allowable.contains("deck.undo"))
  }
}

@Suite("The address of a broker")
struct BrokerAddressTests {
  @Test(
    "has a scheme, a host and a port",
    arguments: [
      ("mqtt://broker", "mqtt://broker:1883"), ("mqtts://broker", "mqtts://broker:8883"),
      ("mqtt://[::1]:1884", "mqtt://[::1]:1884"), ("mqtt://10.0.0.1:9", "mqtt://10.0.0.1:9"),
      ("broker", nil), ("http://broker", nil), ("mqtt://", nil), ("mqtt://broker:0", nil), ("mqtt://broker:70000", nil),
      ("mqtt://user@broker", nil), ("mqtt://broker/path", nil), ("mqtt://[::1", nil),
    ] as [(String, String?)]
  )
  func reading(text: String, address: String?) {
    #expect(BrokerAddress(text)?.description == address)
  }
}

@Suite("The position on disk")
struct PositionFileTests {
  @Test("is what was saved, and refused where it is damaged")
  func saving() throws {
    let folder = try TemporaryFolder()
    let file = PositionFile(in: folder.path)
    #expect(try file.load() == BridgeRecord())
    var record = BridgeRecord(position: JournalPosition(journal: "a\"b", sequence: 1 << 50))
    try file.save(record)
    record = BridgeRecord(
      position: JournalPosition(journal: "a\"b", sequence: 1 << 51),
      decks: ["b\"", "a"],
      gestures: ["home"]
    )
    try file.save(record)
    #expect(try file.load() == record)
    // Of a deckd that keeps no journal.
    try file.save(BridgeRecord(decks: ["a"]))
    #expect(try file.load() == BridgeRecord(decks: ["a"]))
    // Of bridges that recorded no gestures, or no decks either.
    try Data(#"{"journal":"a","seq":1,"decks":["b"]}"#.utf8).write(to: folder.url.appending(path: "position.json"))
    #expect(try file.load() == BridgeRecord(position: JournalPosition(journal: "a", sequence: 1), decks: ["b"]))
    try Data(#"{"journal":"a","seq":1}"#.utf8).write(to: folder.url.appending(path: "position.json"))
    #expect(try file.load() == BridgeRecord(position: JournalPosition(journal: "a", sequence: 1)))
    for text in ["", "{", "{}", #"{"journal":"a"}"#, #"{"journal":"a","seq":-1}"#, #"{"journal":"a","seq":1.5}"#] {
      try Data(text.utf8).write(to: folder.url.appending(path: "position.json"))
      #expect(throws: PositionFileError.damaged(folder.path + "/position.json")) { try file.load() }
    }
    #expect(throws: PositionFileError.self) {
      try PositionFile(in: folder.path + "/none").save(BridgeRecord())
    }
  }
}
