package import DeckProtocol
import Gestures
package import Kinetics
import MessageText

/// What the shell queries.
extension Engine {
  /// The ids, kinds and presets of the decks, in the order of the configuration.
  package var deckEntries: [Reply.DeckEntry] { decks.map(\.entry) }

  /// The number of decks.
  package var deckCount: Int { decks.count }

  /// The names of the surfaces, in the order of the configuration.
  package var surfaceNames: [String] { surfaces.map(\.name) }

  /// The surfaces as they are configured now, in the order of the configuration.
  package var surfaceConfigurations: [SurfaceConfiguration] { surfaces.map(\.configuration) }

  /// The surfaces as clients receive them, in the order of the configuration.
  package var surfaceStates: [DeckPlacement.Surface] { surfaces.map(\.configuration.state) }

  /// The surfaces with their gestures, in the order of the configuration.
  package var surfaceEntries: [Reply.SurfaceEntry] { surfaces.map(\.entry) }

  /// Returns whether touches of a surface do nothing yet, since one has woken it.
  package func isWaking(_ name: String, at now: Instant) -> Bool {
    surface(named: name)?.isWaking(at: now) ?? false
  }

  /// Returns the size in points of a surface, which must exist; every configured panel has one.
  package func size(ofSurface name: String) -> Size {
    guard let surface = surface(named: name) else { preconditionFailure("there is no surface \"\(name)\"") }
    return surface.configuration.size
  }

  /// Returns the name of a deck's surface; `nil` if there is no such deck.
  package func surfaceName(of id: String) -> String? { deck(id)?.surface.name }

  /// The persistent state of each deck, in the order of the configuration; takes the same time for any number of cards.
  package var states: [DeckState] { decks.map(\.state) }

  /// Returns the persistent state of a deck; `nil` if there is no such deck.
  package func state(of id: String) -> DeckState? { deck(id)?.state }

  /// Returns whether a deck has the unchanged cards of its configuration; `false` if there is no such deck.
  package func hasConfiguredCards(_ id: String) -> Bool { state(of: id)?.hasConfiguredCards ?? false }

  /// Returns the front card's index, the numbers of cards and of undoable decisions, and the deck's phases; `nil` if
  /// there is no such deck.
  package func position(
    of id: String
  ) -> (current: Int, count: Int, undoDepth: Int, phase: DeckPhase, round: RoundPhase?)? {
    guard let deck = deck(id)?.deck else { return nil }
    return (deck.current, deck.cards.count, deck.undoDepth, deck.phase, deck.roundPhase)
  }

  /// Returns for how many seconds the fingers on a deck have not moved, if that is at least `touch.stuckAfter`.
  package func stillness(of id: String, at now: Instant) -> Double? {
    deck(id)?.stuckTouch(at: now)?.seconds
  }

  /// Returns the size in bytes of the data of a deck's cards, or of those with these ids.
  package func dataBytes(of id: String, ids: [String]? = nil) -> Int {
    deck(id)?.dataBytes(ids: ids) ?? 0
  }

  /// Returns the geometry of a deck's visible cards at `now`, which is not before the last input.
  package func cards(of id: String, at now: Instant) -> [CardFrame] {
    deck(id)?.deck.picture(at: now).cards ?? []
  }

  /// Returns the animations of every visible element of a deck at `now`.
  ///
  /// Empty while no client subscribes to motions; changes are published as effects.
  package func motions(of id: String, at now: Instant) -> [DeckMotion] {
    deck(id)?.motions(at: now) ?? []
  }

  /// Returns the cards that a deck's front ends should have ready; `nil` if there is no such deck.
  package func prefetch(of id: String) -> PrefetchNote? { deck(id)?.prefetchNote }

  /// Returns a deck as its events describe it; `nil` if there is no such deck.
  package func model(of id: String) -> DeckModel? { deck(id)?.model(sequence: sequence) }

  /// Returns the deck's whole state at `now`, which is not before the last input; `nil` if there is no such deck.
  package func snapshot(of id: String, at now: Instant) -> DeckSnapshot? {
    deck(id)?.snapshot(sequence: sequence, at: now)
  }

  /// Returns a query of some of a deck's cards; `nil` if there is no such deck.
  package func query(of id: String, _ selection: ClientRequest.CardSelection) -> CardQuery? {
    deck(id)?.query(selection, sequence: sequence)
  }

  /// Describes a deck's settings; `nil` if there is no such deck.
  package func settings(of id: String, preset: Preset?) -> [SettingDescription]? {
    deck(id)?.settings(preset)
  }

  /// Returns a deck's question with this number while it is open.
  package func question(_ ticket: UInt64, ofDeck id: String) -> DelegateQuestion? {
    deck(id)?.deck.question(ticket)
  }

  /// Returns the number of a deck's last question; `nil` if there is no such deck.
  package func lastQuestion(ofDeck id: String) -> UInt64? { deck(id)?.deck.lastQuestion }

  /// Returns the error that there is no such deck.
  package func unknownDeck(_ id: String) -> CommandError {
    .unknownDeck(id, known: decks.map(\.id))
  }

  /// Returns the error that there is no such surface.
  func unknownSurface(_ name: String) -> CommandError {
    .unknownSurface(name, known: surfaceNames)
  }

  func deck(_ id: String) -> HostedDeck? { decks.first { $0.id == id } }

  func surface(named name: String) -> HostedSurface? { surfaces.first { $0.name == name } }

  /// The invariants that must hold after every input, and do not; empty for a sound engine.
  package var violations: [String] {
    var found = decks.flatMap { $0.violations(at: effects.clock) }
    if let next = nextDeadline, next < effects.clock { found.append("a deadline has passed unnoticed") }
    return found
  }
}
