package import JSON

/// What the bridge publishes, made from the daemon's messages.
package enum Payloads {
  private static let counts = ["current", "count", "undoDepth"]

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
  package static func state(_ snapshot: JSONValue, journal: String?) -> [UInt8]? {
    for name in ["seq"] + counts where snapshot[name] != nil && snapshot[name]?.natural == nil { return nil }
    var json = JSONWriter()
    json.object { json in
      if let journal { json.member("journal", journal) }
      if let number = snapshot["seq"]?.natural { json.member("seq", number) }
      for name in ["kind", "preset", "round", "open"] {
        if let text = snapshot[name]?.text { json.member(name, text) }
      }
      for name in counts {
        if let number = snapshot[name]?.natural { json.member(name, number) }
      }
      if let current = snapshot["current"]?.natural, let count = snapshot["count"]?.natural {
        json.member("remaining", count - min(current, count))
      }
      json.key("front")
      let accessibility = snapshot["accessibility"]
      if let card = accessibility?["card"]?.text ?? frontCard(of: snapshot) {
        json.object { json in
          json.member("card", card)
          if let label = accessibility?["label"]?.text { json.member("label", label) }
        }
      } else {
        json.raw(Array("null".utf8))
      }
    }
    return json.bytes
  }

  private static func frontCard(of snapshot: JSONValue) -> String? {
    snapshot["cards"]?.elements.first { $0["role"]?.text == "front" }?["id"]?.text
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
