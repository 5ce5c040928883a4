import Kinetics
import Testing

/// What happens around a finger's release and a content's edge: projection, rubber band, stagger.
@Suite struct ReleaseTests {
  @Test func `projected travel is Apple's formula`() {
    #expect(abs(Deceleration.normal.projectedTravel(velocity: 1000) - 499) < 1e-9)
    #expect(abs(Deceleration.fast.projectedTravel(velocity: -1000) - -99) < 1e-9)
    let travel = Deceleration.normal.projectedTravel(velocity: Vector(dx: 1000, dy: -500))
    #expect(abs(travel.dy - -249.5) < 1e-9)
  }

  @Test func `a predicted end is a quarter of a second ahead`() {
    let end = Projection.predictedEnd(of: Point(x: 10, y: 20), velocity: Vector(dx: 400, dy: -100))
    #expect(end == Point(x: 110, y: -5))
    #expect(Projection.predictedEnd(of: 10, velocity: 400) == 110)
  }

  @Test(arguments: [0, 1, -0.5, 1.5, .nan, .infinity] as [Double])
  func `a rate that does not slow down is refused`(rate: Double) {
    #expect(throws: DecelerationError.self) { try Deceleration(rate: rate) }
  }

  /// Figures of the analysis that the formula is known from: a view of 960 pt.
  @Test(arguments: [(5, 2.74), (10, 5.47), (100, 52.02), (400, 178.98), (960, 340.65)])
  func `a rubber band stretches as UIScrollView's`(distance: Double, stretch: Double) {
    let band = RubberBand(dimension: 960)
    #expect(abs(band.stretch(for: distance) - stretch) < 0.005)
    #expect(band.stretch(for: -distance) == -band.stretch(for: distance))
  }

  @Test func `a rubber band's stretch gives the distance back`() {
    let band = RubberBand(dimension: 400)
    for distance in [-3000.0, -20, 0, 1e-9, 5, 700, 10_000] {
      let back = band.distance(for: band.stretch(for: distance))
      #expect(abs(back - distance) < 1e-9 * max(1, abs(distance)))
    }
    #expect(band.distance(for: 400).isFinite)
    #expect(band.distance(for: -1e9).isFinite)
    #expect(RubberBand(dimension: 0).stretch(for: 10) == 0)
  }

  @Test(arguments: [-700.0, -20, 0, 5, 300])
  func `a rubber band's slope is the derivative of its stretch`(distance: Double) {
    let band = RubberBand(dimension: 400)
    let step = 1e-6
    let slope = (band.stretch(for: distance + step) - band.stretch(for: distance - step)) / (2 * step)
    #expect(abs(band.slope(at: band.stretch(for: distance)) - slope) < 1e-6)
    #expect(band.slope(at: 400) == 0 && band.slope(at: -500) == 0)
    #expect(RubberBand(dimension: 0).slope(at: 0) == 0)
  }

  @Test func `items set off from either end`() {
    let first = Stagger(interval: 0.5)
    #expect((0..<3).map { first.delay(of: $0, count: 3) } == [0, 0.5, 1])
    let last = Stagger(interval: 0.5, order: .lastFirst, lead: 0.5)
    #expect((0..<3).map { last.delay(of: $0, count: 3) } == [1.5, 1, 0.5])
  }
}
