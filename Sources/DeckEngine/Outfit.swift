import DeckProtocol
import Kinetics

/// What a front end has to know of a deck besides its cards: its preset and settings, and where it lies.
struct Outfit: Equatable, Sendable {
  var preset: Preset
  var placement: DeckPlacement
  /// In the order of the settings table; lengths in points.
  var settings: [SettingValue]

  /// What `definition` is on `surface`.
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
  /// Publishes what of a deck's settings and place is another than was told.
  mutating func tellOutfit(of index: Int) {
    tellOutfit(of: index, as: Outfit(members[index].deck.definition, on: surface(of: index)))
  }

  /// Publishes what of `outfit`, which a deck has from now on, is another than was told.
  mutating func tellOutfit(of index: Int, as outfit: Outfit) {
    let told = members[index].told
    members[index].told = outfit
    guard hasStarted else { return }
    if outfit.placement != told.placement {
      publish(.surfaceChanged(outfit.placement), of: index)
      members[index].toldBy = sequence
    }
    // A deck of another kind has other settings.
    let before = outfit.preset.kind == told.preset.kind ? Set(told.settings) : []
    let changes = outfit.settings.filter { !before.contains($0) }
    guard outfit.preset != told.preset || !changes.isEmpty else { return }
    let kind = outfit.preset.kind.rawValue
    publish(.deckConfigured(kind: kind, preset: outfit.preset.rawValue, settings: changes), of: index)
    members[index].toldBy = sequence
  }

  /// Makes a deck's settings and place ones to be told in full, if the event that told of them last is taken back with
  /// those after `sequence`: what was told before is not known any more.
  mutating func oweOutfit(of index: Int, since sequence: UInt64) {
    guard members[index].toldBy > sequence else { return }
    members[index].told.placement.surface.name = ""
    members[index].told.settings = []
  }
}
