public import Kinetics

/// Keeps palms and noise from gestures: a contact that it rejects is ignored from its start to its end (I10).
///
/// A contact is evaluated once, in the frame in which it comes down. A contact that the kernel takes for a palm arrives
/// as `cancelled`, and jitter is left to the recognizers (`GestureDefaults.jitter`).
public struct TouchFilter: Equatable, Sendable {
  /// Why a contact is ignored.
  public enum Rejection: Hashable, Sendable {
    /// It came down closer to an edge than `margin` points.
    case nearEdge(distance: Double, margin: Double)
    /// With this contact, `count` are down, more than `limit`: a resting hand.
    case tooMany(count: Int, limit: Int)
    /// It came and went within one hardware frame, and `ignoresGhosts` is set.
    ///
    /// A tap whose frames have almost the same timestamp is not a ghost.
    case ghost
    /// It has no position on any surface.
    case noPosition
  }

  /// The surface, in points.
  public var surface: Size
  /// The margin in points; contacts that come down closer to an edge are ignored; 0 for none.
  public var edgeMargin: Double
  /// The most contacts at once; `nil` for any number.
  ///
  /// More are a resting hand, and the contacts that exceed the limit are ignored.
  public var maximumContacts: Int?
  /// Whether a contact that comes and goes within one hardware frame is ignored.
  ///
  /// Some panels report a tap so, and libinput passes it on; others report noise so.
  public var ignoresGhosts: Bool

  private var ignored: Set<ContactID> = []

  /// A filter of the touches on `surface`.
  public init(surface: Size, edgeMargin: Double = 0, maximumContacts: Int? = nil, ignoresGhosts: Bool = false) {
    self.surface = surface
    self.edgeMargin = edgeMargin
    self.maximumContacts = maximumContacts
    self.ignoresGhosts = ignoresGhosts
  }

  /// Returns why `contact`, which comes down in `frame`, is ignored; `nil` if it counts.
  ///
  /// If a frame's new contacts are too many, all of them are rejected: a hand comes down at once.
  public func rejection(of contact: Contact, in frame: TouchFrame) -> Rejection? {
    let place = contact.position
    guard place.isOnSurface else { return .noPosition }
    if ignoresGhosts, frame.end(of: contact.id) != nil { return .ghost }
    let distance = min(place.x, place.y, surface.width - place.x, surface.height - place.y)
    if edgeMargin > 0, distance < edgeMargin { return .nearEdge(distance: distance, margin: edgeMargin) }
    if let maximumContacts {
      let count = frame.contactsDown.count
      if count > maximumContacts { return .tooMany(count: count, limit: maximumContacts) }
    }
    return nil
  }

  /// The frame without the contacts that are ignored.
  public mutating func filter(_ frame: TouchFrame) -> TouchFrame {
    var kept: [Contact] = []
    for contact in frame.contacts {
      if contact.phase == .down {
        ignored.remove(contact.id)
        if rejection(of: contact, in: frame) != nil { ignored.insert(contact.id) }
      }
      if !ignored.contains(contact.id) { kept.append(contact) }
      if contact.phase == .up || contact.phase == .cancelled { ignored.remove(contact.id) }
    }
    return TouchFrame(time: frame.time, contacts: kept)
  }
}

extension TouchFilter.Rejection: CustomStringConvertible {
  /// The reason in words, with its figures: `4 pt from the edge, margin 10`.
  public var description: String {
    switch self {
    case .nearEdge(let distance, let margin): "\(figure(distance)) pt from the edge, margin \(figure(margin))"
    case .tooMany(let count, let limit): "\(count) contacts at once, limit \(limit)"
    case .ghost: "came and went within one frame"
    case .noPosition: "has no position"
    }
  }
}
