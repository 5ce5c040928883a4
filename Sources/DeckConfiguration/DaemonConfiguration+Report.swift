import DeckEngine
import Gestures
import Kinetics

extension DaemonConfiguration {
  /// What would run, one fact a line, for `deckd --check-config`.
  package var report: [String] {
    surfaces.map(line) + panelLines + decks.flatMap(lines)
  }

  private func line(_ surface: SurfaceSection) -> String {
    let size =
      if let size = surface.size {
        size.text
      } else {
        "size from its panel (\(SettingText.number(surface.pointsPerMillimetre)) pt/mm, else short side "
          + "\(SettingText.number(surface.sizing.shortSide)) pt)"
      }
    return "surface \(SettingText.quoted(surface.name)): \(size), \(SettingText.number(surface.refresh)) Hz"
  }

  private var panelLines: [String] {
    let lines = panels.map { section in
      "panel with \(section.match.text): " + text(section.surface, section.rotation)
    }
    guard !panels.contains(where: { $0.match == PanelMatch() }) else { return lines }
    let others = panels.isEmpty ? "every" : "any other"
    return lines + ["\(others) panel: " + text(otherPanels.surface, otherPanels.rotation)]
  }

  private func text(_ surface: String, _ rotation: PanelRotation) -> String {
    "surface \(SettingText.quoted(surface)), rotation \(rotation.rawValue)°"
  }

  private func lines(_ deck: DeckDefinition) -> [String] {
    let place =
      if let area = deck.area {
        "\(area.size.text) at \(SettingText.number(area.origin.x)), \(SettingText.number(area.origin.y)) of surface"
      } else {
        "all of surface"
      }
    let cards = deck.cards.count == 1 ? "1 card" : "\(deck.cards.count) cards"
    let head =
      "deck \(SettingText.quoted(deck.id)): \(deck.preset.rawValue), \(place) \(SettingText.quoted(deck.surface)), \(cards)"
    let preset = deck.preset.settings
    let rows = SettingsTable.rows(for: deck.preset.kind)
    let changes = rows.filter { $0.literal(in: deck.settings) != $0.literal(in: preset) }
    return [head]
      + changes.map { row in
        let unit = row.unit.isEmpty ? "" : " \(row.unit)"
        return "  \(row.name) = \(row.literal(in: deck.settings)) (preset: \(row.literal(in: preset))\(unit))"
      }
  }
}

extension PanelMatch {
  /// The conditions in words.
  fileprivate var text: String {
    var conditions: [String] = []
    if let name { conditions.append("name \(SettingText.quoted(name.pattern))") }
    if let vendor, let product { conditions.append("id \(hexadecimal(vendor)):\(hexadecimal(product))") }
    if let path { conditions.append("path \(SettingText.quoted(path.pattern))") }
    for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
      conditions.append("\(key) \(SettingText.quoted(value))")
    }
    return conditions.isEmpty ? "any name" : conditions.joined(separator: ", ")
  }

  private func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
