import DeckProtocol
import Gestures
import Kinetics

/// The fingers on a deck: their session, and what the touch frame being handled has done to the deck.
struct DeckTouch: Sendable {
  /// The contacts on the deck; `nil` while there are none.
  private(set) var session: TouchSession?
  /// The finger that was last on the deck, for later explanations of its effects.
  private(set) var last: LastTouch?
  /// The phase of the deck before the frame.
  private var phase = DeckPhase.rest
  /// Whether any of the frame's contacts belongs to the deck.
  private var isTouched = false
  /// Whether a finger came down on the deck after another one had changed it.
  private var isTaken = false
  /// Whether a finger has moved something, even if it released it in the same frame, or changed how it is drawn.
  private var hasFollowed = false
  /// The buffer for the reports of recognizers.
  private var reports: [GestureArena.Report] = []

  /// Whether any contact is on the deck.
  var isOpen: Bool { session != nil }

  /// Begins a touch frame of a deck in `phase`.
  mutating func beginFrame(phase: DeckPhase) {
    (self.phase, isTouched, isTaken, hasFollowed) = (phase, false, false, false)
  }

  /// Returns whether the frame changed the picture of the deck.
  ///
  /// A finger that presses without moving its card changes nothing visible. Between two contacts of one frame, a motion
  /// that was almost at rest may have come to rest.
  func changesPicture(of deck: some TouchableDeck) -> Bool {
    isTouched && (deck.followsFinger || hasFollowed || isTaken || deck.phase != phase)
  }

  /// Records that the frame moved contacts of the deck.
  mutating func recordMove() { isTouched = true }

  /// Records that a contact of the frame came down on the deck.
  mutating func recordDown() { (isTaken, isTouched) = (isTouched, true) }

  /// Records that a finger moves something, or changes how it is drawn.
  mutating func recordFollowing() { hasFollowed = true }

  /// Records which card the finger of the session is on.
  mutating func recordCard(_ card: String?) {
    if let session { last = LastTouch(session, card: card) }
  }

  /// Begins the session of the first contact.
  mutating func open(_ session: TouchSession) { self.session = session }

  /// Adds a contact that comes down beside the others.
  mutating func join(_ contact: Contact) { session?.join(contact) }

  /// Exchanges the contacts that are down, so that both sides keep their buffers.
  mutating func exchangeContacts(_ contacts: inout [Contact]) { session?.exchangeContacts(&contacts) }

  /// Removes every contact, and returns them as cancelled ones.
  mutating func cancelContacts() -> [Contact]? {
    guard let cancelled = session?.cancelled else { return nil }
    session?.removeContacts()
    return cancelled
  }

  /// Ends the session.
  ///
  /// - Returns: the session, if there was one.
  mutating func close() -> TouchSession? {
    defer { session = nil }
    return session
  }

  /// Gives the recognizers the next frame of the contacts.
  ///
  /// - Returns: their reports, in a buffer that `recycle` takes back.
  mutating func handle(_ frame: TouchFrame) -> [GestureArena.Report] {
    var reports: [GestureArena.Report] = []
    swap(&reports, &self.reports)
    session?.record(frame)
    session?.handle(frame, into: &reports)
    session?.record(reports)
    return reports
  }

  /// Takes the buffer of reports back.
  mutating func recycle(_ reports: consuming [GestureArena.Report]) {
    reports.clear()
    self.reports = reports
  }

  /// Performs what is due of the recognizers at `due`.
  mutating func deadlineReached(at due: Instant) -> [GestureArena.Report] {
    let reports = session?.deadlineReached(at: due) ?? []
    session?.record(reports)
    return reports
  }
}

/// A finger that is or was on a deck.
struct LastTouch: Equatable, Sendable {
  var contact: ContactID
  var place: Point
  var surface: String
  /// The card that it was on.
  var card: String?

  init(_ contact: ContactID, at place: Point, on surface: String, card: String? = nil) {
    (self.contact, self.place, self.surface, self.card) = (contact, place, surface, card)
  }

  /// The first finger of a session, where it was last.
  init(_ session: TouchSession, card: String?) {
    (contact, place, surface, self.card) = (session.contact, session.contactPlace, session.surface, card)
  }

  /// Returns an explanation of the finger's effect; `deck` is `nil` outside all decks.
  func explanation(_ subject: GestureExplanation.Subject, deck: String?, at time: Instant) -> GestureExplanation {
    GestureExplanation(
      time: time,
      contact: contact,
      surface: surface,
      position: place,
      deck: deck,
      card: card,
      subject: subject
    )
  }
}
