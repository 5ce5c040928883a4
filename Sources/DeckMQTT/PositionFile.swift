import Glibc
import JSON
package import SystemCalls

/// What a bridge remembers of its last run.
package struct BridgeRecord: Hashable, Sendable {
  /// The last event that the broker acknowledged; `nil` where deckd keeps no journal.
  package var position: JournalPosition?
  /// The decks of which the broker retains something.
  package var decks: Set<String> = []
  /// The gestures of whose triggers the broker retains the configurations.
  package var gestures: Set<String> = []

  package init(position: JournalPosition? = nil, decks: Set<String> = [], gestures: Set<String> = []) {
    (self.position, self.decks, self.gestures) = (position, decks, gestures)
  }
}

/// The file with the last event that the broker acknowledged, and the decks and gestures of which it retains something.
///
/// It may be older than the truth by a second of events, which a start after a kill publishes again: a consumer that
/// tracks `seq` drops them.
package struct PositionFile: Sendable {
  private let path: String

  /// `position.json` in a folder that exists.
  package init(in folder: String) {
    path = folder + "/position.json"
  }

  /// Returns what the file says, which is nothing without a file.
  ///
  /// A damaged file is an error.
  package func load() throws(PositionFileError) -> BridgeRecord {
    let text: String
    do {
      text = try TextFile.read(path)
    } catch {
      if error.code == ENOENT { return BridgeRecord() }
      throw .unreadable(path, error)
    }
    guard let value = try? JSONReader.read(Array(text.utf8)) else { throw .damaged(path) }
    var record = BridgeRecord(decks: names(value["decks"]), gestures: names(value["gestures"]))
    switch (value["journal"]?.text, value["seq"]?.natural) {
    case (let journal?, let sequence?): record.position = JournalPosition(journal: journal, sequence: sequence)
    case (nil, nil) where value["decks"] != nil: break
    default: throw .damaged(path)
    }
    return record
  }

  private func names(_ list: JSONValue?) -> Set<String> { Set((list?.elements ?? []).compactMap(\.text)) }

  /// Replaces the file in one step: after a power cut it is the former one or this one.
  package func save(_ record: BridgeRecord) throws(PositionFileError) {
    var json = JSONWriter()
    json.object { json in
      if let position = record.position {
        json.member("journal", position.journal)
        json.member("seq", position.sequence)
      }
      json.key("decks")
      json.array(record.decks.sorted()) { $0.value($1) }
      json.key("gestures")
      json.array(record.gestures.sorted()) { $0.value($1) }
    }
    json.newline()
    let next = path + ".new"
    do throws(Errno) {
      let descriptor = try SystemCall.retrying { open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
      defer { close(descriptor) }
      let count = try SystemCall.retrying { write(descriptor, json.bytes, json.bytes.count) }
      guard count == json.bytes.count else { throw Errno(ENOSPC) }
      _ = try SystemCall.retrying { fsync(descriptor) }
      _ = try SystemCall.retrying { rename(next, path) }
    } catch {
      throw .unwritable(path, error)
    }
  }
}

/// Why the position is not known or not kept.
package enum PositionFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(String, Errno)
  case damaged(String)
  case unwritable(String, Errno)

  package var description: String {
    switch self {
    case .unreadable(let path, let error): "cannot read \(path): \(error)"
    case .damaged(let path): "\(path) is damaged; remove it to begin with the next event"
    case .unwritable(let path, let error): "cannot write \(path): \(error)"
    }
  }
}
