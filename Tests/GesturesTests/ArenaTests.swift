import Gestures
import Kinetics
import TestSupport
import Testing

/// Touches of one finger, written short: `down(0, 0, 0)`, `moved(5, 0, 10)` with milliseconds last.
private func touch(_ phase: Touch.Phase, _ x: Double, _ y: Double, _ milliseconds: Int64) -> Touch {
  Touch(phase, at: Point(x: x, y: y), time: Instant(microseconds: milliseconds * 1000))
}

@Suite
struct `An arena` {
  @Test
  func `keeps every verdict with the figure that decided`() {
    var arena = GestureArena(Tap(), LongPress(), Drag())
    for touch in [touch(.down, 0, 0, 0), touch(.moved, 6, 8, 12), touch(.up, 6, 8, 20)] { _ = arena.handle(touch) }
    let failures = arena.verdicts.compactMap { verdict -> GestureFailure? in
      if case .failed(let failure) = verdict.transition { failure } else { nil }
    }
    #expect(failures == [.movedTooFar(distance: 10, limit: 10), .movedTooFar(distance: 10, limit: 10)])
    #expect(arena.verdicts.map(\.time.microseconds) == [12_000, 12_000, 12_000, 20_000])
    #expect(arena.verdicts.map(\.grounds?.measure.measured) == [nil, nil, 10, 10])
    #expect(arena.deadline == nil)
  }

  @Test
  func `cancels all that is not over when it is asked to`() {
    var arena = GestureArena(Tap(count: 2).exclusively(before: Tap()), LongPress().sequenced(before: Drag()))
    _ = arena.handle(touch(.down, 0, 0, 0))
    let reports = arena.cancel(at: Instant(microseconds: 1000))
    #expect(reports.map(\.transition) == [.cancelled, .cancelled, .cancelled, .cancelled])
    #expect(arena.isOver)
  }

  @Test
  func `comes out the same however late its deadlines are told`() {
    let touches = [touch(.down, 0, 0, 0), touch(.moved, 30, 0, 600), touch(.up, 30, 0, 700)]
    var (punctual, late) = (GestureArena(LongPress(), Drag()), GestureArena(LongPress(), Drag()))
    var (expected, actual): ([GestureArena.Report], [GestureArena.Report]) = ([], [])
    for touch in touches {
      if let due = punctual.deadline, due <= touch.time { expected += punctual.deadlineReached(at: due) }
      expected += punctual.handle(touch)
      actual += late.handle(touch)
    }
    #expect(actual == expected)
    #expect(punctual == late)
  }
}

@Suite
struct `A drag` {
  @Test
  func `carries translation, velocity and predicted end`() throws {
    var drag = DragRecognizer()
    _ = drag.handle(touch(.down, 100, 100, 0))
    for step in 1...9 { _ = drag.handle(touch(.moved, 100 + Double(step) * 10, 100, Int64(step) * 10)) }
    guard case .ended(let value) = drag.handle(touch(.up, 190, 100, 95)) else {
      Issue.record("a drag that moved 90 pt did not end")
      return
    }
    #expect(value.translation == Vector(dx: 90, dy: 0))
    #expect((value.velocity.dx - 1000).magnitude < 1e-6)
    #expect((value.predictedEndLocation.x - 440).magnitude < 1e-6)
  }

  @Test
  func `held still before the up has no velocity`() {
    var drag = DragRecognizer()
    _ = drag.handle(touch(.down, 0, 0, 0))
    for step in 1...9 { _ = drag.handle(touch(.moved, Double(step) * 10, 0, Int64(step) * 10)) }
    guard case .ended(let value) = drag.handle(touch(.up, 90, 0, 190)) else {
      Issue.record("a drag that moved 90 pt did not end")
      return
    }
    #expect(value.velocity == .zero)
  }

  @Test(arguments: [(Drag.Axis.horizontal, true), (.vertical, false), (.any, true)])
  func `begins by movement along its axis alone`(axis: Drag.Axis, begins: Bool) {
    var drag = DragRecognizer(Drag(axis: axis))
    _ = drag.handle(touch(.down, 0, 0, 0))
    let transition = drag.handle(touch(.moved, 30, 5, 10))
    if case .began = transition { #expect(begins) } else { #expect(!begins) }
  }
}

@Suite
struct `A panel on a surface` {
  private let corner = Point(x: 0.25, y: 0.1)

  @Test(
    arguments: [
      (PanelRotation.none, Point(x: 100, y: 80)), (.quarter, Point(x: 360, y: 200)),
      (.half, Point(x: 300, y: 720)), (.threeQuarters, Point(x: 40, y: 600)),
    ]
  )
  func `is turned clockwise`(rotation: PanelRotation, expected: Point) {
    let placement = PanelPlacement(rotation: rotation)
    let place = PanelGeometry(surface: Size(width: 400, height: 800), placement: placement).map(corner)
    #expect((place - expected).length < 1e-9)
  }

  @Test
  func `is 6.4 pt a millimetre where its size makes sense, else 400 pt on the short side`() {
    let axes = Size(width: 1600, height: 2560)
    let sizing = SurfaceSizing()
    let known = PanelDescription(name: "known", axes: axes, millimetres: Size(width: 100, height: 200))
    #expect(sizing.surface(for: known, rotation: .none) == Size(width: 640, height: 1280))
    #expect(sizing.surface(for: known, rotation: .quarter) == Size(width: 1280, height: 640))
    for nonsense in [Size(width: 5, height: 9), Size(width: 100, height: 9999)] {
      let absurd = PanelDescription(name: "absurd", axes: axes, millimetres: nonsense)
      #expect(sizing.surface(for: absurd, rotation: .none) == Size(width: 400, height: 640))
    }
    let unknown = PanelDescription(name: "unknown", axes: axes, millimetres: nil)
    #expect(sizing.surface(for: unknown, rotation: .threeQuarters) == Size(width: 640, height: 400))
  }
}

@Suite
struct `A touch frame` {
  @Test
  func `holds all contacts, reported or not, and forgets those that ended`() {
    var assembler = TouchFrameAssembler()
    let (left, right) = (Point(x: 0.1, y: 0.5), Point(x: 0.9, y: 0.5))
    assembler.down(ContactID(1), at: right)
    assembler.down(ContactID(0), at: left)
    #expect(assembler.finish(at: Instant(microseconds: 1))?.contacts.map(\.id) == [ContactID(0), ContactID(1)])
    assembler.move(ContactID(1), to: left)
    #expect(assembler.finish(at: Instant(microseconds: 2))?.contacts.map(\.phase) == [.stationary, .moved])
    #expect(assembler.finish(at: Instant(microseconds: 3)) == nil)
    assembler.up(ContactID(0))
    #expect(assembler.finish(at: Instant(microseconds: 4))?.contacts.map(\.phase) == [.up, .stationary])
    assembler.cancelAll()
    #expect(assembler.finish(at: Instant(microseconds: 5))?.contacts.map(\.phase) == [.cancelled])
    #expect(!assembler.isTouched)
    assembler.move(ContactID(7), to: left)
    #expect(assembler.finish(at: Instant(microseconds: 6)) == nil)
  }

  @Test
  func `holds a contact twice that came and went, or went and came, since the last`() {
    var assembler = TouchFrameAssembler()
    let place = Point(x: 0.5, y: 0.5)
    assembler.down(ContactID(0), at: place)
    assembler.up(ContactID(0))
    #expect(assembler.finish(at: Instant(microseconds: 1))?.contacts.map(\.phase) == [.down, .up])
    assembler.down(ContactID(0), at: place)
    #expect(assembler.finish(at: Instant(microseconds: 2))?.contacts.map(\.phase) == [.down])
    assembler.up(ContactID(0))
    assembler.down(ContactID(0), at: place)
    #expect(assembler.finish(at: Instant(microseconds: 3))?.contacts.map(\.phase) == [.up, .down])
    assembler.move(ContactID(0), to: place)
    #expect(assembler.finish(at: Instant(microseconds: 4))?.contacts.map(\.phase) == [.moved])
  }
}
