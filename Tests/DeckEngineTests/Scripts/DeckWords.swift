import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Kinetics
import TestSupport

/// The words of a script's line, one after the other.
struct DeckWords {
  private var words: ArraySlice<String>
  private let place: String

  /// The words of `line`, which stands at `place`.
  init(_ line: some StringProtocol, place: String) {
    words = ArraySlice(line.components(separatedBy: " ").filter { !$0.isEmpty })
    self.place = place
  }

  var isEmpty: Bool { words.isEmpty }

  var first: String { words.first ?? "" }

  /// Whether the third of what is left is `word`.
  func isThird(_ word: String) -> Bool { words.dropFirst(2).first == word }

  func mistake(_ message: String) -> ScriptError {
    ScriptError(place: place, message: message)
  }

  mutating func next() -> String {
    words.popFirst() ?? ""
  }

  mutating func skip() {
    words = words.dropFirst()
  }

  /// Takes what is left.
  @discardableResult
  mutating func rest() -> String {
    defer { words = [] }
    return words.joined(separator: " ")
  }

  /// Takes the next word if it is `word`.
  mutating func take(_ word: String) -> Bool {
    guard first == word else { return false }
    skip()
    return true
  }

  mutating func expect(_ word: String) throws {
    guard take(word) else { throw mistake("expected \(word), not \"\(first)\"") }
  }

  func expectEnd() throws {
    guard isEmpty else { throw mistake("expected the end of the line, not \"\(first)\"") }
  }

  mutating func number(_ unit: String) throws -> Double {
    guard let number = Double(first) else { throw mistake("expected \(unit), not \"\(first)\"") }
    skip()
    return number
  }

  mutating func count() throws -> Int {
    guard let count = Int(first) else { throw mistake("expected a whole number, not \"\(first)\"") }
    skip()
    return count
  }

  mutating func flag() throws -> Bool {
    switch next() {
    case "yes": return true
    case "no": return false
    case let word: throw mistake("expected yes or no, not \"\(word)\"")
    }
  }

  mutating func point() throws -> Point {
    try TouchText.point(next(), place: place)
  }

  mutating func size() throws -> Size {
    let sides = first.split(separator: "x").map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw mistake("expected a size such as 400x800, not \"\(first)\"")
    }
    skip()
    return Size(width: width, height: height)
  }

  mutating func direction() throws -> Direction {
    guard let direction = Direction(rawValue: first) else { throw mistake("\"\(first)\" is no direction") }
    skip()
    return direction
  }
}

// MARK: - What several words say

extension DeckWords {
  /// A finger's way: `finger 1 200,300 > 330,300 in 200 hold 100 lift`, reported every 10 ms.
  mutating func finger(at milliseconds: Double) throws -> FingerPath {
    try expect("finger")
    let contact = Int(first)
    if contact != nil { skip() }
    let start = Instant.seconds(milliseconds / 1000)
    var path = FingerPath(contact: contact ?? 0, down: try point(), at: start, rate: 100)
    while !isEmpty {
      switch next() {
      case ">":
        let target = try point()
        try expect("in")
        path.move(to: target, in: try number("milliseconds") / 1000)
      case "hold": path.hold(try number("milliseconds") / 1000)
      case "lift": path.lift()
      case "cancel": path.cancel()
      case let word: throw mistake("expected >, hold, lift or cancel, not \"\(word)\"")
      }
    }
    return path
  }

  /// A card's particulars: `allowed left,up`, `threshold 0.5`.
  mutating func particulars(of card: inout Card) throws {
    if take("allowed") {
      let names = next()
      var directions = DeckWords(names == "none" ? "" : names.replacing(",", with: " "), place: place)
      var allowed: [Direction] = []
      while !directions.isEmpty { allowed.append(try directions.direction()) }
      card.allowed = allowed
    }
    if take("loaded") { card.loaded = true }
    if take("unloaded") { card.loaded = false }
    if take("draggable") { card.draggable = try flag() }
    if take("swipeable") { card.swipeable = try flag() }
    if take("threshold") { card.threshold = try number("a ratio") }
  }

  /// A setting and its value: `commit.threshold 0.4`; with `null` that of the configuration.
  mutating func setting() -> SettingChange {
    let name = next()
    let value = rest()
    if value == "null" { return SettingChange(name, to: nil) }
    if let number = Double(value) { return SettingChange(name, to: .number(number)) }
    return SettingChange(name, to: Bool(value).map { .flag($0) } ?? .text(value))
  }

  mutating func command() throws -> DeckCommand {
    switch next() {
    case "undo": return .undo(.init(card: take("if") ? next() : nil))
    case "swipe":
      let direction = try direction()
      return .swipe(.init(direction, force: take("force"), card: take("if") ? next() : nil))
    case "select": return .select(.init(card: isEmpty ? nil : next()))
    case "appear": return .appear
    case "reset": return .reset
    case "load":
      let cards = isEmpty || first == "from" ? nil : CardSequence(cards())
      return .load(.init(cards, current: take("from") ? try count() : 0))
    case "reload": return .reload(.init(isEmpty ? nil : CardSequence(cards())))
    case "insert":
      let cards = cards()
      return .insert(.init(cards, at: take("at") ? try count() : nil))
    case "remove":
      let first = try count()
      return .remove(.init(first..<(take("to") ? try count() : first) + 1))
    case "update":
      var card = Card(id: next())
      try particulars(of: &card)
      return .update(.init([card]))
    case "delegate": return .consult(try topics())
    case "invalidate": return .invalidate(isEmpty ? nil : next().split(separator: ",").map(String.init))
    case "loaded":
      let ids = next().split(separator: ",").map(String.init)
      return .markLoaded(.init(of: .several(ids), bytes: take("bytes") ? try count() : nil))
    case "move":
      let card = next()
      try expect("to")
      return .move(.init(card: card, to: try count()))
    case "dismiss": return .dismiss
    case "bounce": return .bounce
    case "scroll": return .scroll(.init(to: take("to") ? .card(next()) : .offset(try number("points"))))
    case "detail":
      let card = next()
      try expect("length")
      return .layOutDetail(.init(card: card, length: try number("points")))
    case let word: throw mistake("there is no step \"\(word)\"")
    }
  }

  /// A delegate's answer: `answer 3 yes`, `answer 3 left,up`, `answer 3 none`, `answer 3 0.5`, `answer 3 nothing`.
  mutating func answer() throws -> (ticket: UInt64, DelegateAnswer?) {
    try expect("answer")
    let ticket = UInt64(try count())
    switch first {
    case "nothing":
      skip()
      return (ticket, nil)
    case "yes", "no": return (ticket, .permission(try flag()))
    case "none":
      skip()
      return (ticket, .directions([]))
    default: break
    }
    if let threshold = Double(first) {
      skip()
      return (ticket, .threshold(threshold))
    }
    var names = DeckWords(next().replacing(",", with: " "), place: place)
    var directions: [Direction] = []
    while !names.isEmpty { directions.append(try names.direction()) }
    return (ticket, .directions(directions))
  }

  /// What a delegate answers: `delegate shouldDrag,threshold`, `delegate all`, or nothing when it leaves.
  private mutating func topics() throws -> Set<DelegateTopic> {
    if take("all") { return Set(DelegateTopic.allCases) }
    var topics: Set<DelegateTopic> = []
    for name in next().split(separator: ",") {
      guard let topic = DelegateTopic(rawValue: String(name)) else { throw mistake("\"\(name)\" is no question") }
      topics.insert(topic)
    }
    return topics
  }

  /// Cards by their ids, those with `?` not loaded: `a,b?`; `none` for an empty deck.
  private mutating func cards() -> [Card] {
    take("none")
      ? []
      : next().split(separator: ",").map { word in
        word.last == "?" ? Card(id: String(word.dropLast()), loaded: false) : Card(id: String(word))
      }
  }
}
