import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

@Suite
struct `The fan of a stack` {
  private let limit = 150.0
  private let spring = StackSettings().fanSpring.spring

  private func pinch(_ scale: Double, velocity: Double = 0) -> GestureValue {
    let center = Point(x: 0, y: 0)
    return GestureValue(
      startLocation: center,
      location: center,
      velocity: Vector(dx: 0, dy: 0),
      time: .zero,
      scale: scale,
      scaleVelocity: velocity
    )
  }

  @Test
  func `parts the cards by the pinch, within its limit`() {
    var fan = FanController()
    fan.pinch(pinch(1.5), from: 0, within: limit)
    #expect(fan.spread == .fixed(75))
    fan.pinch(pinch(3), from: 0, within: limit)
    #expect(fan.spread == .fixed(150))
    fan.pinch(pinch(0.5), from: 0, within: limit)
    #expect(fan.spread == .fixed(0))
  }

  @Test
  func `continues from where a pinch catches it`() {
    var fan = FanController()
    fan.pinch(pinch(1.5), from: 0, within: limit)
    fan.release(velocity: 0, spring: spring, at: .zero)
    let caught = fan.hold(within: limit, at: .seconds(0.05))
    #expect(caught > 0 && caught < 75)
    #expect(fan.spread == .fixed(caught))
  }

  @Test
  func `has no velocity at its limits`() {
    #expect(FanController.velocity(of: pinch(1.5, velocity: 2), from: 0, within: limit) == 300)
    #expect(FanController.velocity(of: pinch(3, velocity: 2), from: 0, within: limit) == 0)
    #expect(FanController.velocity(of: pinch(0.5, velocity: -2), from: 0, within: limit) == 0)
  }

  @Test
  func `publishes once that a finger pulled it apart, and once that it is together again`() {
    var fan = FanController()
    let events = [
      fan.update(isApart: true, isPulled: false, isReturning: false),
      fan.update(isApart: true, isPulled: true, isReturning: false),
      fan.update(isApart: true, isPulled: true, isReturning: false),
      fan.update(isApart: false, isPulled: false, isReturning: true),
      fan.update(isApart: false, isPulled: false, isReturning: false),
      fan.update(isApart: false, isPulled: false, isReturning: false),
    ]
    #expect(events == [nil, .stackFanned, nil, nil, .stackGathered, nil])
  }

  @Test
  func `is not together while its spring swings`() throws {
    var fan = FanController(isFanned: true)
    fan.pinch(pinch(1.5), from: 0, within: limit)
    fan.release(velocity: 0, spring: spring, at: .zero)
    let early = fan.update(isApart: false, isPulled: false, isReturning: false)
    #expect(early == nil)
    fan.advance(to: try #require(fan.spread.end))
    let late = fan.update(isApart: false, isPulled: false, isReturning: false)
    #expect(late == .stackGathered)
  }
}
