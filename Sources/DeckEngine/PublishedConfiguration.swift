import DeckProtocol
import Kinetics

/// A deck's preset, settings and placement, as last published to front ends.
struct PublishedConfiguration: Equatable, Sendable {
  var preset: Preset
  var placement: DeckPlacement
  /// In the order of the settings table; lengths in points.
  var settings: [SettingValue]

  /// The configuration of `definition` on `surface`.
  init(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    preset = definition.preset
    let area = definition.area ?? Rectangle(origin: Point(x: 0, y: 0), size: surface.size)
    placement = DeckPlacement(
      surface: surface.state,
      area: .init(x: area.origin.x, y: area.origin.y, width: area.size.width, height: area.size.height)
    )
    settings = SettingsTable.rows(for: definition.preset.kind).map { row in
      SettingValue(
        name: row.name,
        value: row.value(in: definition.settings, pointsPerMillimetre: surface.pointsPerMillimetre)
      )
    }
  }
}

extension Engine {
  /// Publishes the settings and the placement of a deck that changed since they were last published.
  mutating func publishConfiguration(of index: Int) {
    publishConfiguration(of: index, as: PublishedConfiguration(members[index].deck.definition, on: surface(of: index)))
  }

  /// Publishes the differences between `configuration`, which takes effect now, and the one last published.
  mutating func publishConfiguration(of index: Int, as configuration: PublishedConfiguration) {
    let published = members[index].published
    members[index].published = configuration
    guard hasStarted else { return }
    if configuration.placement != published.placement {
      publish(.surfaceChanged(configuration.placement), of: index)
      members[index].publishedBy = sequence
    }
    // A deck of another kind has other settings.
    let before = configuration.preset.kind == published.preset.kind ? Set(published.settings) : []
    let changes = configuration.settings.filter { !before.contains($0) }
    guard configuration.preset != published.preset || !changes.isEmpty else { return }
    let kind = configuration.preset.kind.rawValue
    publish(.deckConfigured(kind: kind, preset: configuration.preset.rawValue, settings: changes), of: index)
    members[index].publishedBy = sequence
  }

  /// Makes the next publication of a deck's settings and placement a full one, if a rollback to `sequence` removes the
  /// event that last published them: what clients had before that event is not known.
  mutating func markConfigurationUnpublished(of index: Int, since sequence: UInt64) {
    guard members[index].publishedBy > sequence else { return }
    members[index].published.placement.surface.name = ""
    members[index].published.settings = []
  }
}
