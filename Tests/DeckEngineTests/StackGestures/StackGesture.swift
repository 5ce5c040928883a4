import DeckEngine
import DeckReplay
import Gestures
import Kinetics

/// What fingers do to a stack, by its name on the page.
enum StackGesture: String, CaseIterable, Sendable {
  case tap
  case press
  case dragUp = "drag up"
  case dragDown = "drag down"
  case dragLeft = "drag left"
  case dragRight = "drag right"
  case pull
  case pinch
  case secondFinger = "second finger"
  case lift
  case cancel
  case panelLost = "panel lost"

  /// Whether it means anything in a state: what is not down cannot be lifted.
  func exists(in state: StackState) -> Bool {
    self != .lift || state.hasFinger
  }

  /// Where the stack is when it begins: at its top where that is what the gesture is about.
  var offset: Double { self == .pull ? 0 : 300 }

  /// The way of the first finger, in points: a little across, so that a deck that scrolls across shows it, too.
  private var way: Vector {
    switch self {
    case .dragUp, .secondFinger: Vector(dx: -30, dy: -110)
    case .dragDown: Vector(dx: -30, dy: 250)
    case .dragLeft: Vector(dx: -180, dy: -30)
    case .dragRight: Vector(dx: 180, dy: -30)
    // From anywhere to beyond the top.
    case .pull: Vector(dx: -30, dy: 640)
    case .pinch: Vector(dx: 0, dy: -40)
    case .tap, .press, .lift, .cancel, .panelLost: .zero
    }
  }

  /// What a finger or two do from `start` on; all of them are gone at the end of one that began with it.
  func frames(in state: StackState, at start: Instant) -> [TouchFrame] {
    let spot = state.spot
    var fingers = Fingers(start)
    guard !state.hasFinger else {
      resume(&fingers, from: spot, isPinching: state == .pinching)
      return fingers.frames
    }
    fingers.report(0, .down, self == .pull ? Point(x: spot.x, y: 130) : spot)
    switch self {
    case .tap: fingers.wait(100)
    case .press: fingers.wait(600)
    case .dragUp, .dragDown, .dragLeft, .dragRight, .pull:
      fingers.move([(0, way)], in: 300)
      fingers.wait(150)
    case .pinch:
      fingers.report(1, .down, spot + Vector(dx: 0, dy: 100))
      fingers.move([(0, way), (1, Vector(dx: 0, dy: 40))], in: 200)
      fingers.wait(50)
    case .secondFinger:
      fingers.report(1, .down, spot + Vector(dx: 120, dy: 0))
      fingers.move([(0, way), (1, way)], in: 200)
      fingers.wait(150)
    case .panelLost:
      fingers.report(1, .down, spot + Vector(dx: 120, dy: 0))
      fingers.wait(30)
    case .cancel, .lift: fingers.wait(30)
    }
    fingers.leave(self == .cancel || self == .panelLost ? .cancelled : .up)
    return fingers.frames
  }

  /// What the finger that is down does next, and what another one does beside it.
  private func resume(_ fingers: inout Fingers, from spot: Point, isPinching: Bool) {
    fingers.places = [0: spot]
    if isPinching { fingers.places[1] = Point(x: 200, y: 500) }
    let other = isPinching ? 2 : 1
    let beside = spot + Vector(dx: 60, dy: 60)
    switch self {
    case .tap:
      fingers.report(other, .down, beside)
      fingers.wait(100)
      fingers.report(other, .up, beside)
    case .press: fingers.wait(600)
    case .dragUp, .dragDown, .dragLeft, .dragRight: fingers.move([(0, way)], in: 300)
    case .pull: fingers.move([(0, Vector(dx: -30, dy: 300))], in: 300)
    case .pinch:
      if !isPinching { fingers.report(1, .down, spot + Vector(dx: 0, dy: 100)) }
      fingers.move([(0, way), (1, Vector(dx: 0, dy: 40))], in: 200)
    case .secondFinger:
      fingers.report(other, .down, beside)
      fingers.move([(other, Vector(dx: 0, dy: 150))], in: 200)
      fingers.report(other, .up, beside + Vector(dx: 0, dy: 150))
    case .lift: fingers.leave(.up, only: 0)
    case .cancel: fingers.leave(.cancelled, only: 0)
    case .panelLost:
      if !isPinching { fingers.report(1, .down, beside) }
      fingers.leave(.cancelled)
    }
  }
}

/// Fingers that are reported every 25 ms while they move.
private struct Fingers {
  var places: [Int: Point] = [:]
  private(set) var frames: [TouchFrame] = []
  private var time: Instant

  init(_ start: Instant) {
    time = start
  }

  mutating func wait(_ milliseconds: Double) {
    time = time.advanced(bySeconds: milliseconds / 1000)
  }

  mutating func report(_ finger: Int, _ phase: Contact.Phase, _ place: Point) {
    places[finger] = phase == .up ? nil : place
    report([Contact(id: ContactID(finger), phase: phase, position: place)])
  }

  /// Moves fingers together, straight and evenly.
  mutating func move(_ ways: [(finger: Int, way: Vector)], in milliseconds: Double) {
    let starts = places
    let count = Int(milliseconds / 25)
    for step in 1...count {
      wait(25)
      let part = Double(step) / Double(count)
      for (finger, way) in ways {
        places[finger] = starts[finger].map { $0 + Vector(dx: part * way.dx, dy: part * way.dy) }
      }
      report(contacts(.moved).filter { contact in ways.contains { ContactID($0.finger) == contact.id } })
    }
  }

  /// Takes every finger, or one, off the panel in one report.
  mutating func leave(_ phase: Contact.Phase, only finger: Int? = nil) {
    wait(10)
    report(contacts(phase).filter { contact in finger.map { ContactID($0) == contact.id } ?? true })
  }

  private func contacts(_ phase: Contact.Phase) -> [Contact] {
    places.sorted { $0.key < $1.key }.map { Contact(id: ContactID($0.key), phase: phase, position: $0.value) }
  }

  private mutating func report(_ contacts: [Contact]) {
    frames.append(TouchFrame(time: time, contacts: contacts))
  }
}
