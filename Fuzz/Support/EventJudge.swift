package import DeckEngine
package import DeckProtocol
import JSON

/// Follows the decks by their events alone, and finds the event that contradicts those before it.
///
/// Numbers rise, a card is decided at most once in a round, an undo returns the last decision, and what the events
/// report equals what a fresh snapshot has.
package struct EventJudge {
  /// What cannot be.
  package struct Contradiction: Error, CustomStringConvertible {
    package var description: String
  }

  /// A deck as its events report it.
  fileprivate struct Deck {
    var model: DeckModel
    /// The indexes of the decisions that can be undone, oldest first; `nil` while events do not report them.
    var decided: [Int]?
  }

  private var decks: [String: Deck] = [:]
  /// The number of the last event.
  package private(set) var sequence: UInt64

  /// A client that fetches the decks before their first event.
  package init(_ engine: borrowing Engine) throws(Contradiction) {
    sequence = engine.sequence
    for entry in engine.deckEntries {
      guard let model = engine.model(of: entry.id) else { continue }
      decks[entry.id] = Deck(model: model, decided: model.counts.undoDepth == 0 ? [] : nil)
    }
    try fetchCards(of: engine)
  }

  /// The deck's state by its events; `nil` for one that does not exist.
  package subscript(deck: String) -> DeckModel? { decks[deck]?.model }

  package mutating func take(_ event: DeckEvent) throws(Contradiction) {
    guard event.sequence > sequence else { throw found("\(event) after event \(sequence)") }
    sequence = event.sequence
    guard let id = event.deck else { return }
    if case .deckAdded = event.kind {
      guard decks[id] == nil, let model = DeckModel(event) else { throw found("\(event) adds no deck") }
      decks[id] = Deck(model: model, decided: model.counts.undoDepth == 0 ? [] : nil)
      return
    }
    guard var deck = decks[id] else { throw found("\(event) is of a deck that was not added") }
    let before = deck.model
    do throws(DeckModel.Contradiction) {
      try deck.model.apply(event)
    } catch {
      throw found("\(event): \(error)")
    }
    if let problem = deck.decide(event, before: before) { throw found("\(event): \(problem)") }
    decks[id] = event.kind == .deckRemoved ? nil : deck
  }

  /// The client knows what a fresh snapshot has.
  package mutating func check(_ engine: borrowing Engine) throws(Contradiction) {
    guard decks.count == engine.deckCount else {
      throw found("\(decks.keys.sorted()) by the events, not \(engine.deckEntries)")
    }
    try fetchCards(of: engine)
    for state in engine.states {
      guard let model = decks[state.deck]?.model, let fresh = engine.model(of: state.deck) else {
        throw found("\(state.deck) exists in the engine or by its events, and not in both")
      }
      if let difference = model.difference(from: fresh) { throw found("by the events \(difference)") }
      let cards = state.cards.map(\.id)
      guard model.cards == cards else { throw found("\(cards); by the events \(model.cards ?? [])") }
      guard let decided = decks[state.deck]?.decided else { continue }
      let history = state.history.map(\.index)
      guard decided == history else { throw found("\(state.deck) undoes \(history); by the events \(decided)") }
    }
  }

  /// New cards have to be fetched; all others are known by the events.
  private mutating func fetchCards(of engine: borrowing Engine) throws(Contradiction) {
    for state in engine.states where decks[state.deck].map({ $0.model.cards == nil }) ?? false {
      do throws(DeckModel.Contradiction) {
        try decks[state.deck]?.model.follow(cards: state.cards.map(\.id))
      } catch {
        throw found("\(error)")
      }
    }
  }

  private func found(_ description: String) -> Contradiction { Contradiction(description: description) }
}

extension DeckModel {
  /// In what the two differ as they are written, with three decimals, besides their cards and their last events; `nil`
  /// if in nothing.
  package func difference(from other: DeckModel) -> String? {
    let isSame =
      counts == other.counts && open == other.open && round == other.round && placement == other.placement
      && kind == other.kind && preset == other.preset && settings == other.settings
    guard !isSame else { return nil }
    let (own, others) = (members, other.members)
    let keys = Set(own.keys).union(others.keys).subtracting(["seq"])
    let differing = keys.filter { own[$0] != others[$0] }.sorted()
    guard !differing.isEmpty else { return nil }
    return differing.map { "\(deck).\($0) is \(own[$0] ?? "-"), not \(others[$0] ?? "-")" }.joined(separator: "; ")
  }

  /// The written members by their names; each setting is one of them.
  private var members: [String: String] {
    var json = JSONWriter()
    json.object { writeMembers(to: &$0) }
    guard case .object(let members)? = try? JSONReader.read(json.bytes) else { return [:] }
    var found: [String: String] = [:]
    for member in members {
      guard member.key == "settings", case .object(let settings) = member.value else {
        found[member.key] = String(decoding: member.source, as: UTF8.self)
        continue
      }
      for setting in settings { found[setting.key] = String(decoding: setting.source, as: UTF8.self) }
    }
    return found
  }
}

extension EventJudge.Deck {
  private var loops: Bool { model[setting: "loop"] == .flag(true) }

  /// Follows the decisions by an event; returns what cannot be.
  fileprivate mutating func decide(_ event: DeckEvent, before: DeckModel) -> String? {
    switch event.kind {
    case .cardSwiped(let swipe):
      if swipe.index != before.counts.current { return "\(before.counts) is in front" }
      if before.round ?? .active != .active { return "the round is \(before.round?.rawValue ?? "-")" }
      if !loops, decided?.contains(swipe.index) ?? false { return "the card is decided twice in a round" }
      let next = model.counts.current
      let wraps = loops && next == 0 && swipe.index == model.counts.count - 1
      if next != swipe.index + 1 && !wraps { return "\(next) follows \(swipe.index)" }
      decided?.append(swipe.index)
    case .deckRewound(let rewind):
      if let last = decided?.popLast(), last != rewind.index { return "\(last) was decided last" }
    case .cardInserted(let new): decided = decided?.map { $0 < new.index ? $0 : $0 + 1 }
    case .cardRemoved(let old):
      decided = decided?.filter { $0 != old.index }.map { $0 < old.index ? $0 : $0 - 1 }
    case .deckExhausted:
      if before.counts.current != before.counts.count { return "\(before.counts) is in front" }
    // Which decisions new cards or another end of the round leave is not in the event.
    case .deckLoaded: decided = nil
    case .deckConfigured:
      if before.kind != model.kind || before[setting: "loop"] != model[setting: "loop"] { decided = nil }
    default: break
    }
    guard let counts = event.counts else { return nil }
    if counts.undoDepth == 0 { decided = [] }
    guard let decided, decided.count != counts.undoDepth else { return nil }
    return "\(counts.undoDepth) can be undone; by the events \(decided)"
  }
}
