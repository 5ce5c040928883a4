import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `The interaction with a front card` {
  private static let pressed: SwipeInteraction = {
    let pile = SwipePile(sampleCards("abc"), loops: false)
    var animator = PoseAnimator(showing: pile)
    return .pressed(animator.grab(at: Point(x: 200, y: 400), in: pile, rules: .init(), allowed: [.left], now: .zero))
  }()

  private static let release = Release(.none, threshold: 1, farthest: 0)

  @Test
  func `keeps the farthest progress of a drag`() {
    var interaction = Self.pressed
    var farthest: [Double] = []
    for progress in [-0.2, 0.5, 0.3, 0.7] {
      interaction.drag(to: Vector(dx: 100 * progress, dy: 0), progress: progress)
      if case .dragged(_, _, let value) = interaction { farthest.append(value) }
    }
    #expect(farthest == [0, 0.5, 0.5, 0.7])
    #expect(interaction.grab == Self.pressed.grab)
  }

  @Test(arguments: [SwipeInteraction.idle, .awaitingDelegate(.left, nil), .awaitingDelegate(.left, release)])
  func `ignores a drag without a finger`(before: SwipeInteraction) {
    var interaction = before
    interaction.drag(to: Vector(dx: 10, dy: 0), progress: 1)
    #expect(interaction == before)
    #expect(interaction.grab == nil)
  }

  @Test
  func `displaces the card under a finger, and while the delegate decides about a released card`() {
    #expect(Self.pressed.isCardDisplaced)
    #expect(SwipeInteraction.awaitingDelegate(.left, Self.release).isCardDisplaced)
    #expect(!SwipeInteraction.awaitingDelegate(.left, nil).isCardDisplaced)
    #expect(!SwipeInteraction.idle.isCardDisplaced)
  }
}
