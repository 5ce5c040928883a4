import Gestures
import Kinetics
import Testing

@Suite
struct `A panel on a surface of another shape` {
  private static let surface = Size(width: 400, height: 800)
  private let panel = PanelDescription(
    name: "p",
    axes: Size(width: 100, height: 100),
    millimetres: Size(width: 170, height: 100)
  )

  @Test
  func `is stretched by the quotient of the aspects, after rotation and area`() throws {
    var placement = PanelPlacement()
    let stretch = try #require(placement.stretch(of: panel, on: Self.surface))
    #expect(abs(stretch - 3.4) < 1e-9)
    placement.rotation = .quarter
    #expect(placement.stretch(of: panel, on: Self.surface).map { abs($0 - 2 / 1.7) < 1e-9 } == true)
    placement.rotation = .none
    placement.area = PanelArea(origin: Point(x: 0, y: 0), size: Size(width: 0.3, height: 1))
    #expect(placement.stretch(of: panel, on: Self.surface) == nil)
  }

  @Test
  func `is not known where its size makes no sense, or is not known`() {
    var panel = panel
    panel.millimetres = Size(width: 1, height: 1)
    #expect(PanelPlacement().stretch(of: panel, on: Self.surface) == nil)
    panel.millimetres = nil
    #expect(PanelPlacement().stretch(of: panel, on: Self.surface) == nil)
  }
}
