package import DeckProtocol
package import Kinetics

extension Engine {
  /// Returns the animations of every visible element of a deck at `now`.
  ///
  /// Empty while no client subscribes to motions; changes are published as effects.
  package func motions(of id: String, at now: Instant) -> [DeckMotion] {
    members.first { $0.deck.definition.id == id }.map { $0.motions.motions(deck: id, at: now) } ?? []
  }

  /// Publishes the animations that changed since motions were last published.
  mutating func publishMotions(of index: Int, at now: Instant) {
    guard interest.contains(.motions) else { return }
    for motion in updateMotions(of: index, at: now) { effects.append(.notify(.motion(motion))) }
  }

  /// Updates the motion differ to `now`.
  ///
  /// - Returns: the motions to publish.
  @discardableResult
  mutating func updateMotions(of index: Int, at now: Instant) -> [DeckMotion] {
    let deck = members[index].deck
    return members[index].motions.update(to: deck.scene(from: now), deck: deck.definition.id, at: now)
  }

  /// Returns when an element of a deck appears without a change of any animation; `nil` if none does, or if no client
  /// subscribes to motions.
  func nextSceneChange(of index: Int) -> Instant? {
    interest.contains(.motions) ? members[index].motions.end : nil
  }
}
