package import DeckProtocol
package import Kinetics

/// In which directions a card may be swiped, and how far a swipe must go: as the card itself requires, or else its
/// delegate, or else the settings of its deck.
package struct SwipeRules: Equatable, Sendable {
  package let allowed: DirectionList
  /// The progress that commits.
  package let threshold: Double

  /// The rules of a card whose delegate answered with `answers`.
  package init(of card: Card, _ answers: DelegateQueries.Rules, _ settings: SwipeSettings) {
    threshold = card.threshold ?? answers.threshold ?? settings.commitThreshold
    allowed = (card.allowed ?? answers.allowed).map { DirectionList($0) } ?? settings.commitAllowed
  }

  private init(allowed: DirectionList, threshold: Double) { (self.allowed, self.threshold) = (allowed, threshold) }

  /// Evaluates a translation of the card.
  package func progress(of translation: Vector, in layout: SwipeLayout) -> SwipeLayout.SwipeProgress {
    layout.progress(for: translation, allowed: allowed)
  }

  /// Returns the progress of a swipe as the feedback shows it: 1 commits.
  package func shownProgress(of swipe: SwipeLayout.SwipeProgress) -> Double { min(swipe.progress / threshold, 1) }

  /// How a finger released the card, and what follows from that alone.
  package enum Verdict: Equatable, Sendable {
    /// The release commits in this direction.
    case commits(Direction, Release)
    /// The card returns.
    case returns(DeckEvent.Reset.Reason, Release)
  }

  /// Evaluates a release at a translation, with `velocity`, after a drag whose largest progress was `farthest`.
  ///
  /// A release that would commit only in a direction that is not allowed is explained by that direction.
  package func verdict(
    at translation: Vector,
    velocity: Vector,
    farthest: Double,
    in layout: SwipeLayout
  ) -> Verdict {
    let swipe = layout.progress(for: translation, allowed: allowed)
    let release = Release(swipe, threshold: threshold, farthest: farthest)
    let objection = layout.objection(to: swipe, at: translation, velocity: velocity, threshold: threshold)
    if objection == nil, let direction = release.direction { return .commits(direction, release) }
    let unlimited = SwipeRules(allowed: .all, threshold: threshold)
    if objection != .back, allowed != .all,
      case .commits(_, let release) = unlimited.verdict(
        at: translation,
        velocity: velocity,
        farthest: farthest,
        in: layout
      )
    {
      return .returns(.direction, release)
    }
    return .returns(objection ?? .distance, release)
  }
}
