import DeckClient
import DeckProtocol
import Foundation
import TestSupport
import Testing

/// A client that sends commands and, across the daemon's restarts, resumes its subscriptions where they ended.
final class ResumingClient {
  private enum Sent {
    case command
    case load(deck: String)
    case insert([String])
  }

  private let ledger: EventLedger
  private var connection: DeckConnection?
  private var sent: [Int64: Sent] = [:]
  private var lastID: Int64 = 0
  /// Whether it records events in the ledger, or only compares what it receives with it.
  private let keepsLedger: Bool
  /// Some of the received lines, to be validated against the schema.
  private(set) var samples: [String] = []
  /// The numbers of replies with errors, and of others.
  private(set) var (refused, done) = (0, 0)
  private(set) var refusals: [String] = []

  init(_ ledger: EventLedger, keepsLedger: Bool) {
    self.ledger = ledger
    self.keepsLedger = keepsLedger
  }

  /// How many commands have no reply yet.
  var outstanding: Int { sent.count }

  func connect(_ daemon: LoneDaemon) throws {
    connection = try DeckConnection(path: daemon.socket)
    sent = [:]
  }

  /// Subscribes to every deck from the last received event, and compares the snapshots with the ledger.
  func resume() throws {
    // The same number for each: all decks share one sequence.
    let since = ledger.journal.map { #","since":\#(ledger.last),"journal":"\#($0)""# } ?? ""
    for deck in ledger.decks.keys.sorted() {
      let parameters = #"{"deck":"\#(deck)","topics":["events"]\#(since)}"#
      try post(#"{"jsonrpc":"2.0","id":"\#(deck)","method":"subscribe","params":\#(parameters)}"#)
    }
    var snapshots: [String: (told: ToldSnapshot, model: DeckModel)] = [:]
    var events: [String] = []
    try ask(#""method":"deck.list""#) { line in
      if line.contains(#""method":"event""#) { return events.append(line) }
      let snapshot = try ToldSnapshot(line)
      #expect(snapshot.resync == nil, "\(line)")
      snapshots[snapshot.deck] = (snapshot, try ToldSnapshot.model(line))
    }
    if ledger.journal == nil, let first = snapshots.values.map(\.told).min(by: { $0.seq < $1.seq }) {
      ledger.begin(after: first.seq, journal: first.journal)
    }
    for snapshot in snapshots.values { #expect(snapshot.told.journal == ledger.journal) }
    for line in events {
      let deck = try ToldEvent(line).deck
      if let snapshot = snapshots[deck], try ToldEvent(line).seq > snapshot.told.seq {
        try ledger.check(snapshot.model)
        snapshots[deck] = nil
      }
      try ledger.take(line)
    }
    for snapshot in snapshots.values { try ledger.check(snapshot.model) }
    // Commands that were sent and not performed will not be performed any more.
    for deck in ledger.decks.keys { ledger.decks[deck]?.loads = [] }
    for deck in ledger.decks.keys.sorted() { #expect(try order(of: deck) == ledger.decks[deck]?.cards) }
    ledger.check()
  }

  /// Compares the daemon's current decks with the ledger.
  func expectDecks() throws {
    for deck in ledger.decks.keys.sorted() {
      let line = try ask(#""method":"deck.get","params":{"deck":"\#(deck)"}"#) { try take($0) }
      try ledger.check(try ToldSnapshot.model(line))
      #expect(try order(of: deck) == ledger.decks[deck]?.cards)
    }
    ledger.check()
  }

  /// Subscribes to a deck from now on.
  func listen(to deck: String) throws {
    try post(#"{"jsonrpc":"2.0","id":"s","method":"subscribe","params":{"deck":"\#(deck)","topics":["events"]}}"#)
  }

  /// Returns the ids of a deck's cards, in order.
  func order(of deck: String) throws -> [String] {
    struct Message: Decodable {
      struct Page: Decodable {
        struct Card: Decodable {
          var id: String
        }
        var cards: [Card]
      }
      var result: Page
    }
    let line = try ask(#""method":"deck.cards","params":{"deck":"\#(deck)"}"#) { try take($0) }
    return try JSONDecoder().decode(Message.self, from: Data(line.utf8)).result.cards.map(\.id)
  }

  /// Sends a command without waiting.
  func command(_ method: String, _ parameters: String) throws {
    try command(method, parameters, .command)
  }

  /// Loads cards; the ledger keeps them until their event arrives.
  func load(_ deck: String, _ cards: [String], current: Int) throws {
    ledger.decks[deck]?.loads.append((cards, current))
    let list = cards.map { #"{"id":"\#($0)","loaded":true}"# }.joined(separator: ",")
    try command("deck.load", #"{"deck":"\#(deck)","current":\#(current),"cards":[\#(list)]}"#, .load(deck: deck))
  }

  func insert(_ deck: String, _ cards: [String], at index: Int) throws {
    let list = cards.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    try command("deck.insert", #"{"deck":"\#(deck)","at":\#(index),"cards":[\#(list)]}"#, .insert(cards))
  }

  /// Reads the lines that have arrived.
  func readWaiting() throws {
    while case .line(let line) = try connection?.readLine(timeout: .zero) {
      try take(String(decoding: line, as: UTF8.self))
    }
  }

  /// Reads until every command has its reply.
  func settle() throws {
    while !sent.isEmpty {
      guard case .line(let line) = try connection?.readLine(timeout: .seconds(patience)) else {
        throw Unmet(what: "\(sent.count) answers")
      }
      try take(String(decoding: line, as: UTF8.self))
    }
  }

  /// Reads everything that the daemon sent before it ended.
  func readToEnd() throws {
    while let connection {
      switch try connection.readLine(timeout: .seconds(patience)) {
      case .line(let line): try take(String(decoding: line, as: UTF8.self))
      case .timedOut: throw Unmet(what: "the end of the connection")
      case .closed: self.connection = nil
      }
    }
    sent = [:]
  }

  private func post(_ line: String) throws {
    try connection?.send(line)
  }

  private func command(_ method: String, _ parameters: String, _ kind: Sent) throws {
    lastID += 1
    sent[lastID] = kind
    // A daemon that was killed accepts nothing more.
    try? connection?.send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(parameters)}"#)
  }

  /// Sends a request, passes every line before the reply to `other`, and returns the reply.
  @discardableResult
  private func ask(_ request: String, _ other: (String) throws -> Void) throws -> String {
    try post(#"{"jsonrpc":"2.0","id":"q",\#(request)}"#)
    while true {
      guard case .line(let bytes) = try connection?.readLine(timeout: .seconds(patience)) else {
        throw Unmet(what: request)
      }
      let line = String(decoding: bytes, as: UTF8.self)
      if line.contains(#""id":"q""#) { return line }
      try other(line)
    }
  }

  private func take(_ line: String) throws {
    if samples.count < 20_000 { samples.append(line) }
    if line.contains(#""method":"event""#) {
      return keepsLedger ? try ledger.take(line) : try ledger.witness(line)
    }
    guard let id = line.number("id"), let kind = sent.removeValue(forKey: id) else { return }
    guard Refusal(line) == nil, let sequence = line.number("seq") else {
      refused += 1
      refusals.append(line)
      if case .load(let deck) = kind { ledger.decks[deck]?.refuseLoad() }
      return
    }
    done += 1
    ledger.answered = max(ledger.answered, sequence)
    if case .insert(let cards) = kind { ledger.promise(cards, by: sequence) }
  }
}
