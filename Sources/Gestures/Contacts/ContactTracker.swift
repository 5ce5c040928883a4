public import Kinetics

/// Which finger a gesture of one finger follows if there are several.
public enum ContactOwnership: String, CaseIterable, Hashable, Sendable {
  /// The first contact owns the gesture until it ends; the others are ignored.
  case first
  /// The centroid of all contacts; a contact that comes or goes does not move it.
  case centroid
}

/// The contacts that are down, and the single pointer that gestures of one finger follow.
struct ContactTracker: Equatable, Sendable {
  let ownership: ContactOwnership
  /// In the order in which they came down.
  private(set) var contacts: [Contact] = []
  private var owner: ContactID?
  /// From the pointer to the centroid of the contacts: the jumps that contacts coming and going would have caused.
  private(set) var offset = Vector.zero
  /// Whether any contact was ever down.
  private(set) var isTouched = false

  init(_ ownership: ContactOwnership) {
    self.ownership = ownership
  }

  /// The pointer's position; `nil` when it is up.
  var pointer: Point? {
    switch ownership {
    case .first: contacts.first { $0.id == owner }?.position
    case .centroid: contacts.isEmpty ? nil : center + -1 * offset
    }
  }

  /// Returns the contact with a usable position: a contact that reports none stays at its last one.
  ///
  /// `nil` for a contact that is not known, or that came down without a position.
  func admitted(_ contact: Contact) -> Contact? {
    let known = contacts.first { $0.id == contact.id }
    if contact.phase == .down { return contact.position.isOnSurface ? contact : nil }
    guard let known else { return nil }
    guard !contact.position.isOnSurface else { return contact }
    return Contact(id: contact.id, phase: contact.phase, position: known.position)
  }

  /// Handles one contact that came down or ended, or all that moved.
  ///
  /// - Returns: what the pointer did as a result.
  mutating func handle(_ changes: [Contact], at time: Instant) -> Touch? {
    guard let first = changes.first else { return nil }
    return switch first.phase {
    case .down: came(first, at: time)
    case .moved, .stationary: moved(changes, at: time)
    case .up: left(first, .up, at: time)
    case .cancelled: left(first, .cancelled, at: time)
    }
  }

  private var center: Point {
    let share = 1 / Double(max(contacts.count, 1))
    return Point(
      x: share * contacts.reduce(0) { $0 + $1.position.x },
      y: share * contacts.reduce(0) { $0 + $1.position.y }
    )
  }

  private mutating func came(_ contact: Contact, at time: Instant) -> Touch? {
    isTouched = true
    let place = pointer
    contacts.append(contact)
    switch ownership {
    case .first:
      guard owner == nil else { return nil }
      owner = contact.id
    case .centroid:
      if let place {
        offset = center - place
        return nil
      }
      offset = .zero
    }
    return Touch(.down, at: contact.position, time: time)
  }

  private mutating func moved(_ changes: [Contact], at time: Instant) -> Touch? {
    for change in changes {
      guard let index = contacts.firstIndex(where: { $0.id == change.id }) else { continue }
      contacts[index].position = change.position
    }
    if ownership == .first, !changes.contains(where: { $0.id == owner }) { return nil }
    return pointer.map { Touch(.moved, at: $0, time: time) }
  }

  private mutating func left(_ contact: Contact, _ phase: Touch.Phase, at time: Instant) -> Touch? {
    guard let index = contacts.firstIndex(where: { $0.id == contact.id }) else { return nil }
    let before = pointer
    switch ownership {
    case .first:
      contacts.remove(at: index)
      guard contact.id == owner else { return nil }
      owner = nil
      return Touch(phase, at: contact.position, time: time)
    case .centroid:
      if contacts.count == 1 {
        contacts = []
        return Touch(phase, at: contact.position + -1 * offset, time: time)
      }
      contacts.remove(at: index)
      if let before { offset = center - before }
      return nil
    }
  }
}

extension Point {
  /// Whether the point can be a position on a surface: finite, and closer than `GestureDefaults.farthest`.
  public var isOnSurface: Bool {
    x.magnitude <= GestureDefaults.farthest && y.magnitude <= GestureDefaults.farthest
  }
}
