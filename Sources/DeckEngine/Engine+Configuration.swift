package import DeckProtocol
import Kinetics

/// Replaces the configuration of a running engine, and the settings of its decks, without needless loss.
///
/// - A deck for which nothing changed is not affected.
/// - Settings that are only read when a gesture or a motion begins apply from then on: touches and motions continue.
/// - A deck whose cards are laid out again (other sizes, placements or visible cards) cancels its touches first, as for
///   a surface of another size.
/// - Settings that were chosen at run time override those of the configuration, also those of a later one.
extension Engine {
  /// What another configuration changes for a deck.
  private struct Change {
    /// With the settings that will apply.
    var definition: DeckDefinition
    /// The names of the settings chosen at run time that the deck keeps.
    var chosen: Set<String>
    /// Whether it becomes a deck of another kind.
    var isRemade = false
    /// Whether its cards are laid out again.
    var laysOut = false
    /// Whether the configuration has other cards, and the deck still has the ones configured before.
    var takesCards = false
    /// Whether there is anything to do.
    var isNeeded = false

    /// Whether its touches have to be cancelled.
    var cutsTouch: Bool { isRemade || laysOut || takesCards }
  }

  /// Makes `configuration` the current one; a deck that is new in it takes its state from `returning`, if it has one
  /// there.
  mutating func reconfigure(_ configuration: EngineConfiguration, returning: [DeckState]) {
    let changes = configuration.decks.map { definition in
      index(of: definition.id).map { change(of: members[$0], to: definition, on: configuration.surfaces) }
    }
    let staying = Dictionary(
      uniqueKeysWithValues: zip(configuration.decks, changes).compactMap { deck, change in change.map { (deck.id, $0) }
      }
    )
    for index in members.indices {
      let change = staying[members[index].deck.definition.id]
      if change?.cutsTouch ?? true { releaseTouch(index) }
      if change == nil { publish(.deckRemoved, of: index) }
    }
    let before = members
    surfaces = configuration.surfaces
    members = configuration.decks.map { definition in
      before.first { $0.deck.definition.id == definition.id }
        ?? HostedDeck(definition, on: surface(named: definition.surface))
    }
    for (index, change) in changes.enumerated() {
      if let change {
        apply(change, onDeck: index, configured: configuration.decks[index].settings)
      } else {
        members[index].frames.restart(at: clock)
        if let state = returning.first(where: { $0.deck == members[index].deck.definition.id }) {
          _ = restore(state, to: index)
        }
        publish(.deckAdded(addition(of: index)), of: index)
        begin(index, appearing: true)
      }
    }
  }

  /// Returns what clients need to know about a deck that is new in the configuration.
  private func addition(of index: Int) -> DeckEvent.Addition {
    let (deck, published) = (members[index].deck, members[index].published)
    return DeckEvent.Addition(
      kind: published.preset.kind.rawValue,
      preset: published.preset.rawValue,
      placement: published.placement,
      round: deck.roundPhase,
      open: deck.open,
      settings: published.settings
    )
  }

  /// Changes settings of a deck: all of `changes`, or none if one of them is invalid.
  mutating func configure(_ changes: [SettingChange], of id: String) -> CommandResult {
    guard let index = index(of: id) else { return .failed(unknownDeck(id)) }
    let member = members[index]
    let scope = SettingScope(member.deck.definition.preset)
    let scale = surface(of: index).pointsPerMillimetre
    var change = Change(definition: member.deck.definition, chosen: member.chosen)
    for setting in changes {
      let field = "params.settings.\(setting.name)"
      guard let row = scope.row(named: setting.name) else {
        let objection = scope.objection(to: setting.name)
        return .failed(ProtocolError(.invalidParameters, objection.problem, field: field, expected: objection.expected))
      }
      guard let value = setting.value else {
        row.copy(from: member.configured, to: &change.definition.settings)
        change.chosen.remove(row.name)
        continue
      }
      do {
        try row.set(value, in: &change.definition.settings, pointsPerMillimetre: scale)
      } catch {
        return .failed(ProtocolError(.invalidParameters, error.problem, field: field, expected: error.expected))
      }
      change.chosen.insert(row.name)
    }
    checkSettings(of: &change, against: member.deck.definition)
    if change.cutsTouch { releaseTouch(index) }
    apply(change, onDeck: index, configured: member.configured)
    return .done(sequence: sequence)
  }

  /// Makes `cards` those of the configuration for a deck, which shows them only once it loads them.
  package mutating func provide(_ cards: [Card], forDeck id: String) {
    guard let index = index(of: id) else { return }
    members[index].deck.definition.cards = cards
  }

  /// Returns whether a deck has the unchanged cards of its configuration; `false` if there is no such deck.
  package func hasConfiguredCards(_ id: String) -> Bool {
    index(of: id).map { members[$0].deck.state.hasConfiguredCards } ?? false
  }

  /// Cancels a deck's touches, and gives up the swipe that waits for a delegate: its command receives its reply.
  mutating func releaseTouch(_ index: Int) {
    cancelTouch(ofDeck: index)
    apply(members[index].deck.giveUpSwipe(now: clock), to: index)
  }

  private func surface(named name: String) -> SurfaceConfiguration {
    guard let surface = surfaces.first(where: { $0.name == name }) else {
      preconditionFailure("a configuration has a deck on \"\(name)\", but no such surface")
    }
    return surface
  }

  private func change(
    of member: HostedDeck,
    to definition: DeckDefinition,
    on surfaces: [SurfaceConfiguration]
  ) -> Change {
    let old = member.deck.definition
    var change = Change(definition: definition, chosen: [])
    for row in SettingsTable.rows(for: definition.preset.kind)
    where old.preset.kind == definition.preset.kind && member.chosen.contains(row.name) {
      row.copy(from: old.settings, to: &change.definition.settings)
      change.chosen.insert(row.name)
    }
    change.isRemade = old.preset.kind != definition.preset.kind
    change.takesCards = old.cards != definition.cards && member.deck.state.hasConfiguredCards
    let (before, after) = (
      self.surfaces.first { $0.name == old.surface }, surfaces.first { $0.name == definition.surface }
    )
    change.laysOut =
      old.surface != definition.surface || old.area != definition.area || before?.size != after?.size
      || before?.pointsPerMillimetre != after?.pointsPerMillimetre
    checkSettings(of: &change, against: old)
    return change
  }

  /// Records what the settings of a change require.
  private func checkSettings(of change: inout Change, against old: DeckDefinition) {
    if change.definition.settings != old.settings {
      let rows = SettingsTable.rows(for: change.definition.preset.kind)
      let differs = rows.contains { row in
        row.takesEffect == .byRelayout && row.literal(in: old.settings) != row.literal(in: change.definition.settings)
      }
      change.laysOut = change.laysOut || differs
    }
    change.isNeeded = change.cutsTouch || change.definition != old
  }

  private mutating func apply(_ change: Change, onDeck index: Int, configured: DeckSettings) {
    members[index].configured = configured
    members[index].chosen = change.chosen
    guard change.isNeeded else { return publishConfiguration(of: index) }
    let surface = surface(named: change.definition.surface)
    if !change.isRemade { members[index].deck.adopt(change.definition, on: surface) }
    publishConfiguration(of: index, as: PublishedConfiguration(change.definition, on: surface))
    if change.isRemade {
      remake(index, change, on: surface)
    } else {
      if change.laysOut { apply(members[index].deck.relayout(surface, now: clock), to: index) }
      if change.takesCards {
        apply(members[index].deck.perform(.reload(change.definition.cards), now: clock), to: index)
      }
    }
    redraw(index, input: nil)
  }

  /// Replaces a deck by one of another kind, which keeps its cards and begins with the first of them.
  private mutating func remake(_ index: Int, _ change: Change, on surface: SurfaceConfiguration) {
    apply(members[index].deck.end(), to: index)
    let cards = members[index].deck.cards
    var member = HostedDeck(change.definition, on: surface)
    member.configured = members[index].configured
    member.frames = members[index].frames
    members[index] = member
    if change.takesCards || cards == change.definition.cards {
      apply(members[index].deck.start(appearing: true, now: clock), to: index)
    } else {
      apply(members[index].deck.perform(.load(cards, current: 0), now: clock), to: index)
    }
  }
}
