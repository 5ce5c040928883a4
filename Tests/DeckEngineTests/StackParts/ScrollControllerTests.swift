import DeckEngine
import Kinetics
import Testing

@Suite
struct `Scrolled content` {
  /// 20 cards scroll by 2 · 16 + 19 · 64 + 220 − 800 = 668 points.
  private let behavior = sampleLayout().scrolling(count: 20)

  /// Content that a finger has pulled by `distance`.
  private func pulled(by distance: Double) -> ScrollController {
    var scroll = ScrollController()
    scroll.hold(within: behavior, at: .zero)
    scroll.pull(by: distance, within: behavior)
    return scroll
  }

  /// Performs everything that is due.
  private func rest(_ scroll: inout ScrollController) {
    while let due = scroll.nextDeadline { scroll.advance(to: due, spring: behavior.spring) }
  }

  @Test
  func `follows the finger within its range, and stretches beyond it`() {
    #expect(pulled(by: 100).offset == .fixed(100))
    let beyond = pulled(by: -100).value(at: .zero)
    #expect(beyond < 0 && beyond > -100)
    #expect((pulled(by: 768).distance(beyond: behavior.range, at: .zero) + beyond).magnitude < 1e-9)
  }

  @Test
  func `does not move by itself under a finger`() {
    #expect(pulled(by: -100).nextDeadline == nil)
    #expect(!pulled(by: 100).isMoving)
  }

  @Test
  func `ignores a finger that does not hold it`() {
    var scroll = ScrollController()
    scroll.pull(by: 50, within: behavior)
    #expect(scroll.offset == .fixed(0))
  }

  @Test
  func `stays under the finger while its range shrinks`() {
    var scroll = pulled(by: 600)
    let shorter = sampleLayout().scrolling(count: 15)
    scroll.fit(within: shorter, at: .zero)
    scroll.pull(by: 600, within: shorter)
    #expect((scroll.value(at: .zero) - 600).magnitude < 1e-9)
    scroll.release(velocity: 0, within: shorter, at: .zero)
    #expect(scroll.goal == shorter.range.upperBound)
  }

  /// A spring can move content farther beyond its range than a finger can, and an edit can leave it there.
  @Test
  func `is drawn where it was when a finger catches it far beyond its range`() {
    var scroll = ScrollController()
    scroll.jump(to: 5000)
    scroll.hold(within: behavior, at: .zero)
    scroll.pull(by: -10, within: behavior)
    let pulled = scroll.value(at: .zero)
    #expect(pulled <= 5000 && pulled > 4990)
    scroll.release(velocity: -500, within: behavior, at: .zero)
    #expect(scroll.value(at: .zero) == pulled)
    rest(&scroll)
    #expect(scroll.offset == .fixed(668))
  }

  @Test
  func `follows the finger from beyond its range without a rubber band`() {
    var rigid = behavior
    rigid.band.coefficient = 0
    var scroll = ScrollController()
    scroll.jump(to: 700)
    scroll.hold(within: rigid, at: .zero)
    scroll.pull(by: 10, within: rigid)
    #expect(scroll.offset == .fixed(700))
    scroll.pull(by: -10, within: rigid)
    #expect(scroll.offset == .fixed(690))
    scroll.release(velocity: -500, within: rigid, at: .zero)
    #expect(scroll.offset.state(at: .zero) == MotionState(position: 690, velocity: -500))
    #expect(scroll.goal == 668)
  }

  @Test
  func `continues to its goal as fast as before when it is shifted`() {
    var scroll = ScrollController()
    scroll.settle(to: 600, spring: behavior.spring, at: .zero)
    let now = Instant.seconds(0.1)
    let before = scroll.offset.state(at: now)
    scroll.shift(by: 50, spring: behavior.spring, at: now)
    #expect(scroll.offset.state(at: now) == MotionState(position: before.position + 50, velocity: before.velocity))
    #expect(scroll.goal == 600)
  }

  @Test
  func `decelerates after a fling until a spring stops it at the end of its range`() throws {
    var scroll = pulled(by: 100)
    scroll.release(velocity: 5000, within: behavior, at: .zero)
    #expect(scroll.goal == 668)
    let arrival = try #require(scroll.nextDeadline)
    #expect((scroll.value(at: arrival) - 668).magnitude < 0.01)
    scroll.advance(to: arrival, spring: behavior.spring)
    #expect(scroll.isMoving)
    rest(&scroll)
    #expect(scroll.offset == .fixed(668))
  }

  @Test
  func `rests where a slow fling leaves it`() {
    var scroll = pulled(by: 100)
    scroll.release(velocity: 300, within: behavior, at: .zero)
    let goal = scroll.goal
    #expect(goal > 100 && goal < 668)
    rest(&scroll)
    #expect(scroll.offset == .fixed(goal))
  }

  @Test
  func `returns to the end that it is beyond`() {
    var scroll = pulled(by: -100)
    scroll.release(velocity: 0, within: behavior, at: .zero)
    rest(&scroll)
    #expect(scroll.offset == .fixed(0))
  }

  @Test
  func `keeps its motion when a finger that does not hold it lifts`() {
    var scroll = pulled(by: 100)
    scroll.release(velocity: 5000, within: behavior, at: .zero)
    let flung = scroll
    scroll.release(velocity: 0, within: behavior, at: .seconds(0.01))
    #expect(scroll == flung)
  }

  @Test
  func `comes to rest at a multiple of its snap`() {
    var snapping = behavior
    snapping.snap = 150
    var scroll = pulled(by: 100)
    scroll.release(velocity: 300, within: snapping, at: .zero)
    #expect(scroll.goal == 300)
  }

  @Test
  func `comes to rest within a range that changes while it moves`() {
    var scroll = pulled(by: 100)
    scroll.release(velocity: 5000, within: behavior, at: .zero)
    scroll.fit(within: sampleLayout().scrolling(count: 15), at: .seconds(0.01))
    rest(&scroll)
    #expect(scroll.offset == .fixed(sampleLayout().scrolling(count: 15).range.upperBound))
  }

  @Test
  func `glides at a constant speed`() {
    var scroll = ScrollController()
    scroll.glide(to: 100, speed: 50, at: .zero)
    #expect(scroll.nextDeadline == .seconds(2))
    #expect(scroll.value(at: .seconds(1)) == 50)
  }
}
