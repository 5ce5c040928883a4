import DeckDaemon
import Gestures
import Kinetics
import Testing

@Suite
struct `A session of calibration` {
  private static let size = Size(width: 400, height: 800)

  private var session = CalibrationSession(PanelPlacement(), on: size)

  private mutating func frame(_ contacts: (id: Int, Contact.Phase, x: Double, y: Double)...) -> CalibrationSession.Step?
  {
    let contacts = contacts.map { Contact(id: ContactID($0.id), phase: $0.1, position: Point(x: $0.x, y: $0.y)) }
    return session.handle(TouchFrame(time: Instant(microseconds: 0), contacts: contacts))
  }

  private mutating func tap(_ x: Double, _ y: Double) -> CalibrationSession.Step? {
    guard frame((0, .down, x, y)) == nil else { return nil }
    return frame((0, .up, x, y))
  }

  @Test
  mutating func `ends with the matrix after four touches`() throws {
    let steps = [tap(0.1, 0.1), tap(0.1, 0.9), tap(0.9, 0.9), tap(0.9, 0.1)]
    #expect(steps[..<3] == [.cross(1, residual: nil), .cross(2, residual: nil), .cross(3, residual: nil)])
    guard case .done(let matrix, let residual) = steps[3] else { return #expect(steps[3] == nil, "it is not done") }
    let expected: [Double] = [0, 1, 0, 1, 0, 0]
    #expect(zip(matrix.numbers, expected).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    #expect(residual < 1e-9)
  }

  @Test
  mutating func `starts again after a missed cross, and after one that was touched twice`() {
    for third in [(0.9, 0.7), (0.9, 0.1)] {
      _ = tap(0.1, 0.1)
      _ = tap(0.9, 0.1)
      _ = tap(third.0, third.1)
      guard case .cross(0, let residual?) = tap(0.1, 0.9) else { Issue.record("it does not start again"); return }
      #expect(residual > 0.02 * 400)
    }
    let all = (0..<4).map { _ in tap(0.5, 0.5) }
    #expect(all.last == .cross(0, residual: 400))
  }

  @Test
  mutating func `takes the mean of a finger that trembles`() {
    _ = frame((0, .down, 0.11, 0.1))
    _ = frame((0, .moved, 0.09, 0.1))
    _ = frame((0, .stationary, 0.09, 0.1))
    let first = frame((0, .up, 0.09, 0.1))
    #expect(first == .cross(1, residual: nil))
    _ = tap(0.9, 0.1)
    _ = tap(0.9, 0.9)
    guard case .done(_, let residual) = tap(0.1, 0.9) else { Issue.record("it is not done"); return }
    #expect(residual < 1e-9)
  }

  @Test
  mutating func `ignores fingers that slide, that are two, or that were there before`() {
    _ = frame((0, .down, 0.1, 0.1))
    _ = frame((0, .moved, 0.2, 0.1))
    let slid = frame((0, .up, 0.2, 0.1))
    _ = frame((0, .down, 0.1, 0.1))
    _ = frame((0, .stationary, 0.1, 0.1), (1, .down, 0.9, 0.1))
    _ = frame((0, .up, 0.1, 0.1), (1, .stationary, 0.9, 0.1))
    let both = frame((1, .up, 0.9, 0.1))
    _ = frame((2, .moved, 0.5, 0.5))
    let old = frame((2, .up, 0.5, 0.5))
    _ = frame((3, .down, 0.5, 0.5))
    let palm = frame((3, .cancelled, 0.5, 0.5))
    #expect([slid, both, old, palm] == [nil, nil, nil, nil])
    #expect(session.current == 0)
    let tapped = tap(0.1, 0.1)
    #expect(tapped == .cross(1, residual: nil))
  }

  @Test
  func `finds the matrix beneath area, flip and rotation`() throws {
    let truth = try #require(CalibrationMatrix([0, -0.9, 0.95, 1.1, 0.02, -0.05]))
    let area = PanelArea(origin: Point(x: 0.2, y: 0.1), size: Size(width: 0.7, height: 0.8))
    for rotation in PanelRotation.allCases {
      for flip in PanelFlip.allCases {
        let placement = PanelPlacement(area: area, flip: flip, rotation: rotation)
        var session = CalibrationSession(placement, on: Self.size)
        var step: CalibrationSession.Step?
        for cross in session.crosses {
          let reported = truth.inverse.map(placement.calibrated(cross))
          let contact = { Contact(id: ContactID(0), phase: $0, position: reported) }
          _ = session.handle(TouchFrame(time: Instant(microseconds: 0), contacts: [contact(.down)]))
          step = session.handle(TouchFrame(time: Instant(microseconds: 0), contacts: [contact(.up)]))
        }
        guard case .done(let matrix, _) = step else { Issue.record("it is not done"); return }
        #expect(zip(matrix.numbers, truth.numbers).allSatisfy { ($0 - $1).magnitude < 1e-9 })
      }
    }
  }
}
