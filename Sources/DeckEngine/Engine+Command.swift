package import DeckProtocol
package import Kinetics

extension Engine {
  /// The ids, kinds and presets of the decks, in the order of the configuration.
  package var deckEntries: [Reply.DeckEntry] {
    members.map { member in
      let configuration = member.deck.configuration
      return Reply.DeckEntry(
        id: configuration.id,
        kind: configuration.preset.kind,
        preset: configuration.preset.rawValue
      )
    }
  }

  /// The size of a surface in points, which every configured panel has one of.
  package func size(ofSurface name: String) -> Size {
    guard let surface = surfaces.first(where: { $0.name == name }) else {
      preconditionFailure("there is no surface \"\(name)\"")
    }
    return surface.size
  }

  /// The surface that a deck lies on; `nil` when there is no such deck.
  package func surfaceName(of id: String) -> String? {
    index(of: id).map { members[$0].deck.configuration.surface }
  }

  /// The deck's whole state at `now`, which is not before the last input; `nil` when there is no such deck.
  package func snapshot(of id: String, at now: Instant) -> DeckSnapshot? {
    guard let index = index(of: id) else { return nil }
    let deck = members[index].deck
    let scale = surface(of: index).pointsPerMillimetre
    return DeckSnapshot(
      deck: id,
      kind: deck.configuration.preset.kind,
      preset: deck.configuration.preset.rawValue,
      sequence: sequence,
      cards: deck.cardFrames(at: now).map { .init(frame: $0, data: deck.cards[$0.index].data) },
      current: deck.current,
      count: deck.cards.count,
      visible: deck.configuration.settings.visible,
      phase: deck.phase,
      undoDepth: deck.decisions.count,
      settings: SettingsTable.rows.map { row in
        (row.name, row.value(in: deck.configuration.settings, pointsPerMillimetre: scale))
      }
    )
  }

  /// Carries out a command at the engine's clock.
  mutating func perform(_ command: DeckCommand, on id: String) -> CommandResult {
    guard let index = index(of: id) else {
      let known = members.map(\.deck.configuration.id).joined(separator: ", ")
      return .failed(
        ProtocolError(
          .invalidParameters,
          "unknown deck \(excerpt(id))",
          field: "params.deck",
          expected: "one of \(known)"
        )
      )
    }
    switch command {
    case .swipe(let direction, _):
      if let error = swipe(direction, index) { return .failed(error) }
    case .reset:
      cancelTouch(of: index)
      apply(members[index].deck.reset(), to: index)
    case .undo, .select, .appear, .load, .reload, .insert, .remove, .update:
      return .failed(ProtocolError(.refused, "not a command of this deck", field: "method", expected: "another one"))
    }
    redraw(index, input: nil)
    return .done(sequence: sequence)
  }

  private mutating func swipe(_ direction: Direction, _ index: Int) -> ProtocolError? {
    guard let front = members[index].deck.front else {
      return ProtocolError(
        .refused,
        "the deck has run out of cards",
        field: "params.deck",
        expected: "a deck with a card in front; deck.reset starts over"
      )
    }
    guard front.allowed.contains(direction), members[index].deck.layout.decision(direction) != nil else {
      let allowed = front.allowed.filter { members[index].deck.layout.decision($0) != nil }.map(\.rawValue)
      return ProtocolError(
        .invalidParameters,
        "\(front.id) cannot be swiped \(direction.rawValue)",
        field: "params.direction",
        expected: "one of \(allowed.joined(separator: ", "))"
      )
    }
    if case .dragging = members[index].deck.grip {
      return ProtocolError(
        .refused,
        "a finger is dragging \(front.id)",
        field: "params.deck",
        expected: "a deck that is not being dragged; try again when its phase is not dragging"
      )
    }
    cancelTouch(of: index)
    apply(members[index].deck.decide(direction, now: clock), to: index)
    return nil
  }

  mutating func resize(_ name: String, to size: Size, pointsPerMillimetre: Double) {
    guard let place = surfaces.firstIndex(where: { $0.name == name }) else { return }
    guard surfaces[place].size != size || surfaces[place].pointsPerMillimetre != pointsPerMillimetre else { return }
    surfaces[place].size = size
    surfaces[place].pointsPerMillimetre = pointsPerMillimetre
    for index in members.indices where members[index].deck.configuration.surface == name {
      cancelTouch(of: index)
      members[index].deck.relayout(surfaces[place])
      redraw(index, input: nil)
    }
  }

  private func index(of id: String) -> Int? {
    members.firstIndex { $0.deck.configuration.id == id }
  }

  func surface(of index: Int) -> SurfaceConfiguration {
    guard let surface = surfaces.first(where: { $0.name == members[index].deck.configuration.surface }) else {
      preconditionFailure("deck \(index) has lost its surface")
    }
    return surface
  }
}
