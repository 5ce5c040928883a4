package import DeckEngine
package import DeckProtocol
import Gestures
package import Kinetics

/// What the protocol and the configuration let an engine receive.
extension ByteReader {
  package mutating func size() -> Size { Size(width: number(in: 1...2000), height: number(in: 1...2000)) }

  /// A place on or beside a surface, or now and then as far away as an injected contact may be.
  package mutating func point() -> Point {
    let reach = index(below: 16) == 15 ? element(of: [1e6, 1e5, 1e4]) : 0
    return Point(x: number(in: -50 - reach...450 + reach), y: number(in: -50 - reach...850 + reach))
  }

  private static let gestures = [
    SurfaceGesture("edge", .swipe([.up], distance: 10), from: .edge(.bottom, depth: 6)),
    SurfaceGesture("corner", .tap(count: 1), from: .corner(.left, .top, depth: 15)),
    SurfaceGesture("double", .tap(count: 2)),
    SurfaceGesture("hold", .hold(duration: 0.5), fingers: 2),
    SurfaceGesture("swipe", .swipe(Set(SurfaceGesture.Heading.allCases), distance: 10), fingers: 3),
    SurfaceGesture("pinch", .pinch(.together), fingers: 2),
    SurfaceGesture("turn", .rotate(.clockwise), fingers: 2),
  ]

  /// One to three decks of any presets on one surface, which may have gestures.
  package mutating func configuration(names: [String]) -> EngineConfiguration {
    var surface = SurfaceConfiguration(
      name: "main",
      size: bool() ? Size(width: 400, height: 800) : size(),
      refresh: element(of: [60, 120, 47, 1, 240]),
      reducedMotion: index(below: 8) == 7
    )
    if bool() { surface.gestures = some(of: Self.gestures) }
    let count = 1 + index(below: names.count)
    return EngineConfiguration(surfaces: [surface], decks: names.prefix(count).map { deck(named: $0) })
  }

  private mutating func deck(named name: String) -> DeckDefinition {
    let preset: Preset = choice()
    var settings = preset.settings
    for _ in 0..<index(below: 4) {
      let rows = SettingsTable.rows(for: preset.kind)
      let row = rows[index(below: rows.count)]
      // A value out of range changes nothing.
      try? row.set(value(of: row), in: &settings, pointsPerMillimetre: 6.4)
    }
    let area = optional { reader in
      let origin = Point(x: reader.number(in: -100...400), y: reader.number(in: -100...800))
      let size = Size(width: reader.number(in: 1...400), height: reader.number(in: 1...800))
      return DeckArea(Rectangle(origin: origin, size: size))
    }
    let cards = CardSequence(cards())
    return DeckDefinition(id: name, surface: "main", preset: preset, settings: settings, area: area, cards: cards)
  }

  /// A value of the setting in some preset, or one at the edge of what settings accept.
  package mutating func value(of row: SettingRow) -> DeckSnapshot.Setting {
    let preset: Preset = choice()
    switch index(below: 4) {
    case 0: return .number(element(of: [0, 1, -1, 0.5, 2, 10, 45, 90, 1000, 1e6, 1e-6, 0.01, 100]))
    case 1: return .number(number(in: -1...100))
    case 2: return .flag(bool())
    default: return row.value(in: preset.settings, pointsPerMillimetre: 6.4)
    }
  }

  /// Cards of different ids, of which many decks have some.
  ///
  /// Now and then there are many.
  package mutating func cards() -> [Card] {
    if index(below: 16) == 15 {
      let first = index(below: 200)
      return (first..<first + 60 + index(below: 80)).map { Card(id: "card-\($0)") }
    }
    var seen: Set<String> = []
    return list(upTo: 12) { $0.card() }.filter { seen.insert($0.id).inserted }
  }

  private mutating func card() -> Card {
    var card = Card(id: "card-\(index(below: 24))")
    guard index(below: 4) == 3 else { return card }
    card.allowed = optional { $0.some(of: Direction.allCases) }
    card.threshold = optional { $0.number(in: 0.01...1) }
    card.draggable = optional { $0.bool() }
    card.swipeable = optional { $0.bool() }
    card.loaded = optional { $0.bool() }
    return card
  }

  package mutating func answer() -> DelegateAnswer {
    switch index(below: 3) {
    case 0: .permission(bool())
    case 1: .directions(some(of: Direction.allCases))
    default: .threshold(number(in: 0.01...1))
    }
  }

  /// Any command; about a card of the deck, as a rule.
  package mutating func command(cards ids: [String]) -> DeckCommand {
    func known(_ reader: inout ByteReader) -> String {
      ids.isEmpty || reader.index(below: 16) == 15 ? "none" : reader.element(of: ids)
    }
    func place(_ reader: inout ByteReader) -> Int { reader.index(below: ids.count + 2) }
    switch index(below: 18) {
    case 0: return .swipe(.init(choice(), force: bool(), card: optional(known)))
    case 1: return .undo(.init(card: optional(known)))
    case 2: return .select(.init(card: optional(known)))
    case 3: return .appear
    case 4: return .reset
    case 5: return .load(.init(optional { CardSequence($0.cards()) }, current: index(below: 14)))
    case 6: return .reload(.init(optional { CardSequence($0.cards()) }))
    case 7: return .insert(.init(cards(), at: optional(place)))
    case 8:
      let first = place(&self)
      let count = index(below: 8) == 7 ? 60 + index(below: 80) : 1 + index(below: 4)
      return .remove(.init(first..<first + count))
    case 9: return .update(.init(cards()))
    case 10: return .move(.init(card: known(&self), to: place(&self)))
    case 11: return .dismiss
    case 12: return .bounce
    case 13:
      return bool()
        ? .scroll(.init(to: .card(known(&self))))
        : .scroll(.init(to: .offset(number(in: element(of: [-1e4...1e5, -1e9...1e9])))))
    case 14:
      let content = DeckCommand.LoadedContent.Cards.several(some(of: ids))
      return .markLoaded(.init(of: content, bytes: optional { $0.index(below: 65536) }))
    case 15: return .consult(Set(some(of: DelegateTopic.allCases)))
    case 16: return .invalidate(optional { $0.some(of: ids) })
    default: return .layOutDetail(.init(card: known(&self), length: number(in: 0...1e5)))
    }
  }
}
