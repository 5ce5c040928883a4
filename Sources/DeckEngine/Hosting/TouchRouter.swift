import DeckProtocol
package import Gestures
import Kinetics

/// Splits the touch frames of a surface by what their contacts belong to: a deck, a gesture of the surface, or nothing.
///
/// Its buffers, but for `hits`, are empty between two frames, and keep their capacity.
package struct TouchRouter: Sendable {
  /// The contacts of the frame that belong to no deck so far.
  package private(set) var unclaimed: [Contact] = []
  /// The changes of the contacts of the last deck that claimed its own.
  package private(set) var changes: [Contact] = []
  /// The contacts of that deck after the changes.
  package private(set) var held: [Contact] = []
  /// The contacts that came down in the last frame, and that no other program receives: on a deck, also those that it
  /// refused, or on a surface that slept.
  private(set) var hits: [ContactID] = []

  package init() {}

  /// Passes a touch frame on to what its contacts belong to, then redraws each deck that it changed.
  mutating func route(
    _ frame: TouchFrame,
    on surface: HostedSurface,
    to decks: [HostedDeck],
    into effects: inout EffectBuffer
  ) {
    var frame = frame
    hits.clear()
    hits += surface.filter(&frame, into: &effects)
    guard !frame.contacts.isEmpty else { return }
    let note = effects.wants(.touches) ? effects.publish(.init(frame, on: surface, with: decks)) : nil
    for deck in decks { deck.beginTouchFrame() }
    begin(frame)
    for deck in decks where deck.surface.name == surface.name {
      guard let contacts = deck.contacts, claim(contacts) else { continue }
      deck.follow(TouchFrame(time: frame.time, contacts: changes), leaving: &held, into: &effects)
    }
    surface.follow(unclaimed, at: frame.time, into: &effects)
    for contact in unclaimed where contact.phase == .down {
      // Edges and corners come before decks, and the rest of the surface after them, while no finger is on a deck.
      if surface.isNeeded, surface.wants(contact, beforeDecks: true) {
        surface.take(contact, in: frame, into: &effects)
        continue
      }
      // Later decks lie above earlier ones.
      let now = effects.clock
      guard let deck = decks.last(where: { $0.surface.name == surface.name && $0.isHit(by: contact, now: now) }) else {
        let isOnDeck = decks.contains { $0.surface.name == surface.name && $0.contacts != nil }
        if !isOnDeck, surface.wants(contact, beforeDecks: false) {
          surface.take(contact, in: frame, into: &effects)
        } else {
          explainMiss(of: contact, in: frame, on: surface.name, decks, into: &effects)
        }
        continue
      }
      hits.append(contact.id)
      // One that is refused is ignored to its end; the deck below does not receive it either (G7).
      guard deck.accept(contact, in: frame, into: &effects) else { continue }
      surface.yieldToDeck(at: frame.time, into: &effects)
      if let note { effects.setOwner(deck.id, of: contact.id.rawValue, inNoteAt: note) }
      guard let end = frame.end(of: contact.id) else { continue }
      held.clear()
      held.append(contentsOf: (deck.contacts ?? []).filter { $0.id != end.id })
      deck.follow(TouchFrame(time: frame.time, contacts: [end]), leaving: &held, into: &effects)
    }
    end()
    for deck in decks { deck.endTouchFrame(at: frame.time, into: &effects) }
  }

  /// Begins a frame, whose contacts belong to no deck yet.
  package mutating func begin(_ frame: TouchFrame) { unclaimed.append(contentsOf: frame.contacts) }

  /// Empties the buffers.
  package mutating func end() {
    unclaimed.clear()
    changes.clear()
    held.clear()
  }

  /// Moves what the frame reports about a deck's `contacts` from `unclaimed` to `changes`, and sets `held`.
  ///
  /// - Returns: whether it reports any change.
  package mutating func claim(_ contacts: [Contact]) -> Bool {
    changes.clear()
    held.clear()
    held.append(contentsOf: contacts)
    var left = 0
    for index in unclaimed.indices {
      let contact = unclaimed[index]
      if !claim(contact) {
        unclaimed[left] = contact
        left += 1
      }
    }
    while unclaimed.count > left { unclaimed.removeLast() }
    return !changes.isEmpty
  }

  /// Claims a contact if it is one of those held.
  ///
  /// - Returns: whether it is.
  private mutating func claim(_ contact: Contact) -> Bool {
    guard let place = held.firstIndex(where: { $0.id == contact.id }) else { return false }
    let last = held[place].position
    // A contact without a position stays at its last one.
    let position = contact.position.isOnSurface ? contact.position : last
    switch contact.phase {
    case .stationary:
      break
    case .moved:
      changes.append(Contact(id: contact.id, phase: .moved, position: position))
    case .up:
      // A finger that moved and was lifted in one report still has moved.
      if position != last { changes.append(Contact(id: contact.id, phase: .moved, position: position)) }
      changes.append(Contact(id: contact.id, phase: .up, position: position))
      held.remove(at: place)
      return true
    case .cancelled, .down:
      changes.append(Contact(id: contact.id, phase: .cancelled, position: last))
      held.remove(at: place)
      // The up before a down was never reported; a panel that drops one must not freeze the deck.
      return contact.phase == .cancelled
    }
    held[place].position = position
    return true
  }

  /// Explains that a contact came down where no deck has a card, and no gesture begins.
  private func explainMiss(
    of contact: Contact,
    in frame: TouchFrame,
    on surface: String,
    _ decks: [HostedDeck],
    into effects: inout EffectBuffer
  ) {
    guard effects.explains else { return }
    let deck = decks.last { $0.surface.name == surface && $0.contains(contact) }
    let finger = LastTouch(contact.id, at: contact.position, on: surface)
    effects.explain(finger.explanation(.ignored(.besideTheCard), deck: deck?.id, at: frame.time))
  }
}

extension TouchNote {
  /// A touch frame, with what its contacts already belong to.
  fileprivate init(_ frame: TouchFrame, on surface: HostedSurface, with decks: [HostedDeck]) {
    self.init(
      time: frame.time.microseconds,
      surface: surface.name,
      contacts: frame.contacts.map { contact in
        let phase: Contact.Phase =
          switch contact.phase {
          case .down: .down
          case .moved: .moved
          case .stationary: .stationary
          case .up: .up
          case .cancelled: .cancelled
          }
        var noted = Contact(id: contact.id.rawValue, phase: phase, x: contact.position.x, y: contact.position.y)
        noted.isTaken = surface.keeps(contact)
        return noted
      }
    )
    for deck in decks where deck.surface.name == surface.name {
      guard let held = deck.contacts else { continue }
      setOwner(deck.id) { contact in contact.phase != .down && held.contains { $0.id.rawValue == contact.id } }
    }
  }
}
