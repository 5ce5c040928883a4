import DeckProtocol
import Foundation

/// A card of a frame as a front end draws it: its corners after scale and rotation about the anchor.
struct DrawnCard {
  var corners: [SIMD2<Double>]
  var opacity: Double

  /// A card of a deck whose origin is at `corner` of the surface.
  init(_ card: CardFrame, from corner: SIMD2<Double> = .zero) {
    let anchor = SIMD2(card.x + card.anchorX * card.width, card.y + card.anchorY * card.height)
    let angle = card.rotation * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    let rectangle = [
      SIMD2(card.x, card.y), SIMD2(card.x + card.width, card.y),
      SIMD2(card.x + card.width, card.y + card.height), SIMD2(card.x, card.y + card.height),
    ]
    corners = rectangle.map { point in
      let way = card.scale * (point - anchor)
      return corner + anchor + SIMD2(cosine * way.x - sine * way.y, sine * way.x + cosine * way.y)
    }
    opacity = card.opacity
  }

  /// How far the corner that moves most is from where it is in `other`, in points.
  func distance(to other: DrawnCard) -> Double {
    zip(corners, other.corners).map { ($0 - $1).length }.max() ?? 0
  }

  /// Whether nothing is to be seen of `other` under this card; neither is turned.
  func covers(_ other: DrawnCard) -> Bool {
    guard opacity > 0.99, corners.count == 4 else { return false }
    return other.corners.allSatisfy { corner in
      corner.x >= corners[0].x - 0.01 && corner.x <= corners[2].x + 0.01
        && corner.y >= corners[0].y - 0.01 && corner.y <= corners[2].y + 0.01
    }
  }

  /// Whether nothing of the card is on a surface of this size, without a margin at its left or its top.
  func isOff(width: Double, height: Double, slack: Double = 0, aside: Double = 0) -> Bool {
    let (left, top, right, bottom) = (aside + 0.01, slack + 0.01, width - 0.01, height - 0.01)
    return corners.allSatisfy { $0.x <= left } || corners.allSatisfy { $0.x >= right }
      || corners.allSatisfy { $0.y <= top } || corners.allSatisfy { $0.y >= bottom }
      || hasSide(before: [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom)])
  }

  /// Whether all of `points` are outside one of the card's sides, as when a turned card has only a corner beside them.
  private func hasSide(before points: [SIMD2<Double>]) -> Bool {
    corners.indices.contains { index in
      let start = corners[index]
      let side = corners[(index + 1) % corners.count] - start
      func turn(_ point: SIMD2<Double>) -> Double { side.x * (point.y - start.y) - side.y * (point.x - start.x) }
      let inside = turn(corners[(index + 2) % corners.count])
      return points.allSatisfy { turn($0) * inside <= 0 }
    }
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (x * x + y * y).squareRoot() }
}
