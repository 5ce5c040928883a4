import DeckProtocol
import Kinetics

extension SwipeLayout {
  /// The end of a decided card's flight.
  struct Flight: Hashable, Sendable {
    var translation: Vector
    /// Degrees.
    var rotation: Double
  }

  /// Returns where a card that is moved by `translation` from its position flies to (S10): always off the surface.
  ///
  /// - Parameters:
  ///   - direction: the direction in which the card was decided.
  ///   - place: the card's geometry at the start.
  ///   - translation: the translation that `place` includes.
  ///   - rotation: the rotation that the card leaves with, in degrees; `nil` for that of a drag to the end, turning to
  ///     `side`.
  ///   - side: see `CardPose.side`.
  /// - Returns: the translation and the rotation at the end.
  func flight(
    to direction: Direction,
    from place: CardGeometry<Double>,
    translation: Vector,
    rotation: Double?,
    side: Double
  ) -> Flight {
    let longer = own.flySurface * max(surface.size.width, surface.size.height)
    let way = direction.way
    var end = translation
    if way.dx != 0 {
      end.dx = way.dx * (own.flyDistance * area.size.width + longer)
    } else if own.flyStraightens {
      end.dx = 0
    }
    if way.dy != 0 {
      end.dy = way.dy * (own.flyDistance * area.size.height + longer)
    } else if own.flyStraightens {
      end.dy = own.flyDrop * area.size.height
    }
    let turn = rotation ?? self.rotation(at: end.dx, side: side)
    var last = place
    last.rotation = turn
    last.origin = place.origin + (end + -1 * translation)
    return Flight(translation: end + clearance(of: last.bounds, towards: way), rotation: turn)
  }

  /// Returns how much farther a card has to move to be off the surface.
  func clearance(of bounds: Rectangle, towards way: Vector) -> Vector {
    let left = area.origin.x + bounds.origin.x
    let top = area.origin.y + bounds.origin.y
    var more = Vector.zero
    if way.dx > 0 { more.dx = max(surface.size.width - left, 0) }
    if way.dx < 0 { more.dx = min(-(left + bounds.size.width), 0) }
    if way.dy > 0 { more.dy = max(surface.size.height - top, 0) }
    if way.dy < 0 { more.dy = min(-(top + bounds.size.height), 0) }
    return more
  }
}
