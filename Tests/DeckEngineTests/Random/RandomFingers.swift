import Gestures
import Kinetics
import TestSupport

/// Fingers on a surface that come down anywhere, move by leaps, and leave in every way there is.
struct RandomFingers {
  /// Where each finger is that is down.
  private(set) var down: [Int: Point] = [:]

  /// What the first `count` fingers do next, and how far each moves that does, in points.
  ///
  /// Those that come down do so on a `place`.
  mutating func move(
    _ count: Int,
    using generator: inout SeededGenerator,
    to place: (inout SeededGenerator) -> Point
  ) -> ([Contact], reach: [ContactID: Double]) {
    var contacts: [Contact] = []
    var reach: [ContactID: Double] = [:]
    for id in 0..<count {
      let step = Double.random(in: -60...60, using: &generator)
      switch (down[id], Int.random(in: 0..<14, using: &generator)) {
      case (nil, 0...3): contacts.append(comeDown(id, on: place(&generator)))
      case (nil, _): break
      case (.some(let place), 0):
        down[id] = nil
        contacts.append(Contact(id: ContactID(id), phase: .up, position: place))
      case (.some(let place), 1):
        down[id] = nil
        contacts.append(Contact(id: ContactID(id), phase: .cancelled, position: place))
      case (.some, 2):
        // Its up is lost; the same contact comes down again later.
        down[id] = nil
      case (.some(let place), _):
        let moved = Point(x: place.x + step, y: place.y + step / 2)
        down[id] = moved
        reach[ContactID(id)] = (moved - place).length
        contacts.append(Contact(id: ContactID(id), phase: .moved, position: moved))
      }
    }
    return (contacts, reach)
  }

  /// A finger that comes down now.
  mutating func comeDown(_ id: Int, on place: Point) -> Contact {
    down[id] = place
    return Contact(id: ContactID(id), phase: .down, position: place)
  }

  /// The panel is lost, and every one of `count` fingers with it, whether it was known to be down or not.
  mutating func lose(_ count: Int) -> [Contact] {
    defer { down = [:] }
    return (0..<count).map { id in
      Contact(id: ContactID(id), phase: .cancelled, position: down[id] ?? Point(x: 0, y: 0))
    }
  }
}
