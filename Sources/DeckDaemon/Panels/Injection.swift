import DeckProtocol
import Gestures
import Kinetics

/// The contacts that a client injects.
struct Injection {
  /// Distinguishes its contacts from those of panels and of other clients; no other client has the number now.
  let number: Int
  /// The position of each contact that is down, by its surface and its number.
  private(set) var down: [String: [Int: Point]] = [:]
  /// The time of the last injected frame.
  private var last = Instant(microseconds: .min)

  /// Smaller numbers belong to the contacts of panels.
  private static let firstNumber = 1 << 36
  /// The numbers of a client's contacts are smaller than this.
  private static let contactsPerClient = 1 << 8

  init(number: Int) {
    self.number = number
  }

  /// Checks that a panel could report these frames one after another.
  func check(_ frames: [ClientRequest.InjectedFrame], on surface: String, now: Instant) throws(ProtocolError) {
    var next = self
    for (index, frame) in frames.enumerated() {
      do {
        _ = try next.advance(to: frame, now: now)
        try next.update(surface, by: frame) { _, _, _ in }
      } catch {
        // A single frame may be sent without an array.
        throw error.refusal(under: frames.count == 1 ? "params." : "params.frames[\(index)].")
      }
    }
  }

  /// Returns what a panel with these contacts would report; `nil` where no panel could.
  mutating func take(_ frame: ClientRequest.InjectedFrame, on surface: String, now: Instant) -> TouchFrame? {
    // Like a panel's frame, it also contains the contacts that do not change.
    var reported = (down[surface] ?? [:]).mapValues { (phase: Contact.Phase.stationary, position: $0) }
    do throws(Mistake) {
      let time = try advance(to: frame, now: now)
      try update(surface, by: frame) { id, phase, position in reported[id] = (phase, position) }
      let all = reported.sorted { $0.key < $1.key }.map { contact($0.key, $0.value.phase, $0.value.position) }
      return TouchFrame(time: time, contacts: all)
    } catch {
      return nil
    }
  }

  /// Cancels every contact.
  mutating func cancelAll(now: Instant) -> [(surface: String, frame: TouchFrame)] {
    defer { down = [:] }
    return down.sorted { $0.key < $1.key }.compactMap { surface, contacts in
      let cancelled = contacts.sorted { $0.key < $1.key }.map { contact($0.key, .cancelled, $0.value) }
      return cancelled.isEmpty ? nil : (surface, TouchFrame(time: now, contacts: cancelled))
    }
  }

  /// Returns the time of a frame, which becomes that of the last one.
  private mutating func advance(to frame: ClientRequest.InjectedFrame, now: Instant) throws(Mistake) -> Instant {
    let time = frame.time.map { Instant(microseconds: $0) } ?? max(now, last)
    guard time <= now || frame.time == nil else {
      let expected = "microseconds of CLOCK_MONOTONIC, no later than now, \(now.microseconds)"
      throw Mistake(field: "t", problem: "is still to come", expected: expected)
    }
    guard time >= last else {
      let expected = "no less than \(last.microseconds)"
      throw Mistake(field: "t", problem: "is before the touch before it", expected: expected)
    }
    last = time
    return time
  }

  /// Applies a frame to the contacts that are down, and reports each of them that it changes.
  private mutating func update(
    _ surface: String,
    by frame: ClientRequest.InjectedFrame,
    report: (_ id: Int, Contact.Phase, Point) -> Void
  ) throws(Mistake) {
    for (index, finger) in frame.contacts.enumerated() {
      let before = down[surface]?[finger.id]
      guard (before != nil) != (finger.phase == .down) else {
        let expected = before != nil ? "moved, stationary, up or cancelled: it is down" : "down: it is not"
        let problem = "of contact \(finger.id) is \(finger.phase.rawValue)"
        throw Mistake(field: "contacts[\(index)].phase", problem: problem, expected: expected)
      }
      let position = Point(x: finger.x, y: finger.y)
      switch finger.phase {
      case .down: report(finger.id, .down, position)
      case .moved: report(finger.id, .moved, position)
      case .stationary: continue
      case .up: report(finger.id, .up, position)
      case .cancelled: report(finger.id, .cancelled, before ?? position)
      }
      down[surface, default: [:]][finger.id] = finger.phase == .up || finger.phase == .cancelled ? nil : position
    }
  }

  private func contact(_ id: Int, _ phase: Contact.Phase, _ position: Point) -> Contact {
    let number = Self.firstNumber + number * Self.contactsPerClient + id
    return Contact(id: ContactID(number), phase: phase, position: position)
  }

  /// What no panel could report.
  private struct Mistake: Error {
    /// Relative to the frame.
    var field: String
    var problem: String
    var expected: String

    func refusal(under frame: String) -> ProtocolError {
      ProtocolError(.invalidParameters, "\(frame)\(field) \(problem)", field: frame + field, expected: expected)
    }
  }
}
