import DeckProtocol
import Kinetics

/// What those who follow a deck's motions have been told last.
struct MotionBook: Sendable {
  /// In the order of the deck's outlook.
  private var portrayals: [Portrayal] = []
  /// When there is more to be told though nothing takes another course; `nil` when there is not.
  private(set) var end: Instant?

  /// Takes in what is to be seen from `time` on; what has to be told of it.
  mutating func turn(to outlook: Outlook, deck: String, at time: Instant) -> [DeckMotion] {
    let before = portrayals.reduce(into: [:]) { $0[$1.subject] = $1 }
    let after = Set(outlook.portrayals.map(\.subject))
    var motions = portrayals.filter { !after.contains($0.subject) }.map { $0.end(deck: deck, at: time) }
    for portrayal in outlook.portrayals {
      motions += portrayal.changes(since: before[portrayal.subject], deck: deck, at: time)
    }
    portrayals = outlook.portrayals
    end = outlook.end
    return motions
  }

  /// Everything, as who has been told nothing has to be told.
  func motions(deck: String, at time: Instant) -> [DeckMotion] {
    portrayals.flatMap { $0.changes(since: nil, deck: deck, at: time) }
  }
}

extension Portrayal {
  /// What is told of something that was to be seen as `before`.
  fileprivate func changes(since before: Portrayal?, deck: String, at time: Instant) -> [DeckMotion] {
    let isSame = before?.card == card && before?.direction == direction
    let known = isSame ? before?.lines ?? [] : []
    // A property has its place in the list; only the last ones come and go.
    let gone = known.dropFirst(lines.count).map { line in
      DeckMotion(deck: deck, card: card, property: line.property, time: time.microseconds, course: nil)
    }
    return gone
      + lines.enumerated().compactMap { place, line in
        if known.indices.contains(place), known[place] == line { return nil }
        return DeckMotion(
          deck: deck,
          card: card,
          property: line.property,
          time: time.microseconds,
          direction: direction,
          course: DeckMotion.Course(line.course)
        )
      }
  }

  /// What is told of something that is no longer to be seen.
  fileprivate func end(deck: String, at time: Instant) -> DeckMotion {
    let property: DeckMotion.Property? =
      switch subject {
      case .card: nil
      case .overlay: .overlay
      case .detail: .detail
      case .fan: .fan
      }
    return DeckMotion(deck: deck, card: card, property: property, time: time.microseconds, course: nil)
  }
}
