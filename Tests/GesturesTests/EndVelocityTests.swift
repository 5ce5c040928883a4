import Gestures
import Kinetics
import TestSupport
import Testing

/// What a gesture says of its velocity when it ends.
@Suite struct EndVelocityTests {
  /// The values of every gesture that an arena has seen end.
  private func ends(_ gesture: some Gesture, _ frames: [TouchFrame]) -> [GestureValue] {
    var arena = GestureArena(gesture)
    var values: [GestureValue] = []
    for frame in frames {
      let reports = arena.deadlineReached(at: frame.time) + arena.handle(frame)
      for case .ended(let value) in reports.map(\.transition) { values.append(value) }
    }
    return values
  }

  private func frame(_ milliseconds: Int64, _ phase: Contact.Phase, _ places: (Double, Double)...) -> TouchFrame {
    TouchFrame(
      time: Instant(microseconds: milliseconds * 1000),
      contacts: places.enumerated().map { id, place in
        Contact(id: ContactID(id), phase: phase, position: Point(x: place.0, y: place.1))
      }
    )
  }

  @Test func `a long press has the finger's`() throws {
    let moves = (0..<12).map { frame(600 + 8 * Int64($0), .moved, (100, 100 + 4 * Double($0))) }
    let frames = [frame(0, .down, (100, 100))] + moves + [frame(696, .up, (100, 144))]
    let end = try #require(ends(LongPress(), frames).first)
    // The last 100 ms hold all of the even movement.
    #expect(abs(end.velocity.dy - 500) < 1 && abs(end.velocity.dx) < 1e-9)
  }

  @Test func `a long press that has stopped has none`() throws {
    let frames = [
      frame(0, .down, (100, 100)), frame(600, .moved, (100, 120)), frame(608, .moved, (100, 140)),
      frame(900, .up, (100, 140)),
    ]
    #expect(try #require(ends(LongPress(), frames).first).velocity == .zero)
  }

  @Test func `a pinch has that of its scale`() throws {
    // 100 pt apart at first, each finger 2 pt farther out each 8 ms: 5 times the first distance a second.
    let moves = (1...12).map { step -> TouchFrame in
      let way = 2 * Double(step)
      return frame(8 * Int64(step), .moved, (100 - way, 100), (200 + way, 100))
    }
    let frames = [frame(0, .down, (100, 100), (200, 100))] + moves + [frame(100, .up, (76, 100), (224, 100))]
    let end = try #require(ends(Pinch(), frames).first)
    #expect(abs(end.scale - 1.48) < 1e-9 && abs(end.scaleVelocity - 5) < 1e-6 && end.velocity == .zero)
  }
}

/// What a gesture that fails says of the distance that it was judged by.
@Suite struct FarthestDistanceTests {
  private func failure(_ gesture: some Gesture, _ places: [(Double, Contact.Phase)]) throws -> GestureFailure {
    var arena = GestureArena(gesture)
    var failures: [GestureFailure] = []
    for (index, (x, phase)) in places.enumerated() {
      let contact = Contact(id: ContactID(0), phase: phase, position: Point(x: x, y: 0))
      let frame = TouchFrame(time: Instant(microseconds: Int64(index) * 8000), contacts: [contact])
      for case .failed(let failure) in arena.handle(frame).map(\.transition) { failures.append(failure) }
    }
    return try #require(failures.first)
  }

  private let there = [(0, Contact.Phase.down), (8, .moved), (2, .moved), (2, .up)] as [(Double, Contact.Phase)]

  @Test func `a drag names the largest, not that of the lift`() throws {
    #expect(try failure(Drag(minimumDistance: 10), there) == .movedTooLittle(distance: 8, minimum: 10))
  }

  @Test func `a fling names the largest, not that of the lift`() throws {
    #expect(try failure(Fling(minimumDistance: 10), there) == .movedTooLittle(distance: 8, minimum: 10))
  }
}
