import DeckProtocol
import Kinetics

/// What the engine answers about a deck.
extension HostedDeck {
  /// The deck's id, kind and preset.
  var entry: Reply.DeckEntry {
    let preset = deck.definition.preset
    return Reply.DeckEntry(id: id, kind: preset.kind.rawValue, preset: preset.rawValue)
  }

  /// The persistent state.
  package var state: DeckState { deck.state }

  /// Returns the size in bytes of the data of the cards, or of those with these ids.
  func dataBytes(ids: [String]?) -> Int {
    let cards = deck.cards
    guard let ids else { return cards.dataSize }
    return cards.uniqueIndexes(of: ids).reduce(0) { $0 + cards[$1].dataSize }
  }

  /// Returns the deck as its events up to `sequence` describe it.
  func model(sequence: UInt64) -> DeckModel {
    let configuration = PublishedConfiguration(deck.definition, on: surface)
    return DeckModel(
      deck: id,
      kind: configuration.preset.kind.rawValue,
      preset: configuration.preset.rawValue,
      sequence: sequence,
      placement: configuration.placement,
      counts: deck.counts,
      round: deck.roundPhase,
      open: deck.open,
      settings: configuration.settings
    )
  }

  /// Returns the whole state after the event `sequence` at `now`, which is not before the last input.
  func snapshot(sequence: UInt64, at now: Instant) -> DeckSnapshot {
    let frames = deck.picture(at: now).cards
    return DeckSnapshot(
      model(sequence: sequence),
      cards: zip(frames, deck.visibleCards(at: now)).map { .init(frame: $0, data: $1.data) },
      visible: deck.visible(at: now),
      phase: deck.phase,
      accessibility: deck.accessibility(among: frames, like: [])
    )
  }

  /// The settings, with the defaults of the configuration or of a preset.
  func settings(_ preset: Preset?) -> [SettingDescription] {
    SettingsTable.rows(for: deck.definition.preset.kind)
      .map { $0.description(default: preset?.settings ?? configured, pointsPerMillimetre: surface.pointsPerMillimetre) }
  }

  /// Returns a query of some of the cards, after the event `sequence`.
  func query(_ selection: ClientRequest.CardSelection, sequence: UInt64) -> CardQuery {
    CardQuery(selection, of: deck.cards, sequence: sequence)
  }
}
