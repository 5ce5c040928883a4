import DeckClient
import DeckProtocol
import JSON

/// A JSON value without its source: equal however it was written.
enum PlainJSON: Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([PlainJSON])
  case object([String: PlainJSON])

  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { PlainJSON($0) })
    case .object(let members):
      self = .object(Dictionary(members.map { ($0.key, PlainJSON($0.value)) }) { $1 })
    }
  }

  /// Reads what `body` writes.
  init(_ body: (inout JSONWriter) -> Void) throws {
    var json = JSONWriter()
    body(&json)
    self.init(try JSONReader.read(json.bytes))
  }

  subscript(_ key: String) -> PlainJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  var elements: [PlainJSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The first difference to another value, with its path; `nil` if there is none.
  func difference(to found: PlainJSON?, at path: String = "") -> String? {
    guard case .object(let members) = self, case .object(let others) = found else {
      return self == found ? nil : "expected \(path) \(self), found \(found.map { "\($0)" } ?? "none")"
    }
    for key in Set(members.keys).union(others.keys).sorted() {
      guard let member = members[key] else { return "expected no \(path).\(key), found \(others[key] ?? .null)" }
      if let difference = member.difference(to: others[key], at: "\(path).\(key)") { return difference }
    }
    return nil
  }
}

extension FollowedDeck {
  /// The model by the names on the wire.
  var plain: PlainJSON {
    get throws {
      let list = try PlainJSON { json in json.object { DeckCommand.update(.init(cards)).writeParameters(to: &$0) } }
      let whole = (list["cards"]?.elements ?? []).map { card in
        guard case .object(var members) = card, let id = card["id"]?.text else { return card }
        for other in otherMembers(ofCard: id) { members[other.key] = PlainJSON(other.value) }
        return .object(members)
      }
      var members: [String: PlainJSON] = [
        "deck": .string(id), "kind": .string(model.kind), "preset": .string(model.preset),
        "seq": .number(Double(model.sequence)), "current": .number(Double(current)), "count": .number(Double(count)),
        "undoDepth": .number(Double(model.counts.undoDepth)),
        "surface": try PlainJSON { model.placement.surface.write(to: &$0) },
        "area": try PlainJSON { model.placement.area.write(to: &$0) },
        "settings": .object(Dictionary(uniqueKeysWithValues: model.settings.map { ($0.name, $0.value.plain) })),
      ]
      members["round"] = model.round.map { .string($0.rawValue) }
      members["open"] = model.open.map { .string($0) }
      if model.cards != nil { members["cards"] = .array(whole) }
      return .object(members)
    }
  }
}

extension DeckSnapshot.Setting {
  fileprivate var plain: PlainJSON {
    switch self {
    case .number(let number): .number(number)
    case .flag(let flag): .boolean(flag)
    case .text(let text): .string(text)
    }
  }
}
