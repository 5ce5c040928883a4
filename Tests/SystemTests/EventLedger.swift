import DeckProtocol
import Foundation
import TestSupport
import Testing

/// What is known of a daemon's events across its lives: each number with its bytes, and the decks that follow from them.
final class EventLedger {
  /// The events by their numbers, as some client saw them.
  private(set) var lines: [Int64: String] = [:]
  /// The last event that the resuming client has seen, of any deck.
  private(set) var last: Int64 = 0
  /// The last event before the ledger began.
  private(set) var base: Int64 = 0
  var journal: String?
  var decks: [String: KeptDeck]
  /// The highest number that a command was answered with.
  var answered: Int64 = 0
  /// The cards that were ever put in, by events; and those of commands that were answered.
  private var inserted: Set<String> = []
  private var promised: [(cards: [String], by: Int64)] = []
  /// How many events the resuming client took, so that none is taken twice.
  private var taken: Set<Int64> = []

  init(decks: [String: KeptDeck]) {
    self.decks = decks
  }

  /// Begins after an event.
  func begin(after sequence: Int64, journal: String?) {
    (base, last, self.journal) = (sequence, sequence, journal)
  }

  /// Compares an event that any client saw with what others have seen of that number.
  func witness(_ line: String) throws {
    guard let number = line.number("seq") else { throw Unmet(what: "a number in \(line)") }
    if let other = lines[number] {
      #expect(other == line, "the number \(number) was given twice")
    } else {
      lines[number] = line
    }
  }

  /// Takes in an event that the resuming client got.
  func take(_ line: String) throws {
    try witness(line)
    let event = try ToldEvent(line)
    #expect(taken.insert(event.seq).inserted, "doubled: \(line)")
    let read = try #require(try DeckEvent.read(try JSONReader.read(line).member("params")), "\(line)")
    if let wrong = decks[event.deck]?.take(read) { Issue.record("\(wrong): \(line)") }
    if event.type == "card.inserted", let card = event.card { inserted.insert(card) }
    last = max(last, event.seq)
  }

  /// Notes the answer to a command that puts cards in.
  func promise(_ cards: [String], by sequence: Int64) {
    promised.append((cards, sequence))
  }

  /// Holds the numbers and the promises to what was seen.
  func check() {
    #expect(taken.count == Int(last - base), "of \(base + 1) to \(last) \(taken.count) came")
    #expect(answered <= last, "answered with \(answered), and the last event is \(last)")
    #expect(Set(lines.keys).subtracting(taken).allSatisfy { $0 <= base }, "seen by others, and not there")
    for promise in promised where promise.by <= last {
      for card in promise.cards where !inserted.contains(card) { Issue.record("\(card) was promised by \(promise.by)") }
    }
    promised.removeAll { $0.by <= last }
  }

  /// Holds a snapshot to the events up to it.
  func check(_ snapshot: DeckModel) throws {
    try decks[snapshot.deck]?.begin(snapshot)
    let differences = decks[snapshot.deck]?.model?.differences(from: snapshot) ?? []
    #expect(differences.isEmpty, "\(snapshot.deck) at event \(snapshot.sequence)")
  }
}
