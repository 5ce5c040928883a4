import Kinetics

/// The fingers that make a gesture together, and what they have done since the last of them came down.
struct FingerGroup: Equatable, Sendable {
  /// A finger of the group.
  struct Finger: Equatable, Sendable {
    let id: ContactID
    /// Where it came down.
    let down: Point
    /// Where it was when the last finger came down.
    var start: Point
    var location: Point
    /// Where it was when it last moved farther than a finger that rests.
    var rest: Point
  }

  /// Those that are down, in the order in which they came down.
  private(set) var fingers: [Finger] = []
  /// Where all fingers came down, also those that were lifted since.
  private(set) var downs: [Point] = []
  /// The contacts of all fingers, as `downs`.
  private(set) var contacts: [ContactID] = []
  /// When the first came down.
  private(set) var beginning: Instant
  /// When the last came down.
  private(set) var lastDown: Instant
  /// When a finger last moved farther than one that rests.
  private(set) var lastMoved: Instant
  /// When a finger first did, since the last came down; `nil` before.
  private(set) var firstMoved: Instant?
  /// When a finger was last reported to have moved.
  private(set) var latest: Instant
  /// The farthest that any finger has been from where it came down, in points.
  private(set) var travel = 0.0
  /// The angle by which the fingers have turned around their middle, in radians, clockwise.
  private(set) var rotation = 0.0
  private var estimator = VelocityEstimator()

  /// The group of a first finger.
  init(_ contact: Contact, at time: Instant) {
    (beginning, lastDown, lastMoved, latest) = (time, time, time, time)
    add(contact, at: time)
  }

  /// How many fingers have been lifted.
  var lifted: Int { downs.count - fingers.count }

  func contains(_ id: ContactID) -> Bool { fingers.contains { $0.id == id } }

  /// Returns whether a contact is elsewhere than its finger was.
  func isMoved(by contact: Contact) -> Bool {
    fingers.contains { $0.id == contact.id && $0.location != contact.position }
  }

  /// Adds a finger; what the others did before counts no more, but for their travel.
  mutating func add(_ contact: Contact, at time: Instant) {
    for index in fingers.indices { fingers[index].start = fingers[index].location }
    let place = contact.position
    fingers.append(Finger(id: contact.id, down: place, start: place, location: place, rest: place))
    downs.append(place)
    contacts.append(contact.id)
    (lastDown, lastMoved, firstMoved, latest) = (time, time, nil, time)
    (rotation, estimator) = (0, VelocityEstimator())
    estimator.add(center, at: time)
  }

  /// Moves fingers to where contacts are; one that stays within `jitter` points of where it was rests.
  mutating func move(_ contacts: [Contact], jitter: Double, at time: Instant) {
    let before = (center, fingers)
    latest = time
    for contact in contacts {
      guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
      fingers[index].location = contact.position
      travel = max(travel, (contact.position - fingers[index].down).length)
      if (contact.position - fingers[index].rest).length > jitter {
        fingers[index].rest = contact.position
        lastMoved = time
        firstMoved = firstMoved ?? time
      }
    }
    let center = center
    rotation += mean { finger in
      let old = before.1.first { $0.id == finger.id }?.location ?? finger.location
      return (old - before.0).angle(to: finger.location - center)
    }
    estimator.add(center, at: time)
  }

  /// Removes a finger that was lifted.
  mutating func remove(_ id: ContactID) { fingers.removeAll { $0.id == id } }

  /// The middle of the fingers that are down; of none, where they came down.
  var center: Point { fingers.isEmpty ? origin : Point(x: mean(\.location.x), y: mean(\.location.y)) }

  /// The middle of where the fingers came down.
  var origin: Point {
    let share = 1 / Double(downs.count)
    return Point(x: share * downs.reduce(0) { $0 + $1.x }, y: share * downs.reduce(0) { $0 + $1.y })
  }

  /// The mean of what the fingers moved.
  var translation: Vector {
    Vector(dx: mean { $0.location.x - $0.start.x }, dy: mean { $0.location.y - $0.start.y })
  }

  /// The mean distance of the fingers from their middle, at the start and now.
  var radii: (start: Double, now: Double) {
    let (first, center) = (Point(x: mean(\.start.x), y: mean(\.start.y)), center)
    return (mean { ($0.start - first).length }, mean { ($0.location - center).length })
  }

  /// The distance of the fingers relative to that at the start; 1 for one finger.
  var scale: Double {
    let radii = radii
    return fingers.count < 2 ? 1 : radii.now / max(radii.start, GestureDefaults.pinchSpan)
  }

  /// Returns the velocity of the middle, in points per second.
  func velocity(at time: Instant) -> Vector { estimator.velocity(at: time) }

  private func mean(_ value: (Finger) -> Double) -> Double {
    fingers.reduce(0) { $0 + value($1) } / Double(max(fingers.count, 1))
  }
}
