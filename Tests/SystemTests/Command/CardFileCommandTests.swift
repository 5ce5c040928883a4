import Foundation
import Glibc
import TestSupport
import Testing

@Suite
struct `A file of cards for deckctl` {
  /// Some fifty requests.
  private static let count = 12_000

  private let daemon: LoneDaemon

  init() throws {
    daemon = try LoneDaemon()
  }

  private func control(_ arguments: String...) throws -> Outcome {
    try run("deckctl", arguments + ["--socket", daemon.socket])
  }

  private func write(_ text: String, _ name: String = "cards.json") throws -> String {
    let file = daemon.folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Writes a file of many cards, one a line after the line of the bracket, with some replaced.
  private func large(_ name: String = "large.json", prefix: String = "card", changes: [Int: String] = [:]) throws
    -> String
  {
    let title = String(repeating: "é", count: 90)
    let cards = (0..<Self.count).map {
      changes[$0] ?? #"{"id":"\#(prefix) \#($0)","data":{"title":"\#(title) \#($0)"}}"#
    }
    return try write("[\n\(cards.joined(separator: ",\n"))\n]\n", name)
  }

  /// Waits until nothing moves; returns the deck's status.
  private func settled() throws -> String {
    try wait(for: "the deck to rest") { try control("status").output.contains("  rest  ") }
    return try #require(try control("status").lines.last)
  }

  /// Expects each card to have the data of the file.
  private func expectData(prefix: String = "card", indexes: [Int] = [0, 1, 4999, 5000, 8000, count - 1]) throws {
    for index in indexes {
      let card = try control("cards", "--from", "\(index)", "--count", "1").output
      #expect(
        card.contains(/^\d+  \w+ (\d+)(  front|  decided)?  \{"title":"é/)
          && card.hasPrefix("\(index)  \(prefix) \(index)  ") && card.hasSuffix(" \(index)\"}\n"),
        "\(card)"
      )
    }
  }

  @Test
  func `may be larger than a request`() throws {
    let load = try control("load", try large())
    #expect(load.status == 0 && load.errors == "", "\(load.errors)")
    #expect(load.lines.count == 1 && load.output.hasPrefix("done, event "))
    #expect(try settled().contains("card 0 in front, 1 of \(Self.count)"))
    try expectData()

    let update = try control("update", try large())
    #expect(update.status == 0 && update.errors == "", "\(update.errors)")
    let insert = try control("insert", try large(prefix: "new"), "--at", "1", "--json")
    #expect(insert.status == 0 && insert.errors == "" && insert.output.hasPrefix(#"{"seq":"#), "\(insert.errors)")
    #expect(try settled().contains("card 0 in front, 1 of \(2 * Self.count)"))
    let cards = try control("cards", "--from", "\(Self.count)", "--count", "2").lines
    #expect(cards.first?.hasPrefix("\(Self.count)  new \(Self.count - 1)  ") == true)
    #expect(cards.last?.hasPrefix("\(Self.count + 1)  card 1  ") == true)
  }

  @Test
  func `keeps the front card that is named, and what can be undone`() throws {
    let load = try control("load", try large(), "--current", "9000")
    #expect(load.status == 0 && load.errors == "", "\(load.errors)")
    let status = try settled()
    #expect(status.contains("card 9000 in front, 9001 of \(Self.count)") && status.hasSuffix("  9000 to undo"))
    try expectData()
    #expect(
      try control("load", try large(), "--current", "12001").errors.hasPrefix(
        "Error: --current is 12001; expected 0 to"
      )
    )

    #expect(try control("swipe", "right").status == 0)
    let keep = try control("load", "--keep", try large())
    #expect(keep.status == 0 && keep.errors == "", "\(keep.errors)")
    let kept = try settled()
    #expect(kept.contains("card 9001 in front, 9002 of \(Self.count)") && kept.hasSuffix("  9001 to undo"))
    try expectData()
    // The decision about a card that kept its position still has its direction.
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    #expect(try control("undo").status == 0)
    try client.event("deck.rewound")
    #expect(client.lines.contains { $0.contains(#""card":"card 9000","index":9000,"direction":"right""#) })
  }

  @Test
  func `is checked whole before anything is sent`() throws {
    let bad = try large(changes: [11_000: #"{"id":"x","allowed":["up","east"]}"#])
    let wrong = try control("load", bad)
    #expect(wrong.status == 1)
    #expect(
      wrong.errors.hasPrefix(
        "Error: \(bad):11002:27: card 11000 (allowed[1]) is wrong; expected one of left, right, up"
      )
    )
    let twice = try large(changes: [11_000: #"{"data":1, "id":"card 3"}"#])
    #expect(
      try control("insert", twice).errors
        == "Error: \(twice):11002:17: card 11000 (id) is wrong; expected an id of its own, not \"card 3\" again\n"
    )
    #expect(try control("status").output.contains("card-0 in front, 1 of 10"))
  }

  @Test
  func `is named with line and column where it is no JSON`() throws {
    let broken = try write("[\n  {\"id\": \"é\", id: 3}\n]\n")
    #expect(try control("load", broken).errors == "Error: \(broken):2:15: not JSON; expected a key in double quotes\n")
    let comma = try write(#"[{"id":"a"},]"#)
    #expect(try control("update", comma).errors == "Error: \(comma):1:13: not JSON; expected a value\n")
    let values = try write("{\"id\": \"a\"}\n{\"id\": \"b\"}\n")
    #expect(
      try control("load", values).errors
        == "Error: \(values):2:1: another value; expected one array of cards, such as jq -s . makes of several values\n"
    )
    let object = try write(" {}")
    let notCards = #"expected an array of cards such as {"id": "a"}, not an object"#
    #expect(try control("load", "--keep", object).errors == "Error: \(object):1:2: not cards; \(notCards)\n")
    let piped = try run(
      "/bin/sh",
      ["-c", #"echo '[{"id":1}]' | "$1" load - --socket "$2""#, "sh"]
        + [Workshop.programs.appending(path: "deckctl").path, daemon.socket]
    )
    #expect(piped.errors == "Error: standard input:1:8: card 0 (id) is wrong; expected a string, not 1\n")
  }

  @Test
  func `names the card that the daemon refuses, in a later part too, and what came before it`() throws {
    #expect(try control("insert", try write(#"[{"id":"card 11000"}]"#)).status == 0)
    let file = try large()
    let insert = try control("insert", file)
    #expect(insert.status == 1 && insert.output.isEmpty)
    let lines = insert.errors.split(separator: "\n")
    #expect(
      lines.first == """
        Error: \(file):11002:7: card 11000 (id): there is a card "card 11000" already; expected an id that no other card \
        of the deck has
        """
    )
    let count = try #require(lines.last?.firstMatch(of: /inserted before that: the first (\d+) of 12000 cards/))
    let inserted = try #require(Int(count.1))
    #expect((10_751...11_000).contains(inserted))
    #expect(try control("status").output.contains(" of \(11 + inserted)  "))

    let unknown = try write(#"[{"id":"card-1"},{"id":"x"}]"#)
    #expect(
      try control("update", unknown).errors
        == "Error: \(unknown):1:24: card 1 (id): there is no card \"x\"; expected the id of a card of the deck; "
        + "deckctl insert adds cards\n"
    )
    let empty = try write("[]")
    #expect(
      try control("insert", empty).errors
        == "Error: \(empty):1:1: not cards; expected an array of cards such as {\"id\": \"a\"}, not an empty one\n"
    )
  }

  @Test
  func `is held to the daemon's limits before anything is sent, with the card that goes beyond them`() throws {
    let limits = "limits = { line = 1024, cards = 4, cardData = 2000, deckData = 900 }\n"
    let daemon = try LoneDaemon(configuration: limits + "[[decks]]\nid = \"main\"\ncount = 2\n")
    func refusal(_ command: String, _ cards: [String], at place: String) throws -> String {
      let file = try write("[\n\(cards.joined(separator: ",\n"))\n]")
      let outcome = try run("deckctl", [command, file, "--socket", daemon.socket])
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
      let prefix = "Error: \(file):\(place): "
      #expect(outcome.errors.hasPrefix(prefix), "\(outcome.errors)")
      return String(outcome.errors.dropFirst(prefix.count).dropLast())
    }
    func card(_ id: String, data bytes: Int) -> String {
      #"{"id":"\#(id)","data":"\#(String(repeating: "x", count: bytes - 2))"}"#
    }
    let many = (0..<5).map { #"{"id":"new \#($0)"}"# }
    #expect(
      try refusal("load", many, at: "6:1")
        == #"card 4 ("new 4"): the file has 5 cards, too many for the deck; expected at most 4 cards in a deck (limits.cards)"#
    )
    #expect(
      try refusal("insert", Array(many[..<3]), at: "4:1")
        == #"card 2 ("new 2"): the file has 3 cards, too many for the deck; expected at most 4 cards in a deck "#
        + "(limits.cards), of which it has 2"
    )
    #expect(
      try refusal("update", [card("card-0", data: 2001)], at: "2:23")
        == "card 0 (data): 2001 bytes of data are too many; expected at most 2000 bytes (limits.cardData)"
    )
    #expect(
      try refusal("update", [card("card-0", data: 1000)], at: "2:1").hasPrefix(
        #"card 0 ("card-0"): 1023 bytes are too many for a request; expected at most "#
      )
    )
    #expect(
      try refusal("load", [card("a", data: 500), card("b", data: 500)], at: "3:1")
        == #"card 1 ("b"): the cards up to this one have 1000 bytes of data; expected at most 900 bytes for all cards "#
        + "of a deck (limits.deckData)"
    )
    #expect(try run("deckctl", ["status", "--socket", daemon.socket]).output.contains("card-0 in front, 1 of 2"))
    // Lines as long as the daemon's limit.
    let file = try write("[\(card("a", data: 800)),\(card("b", data: 90))]")
    #expect(try run("deckctl", ["load", file, "--socket", daemon.socket]).status == 0)
    #expect(try run("deckctl", ["status", "--socket", daemon.socket]).output.contains("a in front, 1 of 2"))
    #expect(
      try refusal("insert", [card("c", data: 9), card("d", data: 2)], at: "3:1")
        == #"card 1 ("d"): the cards up to this one have 11 bytes of data; expected at most 900 bytes for all cards "#
        + "of a deck (limits.deckData), which has 890"
    )
    let larger = try write("[\(card("b", data: 101))]")
    let update = try run("deckctl", ["update", larger, "--socket", daemon.socket])
    #expect(
      update.errors
        == "Error: \(larger):1:1: the deck would have 901 bytes of data; expected at most 900 bytes for all of its cards "
        + "(limits.deckData)\n"
    )
  }

  @Test
  func `is not held to the cards of another deck while none is named`() throws {
    let decks = ["a", "b"].map { "[[decks]]\nid = \"\($0)\"\ncount = 2\n" }.joined()
    let daemon = try LoneDaemon(configuration: "limits = { cards = 2 }\n" + decks)
    let insert = try run("deckctl", ["insert", try write(#"[{"id":"x"}]"#), "--socket", daemon.socket])
    #expect(insert.errors == "Error: which deck? (--deck); expected one of a, b\n")
  }

  @Test
  func `keeps the place of the longest deck`() throws {
    let cards = (0..<40_000).map { #"{"id":"a card with a name \#(String(100_000 + $0))"}"# }
    let file = try write("[\(cards.joined(separator: ","))]")
    let load = try control("load", file, "--current", "35000")
    #expect(load.status == 0 && load.errors == "", "\(load.errors)")
    #expect(try settled().contains("35001 of 40000"))
    #expect(try control("status").lines.last?.hasSuffix("  35000 to undo") == true)
    let keep = try control("load", "--keep", file)
    #expect(keep.status == 0, "\(keep.errors)")
    #expect(try settled().contains("35001 of 40000"))
  }

  @Test
  func `shows its progress in a terminal, and leaves nothing of it there`() throws {
    let terminal = try #require(PseudoTerminal())
    // Stopped, so that loading takes long enough for progress to be shown.
    daemon.signalProcess(SIGSTOP)
    let loading = Process()
    loading.executableURL = Workshop.programs.appending(path: "deckctl")
    loading.arguments = ["load", try large(), "--socket", daemon.socket]
    loading.standardInput = FileHandle.nullDevice
    loading.standardOutput = FileHandle.nullDevice
    loading.standardError = terminal.secondary
    try loading.start()
    try wait(for: "deckctl to connect") { try daemon.hasConnection }
    Thread.sleep(forTimeInterval: 0.6)
    daemon.signalProcess(SIGCONT)
    loading.waitUntilExit()
    #expect(loading.terminationStatus == 0)
    // The kernel passes on what was written to a terminal in its own time.
    var shown = ""
    try wait(for: "the progress, removed in the end") {
      shown += terminal.read()
      return shown.wholeMatch(of: /(\r\u{1B}\[Kloaded \d+ of 12000 cards)+\r\u{1B}\[K/) != nil
    }
  }
}

extension LoneDaemon {
  /// Whether a client has connected, even if the daemon has not accepted it yet.
  ///
  /// The kernel lists the daemon's end of each connection with the path that its socket was bound to, before it was
  /// renamed. Descriptors of the client say less: it inherits sockets of the tests.
  fileprivate var hasConnection: Bool {
    get throws {
      let sockets = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/unix")).readToEnd() ?? Data()
      let ends = String(decoding: sockets, as: UTF8.self).split(separator: "\n").filter { $0.hasSuffix(" \(socket)~") }
      return ends.count > 1
    }
  }
}

/// Both ends of a pseudo-terminal.
private struct PseudoTerminal {
  private let primary: Int32
  /// The end that a program writes to.
  let secondary: FileHandle

  init?() {
    primary = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard primary >= 0, ioctl(primary, Self.setLock, &lock) == 0, ioctl(primary, Self.getNumber, &number) == 0 else {
      return nil
    }
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    secondary = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// `TIOCSPTLCK` and `TIOCGPTN` of asm-generic/ioctls.h, whose macros Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// What was written so far.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(primary, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
