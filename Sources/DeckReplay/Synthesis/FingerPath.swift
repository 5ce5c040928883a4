package import Gestures
package import Kinetics

/// Makes the touch frames of one finger: moves sampled at a panel's rate, pauses, a lift.
///
/// A finger that is held still reports nothing, as panels do: their kernel drivers drop unchanged values.
package struct FingerPath: Sendable {
  /// What the finger has done so far, in the coordinates that it was given.
  package private(set) var frames: [TouchFrame] = []
  private let contact: ContactID
  private let start: Instant
  private let rate: Double
  private var position: Point
  /// Seconds since `start`, unrounded, so that reports keep their rate however many there are.
  private var elapsed = 0.0

  /// A finger that comes down on `position` at `start`, on a panel that reports `rate` times a second.
  package init(contact: Int = 0, down position: Point, at start: Instant, rate: Double) {
    self.contact = ContactID(contact)
    self.start = start
    self.rate = rate
    self.position = position
    report(.down)
  }

  /// When the finger's last report was made, or its pause ends.
  package var end: Instant { start.advanced(bySeconds: elapsed) }

  /// Moves straight to `target` in `seconds`, at a constant speed.
  package mutating func move(to target: Point, in seconds: Double) {
    let origin = position
    move(in: seconds) { part in
      Point(x: origin.x + part * (target.x - origin.x), y: origin.y + part * (target.y - origin.y))
    }
  }

  /// Moves for `seconds` along `way`, which says where the finger is after a part of the time, from 0 to 1.
  package mutating func move(in seconds: Double, along way: (Double) -> Point) {
    let before = elapsed
    let steps = max(Int((seconds * rate).rounded()), 1)
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      position = way(part)
      elapsed = before + part * seconds
      report(.moved)
    }
  }

  /// Stays where it is for `seconds`, and is reported there, as by a panel with noise.
  package mutating func stay(_ seconds: Double) {
    let place = position
    move(in: seconds) { _ in place }
  }

  /// Stays where it is for `seconds`, or stays away.
  package mutating func hold(_ seconds: Double) {
    elapsed += seconds
  }

  /// Comes down again, on `place`.
  package mutating func down(on place: Point) {
    position = place
    report(.down)
  }

  /// Leaves the panel.
  package mutating func lift() {
    report(.up)
  }

  /// Is taken away, as a palm or an unplugged panel is.
  package mutating func cancel() {
    report(.cancelled)
  }

  private mutating func report(_ phase: Contact.Phase) {
    frames.append(TouchFrame(time: end, contacts: [Contact(id: contact, phase: phase, position: position)]))
  }
}
