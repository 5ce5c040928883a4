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

  /// Returns the frames that a panel with these contacts would report.
  ///
  /// - Throws: an error if no panel could report them; nothing changes then.
  mutating func take(
    _ frames: [ClientRequest.InjectedFrame],
    on surface: String,
    now: Instant
  ) throws(ProtocolError) -> [TouchFrame] {
    var next = self
    var result: [TouchFrame] = []
    for (index, frame) in frames.enumerated() {
      // A single frame may be sent without an array.
      let place = frames.count == 1 ? "" : "frames[\(index)]."
      result.append(try next.take(frame, on: surface, now: now, place: place))
    }
    self = next
    return result
  }

  /// Cancels every contact.
  mutating func cancelAll(now: Instant) -> [(surface: String, frame: TouchFrame)] {
    defer { down = [:] }
    return down.sorted { $0.key < $1.key }.compactMap { surface, contacts in
      let cancelled = contacts.sorted { $0.key < $1.key }.map { contact($0.key, .cancelled, $0.value) }
      return cancelled.isEmpty ? nil : (surface, TouchFrame(time: now, contacts: cancelled))
    }
  }

  private mutating func take(
    _ frame: ClientRequest.InjectedFrame,
    on surface: String,
    now: Instant,
    place: String
  ) throws(ProtocolError) -> TouchFrame {
    let time = frame.time.map { Instant(microseconds: $0) } ?? max(now, last)
    guard time <= now || frame.time == nil else {
      throw wrong(
        "\(place)t",
        "is still to come",
        "microseconds of CLOCK_MONOTONIC, no later than now, \(now.microseconds)"
      )
    }
    guard time >= last else {
      throw wrong("\(place)t", "is before the touch before it", "no less than \(last.microseconds)")
    }
    last = time
    var contacts = down[surface] ?? [:]
    // Like a panel's frame, it also contains the contacts that do not change.
    var reported = contacts.mapValues { (phase: Contact.Phase.stationary, position: $0) }
    for (index, finger) in frame.contacts.enumerated() {
      let isDown = contacts[finger.id] != nil
      guard isDown != (finger.phase == .down) else {
        let expected = isDown ? "moved, stationary, up or cancelled: it is down" : "down: it is not"
        throw wrong("\(place)contacts[\(index)].phase", "of contact \(finger.id) is \(finger.phase.rawValue)", expected)
      }
      let position = Point(x: finger.x, y: finger.y)
      let before = contacts[finger.id] ?? position
      switch finger.phase {
      case .down: reported[finger.id] = (.down, position)
      case .moved: reported[finger.id] = (.moved, position)
      case .stationary: continue
      case .up: reported[finger.id] = (.up, position)
      case .cancelled: reported[finger.id] = (.cancelled, before)
      }
      contacts[finger.id] = finger.phase == .up || finger.phase == .cancelled ? nil : position
    }
    down[surface] = contacts
    let all = reported.sorted { $0.key < $1.key }.map { contact($0.key, $0.value.phase, $0.value.position) }
    return TouchFrame(time: time, contacts: all)
  }

  private func contact(_ id: Int, _ phase: Contact.Phase, _ position: Point) -> Contact {
    let number = Self.firstNumber + number * Self.contactsPerClient + id
    return Contact(id: ContactID(number), phase: phase, position: position)
  }

  private func wrong(_ field: String, _ what: String, _ expected: String) -> ProtocolError {
    ProtocolError(.invalidParameters, "params.\(field) \(what)", field: "params.\(field)", expected: expected)
  }
}
