package import Gestures
package import Kinetics

/// Makes the touch frames of one finger: straight moves sampled at a panel's rate, pauses, a lift.
///
/// A finger that is held still reports nothing, as panels do: their kernel drivers drop unchanged values.
package struct FingerPath: Sendable {
  /// What the finger has done so far, in the coordinates that it was given.
  package private(set) var frames: [TouchFrame] = []
  private let contact: ContactID
  private let rate: Double
  private var position: Point
  private var time: Instant

  /// A finger that comes down on `position` at `start`, on a panel that reports `rate` times a second.
  package init(contact: Int = 0, down position: Point, at start: Instant, rate: Double) {
    self.contact = ContactID(contact)
    self.rate = rate
    self.position = position
    time = start
    report(.down)
  }

  /// When the finger's last report was made, or its pause ends.
  package var end: Instant { time }

  /// Moves straight to `target` in `seconds`, at a constant speed.
  package mutating func move(to target: Point, in seconds: Double) {
    let (start, origin) = (time, position)
    let steps = max(Int((seconds * rate).rounded()), 1)
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      position = Point(
        x: origin.x + part * (target.x - origin.x),
        y: origin.y + part * (target.y - origin.y)
      )
      time = start.advanced(bySeconds: part * seconds)
      report(.moved)
    }
  }

  /// Stays where it is for `seconds`.
  package mutating func hold(_ seconds: Double) {
    time = time.advanced(bySeconds: seconds)
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
    frames.append(TouchFrame(time: time, contacts: [Contact(id: contact, phase: phase, position: position)]))
  }
}
