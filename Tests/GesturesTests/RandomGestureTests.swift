import Gestures
import Kinetics
import TestSupport
import Testing

/// Random gestures, nested at will, and random fingers on them, from a seed that failures print.
private struct GestureChaos {
  var generator: SeededGenerator
  private var down: [Int: Point] = [:]
  private var time: Int64 = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func tree(depth: Int) -> GestureTree {
    var tree = depth == 0 || one(in: 4) ? leaf() : combined(depth: depth)
    if one(in: 3) { tree = tree.named(name()) }
    if one(in: 5) { tree = tree.requiringFailure(of: name()) }
    return tree
  }

  mutating func ownership() -> ContactOwnership {
    ContactOwnership.allCases.randomElement(using: &generator) ?? .first
  }

  /// The next frame: contacts that come, go, move, jitter, are lost or have no place.
  mutating func frame() -> TouchFrame {
    time += one(in: 20) ? .random(in: 0...700_000, using: &generator) : .random(in: 0...20_000, using: &generator)
    var contacts: [Contact] = []
    for id in 0..<3 {
      switch (down[id], Int.random(in: 0..<10, using: &generator)) {
      case (nil, 0...2):
        let place = Point(x: .random(in: 0...300, using: &generator), y: .random(in: 0...300, using: &generator))
        down[id] = place
        contacts.append(Contact(id: ContactID(id), phase: .down, position: place))
      case (nil, _): break
      case (.some(let place), 0...1):
        down[id] = nil
        contacts.append(Contact(id: ContactID(id), phase: .up, position: place))
      case (.some(let place), 2):
        down[id] = nil
        if one(in: 2) { contacts.append(Contact(id: ContactID(id), phase: .cancelled, position: place)) }
      case (.some, 3):
        contacts.append(Contact(id: ContactID(id), phase: .moved, position: Point(x: .nan, y: .infinity)))
      case (.some(let place), _):
        let step = one(in: 3) ? 40.0 : 0.4
        let moved = Point(
          x: place.x + .random(in: -step...step, using: &generator),
          y: place.y + .random(in: -step...step, using: &generator)
        )
        down[id] = moved
        contacts.append(Contact(id: ContactID(id), phase: .moved, position: moved))
      }
    }
    return TouchFrame(time: Instant(microseconds: time), contacts: contacts)
  }

  /// Every finger that may be down is lifted.
  mutating func last() -> TouchFrame {
    down = [:]
    let up = (0..<3).map { Contact(id: ContactID($0), phase: .up, position: Point(x: 0, y: 0)) }
    return TouchFrame(time: Instant(microseconds: time), contacts: up)
  }

  private mutating func combined(depth: Int) -> GestureTree {
    let (one, other) = (tree(depth: depth - 1), tree(depth: depth - 1))
    return switch Int.random(in: 0..<3, using: &generator) {
    case 0: one.exclusively(before: other)
    case 1: one.sequenced(before: other)
    default: one.simultaneously(with: other)
    }
  }

  private mutating func leaf() -> GestureTree {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: Tap(count: .random(in: 1...3, using: &generator), maximumDuration: one(in: 2) ? 0.2 : nil).tree
    case 1: LongPress(minimumDuration: .random(in: 0...0.5, using: &generator)).tree
    case 2: Drag(minimumDistance: .random(in: 0...30, using: &generator)).tree
    case 3: Fling(direction: Fling.Direction.allCases.randomElement(using: &generator) ?? .any).tree
    default: Pinch(aloneMovement: one(in: 2) ? 18 : nil).tree
    }
  }

  private mutating func name() -> String { ["a", "b", "c"].randomElement(using: &generator) ?? "a" }

  private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
}

/// What one recognizer has told so far.
private enum Telling: Equatable {
  case nothing
  case began
  case over
}

@Suite
struct `Any gestures under any fingers` {
  @Test
  func `tell of every recognizer one end, in order, with finite values`() {
    let seed = Seed.value
    var chaos = GestureChaos(seed: seed)
    var steps = 0
    var round = 0
    while steps < Search.length(slice: 30_000, whole: 120_000) {
      round += 1
      let alternatives = (0...Int.random(in: 0..<3, using: &chaos.generator)).map { _ in chaos.tree(depth: 3) }
      var arena = GestureArena(alternatives, ownership: chaos.ownership())
      var tellings = Array(repeating: Telling.nothing, count: arena.kinds.count)
      func check(_ reports: [GestureArena.Report]) {
        for report in reports {
          let next = Self.next(tellings[report.recognizer], report.transition)
          #expect(next != nil, "DECKD_SEED=\(seed), round \(round): \(report) after \(tellings[report.recognizer])")
          tellings[report.recognizer] = next ?? .over
        }
      }
      for _ in 0..<60 {
        check(arena.handle(chaos.frame()))
        steps += 1
        if arena.isOver, Bool.random(using: &chaos.generator) { break }
      }
      check(arena.handle(chaos.last()))
      while let due = arena.deadline { check(arena.deadlineReached(at: due)) }
      let isSound = arena.isOver && arena.verdicts.count <= 2 * tellings.count
      // An arena that no finger ever touched has nothing to end.
      let isUntouched = tellings.allSatisfy { $0 == .nothing } && arena.verdicts.isEmpty
      guard isUntouched || (isSound && tellings.allSatisfy { $0 == .over }) else {
        Issue.record("DECKD_SEED=\(seed), round \(round): \(tellings) of \(alternatives)")
        return
      }
    }
  }

  /// What comes after a transition; `nil` for one that may not come.
  private static func next(_ telling: Telling, _ transition: Transition) -> Telling? {
    switch (telling, transition) {
    case (.nothing, .began(let value)): isFinite(value) ? .began : nil
    case (.began, .changed(let value)): isFinite(value) ? .began : nil
    case (.nothing, .ended(let value)), (.began, .ended(let value)): isFinite(value) ? .over : nil
    case (.nothing, .failed(let reason)): (reason.measure?.measured.isFinite ?? true) ? .over : nil
    case (.nothing, .cancelled), (.began, .cancelled): .over
    case (_, .unchanged), (.over, _), (.nothing, .changed), (.began, .began), (.began, .failed): nil
    }
  }

  private static func isFinite(_ value: GestureValue) -> Bool {
    [
      value.location.x, value.location.y, value.translation.dx, value.translation.dy, value.velocity.dx,
      value.velocity.dy, value.scale,
    ].allSatisfy(\.isFinite)
  }
}
