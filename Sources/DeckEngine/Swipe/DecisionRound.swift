package import DeckProtocol
package import Kinetics

/// A round of decisions, which begins with the deck's cards and is held until the first of them are loaded (S19).
package struct DecisionRound: Equatable, Sendable {
  private enum Mode: Equatable {
    /// The deck has no rounds.
    case disabled
    /// No card declares whether it is loaded, so no phase is published.
    case silent
    case publishing(last: RoundPhase?)
  }

  private var mode: Mode
  /// When the round begins at the latest, while it is held in loading.
  package private(set) var heldUntil: Instant?

  /// A round that publishes nothing.
  package init(isEnabled: Bool) {
    mode = isEnabled ? .silent : .disabled
  }

  /// A round with the cards of a pile, held until the `first` of them are loaded, or until `deadline`, if there is one.
  package init(_ pile: SwipePile, isEnabled: Bool, first: Int = 0, heldUntil deadline: Instant? = nil) {
    self.init(isEnabled: isEnabled)
    guard isEnabled else { return }
    if pile.cards.declaresLoaded { mode = .publishing(last: nil) }
    if !Self.awaited(in: pile, first).isEmpty { heldUntil = deadline }
  }

  package var isEnabled: Bool { mode != .disabled }
  /// The phase that was published last.
  package var published: RoundPhase? { if case .publishing(let last) = mode { last } else { nil } }

  /// Returns the phase of the round; `nil` in a deck that has none.
  package func phase(of pile: SwipePile) -> RoundPhase? {
    guard isEnabled else { return nil }
    if heldUntil != nil { return .loading }
    return pile.front == nil ? .ended : .active
  }

  /// Continues a persisted round whose phase `published` was published last.
  ///
  /// A round that published no phase still publishes none, even if clients have reported since which cards are loaded.
  package mutating func resume(after published: RoundPhase?) {
    if isEnabled { mode = published.map { .publishing(last: $0) } ?? .silent }
  }

  /// Publishes changes of the phase from now on, if the cards to be inserted into `pile` are the first that declare
  /// whether they are loaded.
  package mutating func prepare(toInsert new: CardSequence, into pile: SwipePile) {
    guard mode == .silent, new.declaresLoaded else { return }
    mode = .publishing(last: phase(of: pile))
  }

  /// Ends the hold of a round whose `first` cards are loaded, or whose time is over.
  ///
  /// - Returns: the phase, if it is to be published.
  package mutating func update(_ pile: SwipePile, first: Int, at now: Instant) -> RoundPhase? {
    if let end = heldUntil, end <= now || Self.awaited(in: pile, first).isEmpty { heldUntil = nil }
    guard case .publishing(let last) = mode, let phase = phase(of: pile), phase != last else { return nil }
    mode = .publishing(last: phase)
    return phase
  }

  /// Returns the error of a decision while the round is held.
  func refusal(of pile: SwipePile, _ settings: SwipeSettings) -> CommandError {
    .roundIsLoading(awaited: Self.awaited(in: pile, settings.roundFirst), timeout: settings.roundTimeout)
  }

  /// Returns which of the first cards, from the front one on, are declared not to be loaded.
  private static func awaited(in pile: SwipePile, _ first: Int) -> [String] {
    pile.indexes(upTo: first).map { pile.cards[$0] }.filter { $0.loaded == false }.map(\.id)
  }
}
