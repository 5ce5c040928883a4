import DeckProtocol
import Kinetics

/// Compares a deck's scene with the one last published, and makes the motions that bring a client up to date.
struct MotionDiffer: Sendable {
  /// In the order of the scene.
  private var elements: [AnimatedElement] = []
  /// When the scene changes without a change of any animation; `nil` when it does not.
  private(set) var end: Instant?

  /// Replaces the scene by the one from `time` on.
  ///
  /// - Returns: the motions of what appeared, changed or disappeared.
  mutating func update(to scene: AnimatedScene, deck: String, at time: Instant) -> [DeckMotion] {
    let before = elements.reduce(into: [:]) { $0[$1.id] = $1 }
    let after = Set(scene.elements.map(\.id))
    var motions = elements.filter { !after.contains($0.id) }.map { $0.end(deck: deck, at: time) }
    for element in scene.elements {
      motions += element.changes(since: before[element.id], deck: deck, at: time)
    }
    elements = scene.elements
    end = scene.end
    return motions
  }

  /// The motions of the whole scene, for a new subscriber.
  func motions(deck: String, at time: Instant) -> [DeckMotion] {
    elements.flatMap { $0.changes(since: nil, deck: deck, at: time) }
  }
}

extension AnimatedElement {
  /// The motions that change an element from `before`.
  fileprivate func changes(since before: AnimatedElement?, deck: String, at time: Instant) -> [DeckMotion] {
    let isSame = before?.card == card && before?.direction == direction
    let known = isSame ? before?.tracks ?? [] : []
    // A property has a fixed index in the list; only the last ones are optional.
    let gone = known.dropFirst(tracks.count).map { track in
      DeckMotion(deck: deck, card: card, property: track.property, time: time.microseconds, course: nil)
    }
    return gone
      + tracks.enumerated().compactMap { place, track in
        if known.indices.contains(place), known[place] == track { return nil }
        return DeckMotion(
          deck: deck,
          card: card,
          property: track.property,
          time: time.microseconds,
          direction: direction,
          course: DeckMotion.Course(track.course)
        )
      }
  }

  /// The motion that removes an element.
  fileprivate func end(deck: String, at time: Instant) -> DeckMotion {
    let property: DeckMotion.Property? =
      switch id {
      case .card: nil
      case .overlay: .overlay
      case .detail: .detail
      case .fan: .fan
      }
    return DeckMotion(deck: deck, card: card, property: property, time: time.microseconds, course: nil)
  }
}
