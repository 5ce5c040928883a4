import DeckEngine
import DeckProtocol
import Kinetics

/// What a case of a deck script starts from: `deck koloda 400x800 cards 5`.
struct DeckScene {
  /// Whether the deck appears at the start.
  private(set) var appears = false
  /// Whether what a finger would feel is written down.
  private(set) var feels = false
  /// Whether the cards to have ready are written down.
  private(set) var prefetches = false
  private var deck: DeckDefinition
  private let surface: Size

  /// A deck with a preset's settings, on all of its surface unless said otherwise.
  init(_ words: inout DeckWords) throws {
    try words.expect("deck")
    guard let preset = Preset(rawValue: words.first) else { throw words.mistake("\"\(words.first)\" is no preset") }
    words.skip()
    surface = try words.size()
    var area: Rectangle?
    if words.take("at") {
      let corner = try words.point()
      area = Rectangle(origin: corner, size: try words.size())
    }
    deck = .builtIn(preset: preset, count: words.take("cards") ? try words.count() : 10)
    deck.area = area.map { DeckArea($0) }
  }

  var kind: DeckKind { deck.preset.kind }

  /// The deck on its surface.
  var configuration: EngineConfiguration {
    EngineConfiguration(surfaces: [SurfaceConfiguration(name: "main", size: surface)], decks: [deck])
  }

  /// An engine that is to start with the deck.
  func engine() throws -> Engine { try Engine(configuration, at: .zero) }

  /// The deck, watched by its motions.
  func witness() throws -> MotionWitness {
    try MotionWitness(deck, on: surface, appearing: appears)
  }

  /// Does what a line says of the deck before its case begins.
  mutating func prepare(_ words: inout DeckWords) throws {
    switch words.next() {
    case "set": try set(&words)
    case "card":
      guard let index = deck.cards.firstIndex(where: { $0.id == words.first }) else {
        throw words.mistake("there is no card \"\(words.first)\"")
      }
      words.skip()
      try words.particulars(of: &deck.cards[index])
    case "appearing": appears = true
    case "haptics": feels = true
    case "prefetches": prefetches = true
    case let word: throw words.mistake("expected set, card, appearing, haptics or prefetches, not \"\(word)\"")
    }
  }

  private mutating func set(_ words: inout DeckWords) throws {
    let setting = words.setting()
    guard let row = SettingsTable.row(named: setting.name), let value = setting.value else {
      throw words.mistake("there is no setting \"\(setting.name)\"")
    }
    do {
      try row.set(value, in: &deck.settings, pointsPerMillimetre: 6.4)
    } catch {
      throw words.mistake("\(setting.name): \(error)")
    }
  }
}
