import DeckProtocol
import Gestures
import Kinetics

extension Engine {
  /// Gives a hardware frame to the fingers' arenas, then shows each deck that it touched.
  mutating func touch(_ frame: TouchFrame, on surface: String) {
    let noted = interest.contains(.touches) ? publishTouches(frame, on: surface) : nil
    for deck in members.indices { members[deck].touch = TouchProgress(phase: members[deck].deck.phase) }
    // Out of its place, so that nobody else has its room while it is filled.
    var bench = TouchScratchBuffers()
    swap(&bench, &touchBuffers)
    bench.others.append(contentsOf: frame.contacts)
    for deck in members.indices where members[deck].deck.definition.surface == surface {
      if follow(&bench, at: frame.time, onDeck: deck) { members[deck].touch.isTouched = true }
    }
    for contact in bench.others where contact.phase == .down {
      guard let deck = begin(contact, in: frame, on: surface) else { continue }
      if let noted { setOwner(deck, of: contact, in: noted) }
      members[deck].touch.isTaken = members[deck].touch.isTouched
      members[deck].touch.isTouched = true
    }
    bench.clear()
    swap(&bench, &touchBuffers)
    // A finger that presses without moving its card shows nothing new.
    for deck in members.indices where members[deck].touch.isTouched {
      let (before, follows) = (members[deck].touch, members[deck].deck.followsFinger)
      // Between one finger and the next, in one frame, what was almost at rest may have come to it.
      let shows = follows || before.hasFollowed || before.isTaken || members[deck].deck.phase != before.phase
      if shows { redraw(deck, input: frame.time) }
    }
  }

  /// Publishes a hardware frame with the decks that its contacts already act on; where the note is among the effects.
  private mutating func publishTouches(_ frame: TouchFrame, on surface: String) -> Int {
    var note = TouchNote(frame, surface: surface)
    for session in sessions where session.surface == surface {
      let deck = members[session.deck].deck.definition.id
      for index in note.contacts.indices where note.contacts[index].phase != .down {
        let id = note.contacts[index].id
        if session.contacts.contains(where: { $0.id.rawValue == id }) { note.contacts[index].deck = deck }
      }
    }
    effects.append(.notify(.touch(note)))
    return effects.count - 1
  }

  /// Names the deck that a contact which came down acts on, in the note of its frame.
  private mutating func setOwner(_ deck: Int, of contact: Contact, in place: Int) {
    guard case .notify(.touch(var note)) = effects[place] else { return }
    effects[place] = .notify(.touch(TouchNote(time: 0, surface: "", contacts: [])))
    for index in note.contacts.indices where note.contacts[index].id == contact.id.rawValue {
      note.contacts[index].deck = members[deck].deck.definition.id
    }
    effects[place] = .notify(.touch(note))
  }

  /// Gives a deck's fingers what a hardware frame has of them, and leaves the others; whether there was any.
  private mutating func follow(_ bench: inout TouchScratchBuffers, at time: Instant, onDeck deck: Int) -> Bool {
    guard let index = session(ofDeck: deck) else { return false }
    bench.own.removeAll(keepingCapacity: true)
    bench.held.removeAll(keepingCapacity: true)
    bench.held.append(contentsOf: sessions[index].contacts)
    var left = 0
    for reported in bench.others.indices {
      let contact = bench.others[reported]
      guard let place = bench.held.firstIndex(where: { $0.id == contact.id }) else {
        bench.others[left] = contact
        left += 1
        continue
      }
      let last = bench.held[place].position
      // A contact without a position is where it was last.
      let position = contact.position.isOnSurface ? contact.position : last
      switch contact.phase {
      case .stationary:
        break
      case .moved:
        bench.own.append(Contact(id: contact.id, phase: .moved, position: position))
      case .up:
        // A finger that moved and left in one report has moved all the same.
        if position != last { bench.own.append(Contact(id: contact.id, phase: .moved, position: position)) }
        bench.own.append(Contact(id: contact.id, phase: .up, position: position))
        bench.held.remove(at: place)
        continue
      case .cancelled:
        bench.own.append(Contact(id: contact.id, phase: .cancelled, position: last))
        bench.held.remove(at: place)
        continue
      case .down:
        // Its up never came; a panel that forgets one must not freeze the deck.
        bench.own.append(Contact(id: contact.id, phase: .cancelled, position: last))
        bench.held.remove(at: place)
        bench.others[left] = contact
        left += 1
        continue
      }
      bench.held[place].position = position
    }
    bench.others.removeLast(bench.others.count - left)
    guard !bench.own.isEmpty else { return false }
    swap(&sessions[index].contacts, &bench.held)
    step(index, TouchFrame(time: time, contacts: bench.own))
    return true
  }

  /// Gives a contact that came down to the topmost deck whose front card it is on; that deck.
  ///
  /// One that is not taken is ignored to its end: it is not for the deck below either (G7).
  private mutating func begin(_ contact: Contact, in frame: TouchFrame, on surface: String) -> Int? {
    // Later decks lie above earlier ones.
    for index in members.indices.reversed() where members[index].deck.definition.surface == surface {
      let corner = members[index].deck.area.origin
      let point = Point(x: contact.position.x - corner.x, y: contact.position.y - corner.y)
      guard members[index].deck.isHit(at: point, now: clock) else { continue }
      if let reason = refusal(of: contact, in: frame, deck: index) {
        explain(
          .ignored(reason),
          contact.id,
          at: contact.position,
          on: surface,
          deck: index,
          card: members[index].deck.touchedCard,
          time: frame.time
        )
        return nil
      }
      if let session = session(ofDeck: index) {
        sessions[session].contacts.append(contact)
        step(session, TouchFrame(time: frame.time, contacts: [contact]))
      } else {
        apply(members[index].deck.giveUpSwipe(now: clock), to: index)
        let press = members[index].deck.press(at: point, now: clock)
        skipMotions(of: index)
        open(press, for: contact, at: frame.time, on: surface, deck: index)
      }
      return index
    }
    let deck = members.lastIndex { member in
      member.deck.definition.surface == surface && member.deck.area.contains(contact.position)
    }
    explain(
      .ignored(.besideTheCard),
      contact.id,
      at: contact.position,
      on: surface,
      deck: deck,
      time: frame.time
    )
    return nil
  }

  private mutating func open(
    _ press: Press,
    for contact: Contact,
    at time: Instant,
    on surface: String,
    deck: Int
  ) {
    var session = Session(contact, at: time, on: surface, deck: deck, arena: press.arena)
    session.suppressed = press.suppressed
    sessions.append(session)
    for kind in press.arena.kinds {
      publishGesture(kind, .possible, GestureValue(startLocation: contact.position, time: time), deck: deck)
    }
    step(sessions.count - 1, TouchFrame(time: time, contacts: [contact]))
  }

  /// Why the deck does not take a contact on its front card; `nil` when it does.
  private func refusal(
    of contact: Contact,
    in frame: TouchFrame,
    deck: Int
  ) -> GestureExplanation.IgnoredContact? {
    let member = members[deck].deck
    if let rejection = member.filter.rejection(of: contact, in: frame) { return .filtered(rejection) }
    if member.isAppearing { return .appearing }
    guard !member.joinsContacts, let session = session(ofDeck: deck) else { return nil }
    return sessions[session].contacts.first.map { .owned(by: $0.id) }
  }

  /// Gives the fingers' arena what they did next.
  private mutating func step(_ index: Int, _ frame: TouchFrame) {
    let deck = sessions[index].deck
    sessions[index].time = frame.time
    for contact in frame.contacts where contact.phase != .down {
      sessions[index].place = contact.position
      if contact.id == sessions[index].contact { sessions[index].contactPlace = contact.position }
    }
    // Out of its place: a step that another brings about has reports of its own.
    var reports: [GestureArena.Report] = []
    swap(&reports, &reportBuffer)
    sessions[index].arena.handle(frame, into: &reports)
    process(reports, ofDeck: deck)
    reports.removeAll(keepingCapacity: true)
    swap(&reports, &reportBuffer)
    if let index = session(ofDeck: deck), sessions[index].contacts.isEmpty {
      let session = sessions.remove(at: index)
      let card = members[deck].deck.touchedCard
      apply(members[deck].deck.endTouches(now: clock), to: deck)
      // Only the lift shows that the contacts were no other gesture.
      guard let gesture = session.suppressed, !session.hasWon, frame.contacts.contains(where: { $0.phase == .up })
      else { return }
      explain(
        .suppressed(gesture),
        session.contact,
        at: session.contactPlace,
        on: session.surface,
        deck: deck,
        card: card,
        time: frame.time
      )
    }
  }

  /// Does to a deck what its fingers' recognizers found.
  mutating func process(_ reports: [GestureArena.Report], ofDeck deck: Int) {
    guard let index = session(ofDeck: deck) else { return }
    let contact = sessions[index].contact
    if reports.contains(where: \.isWon) { sessions[index].hasWon = true }
    for report in reports {
      publishGesture(report, at: sessions[index].place, time: sessions[index].time, deck: deck)
      if explains {
        // What comes of the report may bring another card to the front.
        let touch = LastTouch(sessions[index], card: members[deck].deck.touchedCard)
        members[deck].lastTouch = touch
        if case .changed = report.transition {
        } else {
          let subject = GestureExplanation.Subject.verdict(report)
          explain(subject, contact, at: touch.place, on: touch.surface, deck: deck, card: touch.card, time: report.time)
        }
      }
      apply(members[deck].deck.handle(report, now: clock), to: deck)
      if members[deck].deck.followsFinger { members[deck].touch.hasFollowed = true }
    }
  }

  /// Takes a deck's fingers away, as a command or a new layout does; they are ignored until they are lifted.
  mutating func cancelTouch(ofDeck deck: Int) {
    guard let index = session(ofDeck: deck) else { return }
    let cancelled = sessions[index].contacts.map { Contact(id: $0.id, phase: .cancelled, position: $0.position) }
    sessions[index].contacts = []
    step(index, TouchFrame(time: clock, contacts: cancelled))
  }

  private func session(ofDeck deck: Int) -> Int? {
    sessions.firstIndex { $0.deck == deck }
  }
}

/// How a touch frame found a deck, and what it has done to it so far.
struct TouchProgress: Sendable {
  var phase = DeckPhase.rest
  /// Whether any of its contacts is the deck's.
  var isTouched = false
  /// Whether a finger came down on the deck after another had done something to it.
  var isTaken = false
  /// Whether a finger has moved something, though it may have released it in the same frame.
  var hasFollowed = false
}

/// What a touch frame is taken apart into.
struct TouchScratchBuffers: Sendable {
  /// Contacts that no deck's fingers have so far.
  var others: [Contact] = []
  /// What one deck's fingers did.
  var own: [Contact] = []
  /// Those fingers after it.
  var held: [Contact] = []

  /// Leaves nothing but the room.
  mutating func clear() {
    others.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
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

extension GestureValue {
  /// A gesture that has only begun to be possible.
  fileprivate init(startLocation: Point, time: Instant) {
    self.init(startLocation: startLocation, location: startLocation, velocity: .zero, time: time)
  }
}

extension TouchNote {
  fileprivate init(_ frame: TouchFrame, surface: String) {
    self.init(
      time: frame.time.microseconds,
      surface: surface,
      contacts: frame.contacts.map { contact in
        let phase: Contact.Phase =
          switch contact.phase {
          case .down: .down
          case .moved: .moved
          case .stationary: .stationary
          case .up: .up
          case .cancelled: .cancelled
          }
        return Contact(id: contact.id.rawValue, phase: phase, x: contact.position.x, y: contact.position.y)
      }
    )
  }
}
