import DeckClient
import DeckProtocol
import Foundation
import JSON

/// Plays the daemon and the author of a conversation of the conformance suite to a session.
struct Conversation {
  /// A line that does not hold.
  struct Mismatch: Error, CustomStringConvertible {
    var description: String
  }

  private var session = DeckSession(Self.options(.object([:])))
  /// The requests that the session has sent, and no line has consumed.
  private var sent: [PlainJSON] = []
  /// The ids of the requests that were consumed and not answered.
  private var unanswered: [Double] = []
  /// What was delivered since the last `events`.
  private var delivered: [PlainJSON] = []
  private var calls: [Int] = []
  private var answers: [Int: PlainJSON] = [:]

  /// Plays a file; throws at the first line that does not hold.
  static func play(_ file: URL) throws {
    var conversation = Conversation()
    for (index, line) in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").enumerated() {
      guard case .object(let members) = try JSONReader.read(Array(line.utf8)), let member = members.first else {
        continue
      }
      do {
        try conversation.play(member)
      } catch {
        throw Mismatch(description: "\(file.lastPathComponent):\(index + 1): \(error)")
      }
    }
  }

  private mutating func play(_ member: JSONValue.Member) throws {
    let value = PlainJSON(member.value)
    switch member.key {
    case "about": break
    case "options": session = DeckSession(Self.options(value))
    case "connect": take(session.connect())
    case "disconnect": disconnect()
    case "request":
      guard !sent.isEmpty else { throw Mismatch(description: "expected the request \(value), found none") }
      let request = sent.removeFirst()
      try expect(
        "the request",
        value,
        .object(["method": request["method"] ?? .null, "params": request["params"] ?? .null])
      )
      unanswered.append(request["id"]?.number ?? 0)
    case "silent":
      if let request = sent.first { throw Mismatch(description: "expected no request, found \(request)") }
    case "call": try call(member)
    case "result", "error": try reply(member)
    case "answered":
      guard !calls.isEmpty else { throw Mismatch(description: "there is no call that could be answered") }
      try expect("the answer", value, answers.removeValue(forKey: calls.removeFirst()))
    case "line": try take(member, isMessage: value)
    case "wrong":
      do {
        take(try session.receive(value.text.map { Array($0.utf8) } ?? Array(member.source)))
      } catch {
        disconnect()
        take(session.connect())
        break
      }
      throw Mismatch(description: "a message is taken that is wrong: \(value)")
    case "events":
      try expect("the events", value, .array(delivered))
      delivered = []
    case "decks": try expect("the decks", value, .array(session.decks.keys.sorted().map { .string($0) }))
    case "model":
      let found = try session[value["deck"]?.text ?? ""].map { deck in try PlainJSON { deck.write(to: &$0) } }
      try expect("the model", found.map { value.known(to: $0) } ?? value, found)
    case "places": try expectPlaces(value)
    default: throw Mismatch(description: "expected a key that README.md lists, found \(member.key)")
    }
  }

  private mutating func disconnect() {
    sent = []
    unanswered = []
    take(session.disconnect("the conversation says so"))
  }

  private static func options(_ value: PlainJSON) -> DeckSession.Options {
    var options = DeckSession.Options()
    options.client = value["client"]?.text ?? "conformance"
    if let deck = value["deck"]?.text { options.deck = deck }
    if let topics = value["topics"] { options.topics = topics.elements.compactMap { Topic(rawValue: $0.text ?? "") } }
    options.cards = value["cards"] != .boolean(false)
    return options
  }

  private mutating func call(_ member: JSONValue.Member) throws {
    guard case .object(let request) = member.value, let method = request.first(where: { $0.key == "method" }),
      case .string(let name) = method.value, let parameters = request.first(where: { $0.key == "params" }),
      case .object(let members) = parameters.value
    else { throw Mismatch(description: "expected a call with method and params") }
    let (id, effects) = session.request(name) { json in
      for member in members {
        json.key(member.key)
        json.raw(member.source)
      }
    }
    calls.append(id)
    take(effects)
  }

  private mutating func reply(_ member: JSONValue.Member) throws {
    guard !unanswered.isEmpty else { throw Mismatch(description: "there is no request to answer") }
    let id = unanswered.removeFirst()
    let text = #"{"jsonrpc":"2.0","id":\#(Int(id)),"\#(member.key)":"#
    take(try session.receive(Array(text.utf8) + member.source + Array("}".utf8)))
  }

  private mutating func take(_ member: JSONValue.Member, isMessage value: PlainJSON) throws {
    do {
      take(try session.receive(Array(member.source)))
    } catch {
      if case .object = value { throw Mismatch(description: "a message is refused: \(error)") }
      return
    }
    guard case .object = value else { throw Mismatch(description: "expected an error about the line, found none") }
  }

  private mutating func take(_ effects: [DeckSession.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let line):
        if let value = try? JSONReader.read(line) { sent.append(PlainJSON(value)) }
      case .deliver(.event(let event)): delivered.append(.number(Double(event.sequence)))
      case .deliver(.unknownEvent(let event)): delivered.append(.number(Double(event.sequence)))
      case .deliver(.resync): delivered.append(.string("resync"))
      case .deliver, .ask, .close: break
      case .answer(let id, let value, _): answers[id] = PlainJSON(value)
      case .fail(let id, .refused(let error)):
        answers[id] = .object(["error": (try? PlainJSON { error.write(to: &$0) }) ?? .null])
      case .fail(let id, .connectionLost), .fail(let id, .notConnected): answers[id] = .object(["lost": .boolean(true)])
      }
    }
  }

  private func expect(_ what: String, _ expected: PlainJSON, _ found: PlainJSON?) throws {
    if let difference = expected.difference(to: found, at: what) { throw Mismatch(description: difference) }
  }
}

extension PlainJSON {
  /// A model without the members of `surface` and `area` that are not among those of `typed`: these are types here.
  fileprivate func known(to typed: PlainJSON) -> PlainJSON {
    guard case .object(var members) = self else { return self }
    for key in ["surface", "area"] {
      guard case .object(let part) = members[key] else { continue }
      members[key] = .object(part.filter { typed[key]?[$0.key] != nil })
    }
    return .object(members)
  }
}

// MARK: - Places

extension Conversation {
  /// Members of a frame that motions do not have.
  private static let ignored: Set = ["index", "depth", "order", "role"]
  /// Fractions, which may differ less than lengths.
  private static let fine: Set = ["opacity", "scale", "anchor", "lift", "z", "progress", "glow", "wash"]

  private func expectPlaces(_ expected: PlainJSON) throws {
    let places = session.places(of: expected["deck"]?.text ?? "", at: Int64(expected["t"]?.number ?? 0))
    for card in expected["cards"]?.elements ?? [] {
      let id = card["id"]?.text ?? ""
      try Self.expect(id, card, places.cards.first { $0.id == id }?.plain)
    }
    guard zip(places.cards, places.cards.dropFirst()).allSatisfy({ $0.z <= $1.z }) else {
      throw Mismatch(description: "expected the cards by ascending z, found \(places.cards.map(\.z))")
    }
    let parts = [
      ("overlay", try places.overlay.map { part in try PlainJSON { part.write(to: &$0) } }),
      ("detail", try places.detail.map { part in try PlainJSON { part.write(to: &$0) } }),
      ("fan", try places.fan.map { part in try PlainJSON { part.write(to: &$0) } }),
    ]
    for (name, part) in parts { if let value = expected[name] { try Self.expect(name, value, part) } }
  }

  /// Holds a drawn value against a frame's.
  private static func expect(_ path: String, _ expected: PlainJSON, _ found: PlainJSON?) throws {
    switch (expected, found) {
    case (.object(let members), .object(let others)?):
      for (key, member) in members where !ignored.contains(key) { try expect("\(path).\(key)", member, others[key]) }
    case (.array(let elements), .array(let others)?) where elements.count == others.count:
      for (element, other) in zip(elements, others) { try expect(path, element, other) }
    case (.number(let number), .number(let other)?):
      let tolerance = path.split(separator: ".").contains { fine.contains(String($0)) } ? 0.002 : 0.011
      guard (number - other).magnitude <= tolerance else {
        throw Mismatch(description: "expected \(path) \(number), found \(other)")
      }
    default:
      if expected != found { throw Mismatch(description: "expected \(path) \(expected), found \(found ?? .null)") }
    }
  }
}

extension PlacedCard {
  fileprivate var plain: PlainJSON {
    var members: [String: PlainJSON] = [
      "id": .string(id), "x": .number(x), "y": .number(y), "w": .number(width), "h": .number(height),
      "scale": .number(scale), "rotation": .number(rotation), "anchor": .array([.number(anchorX), .number(anchorY)]),
      "z": .number(z), "opacity": .number(opacity),
    ]
    members["lift"] = lift.map { .number($0) }
    return .object(members)
  }
}
