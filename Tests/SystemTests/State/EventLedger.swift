import DeckProtocol
import Foundation
import JSON
import TestSupport
import Testing

/// The known events of a daemon across its restarts: each number with its bytes, and the resulting decks.
final class EventLedger {
  /// The events by their numbers, as any client received them.
  private(set) var lines: [Int64: String] = [:]
  /// The last event that the resuming client has received, of any deck.
  private(set) var last: Int64 = 0
  /// The last event before the ledger began.
  private(set) var base: Int64 = 0
  var journal: String?
  var decks: [String: KeptDeck]
  /// The highest number in the reply to a command.
  var answered: Int64 = 0
  /// The cards that events have inserted; then those of commands that were answered.
  private var inserted: Set<String> = []
  private var promised: [(cards: [String], by: Int64)] = []
  /// The numbers of the events that the resuming client received, so that no event is recorded twice.
  private var taken: Set<Int64> = []

  init(decks: [String: KeptDeck]) {
    self.decks = decks
  }

  /// Begins after the event with the number `sequence`.
  func begin(after sequence: Int64, journal: String?) {
    (base, last, self.journal) = (sequence, sequence, journal)
  }

  /// Compares an event that any client received with what others have received under that number.
  func witness(_ line: String) throws {
    guard let number = line.number("seq") else { throw Unmet(what: "a number in \(line)") }
    if let other = lines[number] {
      #expect(other == line, "the number \(number) was given twice")
    } else {
      lines[number] = line
    }
  }

  /// Records an event that the resuming client received.
  func take(_ line: String) throws {
    try witness(line)
    let event = try ToldEvent(line)
    #expect(taken.insert(event.seq).inserted, "doubled: \(line)")
    let read = try #require(try DeckEvent.read(try JSONReader.read(line).member("params")), "\(line)")
    if let wrong = decks[event.deck]?.take(read) { Issue.record("\(wrong): \(line)") }
    if event.type == "card.inserted", let card = event.card { inserted.insert(card) }
    last = max(last, event.seq)
  }

  /// Records the reply to a command that inserts cards.
  func promise(_ cards: [String], by sequence: Int64) {
    promised.append((cards, sequence))
  }

  /// Compares the numbers and the promises with the received events.
  func check() {
    #expect(taken.count == Int(last - base), "of \(base + 1) to \(last) \(taken.count) came")
    #expect(answered <= last, "answered with \(answered), and the last event is \(last)")
    #expect(Set(lines.keys).subtracting(taken).allSatisfy { $0 <= base }, "seen by others, and not there")
    for promise in promised where promise.by <= last {
      for card in promise.cards where !inserted.contains(card) { Issue.record("\(card) was promised by \(promise.by)") }
    }
    promised.removeAll { $0.by <= last }
  }

  /// Compares a snapshot with the events up to it.
  func check(_ snapshot: DeckModel) throws {
    try decks[snapshot.deck]?.begin(snapshot)
    let differences = decks[snapshot.deck]?.model?.differences(from: snapshot) ?? []
    #expect(differences.isEmpty, "\(snapshot.deck) at event \(snapshot.sequence)")
  }
}
