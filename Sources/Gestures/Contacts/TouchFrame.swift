public import Kinetics

/// Names one contact among those that are down at the same time; reused after it has ended.
public struct ContactID: Hashable, Comparable, Sendable {
  /// The number: a device's slot, or a slot among several devices' slots.
  public var rawValue: Int

  /// The contact with this number.
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Orders contacts by their numbers.
  public static func < (left: ContactID, right: ContactID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One finger in one hardware frame.
public struct Contact: Hashable, Sendable {
  /// What happened to the contact in this frame.
  public enum Phase: Hashable, Sendable {
    /// It came down.
    case down
    /// The device reported it again.
    case moved
    /// Down, and not reported by the device in this frame.
    case stationary
    /// It was lifted.
    case up
    /// Cancelled (palm, device removed, suspend, grab lost): never an up.
    case cancelled
  }

  /// Which contact.
  public var id: ContactID
  /// What happened to it.
  public var phase: Phase
  /// Where the contact is; for `up` and `cancelled`, where it was last.
  public var position: Point

  /// A contact with its phase and its position.
  public init(id: ContactID, phase: Phase, position: Point) {
    self.id = id
    self.phase = phase
    self.position = position
  }
}

/// All contacts of one panel in one hardware frame, at the kernel's timestamp.
///
/// Positions are in the panel's unit square (0 ≤ x, y < 1, unrotated) as a device reports them, and in points once
/// `PanelGeometry` has mapped them to a surface.
public struct TouchFrame: Hashable, Sendable {
  /// The kernel's timestamp of the frame.
  public var time: Instant
  /// Every contact that is down or that ended in this frame, ordered by id.
  ///
  /// A contact is listed twice, in order, if its down and its up came in the same frame.
  public var contacts: [Contact]

  /// A frame of `contacts`, which are ordered by id, at `time`.
  public init(time: Instant, contacts: [Contact]) {
    self.time = time
    self.contacts = contacts
  }

  /// The contacts that are down after the frame, each as it was last listed, ordered by id.
  public var contactsDown: [Contact] {
    contacts.indices.filter { index in
      let contact = contacts[index]
      // The entries of a contact that is listed twice are neighbors.
      let isLast = index + 1 == contacts.count || contacts[index + 1].id != contact.id
      return isLast && contact.phase != .up && contact.phase != .cancelled
    }.map { contacts[$0] }
  }

  /// The end of `contact` in the frame; `nil` if it is down after the frame.
  ///
  /// A contact that comes down may end in the same frame: a panel may report a whole tap at once.
  package func end(of contact: ContactID) -> Contact? {
    contacts.last { $0.id == contact }.flatMap { $0.phase == .up || $0.phase == .cancelled ? $0 : nil }
  }
}
