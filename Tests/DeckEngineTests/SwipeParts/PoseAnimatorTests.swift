import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `The cards of a swipe deck on the screen` {
  /// Six cards, and an animator that shows them at rest.
  private func sample(loops: Bool = false) -> (pile: SwipePile, animator: PoseAnimator) {
    let pile = SwipePile(sampleCards("abcdef"), loops: loops)
    return (pile, PoseAnimator(showing: pile))
  }

  /// Decides the front card.
  private func decide(_ pile: inout SwipePile, _ animator: inout PoseAnimator, at now: Instant) throws {
    let front = try #require(pile.front)
    pile.decide(.right)
    animator.decide(front, .right, next: pile, at: now)
  }

  @Test
  func `are the first ones, each at its depth`() {
    let (_, animator) = sample()
    #expect(animator.poses.map(\.index) == [0, 1, 2])
    #expect(animator.poses.map(\.depth) == [.fixed(0), .fixed(1), .fixed(2)])
    #expect(animator.nextDeadline == nil)
    #expect(animator.hasArrived(0))
  }

  @Test
  func `move up some time after a decision`() throws {
    var (pile, animator) = sample()
    try decide(&pile, &animator, at: .zero)
    #expect(animator.poses.map(\.index) == [1, 2])
    #expect(animator.poses.map(\.depth.target) == [1, 2])
    #expect(animator.isLeaving("a"))
    let early = animator.promoteDue(in: pile, hasGap: false, at: .seconds(0.14))
    let due = animator.promoteDue(in: pile, hasGap: false, at: .seconds(0.15))
    #expect([early, due] == [false, true])
    #expect(animator.poses.map(\.index) == [1, 2, 3])
    #expect(animator.poses.map(\.depth.target) == [0, 1, 2])
    #expect(!animator.hasArrived(1))
  }

  @Test(arguments: [false, true])
  func `leave at most 64 at a time, and the oldest vanish`(loops: Bool) {
    let cards = (0..<1000).map { Card(id: "\($0)") }
    var pile = SwipePile(CardSequence(cards), loops: loops)
    var animator = PoseAnimator(showing: pile)
    for _ in 0..<500 {
      animator.remove(0..<1, from: pile, at: .zero)
      _ = pile.remove(0..<1)
      animator.arrange(pile, at: .zero)
    }
    #expect(animator.outgoing.map(\.card.id) == (436..<500).map { "\($0)" })
    #expect(animator.poses.map(\.index) == [0, 1, 2])
  }

  @Test
  func `come to rest as if they had never moved`() throws {
    var (pile, animator) = sample()
    try decide(&pile, &animator, at: .zero)
    try decide(&pile, &animator, at: .seconds(0.05))
    animator.rest(showing: pile)
    #expect(animator == PoseAnimator(showing: pile))
  }

  @Test
  func `return from where they are when a decision is undone`() throws {
    var (pile, animator) = sample()
    try decide(&pile, &animator, at: .zero)
    let now = Instant.seconds(0.1)
    let x = try #require(animator.outgoing.first).pose.x.value(at: now)
    let undone = pile.undo()
    animator.undo(try #require(undone), in: pile, at: now)
    #expect(animator.outgoing.isEmpty)
    #expect(!animator.awaitsPromotions)
    #expect(animator.poses.map(\.index) == [0, 1, 2])
    #expect(x > 0 && animator.poses[0].x.value(at: now) == x)
    animator.rest(showing: pile)
    #expect(animator.poses.map(\.x) == [.fixed(0), .fixed(0), .fixed(0)])
  }

  @Test
  func `make space for inserted cards`() {
    var (pile, animator) = sample()
    pile.insert(sampleCards("x"), at: 1)
    animator.insert(sampleCards("x"), at: 1, into: pile, now: .zero)
    #expect(animator.poses.map(\.index) == [0, 1, 2])
    #expect(animator.poses.map(\.depth.target) == [0, 1, 2])
    #expect(animator.poses.map(\.isEntering) == [false, true, false])
    #expect(animator.outgoing.map(\.card.id) == ["c"])
    #expect(animator.outgoing.map(\.reason) == [.pushedOut])
    #expect(animator.outgoing.map(\.pose.index) == [3])
    animator.rest(showing: pile)
    #expect(animator.outgoing.isEmpty)
  }

  @Test
  func `close up when some of them are removed`() {
    var (pile, animator) = sample()
    animator.remove(0..<2, from: pile, at: .zero)
    _ = pile.remove(0..<2)
    animator.arrange(pile, at: .zero)
    #expect(animator.poses.map { pile.cards[$0.index].id } == ["c", "d", "e"])
    #expect(animator.poses.map(\.depth.target) == [0, 1, 2])
    #expect(animator.outgoing.map(\.reason) == [.removed, .removed])
    animator.rest(showing: pile)
    #expect(animator == PoseAnimator(showing: pile))
  }

  @Test
  func `are shown once each while one is still leaving a deck that loops`() throws {
    var pile = SwipePile(sampleCards("ab"), loops: true)
    var animator = PoseAnimator(showing: pile)
    try decide(&pile, &animator, at: .zero)
    _ = animator.promoteDue(in: pile, hasGap: false, at: .seconds(0.15))
    #expect(animator.poses.map(\.index) == [1])
    animator.rest(showing: pile)
    #expect(animator.poses.map(\.index) == [1, 0])
  }

  @Test
  func `move up at once under a finger that takes the next card`() throws {
    var (pile, animator) = sample()
    try decide(&pile, &animator, at: .zero)
    _ = animator.grab(at: Point(x: 200, y: 400), in: pile, rules: .init(), allowed: [.right], now: .seconds(0.1))
    #expect(!animator.awaitsPromotions)
    #expect(animator.poses.map(\.index) == [1, 2, 3])
  }

  @Test
  func `move up with a drag, and from there after the decision`() throws {
    var pile = SwipePile(sampleCards("abcdef"), loops: false)
    var animator = PoseAnimator(showing: pile) { $0.behindFollows = true }
    let touch = Point(x: 200, y: 400)
    let grab = animator.grab(at: touch, in: pile, rules: .init(), allowed: [.right], now: .zero)
    animator.drag(grab, by: Vector(dx: 60, dy: 0), progress: 0.5)
    #expect(animator.poses[0].x == .fixed(60))
    #expect(animator.motionEnd == nil)
    try decide(&pile, &animator, at: .seconds(1))
    #expect(animator.poses.map(\.depth) == [.fixed(0.5), .fixed(1.5)])
  }

  @Test
  func `appear together, and have not arrived before`() {
    var (pile, animator) = sample()
    animator.appear(at: .zero)
    #expect(animator.isAppearing && !animator.hasArrived(0))
    #expect(animator.poses.map(\.isAppearing) == [true, true, true])
    animator.rest(showing: pile)
    #expect(animator == PoseAnimator(showing: pile))
  }
}
