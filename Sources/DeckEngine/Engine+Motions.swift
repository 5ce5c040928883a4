package import DeckProtocol
package import Kinetics

extension Engine {
  /// The course of everything that is to be seen of a deck, as it holds at `now`.
  ///
  /// Only while somebody listens to motions; what follows are the changes since.
  package func motions(of id: String, at now: Instant) -> [DeckMotion] {
    members.first { $0.deck.definition.id == id }.map { $0.motions.motions(deck: id, at: now) } ?? []
  }

  /// Tells what has taken another course since motions were last told.
  mutating func tellMotions(of index: Int, at now: Instant) {
    guard interest.contains(.motions) else { return }
    for motion in turnMotions(of: index, at: now) { effects.append(.notify(.motion(motion))) }
  }

  /// Brings what is known to be told up to `now`; what has to be told for that.
  @discardableResult
  mutating func turnMotions(of index: Int, at now: Instant) -> [DeckMotion] {
    let deck = members[index].deck
    return members[index].motions.turn(to: deck.outlook(from: now), deck: deck.definition.id, at: now)
  }

  /// When more of a deck comes into sight, though nothing takes another course; `nil` while nothing does, or nobody
  /// follows its motions.
  func nextOutlook(of index: Int) -> Instant? {
    interest.contains(.motions) ? members[index].motions.end : nil
  }
}
