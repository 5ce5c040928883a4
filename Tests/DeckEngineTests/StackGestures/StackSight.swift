import DeckProtocol
import Kinetics

extension StackRun {
  /// Whether the gesture made an event of a type.
  func tells(_ type: String) -> Bool { told.contains { $0.hasPrefix(type + " ") } }

  /// Whether every card goes on from where the finger left it, and is one step from the next at the end.
  var putsBack: Bool {
    guard let left = pairs.last?.shown else { return false }
    let goesOn = left.cards.allSatisfy { card in held.shown.cards.allSatisfy { $0.id != card.id || $0.isLike(card) } }
    let places = end.shown.cards.sorted { $0.index < $1.index }.map(\.y)
    let steps = zip(places, places.dropFirst()).map { $1 - $0 }
    return goesOn && steps.allSatisfy { ($0 - steps[0]).magnitude < 0.01 }
  }
}

extension DeckFrame {
  /// The open card, while a finger drags it.
  var draggedOpen: CardFrame? {
    drag == nil ? cards.first { $0.role == .dragged } : nil
  }

  /// How far the cards are parted, in points.
  var spread: Double { fan?.spread ?? 0 }

  /// Whether the same is to be seen, within what a motion's rest may be off.
  func isLike(_ other: DeckFrame) -> Bool {
    cards.count == other.cards.count && zip(cards, other.cards).allSatisfy { $0.isLike($1) }
      && (drag == nil) == (other.drag == nil) && (detail == nil) == (other.detail == nil)
      && ((detail?.scroll ?? 0) - (other.detail?.scroll ?? 0)).magnitude < 0.11
      && ((detail?.progress ?? 0) - (other.detail?.progress ?? 0)).magnitude < 0.002
      && (spread - other.spread).magnitude < 0.11
  }
}

extension CardFrame {
  func isLike(_ other: CardFrame) -> Bool {
    id == other.id && (x - other.x).magnitude < 0.11 && (y - other.y).magnitude < 0.11
      && (height - other.height).magnitude < 0.11 && (scale - other.scale).magnitude < 0.002
      && (opacity - other.opacity).magnitude < 0.002
  }
}

extension StackRun {
  /// The last stretch of a finger's way, with what was shown at its ends.
  struct Stretch {
    let way: Vector
    let from: Pair
    let to: Pair

    /// How far the open card's detail has gone, and how far the finger has along it.
    func detail(isAcross: Bool) -> (shown: Double, finger: Double) {
      let shown = (from.shown.detail?.scroll ?? 0) - (to.shown.detail?.scroll ?? 0)
      return (shown, isAcross ? way.dx : way.dy)
    }

    /// How far the stack has gone down, to be seen at the card in the middle, and how far the finger has.
    ///
    /// Cards that move by themselves, too, have done so in the deck without the finger.
    var stack: [(shown: Double, finger: Double)] {
      let shown = Self.movement(from.shown, to.shown)
      return [(shown, way.dy), (shown - Self.movement(from.other, to.other), way.dy)]
    }

    private static func movement(_ from: DeckFrame, _ to: DeckFrame) -> Double {
      let ways = to.cards.compactMap { card in from.cards.first { $0.id == card.id }.map { card.y - $0.y } }.sorted()
      return ways.isEmpty ? 0 : ways[ways.count / 2]
    }
  }
}
