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

extension EffectBuffer {
  /// Appends what a gesture of a surface did: its event, if it was performed, and what clients subscribe to.
  mutating func publish(_ report: SurfaceGestureReport, of gesture: SurfaceGesture, on surface: String) {
    let finger = LastTouch(report.contact, at: report.location, on: surface)
    if case .changed = report.phase {
    } else {
      explain(finger.explanation(.surfaceGesture(gesture, report.phase), deck: nil, at: report.time))
    }
    if wants(.gestures), let note = SurfaceGestureNote(report, of: gesture, on: surface) {
      notify(.surfaceGesture(note))
    }
    if case .performed(let value) = report.phase {
      let performed = DeckEvent.Gesture(
        gesture: gesture.name,
        surface: surface,
        kind: gesture.kind,
        fingers: gesture.fingers,
        direction: value.heading?.direction,
        x: value.location.x,
        y: value.location.y
      )
      publish(.gesturePerformed(performed))
    }
  }
}

extension SurfaceGestureNote {
  /// What a gesture did; `nil` for one that never began.
  fileprivate init?(_ report: SurfaceGestureReport, of gesture: SurfaceGesture, on surface: String) {
    let (phase, value): (GesturePhase, SurfaceGestureReport.Value)
    switch report.phase {
    case .failed: return nil
    case .began(let reported): (phase, value) = (.began, reported)
    case .changed(let reported): (phase, value) = (.changed, reported)
    case .performed(let reported): (phase, value) = (.ended, reported)
    case .cancelled(let reported, _): (phase, value) = (.cancelled, reported)
    }
    self.init(
      time: report.time.microseconds,
      surface: surface,
      gesture: gesture.name,
      kind: gesture.kind,
      phase: phase,
      x: value.location.x,
      y: value.location.y,
      progress: value.progress
    )
    (translationX, translationY) = (value.translation.dx, value.translation.dy)
    (velocityX, velocityY) = (value.velocity.dx, value.velocity.dy)
    (scale, rotation) = (value.scale, value.rotation * 180 / .pi)
  }
}

extension SurfaceGesture {
  /// The gesture's kind on the wire.
  var kind: SurfaceGestureKind {
    switch motion {
    case .swipe: .swipe
    case .tap: .tap
    case .hold: .hold
    case .pinch: .pinch
    case .rotate: .rotate
    }
  }
}

extension SurfaceGesture.Heading {
  fileprivate var direction: Direction {
    switch self {
    case .left: .left
    case .right: .right
    case .up: .up
    case .down: .down
    }
  }
}
