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
    let area = definition.area(on: surface.size)
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
