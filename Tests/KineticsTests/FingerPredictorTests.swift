import Foundation
import Kinetics
import Testing

@Suite
struct FingerPredictorTests {
  /// Returns a predictor of a finger at `place` of each time in seconds, reported every 8 ms until `end`.
  private func predictor(until end: Double, _ place: (Double) -> Point) -> FingerPredictor {
    var predictor = FingerPredictor()
    for index in 0...Int(end / 0.008) {
      predictor.add(place(Double(index) * 0.008), at: time(Double(index) * 0.008))
    }
    return predictor
  }

  private func time(_ seconds: Double) -> Instant { Instant(microseconds: Int64(seconds * 1e6)) }

  @Test func `a steady finger is predicted within a tenth of its way`() throws {
    let steady = predictor(until: 0.2) { Point(x: 800 * $0, y: -400 * $0) }
    let lead = try #require(steady.lead(ahead: 0.016))
    for age in [0.0, 0.004, 0.008] {
      let value = lead.value(at: time(0.2 + age))
      #expect(abs(value.dx / (800 * (0.016 + age)) - 0.9) < 0.06)
      #expect(abs(value.dx + 2 * value.dy) < 1e-6)
    }
  }

  @Test(arguments: [200.0, 800, 1300], [0.0, 45])
  func `a steady finger on a panel that reports whole points is drawn in even steps`(speed: Double, angle: Double)
    throws
  {
    var errors: [Double] = []
    let way = Vector(dx: cos(angle * .pi / 180), dy: sin(angle * .pi / 180))
    for phase in 0..<20 {
      var predictor = FingerPredictor()
      var places: [Point] = []
      for report in 0..<80 {
        let now = Double(report) / 120
        let reach = speed * now + Double(phase) / 20
        let newest = Point(x: (reach * way.dx).rounded(), y: (reach * way.dy).rounded())
        predictor.add(newest, at: time(now))
        guard report > 20, report % 2 == 0 else { continue }
        places.append(newest + (predictor.lead(ahead: 1 / 60)?.value(at: time(now + 0.002)) ?? .zero))
      }
      errors += zip(places, places.dropFirst()).map { ($1 - $0 + -speed / 60 * way).length }
    }
    let deviation = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    // The reports themselves are off by √(1/12) pt along each axis, and so their steps by √(1/6).
    #expect(deviation < (angle == 0 ? 0.41 : 0.58))
  }

  @Test func `a resting finger is not predicted to move`() {
    let noise = predictor(until: 0.2) {
      Point(x: Int($0 * 1000) % 3 == 0 ? 0.3 : 0, y: Int($0 * 1000) % 5 == 0 ? 0.3 : 0)
    }
    #expect((noise.lead(ahead: 0.016)?.value(at: time(0.2)).length ?? 0) < 0.05)
    #expect(predictor(until: 0.2) { _ in Point(x: 5, y: 5) }.lead(ahead: 0.016) == nil)
    #expect(predictor(until: 0) { _ in Point(x: 5, y: 5) }.lead(ahead: 0.016) == nil)
    #expect(predictor(until: 0.2) { Point(x: 800 * $0, y: 0) }.lead(ahead: 0) == nil)
  }

  @Test func `a lead fades without a jump when the panel falls silent`() throws {
    let lead = try #require(predictor(until: 0.2) { Point(x: 800 * $0, y: 0) }.lead(ahead: 0.016))
    let values = (0...50).map { lead.value(at: lead.start.advanced(bySeconds: Double($0) * 0.001)).dx }
    #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) < 2.5 })
    #expect(values.max() == lead.value(at: lead.silence).dx || values.max() ?? 0 < lead.peak.dx)
    #expect(lead.silence.seconds(since: lead.start) < 0.0125)
    #expect(lead.end.seconds(since: lead.start) < 0.026)
    #expect(lead.value(at: lead.end) == .zero)
  }

  @Test func `a finger that slows down is predicted less far than a steady one of its speed`() throws {
    let slowing = predictor(until: 0.2) { Point(x: 800 * $0 - 1900 * $0 * $0, y: 0) }
    let steady = predictor(until: 0.2) { Point(x: 40 * $0, y: 0) }
    let fast = try #require(predictor(until: 0.2) { Point(x: 800 * $0, y: 0) }.lead(ahead: 0.033))
    #expect(try #require(slowing.lead(ahead: 0.033)).first.dx < fast.first.dx / 4)
    #expect(try #require(steady.lead(ahead: 0.033)).first.dx > 0)
  }

  @Test func `no finger leads by more than 100 pt`() throws {
    let lead = try #require(predictor(until: 0.2) { Point(x: 20_000 * $0, y: 20_000 * $0) }.lead(ahead: 0.05))
    #expect(lead.first.length <= 100.001)
    #expect(lead.peak.length <= 100.001)
  }

  @Test func `a sample of the same time replaces the newest, and an earlier one is ignored`() throws {
    var once = predictor(until: 0.1) { Point(x: 500 * $0, y: 0) }
    let before = try #require(once.lead(ahead: 0.016))
    once.add(Point(x: 999, y: 0), at: time(0.05))
    #expect(once.lead(ahead: 0.016) == before)
    once.add(Point(x: 0, y: 0), at: before.start)
    #expect(once.lead(ahead: 0.016) != before)
  }

  @Test func `a finger that rested is known from then on alone`() {
    var predictor = predictor(until: 0.1) { Point(x: 500 * $0, y: 0) }
    predictor.add(Point(x: 50, y: 0), at: time(0.3))
    #expect(predictor.lead(ahead: 0.016) == nil)
  }
}
