package import DeckProtocol

/// How far a card was moved when its finger released it.
package struct Release: Hashable, Sendable {
  /// The evaluated direction; `nil` in the dead zone.
  package var direction: Direction?
  /// From 0; at `threshold` a card is decided.
  package var progress: Double
  package var threshold: Double
  /// The largest progress of the drag, at `progress` or above.
  package var farthest: Double

  /// A release with its evaluated progress.
  package init(_ swipe: SwipeLayout.SwipeProgress, threshold: Double, farthest: Double) {
    direction = swipe.direction
    progress = max(swipe.advance, 0)
    self.threshold = threshold
    self.farthest = max(farthest, progress)
  }

  /// Returns what is published of a card that returns because of `reason`.
  package func reset(of card: String, at index: Int, because reason: DeckEvent.Reset.Reason) -> DeckEvent.Reset {
    DeckEvent.Reset(
      card: card,
      index: index,
      reason: reason,
      direction: direction,
      progress: progress,
      threshold: threshold
    )
  }
}
