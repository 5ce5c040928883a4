package import DeckProtocol
package import Kinetics

extension Engine {
  /// The ids, kinds and presets of the decks, in the order of the configuration.
  package var deckEntries: [Reply.DeckEntry] {
    members.map { member in
      let definition = member.deck.definition
      return Reply.DeckEntry(
        id: definition.id,
        kind: definition.preset.kind.rawValue,
        preset: definition.preset.rawValue
      )
    }
  }

  /// Returns the size in points of a surface, which must exist; every configured panel has one.
  package func size(ofSurface name: String) -> Size {
    guard let surface = surfaces.first(where: { $0.name == name }) else {
      preconditionFailure("there is no surface \"\(name)\"")
    }
    return surface.size
  }

  /// Returns the name of a deck's surface; `nil` if there is no such deck.
  package func surfaceName(of id: String) -> String? {
    index(of: id).map { members[$0].deck.definition.surface }
  }

  /// The surfaces as clients receive them, in the order of the configuration.
  package var surfaceStates: [DeckPlacement.Surface] { surfaces.map(\.state) }

  /// Returns the front card's index, the numbers of cards and of undoable decisions, and the deck's phases; `nil` if
  /// there is no such deck.
  package func position(
    of id: String
  ) -> (current: Int, count: Int, undoDepth: Int, phase: DeckPhase, round: RoundPhase?)? {
    index(of: id).map { members[$0].deck }
      .map { ($0.current, $0.cards.count, $0.undoDepth, $0.phase, $0.roundPhase) }
  }

  /// Returns the size in bytes of the data of a deck's cards, or of those with these ids; it visits all cards.
  package func dataBytes(of id: String, ids: [String]? = nil) -> Int {
    let chosen = ids.map(Set.init)
    let cards = index(of: id).map { members[$0].deck.cards } ?? []
    return cards.reduce(0) { sum, card in
      guard let data = card.data, chosen?.contains(card.id) ?? true else { return sum }
      return sum + data.count
    }
  }

  /// Returns the geometry of a deck's visible cards at `now`, which is not before the last input.
  package func cards(of id: String, at now: Instant) -> [CardFrame] {
    index(of: id).map { members[$0].deck.picture(at: now).cards } ?? []
  }

  /// Returns a deck as its events describe it; `nil` if there is no such deck.
  package func model(of id: String) -> DeckModel? {
    index(of: id).map { model(ofMember: $0) }
  }

  private func model(ofMember index: Int) -> DeckModel {
    let deck = members[index].deck
    let configuration = PublishedConfiguration(deck.definition, on: surface(of: index))
    return DeckModel(
      deck: deck.definition.id,
      kind: configuration.preset.kind.rawValue,
      preset: configuration.preset.rawValue,
      sequence: sequence,
      placement: configuration.placement,
      counts: deck.counts,
      round: deck.roundPhase,
      open: deck.open,
      settings: configuration.settings
    )
  }

  /// Returns the deck's whole state at `now`, which is not before the last input; `nil` if there is no such deck.
  package func snapshot(of id: String, at now: Instant) -> DeckSnapshot? {
    guard let index = index(of: id) else { return nil }
    let deck = members[index].deck
    let frames = deck.picture(at: now).cards
    return DeckSnapshot(
      model(ofMember: index),
      cards: zip(frames, deck.visibleCards(at: now)).map { .init(frame: $0, data: $1.data) },
      visible: deck.visible(at: now),
      phase: deck.phase,
      accessibility: deck.accessibility(among: frames)
    )
  }

  /// Returns some of a deck's cards.
  ///
  /// - Throws: an error if there is no such deck, or no such index in it.
  package func page(of id: String, _ selection: ClientRequest.CardSelection) throws(ProtocolError) -> CardPage {
    guard let index = index(of: id) else { throw unknownDeck(id) }
    let cards = members[index].deck.cards
    switch selection {
    case .page(let first, let count):
      guard (0...cards.count).contains(first) else {
        throw .outOfRange("from", first, "0 to \(cards.count), the number of cards")
      }
      let page = cards[first...].prefix(count ?? cards.count)
      return CardPage(.run(page), total: cards.count, sequence: sequence)
    case .ids(let ids):
      let wanted = Set(ids)
      let known = Dictionary(cards.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) }) { first, _ in first }
      let choices = ids.map { CardPage.Choice(id: $0, card: known[$0]) }
      return CardPage(.chosen(choices), total: cards.count, sequence: sequence)
    }
  }

  /// Returns the error that there is no such deck.
  package func unknownDeck(_ id: String) -> ProtocolError {
    let known = members.map(\.deck.definition.id)
    return ProtocolError(
      .invalidParameters,
      "unknown deck \(truncatedQuote(id))",
      field: "params.deck",
      expected: known.isEmpty ? "a deck; the configuration has none" : Suggestion.oneOf(known, insteadOf: id)
    )
  }

  /// Returns a deck's question with this number while it is open.
  package func question(_ ticket: UInt64, ofDeck id: String) -> DelegateQuestion? {
    index(of: id).flatMap { members[$0].deck.question(ticket) }
  }

  /// Returns the number of a deck's last question; `nil` if there is no such deck.
  package func lastQuestion(ofDeck id: String) -> UInt64? {
    index(of: id).map { members[$0].deck.lastQuestion }
  }

  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, ofDeck id: String) {
    guard let index = index(of: id) else { return }
    let outcomes = members[index].deck.receive(answer, to: ticket, now: clock)
    apply(outcomes, to: index)
    if outcomes.contains(.redraw) { redraw(index, input: nil) }
  }

  /// Performs a command at the engine's clock.
  ///
  /// - Returns: the result; `nil` while the command waits for a delegate.
  mutating func perform(_ command: DeckCommand, on id: String, ticket: UInt64) -> CommandResult? {
    guard let index = index(of: id) else { return .failed(unknownDeck(id)) }
    do {
      if try members[index].deck.interruptsTouch(command) {
        releaseTouch(index)
      }
    } catch {
      return .failed(error)
    }
    let outcomes = members[index].deck.perform(command, now: clock)
    apply(outcomes, to: index)
    if case .markLoaded(let loaded, let bytes) = command {
      members[index].prefetch.take(loaded.ids, bytes: bytes)
    }
    redraw(index, input: nil)
    publishPrefetch(of: index)
    guard outcomes.contains(.undecided) else { return .done(sequence: sequence) }
    members[index].waiting = ticket
    return nil
  }

  mutating func resize(_ name: String, to size: Size, pointsPerMillimetre: Double) {
    guard let place = surfaces.firstIndex(where: { $0.name == name }) else { return }
    guard surfaces[place].size != size || surfaces[place].pointsPerMillimetre != pointsPerMillimetre else { return }
    surfaces[place].size = size
    surfaces[place].pointsPerMillimetre = pointsPerMillimetre
    for index in members.indices where members[index].deck.definition.surface == name {
      cancelTouch(ofDeck: index)
      publishConfiguration(of: index)
      let outcomes = members[index].deck.relayout(surfaces[place], now: clock)
      apply(outcomes, to: index)
      redraw(index, input: nil)
    }
  }

  func index(of id: String) -> Int? {
    members.firstIndex { $0.deck.definition.id == id }
  }

  func surface(of index: Int) -> SurfaceConfiguration {
    guard let surface = surfaces.first(where: { $0.name == members[index].deck.definition.surface }) else {
      preconditionFailure("deck \(index) has lost its surface")
    }
    return surface
  }
}
