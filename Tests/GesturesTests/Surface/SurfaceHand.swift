import Gestures
import Kinetics

/// Fingers on a surface of 100 × 160 mm, at 5 points per millimeter, whose panel reports every 8 ms.
struct SurfaceHand {
  private(set) var arena: SurfaceArena
  private(set) var reports: [SurfaceGestureReport] = []
  private var time = Instant(microseconds: 1_000_000)
  private var places: [Int: Point] = [:]
  private static let scale = 5.0

  init(_ gestures: SurfaceGesture...) {
    arena = SurfaceArena(gestures, size: Size(width: 500, height: 800), pointsPerMillimetre: Self.scale)
  }

  /// The names of the gestures that were performed.
  var performed: [String] {
    reports.compactMap { if case .performed = $0.phase { arena.gestures[$0.gesture].name } else { nil } }
  }

  /// Why the gesture called `name` was not made, each time.
  func failures(of name: String) -> [SurfaceGestureFailure] {
    reports.filter { arena.gestures[$0.gesture].name == name }.compactMap { report in
      switch report.phase {
      case .failed(let failure), .cancelled(_, let failure): failure
      case .began, .changed, .performed: nil
      }
    }
  }

  /// The phases of the gesture called `name`, in a letter each: began, changed, performed, cancelled; without failures.
  func phases(of name: String) -> String {
    reports.filter { arena.gestures[$0.gesture].name == name }.map { report in
      switch report.phase {
      case .began: "b"
      case .changed: "c"
      case .performed: "p"
      case .cancelled: "x"
      case .failed: ""
      }
    }.joined()
  }

  /// Puts a finger down, in millimeters, if the arena wants it there.
  mutating func down(_ finger: Int, _ x: Double, _ y: Double, after seconds: Double = 0.008) {
    wait(seconds)
    arena.beginFrame()
    let place = Point(x: x * Self.scale, y: y * Self.scale)
    guard arena.wants(place, first: true) || arena.wants(place, first: false) else { return }
    places[finger] = place
    arena.add(contact(finger, .down), at: time, into: &reports)
  }

  mutating func up(_ fingers: Int..., after seconds: Double = 0.008) {
    wait(seconds)
    arena.beginFrame()
    for finger in fingers where places[finger] != nil {
      arena.handle([contact(finger, .up)], at: time, into: &reports)
      places[finger] = nil
    }
  }

  mutating func cancel(_ finger: Int) { arena.handle([contact(finger, .cancelled)], at: time, into: &reports) }

  /// Moves fingers together by millimeters, in `seconds`.
  mutating func move(_ fingers: [Int], by x: Double, _ y: Double, in seconds: Double = 0.2) {
    move(fingers.map { ($0, x, y) }, in: seconds)
  }

  /// Moves fingers by millimeters of their own, in `seconds`.
  mutating func move(_ steps: [(finger: Int, x: Double, y: Double)], in seconds: Double = 0.2) {
    let count = max(1, Int(seconds / 0.008))
    for _ in 0..<count {
      wait(0.008)
      for step in steps {
        guard let place = places[step.finger] else { continue }
        let share = Self.scale / Double(count)
        places[step.finger] = Point(x: place.x + step.x * share, y: place.y + step.y * share)
      }
      let moved = steps.filter { places[$0.finger] != nil }.map { contact($0.finger, .moved) }
      arena.handle(moved, at: time, into: &reports)
    }
  }

  /// Lets time pass, and what is due in it.
  mutating func wait(_ seconds: Double) {
    let end = time.advanced(bySeconds: seconds)
    while let due = arena.deadline, due <= end { arena.deadlineReached(at: due, into: &reports) }
    time = end
  }

  /// Who has a contact that came down in the last frame, or was undecided since.
  func claim(on finger: Int, isNew: Bool = false) -> ContactClaim {
    arena.claim(on: ContactID(finger), isNew: isNew)
  }

  mutating func yieldToDeck() { arena.yieldToDeck(at: time, into: &reports) }

  private func contact(_ finger: Int, _ phase: Contact.Phase) -> Contact {
    Contact(id: ContactID(finger), phase: phase, position: places[finger] ?? Point(x: 0, y: 0))
  }
}
