import DeckReplay
import Gestures
import Kinetics

/// The contacts of a recording, while it is made.
struct RecordedContacts {
  /// A contact of the touch that is made, or of the last one.
  struct Row: Equatable {
    let id: ContactID
    /// In fractions of the panel.
    var position: Point
    let begin: Instant
    /// When it left; `nil` while it is down.
    var end: Instant?
    /// How often the panel has reported it.
    var reports: Int
  }

  /// In the order in which they came down.
  private(set) var rows: [Row] = []
  /// How often the panel was touched, by whatever number of contacts.
  private(set) var touches = 0
  private(set) var frames = 0

  /// Contacts that are down.
  var held: Int { rows.count { $0.end == nil } }

  /// Adds the contacts of a hardware frame.
  mutating func take(_ frame: TouchFrame) {
    frames += 1
    for contact in frame.contacts {
      switch contact.phase {
      case .down:
        if held == 0 {
          rows = []
          touches += 1
        }
        rows.append(Row(id: contact.id, position: contact.position, begin: frame.time, reports: 1))
      case .moved:
        change(contact) { row in
          row.position = contact.position
          row.reports += 1
        }
      case .up, .cancelled: change(contact) { $0.end = frame.time }
      case .stationary: break
      }
    }
  }

  private mutating func change(_ contact: Contact, _ change: (inout Row) -> Void) {
    guard let place = rows.firstIndex(where: { $0.id == contact.id && $0.end == nil }) else { return }
    change(&rows[place])
  }
}
