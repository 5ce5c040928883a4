import DeckProtocol
import Gestures
import Kinetics

extension Engine {
  /// Gives a hardware frame to the fingers' arenas, then shows each deck that it touched.
  mutating func touch(_ frame: TouchFrame, on surface: String) {
    if interest.contains(.touches) { effects.append(.notify(.touch(TouchNote(frame, surface: surface)))) }
    let phases = members.map(\.deck.phase)
    var touched: Set<Int> = []
    for contact in frame.contacts {
      if let deck = touch(contact, in: frame, on: surface) { touched.insert(deck) }
    }
    // A finger that presses without moving its card shows nothing new.
    for deck in touched.sorted() where members[deck].deck.phase == .dragging || members[deck].deck.phase != phases[deck]
    {
      redraw(deck, input: frame.time)
    }
  }

  /// The deck that the contact moved, pressed or left.
  private mutating func touch(_ contact: Contact, in frame: TouchFrame, on surface: String) -> Int? {
    let time = frame.time
    let index = sessions.firstIndex { $0.contact == contact.id && $0.surface == surface }
    switch (contact.phase, index) {
    case (.down, nil):
      return begin(contact, in: frame, on: surface)
    case (.down, .some(let lost)):
      // Its up never came; a panel that forgets one must not freeze the deck.
      let deck = sessions[lost].deck
      step(lost, Touch(.cancelled, at: sessions[lost].touch.location, time: time))
      return begin(contact, in: frame, on: surface) ?? deck
    case (.moved, .some(let index)):
      return step(index, Touch(.moved, at: contact.position, time: time))
    case (.up, .some(let index)):
      let last = sessions[index].touch.location
      let location = contact.position.isOnSurface ? contact.position : last
      // A finger that moved and left in one report has moved all the same.
      if location != last { step(index, Touch(.moved, at: location, time: time)) }
      return step(index, Touch(.up, at: location, time: time))
    case (.cancelled, .some(let index)):
      return step(index, Touch(.cancelled, at: sessions[index].touch.location, time: time))
    case (.stationary, _), (.moved, nil), (.up, nil), (.cancelled, nil):
      return nil
    }
  }

  /// Gives a contact that came down to the topmost deck whose front card it is on.
  ///
  /// One that is not taken is ignored to its end: it is not for the deck below either (G7).
  private mutating func begin(_ contact: Contact, in frame: TouchFrame, on surface: String) -> Int? {
    let time = frame.time
    // Later decks lie above earlier ones.
    for index in members.indices.reversed() where members[index].deck.configuration.surface == surface {
      guard isHit(contact, deck: index) else {
        explain(.ignored(.besideTheCard), contact.id, on: surface, deck: index, at: time)
        continue
      }
      if let reason = refusal(of: contact, in: frame, deck: index) {
        explain(.ignored(reason), contact.id, on: surface, deck: index, at: time)
        return nil
      }
      members[index].deck.press(now: clock)
      members[index].owner = contact.id
      let touch = Touch(.down, at: contact.position, time: time)
      let distance = members[index].deck.layout.dragDistance
      let arena = GestureArena(Tap(slop: distance), Drag(minimumDistance: distance))
      sessions.append(Session(contact: contact.id, surface: surface, deck: index, arena: arena, touch: touch))
      for kind in arena.kinds {
        note(kind, .possible, GestureValue(startLocation: contact.position, time: time), deck: index)
      }
      return step(sessions.count - 1, touch)
    }
    return nil
  }

  private func isHit(_ contact: Contact, deck: Int) -> Bool {
    let corner = members[deck].deck.layout.area.origin
    let point = Point(x: contact.position.x - corner.x, y: contact.position.y - corner.y)
    return members[deck].deck.isHit(at: point, now: clock)
  }

  /// Why the deck does not take a contact on its front card; `nil` when it does.
  private func refusal(
    of contact: Contact,
    in frame: TouchFrame,
    deck: Int
  ) -> GestureExplanation.IgnoredContact? {
    if let rejection = members[deck].deck.layout.filter.rejection(of: contact, in: frame) {
      return .filtered(rejection)
    }
    return members[deck].owner.map { .owned(by: $0) }
  }

  /// Gives the contact's arena its next touch; the deck it belongs to.
  @discardableResult
  private mutating func step(_ index: Int, _ touch: Touch) -> Int {
    let (contact, surface, deck) = (sessions[index].contact, sessions[index].surface, sessions[index].deck)
    var touch = touch
    // A contact without a position is where it was last.
    if !touch.location.isOnSurface { touch.location = sessions[index].touch.location }
    sessions[index].touch = touch
    let reports = sessions[index].arena.handle(touch)
    carryOut(reports, of: contact, on: surface)
    if touch.phase == .up || touch.phase == .cancelled { end(contact, on: surface, deck: deck) }
    return deck
  }

  /// Does to the deck what its finger's recognizers found.
  mutating func carryOut(_ reports: [GestureArena.Report], of contact: ContactID, on surface: String) {
    guard let index = sessions.firstIndex(where: { $0.contact == contact && $0.surface == surface }) else { return }
    let deck = sessions[index].deck
    for report in reports {
      note(report, touch: sessions[index].touch, deck: deck)
      if case .changed = report.transition {
      } else {
        explain(.verdict(report), contact, on: surface, deck: deck, at: report.time)
      }
      switch (report.kind, report.transition) {
      case (.drag, .began(let value)), (.drag, .changed(let value)):
        sessions[index].isDragging = true
        members[deck].deck.drag(by: value.translation)
      case (.drag, .ended(let value)):
        sessions[index].isDragging = false
        apply(members[deck].deck.release(velocity: value.velocity, now: clock), to: deck)
      case (.drag, .cancelled) where sessions[index].isDragging:
        sessions[index].isDragging = false
        apply(members[deck].deck.cancel(now: clock), to: deck)
      case (.tap, .ended):
        apply(members[deck].deck.tap(), to: deck)
      case (_, .unchanged), (_, .failed), (.drag, .cancelled), (.tap, .began), (.tap, .changed),
        (.tap, .cancelled), (.longPress, _), (.fling, _), (.pinch, _):
        break
      }
    }
  }

  private mutating func end(_ contact: ContactID, on surface: String, deck: Int) {
    sessions.removeAll { $0.contact == contact && $0.surface == surface }
    members[deck].owner = nil
    apply(members[deck].deck.letGo(now: clock), to: deck)
  }

  /// Takes the deck's finger away, as a command or a new layout does; the finger is ignored until it is lifted.
  mutating func cancelTouch(of deck: Int) {
    guard let index = sessions.firstIndex(where: { $0.deck == deck }) else { return }
    step(index, Touch(.cancelled, at: sessions[index].touch.location, time: clock))
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
