import DeckProtocol
import Kinetics

/// What another configuration, or other settings, change for a deck.
struct ConfigurationChange: Sendable {
  /// The deck with the settings that will apply.
  private(set) var definition: DeckDefinition
  let surface: SurfaceConfiguration
  /// The settings that the configuration gives the deck.
  let configured: DeckSettings
  /// The names of the settings that were chosen at run time and that the deck keeps.
  private(set) var chosen: Set<String>
  /// Whether the deck becomes one of another kind.
  private(set) var isRemade = false
  /// Whether its cards are laid out again.
  private(set) var laysOut = false
  /// Whether the configuration has other cards, and the deck still has the ones configured before.
  private(set) var takesCards = false
  /// Whether there is anything to do.
  private(set) var isNeeded = false

  /// Whether the deck's touches have to be cancelled.
  var cutsTouch: Bool { isRemade || laysOut || takesCards }

  /// The change to a deck with the settings `chosen` at run time, its definition `old` and its `state`, that another
  /// configuration makes.
  init(
    from old: DeckDefinition,
    on oldSurface: SurfaceConfiguration,
    to definition: DeckDefinition,
    on surface: SurfaceConfiguration,
    chosen: Set<String>,
    state: DeckState
  ) {
    self.definition = definition
    self.surface = surface
    configured = definition.settings
    self.chosen = []
    isRemade = old.settings.kind != definition.settings.kind
    for row in SettingsTable.rows(for: definition.preset.kind) where !isRemade && chosen.contains(row.name) {
      row.copy(from: old.settings, to: &self.definition.settings)
      self.chosen.insert(row.name)
    }
    takesCards = old.cards != definition.cards && state.hasConfiguredCards
    laysOut =
      old.surface != definition.surface || old.area != definition.area
      || oldSurface.size != surface.size
      || oldSurface.pointsPerMillimetre != surface.pointsPerMillimetre
    compareSettings(with: old)
  }

  /// The change to a deck that a client's `changes` of its settings make: all of them.
  ///
  /// - Throws: what is wrong with one of them.
  init(
    _ changes: [SettingChange],
    of old: DeckDefinition,
    on surface: SurfaceConfiguration,
    configured: DeckSettings,
    chosen: Set<String>
  ) throws(CommandError) {
    definition = old
    self.surface = surface
    self.configured = configured
    self.chosen = chosen
    let scope = SettingScope(old.preset)
    for change in changes {
      guard let row = scope.row(named: change.name) else {
        let objection = scope.objection(to: change.name)
        throw .invalidSetting(change.name, problem: objection.problem, expected: objection.expected)
      }
      guard let value = change.value else {
        row.copy(from: configured, to: &definition.settings)
        self.chosen.remove(row.name)
        continue
      }
      do {
        try row.set(value, in: &definition.settings, pointsPerMillimetre: surface.pointsPerMillimetre)
      } catch {
        throw .invalidSetting(change.name, problem: error.problem, expected: error.expected)
      }
      self.chosen.insert(row.name)
    }
    compareSettings(with: old)
  }

  /// Records what the settings require.
  private mutating func compareSettings(with old: DeckDefinition) {
    if definition.settings != old.settings {
      let rows = SettingsTable.rows(for: definition.preset.kind)
      let differs = rows.contains { row in
        row.takesEffect == .byRelayout && row.literal(in: old.settings) != row.literal(in: definition.settings)
      }
      laysOut = laysOut || differs
    }
    isNeeded = cutsTouch || definition != old
  }
}
