import DeckEngine
import DeckProtocol
import Kinetics

extension Chaos {
  /// A configuration that differs from the last one in something: settings, presets, places, cards, decks.
  mutating func another(than last: EngineConfiguration) -> EngineConfiguration {
    var next = last
    let place = next.decks.firstIndex { $0.id == "main" }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0:
      next.surfaces[0].size.width = .random(in: 300...1000, using: &generator)
    case 1:
      next.surfaces[0].refresh = .random(in: 30...120, using: &generator)
    case 2:
      // The last deck lies above the others.
      if next.decks.contains(where: { $0.id == "other" }) {
        next.decks.removeAll { $0.id == "other" }
      } else {
        let area = DeckArea(corner)
        let deck = DeckDefinition(id: "other", surface: "main", preset: .koloda, area: area, cards: [card(), card()])
        next.decks.insert(deck, at: .random(in: 0...next.decks.count, using: &generator))
      }
    case 3 where place != nil && Int.random(in: 0..<4, using: &generator) == 0:
      next.decks.removeAll { $0.id == "main" }
    default:
      guard let place else {
        next.decks.append(DeckDefinition.builtIn(count: 12))
        return next
      }
      change(&next.decks[place])
    }
    return next
  }

  private var corner: Rectangle {
    Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 150, height: 200))
  }

  private mutating func change(_ deck: inout DeckDefinition) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      deck.area = DeckArea(area())
    case 1:
      deck.cards = CardSequence((0..<Int.random(in: 0...12, using: &generator)).map { _ in card() })
    case 2:
      deck.preset = generator.pick(from: Preset.allCases, by: { $0.rawValue }) ?? .koloda
      deck.settings = deck.preset.settings
    case 3:
      deck.settings = deck.preset.kind.rules.mixture(&self, deck.preset.kind)
    default:
      for change in changes(of: deck.preset.kind) {
        guard let row = SettingsTable.row(named: change.name), let value = change.value else { continue }
        do {
          try row.set(value, in: &deck.settings, pointsPerMillimetre: 6.4)
        } catch {
          preconditionFailure("a preset's \(row.name): \(error)")
        }
      }
    }
  }

  /// Values that presets have, for some settings of a kind of deck, or none for the configuration's.
  mutating func changes(of kind: DeckKind) -> [SettingChange] {
    let laysOut = Bool.random(using: &generator)
    let draw = generator.next()
    let rows = SettingsTable.rows(for: kind).filter { ($0.takesEffect == .byRelayout) == laysOut }
    let share = UInt64.max / 20
    let chosen = rows.filter { SeededGenerator.hash($0.name, draw) < share }
    return chosen.map { row in
      var own = SeededGenerator(seed: SeededGenerator.hash(row.name, ~draw))
      guard Int.random(in: 0..<5, using: &own) > 0, let preset = own.pick(from: kind.presets, by: { $0.rawValue })
      else {
        return SettingChange(row.name, to: nil)
      }
      return SettingChange(row.name, to: row.value(in: preset.settings, pointsPerMillimetre: 6.4))
    }
  }
}

/// Choices that a seed and a name decide: a choice that is added later changes only the sessions that it is chosen in.
extension SeededGenerator {
  /// A number for a name and a draw.
  static func hash(_ name: String, _ draw: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: name.utf8.reduce(draw) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 })
    return generator.next()
  }

  /// One of the candidates, by their names; the same effort of the generator for any number of them.
  mutating func pick<Candidate>(from candidates: [Candidate], by name: (Candidate) -> String) -> Candidate? {
    let draw = next()
    return candidates.max { Self.hash(name($0), draw) < Self.hash(name($1), draw) }
  }

  /// The candidates in an order by their names, in which another one only comes between.
  mutating func shuffle<Candidate>(_ candidates: [Candidate], by name: (Candidate) -> String) -> [Candidate] {
    let draw = next()
    return candidates.sorted { Self.hash(name($0), draw) < Self.hash(name($1), draw) }
  }
}
