import DeckEngine
import Kinetics
import Testing

@Suite
struct `A bounce` {
  private let layout = sampleLayout()

  /// A bounce of three cards, and its cards.
  private func started(deck: String = "main") -> (bounce: BounceAnimation, cards: StackAnimator) {
    var (bounce, cards) = (BounceAnimation(deck: deck), StackAnimator())
    bounce.start([0, 1, 2], &cards, in: layout, at: .zero)
    return (bounce, cards)
  }

  @Test
  func `makes its cards fall in order, and ends once when all have landed`() throws {
    var (bounce, cards) = started()
    var ends: [Instant] = []
    var falling: [Int] = []
    while let due = earliest(bounce.nextDeadline, cards.end) {
      cards.advance(to: due)
      if bounce.advance(to: due, &cards, fall: layout.own.bounceFall) { ends.append(due) }
      for index in 0..<3 where !falling.contains(index) && cards[index].y.target == 0 { falling.append(index) }
    }
    #expect(falling == [0, 1, 2])
    #expect(ends.count == 1)
    #expect(!bounce.isActive)
    #expect(cards.displaced.isEmpty)
  }

  @Test
  func `has the heights that its deck's name determines`() {
    let heights = (0..<3).map { started().cards[$0].y.target }
    #expect(heights == (0..<3).map { started().cards[$0].y.target })
    #expect(heights != (0..<3).map { started(deck: "other").cards[$0].y.target })
    #expect(heights.allSatisfy { (-30 ... -15).contains($0) })
  }

  @Test
  func `arrives once, unless something else moves the stack`() {
    var bounce = BounceAnimation(deck: "main")
    bounce.expectArrival(at: .seconds(1))
    #expect(bounce.nextDeadline == .seconds(1))
    let arrivals = [0.999, 1, 1].map { bounce.arrives(by: .seconds($0)) }
    #expect(arrivals == [false, true, false])
    bounce.expectArrival(at: .seconds(2))
    bounce.cancelArrival()
    #expect(!bounce.isActive)
  }

  @Test
  func `lets only the remaining cards fall after a removal`() {
    var (bounce, cards) = started()
    let shift = IndexShift.removal(0..<1)
    bounce.remap(by: shift)
    cards.remap(by: shift)
    bounce.skip(to: .seconds(1))
    let hasEnded = bounce.advance(to: .seconds(1), &cards, fall: layout.own.bounceFall)
    #expect(!hasEnded)
    #expect(Set(cards.displaced) == [0, 1])
    #expect(cards[0].y.target == 0 && cards[1].y.target == 0)
  }

  @Test
  func `is triggered by a stack that was far from its top and comes back fast`() {
    var trigger = BounceTrigger.disarmed
    trigger.follow(20, velocity: -2000, in: layout)
    #expect(trigger == .disarmed)
    trigger.follow(60, velocity: 0, in: layout)
    #expect(trigger == .armed)
    trigger.follow(40, velocity: -2000, in: layout)
    #expect(trigger == .armed)
    var slow = trigger
    slow.follow(20, velocity: -500, in: layout)
    #expect(slow == .disarmed)
    trigger.follow(20, velocity: -2000, in: layout)
    #expect(trigger == .arrived)
  }

  private func earliest(_ left: Instant?, _ right: Instant?) -> Instant? {
    [left, right].compactMap(\.self).min()
  }
}
