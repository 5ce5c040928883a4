import DeckProtocol
import Gestures
import Kinetics

extension Engine {
  /// Passes a hardware frame to the arenas of the decks, then redraws each deck that it touched.
  mutating func touch(_ frame: TouchFrame, on surface: String) {
    let noted = interest.contains(.touches) ? publishTouches(frame, on: surface) : nil
    for deck in members.indices { members[deck].touch = TouchProgress(phase: members[deck].deck.phase) }
    // Swapped out of its property, so that it is uniquely referenced while it is filled.
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
    // A finger that presses without moving its card changes nothing visible.
    for deck in members.indices where members[deck].touch.isTouched {
      let (before, follows) = (members[deck].touch, members[deck].deck.followsFinger)
      // Between two contacts of one frame, a motion that was almost at rest may have come to rest.
      let shows = follows || before.hasFollowed || before.isTaken || members[deck].deck.phase != before.phase
      if shows { redraw(deck, input: frame.time) }
    }
  }

  /// Publishes a hardware frame with the decks that its contacts already act on.
  ///
  /// - Returns: the index of the note among the effects.
  private mutating func publishTouches(_ frame: TouchFrame, on surface: String) -> Int {
    var note = TouchNote(frame, surface: surface)
    for member in members {
      guard let session = member.session, session.surface == surface else { continue }
      for index in note.contacts.indices where note.contacts[index].phase != .down {
        if session.holds(note.contacts[index].id) { note.contacts[index].deck = member.deck.definition.id }
      }
    }
    effects.append(.notify(.touch(note)))
    return effects.count - 1
  }

  /// Names the deck that a new contact acts on, in the note of its frame.
  private mutating func setOwner(_ deck: Int, of contact: Contact, in place: Int) {
    guard case .notify(.touch(var note)) = effects[place] else { return }
    effects[place] = .notify(.touch(TouchNote(time: 0, surface: "", contacts: [])))
    for index in note.contacts.indices where note.contacts[index].id == contact.id.rawValue {
      note.contacts[index].deck = members[deck].deck.definition.id
    }
    effects[place] = .notify(.touch(note))
  }

  /// Passes to a deck's arena the contacts of a hardware frame that belong to it, and leaves the others in `bench`.
  ///
  /// - Returns: whether there were any.
  private mutating func follow(_ bench: inout TouchScratchBuffers, at time: Instant, onDeck deck: Int) -> Bool {
    guard members[deck].session != nil else { return false }
    bench.own.removeAll(keepingCapacity: true)
    bench.held.removeAll(keepingCapacity: true)
    bench.held.append(contentsOf: members[deck].session?.contacts ?? [])
    var left = 0
    for reported in bench.others.indices {
      let contact = bench.others[reported]
      guard let place = bench.held.firstIndex(where: { $0.id == contact.id }) else {
        bench.others[left] = contact
        left += 1
        continue
      }
      let last = bench.held[place].position
      // A contact without a position stays at its last one.
      let position = contact.position.isOnSurface ? contact.position : last
      switch contact.phase {
      case .stationary:
        break
      case .moved:
        bench.own.append(Contact(id: contact.id, phase: .moved, position: position))
      case .up:
        // A finger that moved and was lifted in one report still has moved.
        if position != last { bench.own.append(Contact(id: contact.id, phase: .moved, position: position)) }
        bench.own.append(Contact(id: contact.id, phase: .up, position: position))
        bench.held.remove(at: place)
        continue
      case .cancelled:
        bench.own.append(Contact(id: contact.id, phase: .cancelled, position: last))
        bench.held.remove(at: place)
        continue
      case .down:
        // Its up was never reported; a panel that drops one must not freeze the deck.
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
    members[deck].session?.exchangeContacts(&bench.held)
    step(deck, TouchFrame(time: time, contacts: bench.own))
    return true
  }

  /// Gives a contact that came down to the topmost deck whose front card it hits.
  ///
  /// A contact that is not taken is ignored to its end; the deck below does not receive it either (G7).
  ///
  /// - Returns: that deck.
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
      if members[index].session != nil {
        members[index].session?.join(contact)
        step(index, TouchFrame(time: frame.time, contacts: [contact]))
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
    members[deck].session = TouchSession(contact, at: time, on: surface, press: press)
    for kind in press.arena.kinds {
      publishGesture(kind, .possible, GestureValue(startLocation: contact.position, time: time), deck: deck)
    }
    step(deck, TouchFrame(time: time, contacts: [contact]))
  }

  /// Returns why the deck does not take a contact on its front card; `nil` if it does.
  private func refusal(
    of contact: Contact,
    in frame: TouchFrame,
    deck: Int
  ) -> GestureExplanation.IgnoredContact? {
    let member = members[deck].deck
    if let rejection = member.filter.rejection(of: contact, in: frame) { return .filtered(rejection) }
    if member.isAppearing { return .appearing }
    guard !member.joinsContacts else { return nil }
    return members[deck].session?.contacts.first.map { .owned(by: $0.id) }
  }

  /// Gives the arena of a deck's session the next frame of its contacts.
  private mutating func step(_ deck: Int, _ frame: TouchFrame) {
    members[deck].session?.record(frame)
    // A step that this one triggers has reports of its own.
    var reports: [GestureArena.Report] = []
    swap(&reports, &reportBuffer)
    members[deck].session?.arena.handle(frame, into: &reports)
    process(reports, ofDeck: deck)
    reports.removeAll(keepingCapacity: true)
    swap(&reports, &reportBuffer)
    guard members[deck].session?.contacts.isEmpty ?? false, let session = members[deck].session else { return }
    members[deck].session = nil
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

  /// Hands the reports of a deck's recognizers to the deck.
  mutating func process(_ reports: [GestureArena.Report], ofDeck deck: Int) {
    members[deck].session?.record(reports)
    for report in reports {
      guard let place = members[deck].session?.place, let time = members[deck].session?.time else { return }
      publishGesture(report, at: place, time: time, deck: deck)
      if explains { explain(report, ofDeck: deck) }
      apply(members[deck].deck.handle(report, now: clock), to: deck)
      if members[deck].deck.followsFinger { members[deck].touch.hasFollowed = true }
    }
  }

  /// Explains a report, before the deck handles it: that may bring another card to the front.
  private mutating func explain(_ report: GestureArena.Report, ofDeck deck: Int) {
    guard let session = members[deck].session else { return }
    let touch = LastTouch(session, card: members[deck].deck.touchedCard)
    members[deck].lastTouch = touch
    if case .changed = report.transition { return }
    let subject = GestureExplanation.Subject.verdict(report)
    explain(
      subject,
      touch.contact,
      at: touch.place,
      on: touch.surface,
      deck: deck,
      card: touch.card,
      time: report.time
    )
  }

  /// Cancels the contacts on a deck, as a command or a new layout does; they are ignored until they are lifted.
  mutating func cancelTouch(ofDeck deck: Int) {
    guard let cancelled = members[deck].session?.cancelled else { return }
    members[deck].session?.removeContacts()
    step(deck, TouchFrame(time: clock, contacts: cancelled))
  }
}

/// The phase of a deck before a touch frame, and what the frame has done to it so far.
struct TouchProgress: Sendable {
  var phase = DeckPhase.rest
  /// Whether any of the frame's contacts belongs to the deck.
  var isTouched = false
  /// Whether a finger came down on the deck after another one had changed it.
  var isTaken = false
  /// Whether a finger has moved something, even if it released it in the same frame.
  var hasFollowed = false
}

/// The buffers that a touch frame is split into.
struct TouchScratchBuffers: Sendable {
  /// Contacts that belong to no deck so far.
  var others: [Contact] = []
  /// The changes of one deck's contacts.
  var own: [Contact] = []
  /// Those contacts after the changes.
  var held: [Contact] = []

  /// Removes the contents and keeps the capacity.
  mutating func clear() {
    others.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
  }
}

extension GestureValue {
  /// A gesture that has only become possible.
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
