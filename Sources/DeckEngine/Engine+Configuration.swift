package import DeckProtocol
import Kinetics

/// A running engine takes another configuration, and decks other settings, with nothing lost that it need not lose.
///
/// - A deck for which nothing changed notices nothing.
/// - Settings that are only read when something begins hold from then on: fingers and motions keep their course.
/// - Where cards are laid out anew (other sizes, places, cards to be seen) the deck lets go of its fingers first, as
///   for a surface of another size.
/// - Settings that were chosen at run time lie over those of the configuration, also over those of another one.
extension Engine {
  /// What becomes of a deck in another configuration.
  private struct Change {
    /// With the settings that are to hold.
    var definition: DeckDefinition
    /// The names of the settings chosen at run time that the deck still has.
    var chosen: Set<String>
    /// It becomes one of another kind.
    var isRemade = false
    /// Its cards are laid out anew.
    var laysOut = false
    /// The configuration has other cards, and the deck has those that it had before.
    var takesCards = false
    /// There is anything to do.
    var isNeeded = false

    /// Whether its fingers cannot go on.
    var cutsTouch: Bool { isRemade || laysOut || takesCards }
  }

  /// Makes `configuration` the one that holds; a deck that is new in it and among those that return is as it was.
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
      if change?.cutsTouch ?? true { letGo(index) }
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

  /// What clients are to know of a deck that is new in the configuration.
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

  /// Gives a deck other values for some of its settings: all of them, or none when one is wrong.
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
    if change.cutsTouch { letGo(index) }
    apply(change, onDeck: index, configured: member.configured)
    return .done(sequence: sequence)
  }

  /// Makes `cards` those of the configuration for a deck, which they do not show until it loads them.
  package mutating func provide(_ cards: [Card], forDeck id: String) {
    guard let index = index(of: id) else { return }
    members[index].deck.definition.cards = cards
  }

  /// Whether a deck has the cards of its configuration, as that has them; `false` when there is no such deck.
  package func hasConfiguredCards(_ id: String) -> Bool {
    index(of: id).map { members[$0].deck.state.hasConfiguredCards } ?? false
  }

  /// Takes a deck's fingers away, and gives up the swipe that waits for a delegate: its command is answered.
  mutating func letGo(_ index: Int) {
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

  /// Notes what the settings of a change need.
  private func checkSettings(of change: inout Change, against old: DeckDefinition) {
    if change.definition.settings != old.settings {
      let rows = SettingsTable.rows(for: change.definition.preset.kind)
      let differs = rows.contains { row in
        SettingsTable.laysOut(row.name) && row.literal(in: old.settings) != row.literal(in: change.definition.settings)
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

  /// Makes a deck one of another kind: it keeps its cards, and begins with the first of them.
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
