import DeckProtocol
import Gestures
import Kinetics

extension EffectBuffer {
  /// Appends what a recognizer did on the deck with this id, if a client subscribes to gestures.
  mutating func publish(
    _ report: GestureArena.Report,
    at place: Point,
    time: Instant,
    of deck: some TouchableDeck,
    id: String
  ) {
    guard wants(.gestures) else { return }
    let still = GestureValue(startLocation: place, time: time)
    let (phase, value): (GesturePhase, GestureValue)
    switch report.transition {
    case .unchanged: return
    case .began(let reported): (phase, value) = (.began, reported)
    case .changed(let reported): (phase, value) = (.changed, reported)
    case .ended(let reported): (phase, value) = (.ended, reported)
    case .failed: (phase, value) = (.failed, still)
    case .cancelled: (phase, value) = (.cancelled, still)
    }
    publish(report.kind, phase, value, of: deck, id: id)
  }

  /// Appends that gestures became possible for a finger that came down at `place`, if a client subscribes to gestures.
  mutating func publish(
    possible kinds: [GestureKind],
    at place: Point,
    time: Instant,
    of deck: some TouchableDeck,
    id: String
  ) {
    guard wants(.gestures) else { return }
    for kind in kinds { publish(kind, .possible, GestureValue(startLocation: place, time: time), of: deck, id: id) }
  }

  private mutating func publish(
    _ kind: GestureKind,
    _ phase: GesturePhase,
    _ value: GestureValue,
    of deck: some TouchableDeck,
    id: String
  ) {
    let note = GestureNote(
      time: value.time.microseconds,
      deck: id,
      recognizer: kind.rawValue,
      card: deck.touchedCard,
      phase: phase,
      x: value.location.x,
      y: value.location.y,
      velocityX: value.velocity.dx,
      velocityY: value.velocity.dy
    )
    notify(.gesture(note))
  }
}

extension GestureValue {
  /// A gesture that has not moved.
  fileprivate init(startLocation: Point, time: Instant) {
    self.init(startLocation: startLocation, location: startLocation, velocity: .zero, time: time)
  }
}
