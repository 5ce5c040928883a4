package import Gestures
package import Kinetics

/// Generates the touch frames of one finger: moves sampled at a panel's rate, pauses, a lift.
///
/// A finger that is held still reports nothing, as on real panels: their kernel drivers drop unchanged values.
package struct FingerPath: Sendable {
  /// The frames so far, in the coordinates of the given positions.
  package private(set) var frames: [TouchFrame] = []
  private let contact: ContactID
  private let start: Instant
  private let rate: Double
  private var position: Point
  /// Seconds since `start`, unrounded, so that any number of reports stays at the exact rate.
  private var elapsed = 0.0

  /// A finger that goes down at `position` at `start`, on a panel that reports `rate` times per second.
  package init(contact: Int = 0, down position: Point, at start: Instant, rate: Double) {
    self.contact = ContactID(contact)
    self.start = start
    self.rate = rate
    self.position = position
    report(.down)
  }

  /// The time of the finger's last report, or the end of its pause.
  package var end: Instant { start.advanced(bySeconds: elapsed) }

  /// Moves straight to `target` in `seconds`, at a constant speed.
  package mutating func move(to target: Point, in seconds: Double) {
    let origin = position
    move(in: seconds) { part in
      Point(x: origin.x + part * (target.x - origin.x), y: origin.y + part * (target.y - origin.y))
    }
  }

  /// Moves for `seconds` along `way`, which maps a fraction of the time, from 0 to 1, to the finger's position.
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

  /// Stays at its position for `seconds` with reports, as on a panel with noise.
  package mutating func stay(_ seconds: Double) {
    let place = position
    move(in: seconds) { _ in place }
  }

  /// Stays at its position for `seconds`, or stays lifted, without reports.
  package mutating func hold(_ seconds: Double) {
    elapsed += seconds
  }

  /// Goes down again, at `place`.
  package mutating func down(on place: Point) {
    position = place
    report(.down)
  }

  /// Lifts the finger.
  package mutating func lift() {
    report(.up)
  }

  /// Cancels the contact, as a palm or an unplugged panel does.
  package mutating func cancel() {
    report(.cancelled)
  }

  private mutating func report(_ phase: Contact.Phase) {
    frames.append(TouchFrame(time: end, contacts: [Contact(id: contact, phase: phase, position: position)]))
  }
}
