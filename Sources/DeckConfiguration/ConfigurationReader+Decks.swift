import DeckEngine
import DeckProtocol
import Kinetics

extension ConfigurationReader {
  /// The decks of the file; without any, the built-in one on the first surface.
  mutating func decks(_ node: TOMLNode?, on surfaces: SurfaceScope) -> [DeckDefinition] {
    guard let node else {
      var deck = DeckDefinition.builtIn()
      deck.surface = surfaces.first
      return [deck]
    }
    var seen: [String: String] = [:]
    return elements(node, SectionTable.File.decks).compactMap { element in
      guard let section = section(element, SectionTable.Deck.all, meant: settingAmongKeys) else { return nil }
      let deck = deck(section, on: surfaces)
      guard let id = section[SectionTable.Deck.id], !deck.id.isEmpty else { return deck }
      if let other = seen[deck.id] {
        report(id, "\(SettingText.quoted(deck.id)) is \(other) already", expected: "an id of its own")
      }
      seen[deck.id] = seen[deck.id] ?? element.path
      return deck
    }
  }

  private mutating func deck(_ section: Section, on surfaces: SurfaceScope) -> DeckDefinition {
    typealias Key = SectionTable.Deck
    let id = text(Key.id, in: section) ?? ""
    let name = surface(Key.surface, in: section, on: surfaces)
    let surface = surfaces.surface(named: name) ?? SurfaceSection(name: name)
    let preset = preset(section)
    var deck = DeckDefinition(id: id, surface: name, preset: preset ?? .swipeclean, cards: cards(section, ofDeck: id))
    deck.area = section[Key.area].flatMap { area($0, on: surface) }
    if let node = section[Key.settings] {
      deck.settings = settings(node, of: preset, pointsPerMillimetre: surface.pointsPerMillimetre)
    }
    return deck
  }

  /// The preset of a deck; `nil` if it is invalid.
  private mutating func preset(_ section: Section) -> Preset? {
    typealias Key = SectionTable.Deck
    guard let node = section[Key.preset] else { return .swipeclean }
    guard let name = text(Key.preset, in: section) else { return nil }
    guard let preset = Preset(rawValue: name) else {
      let expected = Suggestion.oneOf(Preset.allCases.map(\.rawValue), insteadOf: name)
      report(node, "unknown preset \(SettingText.quoted(name))", expected: expected)
      return nil
    }
    return preset
  }

  private mutating func area(_ node: TOMLNode, on surface: SurfaceSection) -> Rectangle? {
    typealias Key = SectionTable.Area
    guard let section = section(node, Key.all, expected: SectionTable.Deck.area.expectation) else { return nil }
    let x = number(Key.x, in: section)
    let y = number(Key.y, in: section)
    let width = number(Key.width, in: section)
    let height = number(Key.height, in: section)
    guard let x, let y, let width, let height else { return nil }
    // Without a size in the file, it comes with the panel and cannot be checked here.
    if let size = surface.size, x + width > size.width || y + height > size.height {
      let reach = Size(width: x + width, height: y + height).text
      let expected = "at most \(size.text), the size of surface \(SettingText.quoted(surface.name))"
      report(node, "reaches to \(reach)", expected: expected)
    }
    return Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }
}
