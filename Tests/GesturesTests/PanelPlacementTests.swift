import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `A panel's placement` {
  private static let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { Point(x: $0.0, y: $0.1) }

  private static func matrix(_ numbers: Double...) -> CalibrationMatrix {
    CalibrationMatrix(numbers) ?? .identity
  }

  private static func expect(_ one: Point, at other: Point, _ place: SourceLocation = #_sourceLocation) {
    #expect((one - other).length < 1e-9, "\(one) is not at \(other)", sourceLocation: place)
  }

  /// libinput's documentation of `LIBINPUT_CALIBRATION_MATRIX` has these matrices for the turns.
  @Test(
    arguments: [
      (PanelRotation.none, [1.0, 0, 0, 0, 1, 0]), (.quarter, [0, -1, 1, 1, 0, 0]),
      (.half, [-1, 0, 1, 0, -1, 1]), (.threeQuarters, [0, 1, 0, -1, 0, 1]),
    ]
  )
  func `turns as libinput's matrices of the same angle do`(_ rotation: PanelRotation, _ numbers: [Double]) throws {
    let matrix = try #require(CalibrationMatrix(numbers))
    for corner in Self.corners + [Point(x: 0.2, y: 0.7)] {
      Self.expect(PanelPlacement(calibration: matrix).map(corner), at: PanelPlacement(rotation: rotation).map(corner))
    }
    #expect(matrix.swapsAxes == rotation.swapsAxes)
  }

  @Test(arguments: PanelRotation.allCases, PanelFlip.allCases)
  func `maps corners to corners, each to one of its own`(_ rotation: PanelRotation, _ flip: PanelFlip) {
    let mapped = Self.corners.map { PanelPlacement(flip: flip, rotation: rotation).map($0) }
    #expect(Set(mapped) == Set(Self.corners))
    // A flip of one axis mirrors: the corners go round the other way.
    let (along, on) = (mapped[1] - mapped[0], mapped[2] - mapped[1])
    #expect(along.dx * on.dy - along.dy * on.dx == (flip == .none || flip == .both ? 1 : -1))
  }

  @Test
  func `flips before it turns, and both flips are half a turn`() {
    let touch = Point(x: 0.1, y: 0.3)
    Self.expect(PanelPlacement(flip: .horizontal).map(touch), at: Point(x: 0.9, y: 0.3))
    Self.expect(PanelPlacement(flip: .vertical).map(touch), at: Point(x: 0.1, y: 0.7))
    Self.expect(PanelPlacement(flip: .both).map(touch), at: PanelPlacement(rotation: .half).map(touch))
    // The other order would give (0.3, 0.1).
    Self.expect(PanelPlacement(flip: .horizontal, rotation: .quarter).map(touch), at: Point(x: 0.7, y: 0.9))
  }

  @Test
  func `applies calibration, area, flip and rotation in this order`() {
    let placement = PanelPlacement(
      calibration: Self.matrix(0, 1, 0.1, 1, 0, 0),
      area: PanelArea(origin: Point(x: 0.2, y: 0), size: Size(width: 0.5, height: 0.8)),
      flip: .horizontal,
      rotation: .quarter
    )
    // (0.2, 0.35) is calibrated to (0.45, 0.2), which is (0.5, 0.25) of the area.
    Self.expect(placement.map(Point(x: 0.2, y: 0.35)), at: Point(x: 0.75, y: 0.5))
  }

  @Test
  func `of random matrices has an inverse that leads back`() {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      let values = (0..<6).map { _ in Double.random(in: -3...3, using: &numbers) }
      guard let matrix = CalibrationMatrix(values), (values[0] * values[4] - values[1] * values[3]).magnitude > 0.01
      else { continue }
      let touch = Point(x: .random(in: 0...1, using: &numbers), y: .random(in: 0...1, using: &numbers))
      Self.expect(matrix.inverse.map(matrix.map(touch)), at: touch)
      Self.expect(matrix.map(matrix.inverse.map(touch)), at: touch)
    }
  }

  @Test(
    arguments: [
      [], [1, 0, 0, 0, 1], [1, 2, 0, 2, 4, 0], [1, 0, 0, 0, .infinity, 0], [1, .nan, 0, 0, 1, 0],
    ] as [[Double]]
  )
  func `takes no matrix that maps the panel to a line or nowhere`(_ numbers: [Double]) {
    #expect(CalibrationMatrix(numbers) == nil)
  }

  @Test
  func `has the size of its area, along calibrated axes`() {
    let panel = PanelDescription(
      name: "p",
      axes: Size(width: 2000, height: 1000),
      millimetres: Size(width: 200, height: 100)
    )
    var placement = PanelPlacement(calibration: Self.matrix(0, 1, 0, -1, 0, 1))
    #expect(placement.covering(panel).millimetres == Size(width: 100, height: 200))
    placement.area = PanelArea(origin: Point(x: 0.5, y: 0.5), size: Size(width: 1, height: 0.25))
    #expect(placement.covering(panel).millimetres == Size(width: 50, height: 50))
    #expect(placement.covering(panel).axes == Size(width: 500, height: 500))
    #expect(PanelArea(origin: Point(x: 1, y: 0), size: Size(width: 1, height: 1)) == nil)
  }

  @Test
  func `ignores contacts that come down outside the area, from their start to their end`() {
    var filter = AreaFilter()
    func kept(_ contacts: (id: Int, Contact.Phase, x: Double)...) -> [Int] {
      var frame = TouchFrame(
        time: Instant(microseconds: 0),
        contacts: contacts.map { Contact(id: ContactID($0.id), phase: $0.1, position: Point(x: $0.x, y: 10)) }
      )
      filter.filter(&frame, on: Size(width: 100, height: 50))
      return frame.contacts.map(\.id.rawValue)
    }
    #expect(kept((0, .down, -1), (1, .down, 50)) == [1])
    // One comes in, the other goes out: neither changes sides.
    #expect(kept((0, .moved, 50), (1, .moved, 150)) == [1])
    #expect(kept((0, .up, 50), (1, .stationary, 150)) == [1])
    #expect(kept((0, .down, 100), (1, .cancelled, 150)) == [0, 1])
    // Down and up in one frame, then a new contact with the same number.
    #expect(kept((2, .down, 101), (2, .up, 101)) == [])
    #expect(kept((2, .down, 0)) == [2])
  }
}
