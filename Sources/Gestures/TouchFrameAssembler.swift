public import Kinetics

/// Collects a device's reports for single contacts into one `TouchFrame` a hardware frame.
///
/// Both ways in use it, a live device and a decoded recording, so that they cannot differ.
public struct TouchFrameAssembler: Equatable, Sendable {
  private var contacts: [Contact] = []
  private var reported = false

  /// An assembler with no contact down.
  public init() {}

  /// Whether any contact is down.
  public var isTouched: Bool {
    contacts.contains { $0.phase != .up && $0.phase != .cancelled }
  }

  /// A contact went down at `position`; a second down of the same contact is a move.
  public mutating func down(_ id: ContactID, at position: Point) {
    reported = true
    if let index = contacts.firstIndex(where: { $0.id == id }) {
      contacts[index].phase = contacts[index].phase == .down ? .down : .moved
      contacts[index].position = position
      return
    }
    let place = contacts.firstIndex { $0.id > id } ?? contacts.endIndex
    contacts.insert(Contact(id: id, phase: .down, position: position), at: place)
  }

  /// A contact that is down is now at `position`; unknown contacts are ignored.
  public mutating func move(_ id: ContactID, to position: Point) {
    guard let index = contacts.firstIndex(where: { $0.id == id }) else { return }
    reported = true
    contacts[index].position = position
    if contacts[index].phase == .stationary { contacts[index].phase = .moved }
  }

  /// A contact was lifted; unknown contacts are ignored.
  public mutating func up(_ id: ContactID) {
    end(id, as: .up)
  }

  /// A contact was taken away; unknown contacts are ignored.
  public mutating func cancel(_ id: ContactID) {
    end(id, as: .cancelled)
  }

  /// Every contact is taken away: the device is gone.
  public mutating func cancelAll() {
    for contact in contacts { cancel(contact.id) }
  }

  /// Ends the hardware frame at `time`; `nil` when nothing was reported since the last one.
  public mutating func finish(at time: Instant) -> TouchFrame? {
    guard reported else { return nil }
    let frame = TouchFrame(time: time, contacts: contacts)
    reported = false
    contacts.removeAll { $0.phase == .up || $0.phase == .cancelled }
    for index in contacts.indices { contacts[index].phase = .stationary }
    return frame
  }

  private mutating func end(_ id: ContactID, as phase: Contact.Phase) {
    guard let index = contacts.firstIndex(where: { $0.id == id }) else { return }
    reported = true
    contacts[index].phase = phase
  }
}
