public import Kinetics

/// Collects a device's reports for single contacts into one `TouchFrame` per hardware frame.
///
/// A live device and a decoded recording both use it, so that they cannot differ.
public struct TouchFrameAssembler: Equatable, Sendable {
  /// Ordered by id; a contact is listed twice if it came down and was lifted, or the reverse, since the last frame.
  private var contacts: [Contact] = []
  /// The contacts of the last frame; their buffer is reused once the receiver has released the frame.
  private var listed: [Contact] = []
  private var reported = false

  /// An assembler with no contact down.
  public init() {}

  /// Whether any contact is down.
  public var isTouched: Bool {
    contacts.contains { contact in isDown(contact.id) }
  }

  /// A contact went down at `position`; a second down of the same contact is a move.
  public mutating func down(_ id: ContactID, at position: Point) {
    if isDown(id) { return move(id, to: position) }
    insert(Contact(id: id, phase: .down, position: position))
  }

  /// A contact that is down is now at `position`; unknown contacts are ignored.
  public mutating func move(_ id: ContactID, to position: Point) {
    guard let index = contacts.lastIndex(where: { $0.id == id }), isDown(id) else { return }
    reported = true
    contacts[index].position = position
    if contacts[index].phase == .stationary { contacts[index].phase = .moved }
  }

  /// A contact was lifted; unknown contacts are ignored.
  public mutating func up(_ id: ContactID) {
    end(id, as: .up)
  }

  /// A contact was cancelled; unknown contacts are ignored.
  public mutating func cancel(_ id: ContactID) {
    end(id, as: .cancelled)
  }

  /// Cancels every contact: the device is gone.
  public mutating func cancelAll() {
    for id in Set(contacts.map(\.id)) { cancel(id) }
  }

  /// Ends the hardware frame at `time`; `nil` when nothing was reported since the last one.
  public mutating func finish(at time: Instant) -> TouchFrame? {
    guard reported else { return nil }
    let frame = TouchFrame(time: time, contacts: contacts)
    reported = false
    swap(&contacts, &listed)
    contacts.clear()
    for contact in listed where Self.isDown(contact.id, among: listed) && contacts.last?.id != contact.id {
      // For a contact that was lifted and came down again, the later report has the position.
      guard let index = listed.lastIndex(where: { $0.id == contact.id }) else { continue }
      contacts.append(Contact(id: contact.id, phase: .stationary, position: listed[index].position))
    }
    return frame
  }

  private func isDown(_ id: ContactID) -> Bool {
    Self.isDown(id, among: contacts)
  }

  private static func isDown(_ id: ContactID, among contacts: [Contact]) -> Bool {
    switch contacts.last(where: { $0.id == id })?.phase {
    case .down, .moved, .stationary: true
    case .up, .cancelled, nil: false
    }
  }

  private mutating func end(_ id: ContactID, as phase: Contact.Phase) {
    guard isDown(id), let index = contacts.lastIndex(where: { $0.id == id }) else { return }
    reported = true
    if contacts[index].phase == .down {
      // The down is not published yet: the frame contains both, and its receiver decides about them (`TouchFilter`).
      insert(Contact(id: id, phase: phase, position: contacts[index].position))
    } else {
      contacts[index].phase = phase
    }
  }

  private mutating func insert(_ contact: Contact) {
    reported = true
    let place = contacts.firstIndex { $0.id > contact.id } ?? contacts.endIndex
    contacts.insert(contact, at: place)
  }
}
