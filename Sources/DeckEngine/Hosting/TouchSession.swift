import Gestures
import Kinetics

/// The contacts on a deck, from the first one's down to the last one's up, and the recognizers that compete for them.
///
/// There is one contact, unless the deck follows several (G7).
struct TouchSession: Equatable, Sendable {
  /// How far a contact that nobody moves may tremble, in points.
  ///
  /// A drop of water does, by several units of a panel of 10 units per millimeter, which are 0.64 pt each. A hand that
  /// holds a card for seconds moves more.
  private static let trembling = 5.0

  let surface: String
  /// The contact that came down first.
  let contact: ContactID
  /// A gesture that the contacts cannot make.
  let suppressed: GestureExplanation.SuppressedGesture?
  private var arena: GestureArena
  /// The contacts that are down, each where it was last, in the order in which they came down.
  private(set) var contacts: [Contact]
  /// Where the first contact was last.
  private(set) var contactPlace: Point
  /// Where and when any of the contacts was last reported.
  private(set) var place: Point
  private(set) var time: Instant
  /// Where the first contact was when any of them last moved by more than `trembling`, and when that was.
  private var rest: Point
  private(set) var changed: Instant
  /// Whether one of the recognizers has won.
  private(set) var hasWon = false

  /// The session of a contact that comes down on a deck.
  init(_ contact: Contact, at time: Instant, on surface: String, press: Press) {
    self.surface = surface
    self.contact = contact.id
    suppressed = press.suppressed
    arena = press.arena
    contacts = [contact]
    place = contact.position
    contactPlace = contact.position
    self.time = time
    (rest, changed) = (contact.position, time)
  }

  /// How long no contact has moved, in seconds, while no recognizer waits for time to pass.
  func stillness(at now: Instant) -> Double? { deadline == nil ? now.seconds(since: changed) : nil }

  /// When `deadlineReached(at:)` must be called next; `nil` while no recognizer waits.
  var deadline: Instant? { arena.deadline }

  /// Every contact, as it is cancelled.
  var cancelled: [Contact] { contacts.map { Contact(id: $0.id, phase: .cancelled, position: $0.position) } }

  /// Whether a contact is one of those that are down.
  func holds(_ id: Int) -> Bool { contacts.contains { $0.id.rawValue == id } }

  /// Adds a contact that comes down beside the others.
  mutating func join(_ contact: Contact) {
    contacts.append(contact)
  }

  /// Exchanges the contacts that are down, so that both sides keep their buffers.
  mutating func exchangeContacts(_ others: inout [Contact]) {
    swap(&contacts, &others)
  }

  /// Removes every contact.
  mutating func removeContacts() {
    contacts = []
  }

  /// Gives the recognizers the next frame of the contacts, whose reports are appended to `reports`.
  mutating func handle(_ frame: TouchFrame, into reports: inout [GestureArena.Report]) {
    arena.handle(frame, into: &reports)
  }

  /// Performs what is due of the recognizers at `due`.
  mutating func deadlineReached(at due: Instant) -> [GestureArena.Report] { arena.deadlineReached(at: due) }

  /// Records when and where the contacts of a frame were reported.
  mutating func record(_ frame: TouchFrame) {
    time = frame.time
    for contact in frame.contacts where contact.phase != .down {
      place = contact.position
      if contact.id != self.contact || (place - rest).length > Self.trembling {
        if contact.id == self.contact { rest = place }
        changed = frame.time
      }
      if contact.id == self.contact { contactPlace = contact.position }
    }
  }

  /// Records whether a recognizer won.
  mutating func record(_ reports: [GestureArena.Report]) {
    if reports.contains(where: \.isWon) { hasWon = true }
  }
}

extension GestureArena.Report {
  /// Whether the recognizer began its gesture, or recognized it whole.
  fileprivate var isWon: Bool {
    switch transition {
    case .began, .ended: true
    case .unchanged, .changed, .failed, .cancelled: false
    }
  }
}
