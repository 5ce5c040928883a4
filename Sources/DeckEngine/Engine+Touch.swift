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
      if let deck = touch(contact, at: frame.time, on: surface) { touched.insert(deck) }
    }
    // A finger that presses without moving its card shows nothing new.
    for deck in touched.sorted() where members[deck].deck.phase == .dragging || members[deck].deck.phase != phases[deck]
    {
      redraw(deck, input: frame.time)
    }
  }

  /// The deck that the contact moved, pressed or left.
  private mutating func touch(_ contact: Contact, at time: Instant, on surface: String) -> Int? {
    let index = sessions.firstIndex { $0.contact == contact.id && $0.surface == surface }
    switch (contact.phase, index) {
    case (.down, nil):
      return begin(contact, at: time, on: surface)
    case (.down, .some(let lost)):
      // Its up never came; a panel that forgets one must not freeze the deck.
      let deck = sessions[lost].deck
      step(lost, Touch(.cancelled, at: sessions[lost].touch.location, time: time))
      return begin(contact, at: time, on: surface) ?? deck
    case (.moved, .some(let index)):
      guard contact.position.isFinite else { return nil }
      return step(index, Touch(.moved, at: contact.position, time: time))
    case (.up, .some(let index)):
      let last = sessions[index].touch.location
      let location = contact.position.isFinite ? contact.position : last
      // A finger that moved and left in one report has moved all the same.
      if location != last { step(index, Touch(.moved, at: location, time: time)) }
      return step(index, Touch(.up, at: location, time: time))
    case (.cancelled, .some(let index)):
      return step(index, Touch(.cancelled, at: sessions[index].touch.location, time: time))
    case (.stationary, _), (.moved, nil), (.up, nil), (.cancelled, nil):
      return nil
    }
  }

  private mutating func begin(_ contact: Contact, at time: Instant, on surface: String) -> Int? {
    guard contact.position.isFinite else { return nil }
    // Later decks lie above earlier ones.
    for index in members.indices.reversed() where members[index].deck.configuration.surface == surface {
      let corner = members[index].deck.layout.area.origin
      let point = Point(x: contact.position.x - corner.x, y: contact.position.y - corner.y)
      guard members[index].deck.isHit(at: point, now: clock) else { continue }
      // The card is another finger's: this one is not for the deck below either (G7).
      guard members[index].owner == nil else { return nil }
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

  /// Gives the contact's arena its next touch; the deck it belongs to.
  @discardableResult
  private mutating func step(_ index: Int, _ touch: Touch) -> Int {
    let (contact, surface, deck) = (sessions[index].contact, sessions[index].surface, sessions[index].deck)
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

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
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
