package import DeckProtocol
import JSON

/// What the bridge publishes, made from the daemon's messages.
package enum Payloads {
  /// An event: the `params` of the daemon's notification as they are, behind the journal's name where there is one.
  package static func event(_ parameters: ArraySlice<UInt8>, journal: String?) -> [UInt8] {
    guard let journal else { return Array(parameters) }
    var json = JSONWriter(capacity: parameters.count + journal.utf8.count + 16)
    json.value(journal)
    var bytes = Array("{\"journal\":".utf8)
    bytes += json.bytes
    bytes += ",".utf8
    // An event is an object with members, which the daemon writes without space.
    bytes += parameters.dropFirst()
    return bytes
  }

  /// A deck in short: the counts, and of a snapshot's card in front the id and the label.
  ///
  /// `snapshot` is the daemon's; what it does not have is left out. `nil` if a number in it counts nothing.
  package static func state(_ snapshot: Received<DeckSnapshot>, journal: String?) -> [UInt8]? {
    let words: [PartialKeyPath<DeckSnapshot>] = [\.model.kind, \.model.preset, \.model.round, \.model.open]
    let counts: [PartialKeyPath<DeckSnapshot>] = [
      \.model.counts.current, \.model.counts.count, \.model.counts.undoDepth,
    ]
    let numbers = ([\.model.sequence] + counts).compactMap(snapshot.member)
    guard numbers.allSatisfy({ $0.value.natural != nil }) else { return nil }
    var json = JSONWriter()
    json.object { json in
      if let journal { json.member("journal", journal) }
      for member in ([\.model.sequence] + words + counts).compactMap(snapshot.member) {
        json.key(member.key)
        json.raw(member.source)
      }
      if let current = snapshot[\.model.counts.current], let count = snapshot[\.model.counts.count] {
        json.member("remaining", count - min(current, count))
      }
      json.key("front")
      let front = snapshot.as(DeckFrame.self).cards.first { $0.role == CardRole.front.rawValue }
      if let card = snapshot.accessibility?.card ?? front?.id {
        json.object { json in
          json.member("card", card)
          if let label = snapshot.accessibility?.label { json.member("label", label) }
        }
      } else {
        json.raw(Array("null".utf8))
      }
    }
    return json.bytes
  }

  /// That the events after `lost` are not available, and the next is the one after `position`.
  package static func resync(at position: JournalPosition?, after lost: JournalPosition?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      if let position {
        json.member("journal", position.journal)
        json.member("seq", position.sequence)
      }
      if let lost {
        json.member("lostAfter") { json in
          json.member("journal", lost.journal)
          json.member("seq", lost.sequence)
        }
      }
    }
    return json.bytes
  }

  /// The reply to a command: the daemon's `result` or `error`, as it is written there.
  package static func reply(_ name: String, _ source: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = Array("{\"\(name)\":".utf8)
    bytes += source
    bytes += "}".utf8
    return bytes
  }

  /// The reply to a command that the bridge refuses, in the form of the daemon's errors.
  package static func refusal(_ message: String, field: String, expected: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("error") { json in
        json.member("code", -32000)
        json.member("message", message)
        json.member("data") { json in
          json.member("field", field)
          json.member("expected", expected)
        }
      }
    }
    return json.bytes
  }
}
