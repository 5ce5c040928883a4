package import Gestures

/// The contacts of a panel that are passed on to other programs: from the moment they come down, to their end.
package struct PassedContacts {
  private var passed: Set<ContactID> = []
  private var changes: [Contact] = []

  package init() {}

  /// What a frame reports of the contacts that are passed on; `isTaken` says whether one that comes down is a deck's.
  package mutating func follow(_ frame: TouchFrame, isTaken: (ContactID) -> Bool) -> [Contact] {
    changes.removeAll(keepingCapacity: true)
    for contact in frame.contacts {
      switch contact.phase {
      case .down:
        // A down without an up before it ends the contact that had the slot.
        if passed.remove(contact.id) != nil {
          changes.append(Contact(id: contact.id, phase: .cancelled, position: contact.position))
        }
        guard !isTaken(contact.id) else { continue }
        passed.insert(contact.id)
        changes.append(contact)
      case .moved: if passed.contains(contact.id) { changes.append(contact) }
      case .stationary: break
      case .up, .cancelled: if passed.remove(contact.id) != nil { changes.append(contact) }
      }
    }
    return changes
  }
}
