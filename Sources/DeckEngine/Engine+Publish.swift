import DeckProtocol
import Gestures
import Kinetics

extension Engine {
  /// Numbers, stamps and publishes what happened to a deck.
  ///
  /// With reduced motion, the animations that this started are at their end at once.
  mutating func apply(_ outcomes: [DeckOutcome], to index: Int) {
    publish(outcomes, of: index)
    skipMotions(of: index)
  }

  mutating func publish(_ outcomes: [DeckOutcome], of index: Int) {
    for outcome in outcomes {
      switch outcome {
      case .event(let kind, let counts):
        publish(kind, counts: counts, of: index)
        if let words = members[index].deck.announcement(of: kind) { publish(words, of: index) }
      case .haptic(let kind):
        guard interest.contains(.haptics), members[index].deck.settings.haptics else { continue }
        let deck = members[index].deck.definition.id
        effects.append(.notify(.haptic(HapticNote(time: clock.microseconds, deck: deck, kind: kind))))
      case .ask(let ticket, let question): questions.append(.ask(ticket: ticket, question))
      case .decided(let error):
        guard let ticket = members[index].waiting else { continue }
        members[index].waiting = nil
        effects.append(.answer(ticket: ticket, error.map { .failed($0) } ?? .done(sequence: sequence)))
      case .explain(let subject): explain(subject, ofDeck: index)
      case .undecided, .redraw: break
      }
    }
  }

  /// Publishes an event with `counts`, or with those that the deck has now.
  mutating func publish(_ kind: DeckEvent.Kind, counts: DeckCounts? = nil, of index: Int) {
    sequence += 1
    let event = DeckEvent(
      sequence: sequence,
      time: clock.microseconds,
      deck: members[index].deck.definition.id,
      kind: kind,
      counts: counts ?? members[index].deck.counts
    )
    effects.append(.notify(.event(event)))
  }

  /// Publishes a frame of a deck in its current state, for a client that only has an earlier one.
  package mutating func show(_ id: String) -> [EngineEffect] {
    effects.removeAll(keepingCapacity: true)
    if let index = index(of: id) { redraw(index, input: nil) }
    return drainEffects()
  }

  /// Publishes a frame now, from which ticks are counted.
  mutating func redraw(_ index: Int, input: Instant?) {
    // A touch that was in transit during a tick is shown no earlier than the tick.
    let now = max(clock, members[index].frames.last)
    members[index].frames.restart(at: now)
    emitFrame(of: index, at: now, input: input)
  }

  mutating func emitFrame(of index: Int, at now: Instant, input: Instant?) {
    guard interest.contains(.frames) else { return }
    let deck = members[index].deck
    // The last frame may be among the same effects: this one reuses the buffer of the frame before it.
    members[index].canvas.turn()
    let picture = deck.picture(at: now, on: &members[index].canvas.cards)
    let accessibility = deck.accessibility(among: picture.cards, like: members[index].canvas.actions)
    members[index].canvas.actions = accessibility?.actions ?? []
    let frame = DeckFrame(
      deck: deck.definition.id,
      number: members[index].frames.count(at: now),
      time: now.microseconds,
      input: input?.microseconds,
      phase: deck.phase,
      current: deck.current,
      count: deck.cards.count,
      cards: picture.cards,
      drag: picture.drag,
      overlay: picture.overlay,
      detail: picture.detail,
      fan: picture.fan,
      accessibility: accessibility
    )
    effects.append(.notify(.frame(frame)))
  }

  /// Returns when the deck's next frame is due by itself; `nil` while nothing moves or no client subscribes to frames.
  func nextTick(of index: Int) -> Instant? {
    guard interest.contains(.frames), members[index].deck.isMoving else { return nil }
    return max(members[index].frames.next(refresh: surface(of: index).refresh), clock)
  }

  /// Publishes what a recognizer did.
  mutating func publishGesture(_ report: GestureArena.Report, at place: Point, time: Instant, deck: Int) {
    let still = GestureValue(startLocation: place, location: place, velocity: .zero, time: time)
    switch report.transition {
    case .unchanged: break
    case .began(let value): publishGesture(report.kind, .began, value, deck: deck)
    case .changed(let value): publishGesture(report.kind, .changed, value, deck: deck)
    case .ended(let value): publishGesture(report.kind, .ended, value, deck: deck)
    case .failed: publishGesture(report.kind, .failed, still, deck: deck)
    case .cancelled: publishGesture(report.kind, .cancelled, still, deck: deck)
    }
  }

  /// Publishes the explanation of a touch, if a client subscribes to it; `deck` is `nil` outside all decks.
  mutating func explain(
    _ subject: GestureExplanation.Subject,
    _ contact: ContactID,
    at position: Point,
    on surface: String,
    deck: Int?,
    card: String? = nil,
    time: Instant
  ) {
    guard explains else { return }
    let explanation = GestureExplanation(
      time: time,
      contact: contact,
      surface: surface,
      position: position,
      deck: deck.map { members[$0].deck.definition.id },
      card: card,
      subject: subject
    )
    effects.append(.explain(explanation))
  }

  /// Publishes an explanation of the touch that a deck has, or had last.
  private mutating func explain(_ subject: GestureExplanation.Subject, ofDeck deck: Int) {
    guard explains else { return }
    guard let touch = members[deck].lastTouch else { return }
    let time = members[deck].session?.time ?? clock
    explain(subject, touch.contact, at: touch.place, on: touch.surface, deck: deck, card: touch.card, time: time)
  }

  mutating func publishGesture(_ kind: GestureKind, _ phase: GesturePhase, _ value: GestureValue, deck: Int) {
    guard interest.contains(.gestures) else { return }
    let note = GestureNote(
      time: value.time.microseconds,
      deck: members[deck].deck.definition.id,
      recognizer: kind.rawValue,
      card: members[deck].deck.touchedCard,
      phase: phase,
      x: value.location.x,
      y: value.location.y,
      velocityX: value.velocity.dx,
      velocityY: value.velocity.dy
    )
    effects.append(.notify(.gesture(note)))
  }
}
