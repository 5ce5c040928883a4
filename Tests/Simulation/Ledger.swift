import DeckEngine
import DeckProtocol
import DeckStore
import FuzzSupport
import JSON

/// Every event that was ever on the disk, in the order of the numbers of its journal.
///
/// It is read from the disk after each commit, apart from what the daemon sends: clients are compared with it.
struct Ledger {
  struct Entry: Equatable {
    let sequence: UInt64
    let line: [UInt8]
    let event: DeckEvent
  }

  private var journals: [String: [Entry]] = [:]
  /// The lines of all journals, in the order in which they were written.
  private(set) var lines: [[UInt8]] = []

  /// The number of a journal's last event; 0 for one without events.
  func last(of journal: String) -> UInt64 { journals[journal]?.last?.sequence ?? 0 }

  /// The first event of a journal after a number for which `isIncluded`.
  func entry(after sequence: UInt64, of journal: String, where isIncluded: (Entry) -> Bool) -> Entry? {
    guard let entries = journals[journal] else { return nil }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].sequence > sequence { high = middle } else { low = middle + 1 }
    }
    return entries[low...].first(where: isIncluded)
  }

  /// Reads what was committed since, and returns it.
  mutating func extend(from store: StateStore) throws(Violation) -> [Entry] {
    let new = try Self.read(store, after: last(of: store.journalName))
    if !new.isEmpty { journals[store.journalName, default: []] += new }
    lines += new.map(\.line)
    return new
  }

  /// Takes the events of a journal that has got another name.
  mutating func adopt(_ store: StateStore) throws(Violation) {
    journals[store.journalName] = try Self.read(store, after: 0)
  }

  /// What a store that was opened again has of the journal is what was there, and nothing of it is missing.
  func check(_ store: StateStore) throws(Violation) {
    let journal = store.journalName
    let last = last(of: journal)
    try require(store.sequence >= last, "journal \(journal) ends with \(store.sequence), and had \(last)")
    let oldest = try Self.oldest(store)
    let kept = try Self.read(store, after: oldest - 1)
    for entry in (journals[journal] ?? []) where entry.sequence >= oldest {
      try require(kept.contains(entry), "event \(entry.sequence) is not on the disk any more, or is another one")
    }
  }

  private static func read(_ store: StateStore, after since: UInt64) throws(Violation) -> [Entry] {
    var entries: [Entry] = []
    var since = max(since, try oldest(store) - 1)
    while since < store.sequence {
      let answer: JournalAnswer
      do { answer = try store.events(after: since, upTo: store.sequence, byteLimit: 1 << 20) } catch {
        throw Violation("the journal cannot be read: \(error)")
      }
      guard case .lines(let bytes, let through) = answer else {
        // A number that was passed over has no event; those after it have.
        since += 1
        continue
      }
      entries += try bytes.split(separator: UInt8(ascii: "\n")).map { line throws(Violation) in try entry(Array(line)) }
      try require(through > since, "the journal stops at \(since) of \(store.sequence)")
      since = through
    }
    for (first, second) in zip(entries, entries.dropFirst()) {
      try require(first.sequence < second.sequence, "event \(second.sequence) follows \(first.sequence) on the disk")
    }
    return entries
  }

  private static func oldest(_ store: StateStore) throws(Violation) -> UInt64 {
    do { return try store.oldest() } catch { throw Violation("the journal cannot be read: \(error)") }
  }

  private static func entry(_ line: [UInt8]) throws(Violation) -> Entry {
    do {
      guard let parameters = try JSONReader.read(line)["params"], let event = try DeckEvent.read(parameters) else {
        throw Violation("not an event: \(String(decoding: line, as: UTF8.self))")
      }
      return Entry(sequence: event.sequence, line: line, event: event)
    } catch let violation as Violation {
      throw violation
    } catch {
      throw Violation("not an event: \(String(decoding: line, as: UTF8.self)): \(error)")
    }
  }
}
