package import DeckProtocol
import JSON

/// The requests that one stands for: several if it has more cards, or ids of cards, than the daemon takes at once.
///
/// They are made one after the other. A deck takes the cards of `deck.load` and `deck.reload` all at once even so, or
/// none; those of other methods up to the request that fails.
package struct RequestParts: Hashable, Sendable, IteratorProtocol, Sequence {
  /// One request.
  package struct Part: Hashable, Sendable {
    package var method: String
    /// The parameters, as JSON.
    package var parameters: [UInt8]
    /// The indexes of its cards among those of the whole.
    package var cards: Range<Int>
  }

  /// What a request has at most.
  package struct Limits: Sendable {
    /// Bytes of its line.
    var line = LineFraming.defaultLimit
    var cards = DeckCommand.mostCards

    /// How many bytes a card may have in a request for a deck.
    package func room(beside deck: String?) -> Int { line - RequestParts.envelope - (deck?.utf8.count ?? 0) }

    /// Those that a daemon reports, else the defaults.
    package init(_ limits: Received<DaemonStatus.Limits>? = nil) {
      if let line = limits?.line, line > 0 { self.line = line }
      if let cards = limits?.requestCards, cards > 0 { self.cards = cards }
    }
  }

  private var rest: ArraySlice<Part>

  /// Beside the parameters: the envelope, and the index of the first card.
  fileprivate static let envelope = 200

  /// The parts of a request with these parameters, one JSON object.
  package init(_ method: String, _ parameters: [UInt8], under limits: Limits) {
    let whole = Whole(method, parameters)
    let parts =
      switch ClientRequest.MethodName(rawValue: method) {
      case .deckRemove: whole.removals(most: limits.cards)
      case .deckLoad?, .deckReload?: whole.stages(under: limits)
      default: whole.batches(under: limits)
      }
    rest = (parts.count > 1 ? parts : [Part(method: method, parameters: parameters, cards: 0..<whole.count)])[...]
  }

  /// Whether there are several.
  package var isDivided: Bool { rest.count > 1 }

  /// Whether no part is left.
  package var isEmpty: Bool { rest.isEmpty }

  package mutating func next() -> Part? { rest.popFirst() }
}

/// A request before it is divided.
private struct Whole {
  private let method: String
  private let outline: JSONOutline
  private let members: [(key: Range<Int>, value: Range<Int>)]

  init(_ method: String, _ parameters: [UInt8]) {
    self.method = method
    outline = JSONOutline(parameters)
    members = outline.members(of: outline.root)
  }

  private func value(_ name: String) -> Range<Int>? { members.first { outline.isText($0.key, name) }?.value }

  /// How many cards it has.
  var count: Int { cards?.count ?? 0 }

  private var cards: [Range<Int>]? {
    guard let cards = value("cards"), outline.bytes[cards.lowerBound] == UInt8(ascii: "[") else { return nil }
    return outline.elements(of: cards)
  }

  private func index(_ name: String) -> Int? {
    value(name).flatMap { Double(String(decoding: outline.bytes[$0], as: UTF8.self)) }.flatMap(Int.init(exactly:))
  }

  /// A part with the members of the whole but for `others`, and those that `write` writes.
  private func part(
    _ cards: Range<Int>,
    without others: [String],
    _ write: (inout JSONWriter) -> Void
  ) -> RequestParts.Part {
    var json = JSONWriter()
    json.object { json in
      for (key, value) in members where !others.contains(where: { outline.isText(key, $0) }) {
        json.key(String(decoding: outline.bytes[key].dropFirst().dropLast(), as: UTF8.self))
        json.raw(outline.bytes[value])
      }
      write(&json)
    }
    return RequestParts.Part(method: method, parameters: json.bytes, cards: cards)
  }

  /// The removals of a range, the last cards first: a range that is not the deck's is refused before any is removed.
  func removals(most: Int) -> [RequestParts.Part] {
    // What is no deck's range is left to the daemon.
    guard let at = index("at"), let count = index("count"), at >= 0, count > most, max(at, count) <= 1_000_000
    else { return [] }
    return stride(from: 0, to: count, by: most).reversed().map { start in
      let cards = start..<min(start + most, count)
      return part(cards, without: ["at", "count"]) { json in
        json.member("at", at + cards.lowerBound)
        json.member("count", cards.count)
      }
    }
  }

  /// The stages of the cards, and the request that puts them into force.
  func stages(under limits: RequestParts.Limits) -> [RequestParts.Part] {
    let deck = value("deck")
    let batches = divided(under: limits, room: limits.line - RequestParts.envelope - (deck?.count ?? 0))
    guard batches.count > 1 else { return [] }
    let stages = batches.map { cards, elements in
      var json = JSONWriter()
      json.object { json in
        if let deck {
          json.key("deck")
          json.raw(outline.bytes[deck])
        }
        json.member("from", cards.lowerBound)
        write(elements, to: &json)
      }
      let stage = ClientRequest.MethodName.deckStage.rawValue
      return RequestParts.Part(method: stage, parameters: json.bytes, cards: cards)
    }
    let count = batches.last?.cards.upperBound ?? 0
    return stages + [part(0..<count, without: ["cards"]) { $0.member("staged", count) }]
  }

  /// Requests of the same method with some of the cards each.
  func batches(under limits: RequestParts.Limits) -> [RequestParts.Part] {
    let others = outline.bytes.count - (value("cards")?.count ?? 0)
    let at = index("at")
    guard value("at") == nil || at.map({ $0 >= 0 }) ?? false else { return [] }
    return divided(under: limits, room: limits.line - RequestParts.envelope - others).map { cards, elements in
      part(cards, without: at == nil ? ["cards"] : ["cards", "at"]) { json in
        if let at { json.member("at", at + cards.lowerBound) }
        write(elements, to: &json)
      }
    }
  }

  private func write(_ elements: ArraySlice<Range<Int>>, to json: inout JSONWriter) {
    json.key("cards")
    json.array(elements) { $0.raw(outline.bytes[$1]) }
  }

  /// The cards in as few parts as possible, each with as many as are allowed, in at most `room` bytes.
  private func divided(
    under limits: RequestParts.Limits,
    room: Int
  ) -> [(cards: Range<Int>, elements: ArraySlice<Range<Int>>)] {
    guard let elements = cards else { return [] }
    var parts: [(cards: Range<Int>, elements: ArraySlice<Range<Int>>)] = []
    var (start, size) = (0, 0)
    for (index, element) in elements.enumerated() {
      if index > start, index - start == limits.cards || size + element.count + 1 > room {
        parts.append((start..<index, elements[start..<index]))
        (start, size) = (index, 0)
      }
      size += element.count + 1
    }
    return parts + [(start..<elements.count, elements[start...])]
  }
}
