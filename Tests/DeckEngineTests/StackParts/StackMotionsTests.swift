import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

@Suite
struct `The motions of a stack` {
  private let layout = sampleLayout()
  private let pile = StackPile(sampleCards("abcdefghijklmnopqrst"))

  /// The fourth card, picked up where it lies.
  private var pickedUp: ReorderSession {
    ReorderSession(3, at: 208, translation: .zero, scroll: 0, in: layout, count: pile.cards.count, now: .zero)
  }

  /// A stack that a finger flicks toward its top, from `offset`, at `velocity` in pt/s.
  private func flicked(from offset: Double = 300, at velocity: Double = 3000) -> StackMotions {
    var motions = StackMotions(deck: "main")
    motions.jump(to: offset, of: pile, in: layout)
    motions.hold(pile, in: layout, at: .zero)
    let drag = drag(velocity: velocity)
    let action = motions.drag(drag, in: layout, at: .zero)
    #expect(motions.release(drag, action, of: pile, in: layout, at: .zero) != nil)
    if case .scrolling(let trigger) = action {
      let bounces = motions.bounces(after: trigger, in: layout, at: .zero)
      #expect(!bounces)
    }
    return motions
  }

  private func drag(by distance: Double = 0, velocity: Double) -> GestureValue {
    let start = Point(x: 200, y: 300)
    return GestureValue(
      startLocation: start,
      location: start + Vector(dx: 0, dy: distance),
      velocity: Vector(dx: 0, dy: velocity),
      time: .zero
    )
  }

  /// Performs everything that is due until `instant`.
  ///
  /// - Returns: when the stack arrived at its top to bounce.
  private func run(_ motions: inout StackMotions, until instant: Instant = .seconds(60)) -> Instant? {
    var arrival: Instant?
    while let due = motions.nextDeadline, due <= instant {
      motions.advance(to: due, in: layout)
      if motions.arrivesToBounce(by: due) { arrival = due }
      _ = motions.advanceBounce(to: due, in: layout)
    }
    return arrival
  }

  @Test
  func `bounce once when a fast flick arrives at the top`() {
    var motions = flicked()
    #expect(motions.isBouncing)
    let arrival = run(&motions)
    #expect(arrival != nil)
    #expect(!motions.isBouncing)
    #expect(!motions.isMoving)
  }

  @Test
  func `do not bounce after a finger, a command or an opening card moved the stack`() {
    var caught = flicked()
    caught.hold(pile, in: layout, at: .seconds(0.01))
    var scrolled = flicked()
    scrolled.scroll(to: 100, of: pile, in: layout, at: .seconds(0.01))
    var opened = flicked()
    opened.open(2, of: pile, in: layout, at: .seconds(0.01))
    for var motions in [caught, scrolled, opened] {
      #expect(!motions.isBouncing)
      let arrival = run(&motions)
      #expect(arrival == nil)
    }
    #expect(scrolled.scroll.goal == 100)
  }

  @Test
  func `leave the stack within its range under an open card`() {
    var motions = flicked(from: 40, at: 5000)
    motions.open(2, of: pile, in: layout, at: .seconds(0.02))
    #expect(motions.hero.openIndex == 2)
    #expect(layout.scrolling(count: pile.cards.count).range.contains(motions.scroll.goal))
  }

  @Test
  func `determine once whether a drag scrolls the detail or closes the card`() {
    var motions = StackMotions(deck: "main")
    motions.open(2, of: pile, in: layout, at: .zero)
    _ = run(&motions)
    motions.hold(pile, in: layout, at: .seconds(61))
    let up = motions.drag(drag(by: -30, velocity: -100), in: layout, at: .seconds(61))
    #expect(up == .scrollingDetail)
    var down = motions.drag(drag(by: 30, velocity: 100), in: layout, at: .seconds(61))
    #expect(down == .dismissing(from: 0))
    motions.follow(drag(by: 80, velocity: 100), &down, of: pile, in: layout, at: .seconds(61))
    #expect(motions.hero.dismissal.value(at: .seconds(61)) > 0)
    motions.cancelDismissal(in: layout, at: .seconds(61))
    _ = run(&motions, until: .seconds(120))
    #expect(motions.hero.openIndex == 2)
    #expect(motions.hero.dismissal == .fixed(0))
  }

  @Test
  func `reach their cards also after an edit`() {
    var motions = StackMotions(deck: "main")
    motions.startBounce([0, 1], in: layout, at: .zero)
    motions.remap(by: .insertion(at: 0, count: 3), from: 20, to: 23)
    #expect(Set(motions.animator.displaced) == [3, 4])
    motions.remap(by: .removal(0..<23), from: 23, to: 0)
    #expect(motions.animator.displaced.isEmpty)
    #expect(!motions.isBouncing)
    #expect(motions.nextDeadline == nil)
  }

  @Test
  func `end all at once without the scroll that a dragged card causes`() {
    var motions = StackMotions(deck: "main")
    motions.lift(3, in: layout, at: .zero)
    motions.follow(pickedUp, fingerAt: 790, of: pile, in: layout, at: .zero)
    #expect(motions.scroll.isMoving)
    motions.skip(to: .zero, isReordering: true)
    #expect(motions.scroll.isMoving)
    #expect(!motions.isAnimating(isReordering: true))
    motions.skip(to: .zero, isReordering: false)
    #expect(!motions.isMoving)
  }

  @Test
  func `move the cards back that made space for a dragged one`() {
    var motions = StackMotions(deck: "main")
    var reorder = pickedUp
    reorder.move(by: Vector(dx: 0, dy: 128))
    let changes = motions.propose(&reorder, of: pile, in: layout, at: .zero)
    #expect(changes)
    #expect(Set(motions.animator.displaced) == [4, 5])
    motions.closeGap(besides: 3, in: layout, at: .seconds(1))
    _ = run(&motions)
    #expect(motions.animator.displaced.isEmpty)
  }
}
