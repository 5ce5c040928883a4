import Kinetics

/// Drops the last sample of a finger where it is farther away than the finger's speed allows: resistive panels report a
/// far-off point just before the lift, where the layers part.
///
/// A sample that is too far is held until the next report of the finger, which shows what it was: a lift drops it, and
/// any other makes it a movement like the others. So a finger that jumps is one report late, and a flick that the panel
/// reports as a single movement is a tap.
public struct LiftFilter: Hashable, Sendable {
  /// A sample is too far beyond this distance, in points (3 mm of a panel whose size is known), and beyond
  /// `speedRatio` times the fastest of the `speedCount` movements before it.
  ///
  /// Of 1,054 movements of real fingers on eight panels, none longer than this is faster than the three before it by
  /// more than 1.8; a wild sample is tens of times as fast.
  private static let distance = 20.0
  private static let speedRatio = 4.0
  private static let speedCount = 3

  /// A finger that is down.
  private struct Finger: Hashable, Sendable {
    var place: Point
    var time: Instant
    /// Of its last movements, in points per second; the oldest one first.
    var speeds: [Double] = []
    /// Whether its last report was too far.
    var isHeld = false

    func isTooFar(_ point: Point, at now: Instant) -> Bool {
      let reach = LiftFilter.speedRatio * (speeds.max() ?? 0) * now.seconds(since: time)
      return (point - place).length > max(LiftFilter.distance, reach)
    }

    mutating func move(to point: Point, at now: Instant) {
      let (length, seconds) = ((point - place).length, now.seconds(since: time))
      (isHeld, place, time) = (false, point, now)
      guard length > 0, seconds > 0 else { return }
      if speeds.count == LiftFilter.speedCount { speeds.removeFirst() }
      speeds.append(length / seconds)
    }
  }

  private var fingers: [ContactID: Finger] = [:]

  /// A filter of a panel without fingers.
  public init() {}

  /// Puts the fingers of `frame`, whose positions are points of a surface, where they can be.
  public mutating func filter(_ frame: inout TouchFrame) {
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      if contact.phase == .down { fingers[contact.id] = Finger(place: contact.position, time: frame.time) }
      guard var finger = fingers[contact.id] else { continue }
      switch contact.phase {
      case .down: break
      case .moved where finger.isHeld || !finger.isTooFar(contact.position, at: frame.time):
        finger.move(to: contact.position, at: frame.time)
      case .moved:
        finger.isHeld = true
        frame.contacts[index] = Contact(id: contact.id, phase: .stationary, position: finger.place)
      case .stationary: if finger.isHeld { frame.contacts[index].position = finger.place }
      case .up, .cancelled:
        if finger.isHeld || finger.isTooFar(contact.position, at: frame.time) {
          frame.contacts[index].position = finger.place
        }
        fingers[contact.id] = nil
        continue
      }
      fingers[contact.id] = finger
    }
  }
}
