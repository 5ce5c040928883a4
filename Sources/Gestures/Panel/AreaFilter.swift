public import Kinetics

/// Ignores contacts that come down outside of a surface, from their start to their end: the panel's active area covers
/// the surface, and the rest of the panel is none of its business.
///
/// A contact that leaves the surface still counts.
public struct AreaFilter: Hashable, Sendable {
  private var ignored: Set<ContactID> = []

  /// A filter without contacts.
  public init() {}

  /// Removes the ignored contacts from `frame`, whose positions are on a surface of `size`.
  public mutating func filter(_ frame: inout TouchFrame, on size: Size) {
    var kept = 0
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      if contact.phase == .down {
        ignored.remove(contact.id)
        if !size.contains(contact.position) { ignored.insert(contact.id) }
      }
      if !ignored.contains(contact.id) {
        frame.contacts[kept] = contact
        kept += 1
      }
      if contact.phase == .up || contact.phase == .cancelled { ignored.remove(contact.id) }
    }
    frame.contacts.removeLast(frame.contacts.count - kept)
  }
}

extension Size {
  fileprivate func contains(_ point: Point) -> Bool {
    (0...width).contains(point.x) && (0...height).contains(point.y)
  }
}
