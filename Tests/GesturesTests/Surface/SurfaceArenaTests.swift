import Gestures
import Testing

@Suite("Gestures of a surface")
struct SurfaceArenaTests {
  private static let upFromBottom = SurfaceGesture(
    "home",
    .swipe([.up], distance: 10),
    from: .edge(.bottom, depth: 6)
  )

  @Test("a swipe from an edge begins after 2.5 mm, follows the finger, and is performed when it is lifted")
  func edgeSwipe() {
    var hand = SurfaceHand(Self.upFromBottom)
    hand.down(1, 50, 157)
    hand.move([1], by: 2, -24)
    hand.up(1)
    #expect(hand.performed == ["home"])
    #expect(hand.phases(of: "home").wholeMatch(of: /bc+p/) != nil)
    #expect(!hand.arena.isTouched)
  }

  @Test("a finger is undecided until its gesture begins or can be made no more, and taken until it is lifted")
  func claims() {
    var hand = SurfaceHand(Self.upFromBottom, SurfaceGesture("double", .tap(count: 2)))
    hand.down(1, 50, 157)
    #expect(hand.claim(on: 1) == .undecided)
    hand.move([1], by: 0, -10)
    #expect(hand.claim(on: 1) == .taken)
    hand.up(1)
    #expect(hand.performed == ["home"] && hand.claim(on: 1) == .taken)
    // The next finger with its number.
    hand.down(1, 50, 50)
    #expect(hand.claim(on: 1) == .undecided)
    hand.up(1, after: 0.1)
    #expect(hand.claim(on: 1) == .undecided)
    hand.down(1, 50, 50, after: 0.1)
    hand.up(1, after: 0.1)
    #expect(hand.performed == ["home", "double"] && hand.claim(on: 1) == .taken)
    hand.down(2, 50, 50, after: 1)
    // Another one with its number, which is not the arena's.
    #expect(hand.claim(on: 1, isNew: true) == .free && hand.claim(on: 2) == .undecided)
    hand.yieldToDeck()
    #expect(hand.claim(on: 2) == .free)
  }

  @Test("a finger that was lifted is undecided as long as the tap of the others is")
  func claimOfTap() {
    var hand = SurfaceHand(SurfaceGesture("menu", .tap(count: 1), fingers: 2))
    hand.down(1, 50, 50)
    hand.down(2, 60, 50)
    hand.up(1)
    hand.wait(0.1)
    #expect(hand.claim(on: 1) == .undecided && hand.claim(on: 2) == .undecided)
    hand.up(2)
    #expect(hand.performed == ["menu"] && hand.claim(on: 1) == .taken && hand.claim(on: 2) == .taken)
  }

  @Test("a finger is free once it has moved too far for all that it may make")
  func claimOfDrag() {
    var hand = SurfaceHand(SurfaceGesture("menu", .tap(count: 1), fingers: 2))
    hand.down(1, 50, 50)
    hand.move([1], by: 2, 0, in: 0.008)
    #expect(hand.claim(on: 1) == .undecided)
    hand.move([1], by: 2, 0, in: 0.008)
    #expect(hand.claim(on: 1) == .free)
  }

  @Test("a finger that comes down 7 mm from the edge is not the edge's")
  func besideTheEdge() {
    var hand = SurfaceHand(Self.upFromBottom)
    hand.down(1, 50, 153)
    hand.move([1], by: 0, -30)
    hand.up(1)
    #expect(hand.reports.isEmpty)
  }

  @Test(
    "a swipe within 40° of its direction is performed, and none beyond",
    arguments: [(0.0, true), (12, true), (-20, true), (24, true), (28, false), (-40, false)]
  )
  func slant(across: Double, isPerformed: Bool) {
    var hand = SurfaceHand(SurfaceGesture("up", .swipe([.up], distance: 10)))
    hand.down(1, 50, 100)
    hand.move([1], by: across, -30)
    hand.up(1)
    #expect(hand.performed == (isPerformed ? ["up"] : []))
  }

  @Test("a swipe in any direction may be a diagonal, as from a corner")
  func diagonal() {
    var hand = SurfaceHand(
      SurfaceGesture(
        "corner",
        .swipe(Set(SurfaceGesture.Heading.allCases), distance: 10),
        from: .corner(.left, .top, depth: 15)
      )
    )
    hand.down(1, 2, 2)
    hand.move([1], by: 20, 20)
    hand.up(1)
    #expect(hand.performed == ["corner"])
  }

  @Test("a slow swipe takes 10 mm, and a fast one 5")
  func distance() {
    var hand = SurfaceHand(SurfaceGesture("right", .swipe([.right], distance: 10)))
    hand.down(1, 20, 50)
    hand.move([1], by: 8, 0, in: 0.4)
    hand.wait(0.2)
    hand.up(1)
    #expect(hand.performed.isEmpty)
    #expect(hand.failures(of: "right").map(\.description) == ["moved 8 of 10 mm"])
    hand.down(1, 20, 50)
    hand.move([1], by: 8, 0, in: 0.04)
    hand.up(1)
    hand.down(1, 20, 50)
    hand.move([1], by: 12, 0, in: 0.8)
    hand.wait(0.2)
    hand.up(1)
    #expect(hand.performed == ["right", "right"])
  }

  @Test("a swipe that is taken back is not performed")
  func takenBack() {
    var hand = SurfaceHand(SurfaceGesture("right", .swipe([.right], distance: 10)))
    hand.down(1, 20, 50)
    hand.move([1], by: 30, 0)
    hand.move([1], by: -15, 0, in: 0.1)
    hand.up(1)
    #expect(hand.performed.isEmpty)
    #expect(hand.failures(of: "right") == [.back])
  }

  @Test("as many fingers as a gesture needs make it, and neither fewer nor more", arguments: 1...5)
  func fingers(count: Int) {
    var hand = SurfaceHand(
      SurfaceGesture("two", .swipe([.down], distance: 10), fingers: 2),
      SurfaceGesture("three", .swipe([.down], distance: 10), fingers: 3),
      SurfaceGesture("five", .swipe([.down], distance: 10), fingers: 5)
    )
    for finger in 0..<count { hand.down(finger, 20 + Double(finger) * 12, 40, after: 0.015) }
    hand.move(Array(0..<count), by: 1, 25, in: 0.15)
    for finger in 0..<count { hand.up(finger) }
    #expect(hand.performed == [[], ["two"], ["three"], [], ["five"]][count - 1])
    #expect(!hand.arena.isTouched)
  }

  @Test("the first finger of a quick swipe by three does not make that of one finger")
  func quickSwipe() {
    var hand = SurfaceHand(
      SurfaceGesture("one", .swipe([.down], distance: 10)),
      SurfaceGesture("three", .swipe([.down], distance: 10), fingers: 3)
    )
    hand.down(0, 20, 40)
    hand.move([0], by: 0, 4, in: 0.016)
    hand.down(1, 35, 40)
    hand.move([0, 1], by: 0, 4, in: 0.016)
    hand.down(2, 50, 40)
    hand.move([0, 1, 2], by: 0, 25, in: 0.08)
    hand.up(1)
    hand.up(0, 2)
    #expect(hand.performed == ["three"])
    #expect(hand.phases(of: "one").isEmpty)
  }

  @Test("a thumb that rests for a second is none of the fingers of a swipe")
  func restingThumb() {
    var hand = SurfaceHand(
      SurfaceGesture("one", .swipe([.up], distance: 10)),
      SurfaceGesture("two", .swipe([.up], distance: 10), fingers: 2)
    )
    hand.down(0, 10, 120)
    hand.down(1, 60, 120, after: 1)
    hand.move([(1, 0, -30), (0, 0.3, -0.4)])
    hand.up(1)
    hand.up(0)
    #expect(hand.performed == ["one"])
  }

  @Test("taps of one finger and of several are told apart, and a double tap from a single one")
  func taps() {
    var hand = SurfaceHand(
      SurfaceGesture("single", .tap(count: 1)),
      SurfaceGesture("double", .tap(count: 2)),
      SurfaceGesture("three", .tap(count: 1), fingers: 3)
    )
    hand.down(0, 30, 30)
    hand.up(0, after: 0.08)
    #expect(hand.performed.isEmpty)
    hand.wait(0.31)
    #expect(hand.performed == ["single"])
    for _ in 0..<2 {
      hand.down(0, 30, 30, after: 0.12)
      hand.up(0, after: 0.06)
    }
    #expect(hand.performed == ["single", "double"])
    for finger in 0..<3 { hand.down(finger, 30 + Double(finger) * 15, 30) }
    for finger in 0..<3 { hand.up(finger, after: 0.02) }
    #expect(hand.performed == ["single", "double", "three"])
    hand.down(0, 30, 30)
    hand.up(0, after: 0.6)
    #expect(hand.failures(of: "single").last == .tooLong(0.6, limit: 0.35))
  }

  @Test("a tap is performed although a drag begins where the second would be")
  func tapBeforeDrag() {
    var hand = SurfaceHand(
      SurfaceGesture("single", .tap(count: 1)),
      SurfaceGesture("double", .tap(count: 2)),
      SurfaceGesture("up", .swipe([.up], distance: 10))
    )
    hand.down(0, 30, 80)
    hand.up(0, after: 0.06)
    hand.down(0, 30, 80, after: 0.1)
    hand.move([0], by: 0, -25)
    hand.up(0)
    #expect(hand.performed == ["single", "up"])
  }

  @Test("a hold is performed while the fingers are down, and neither before nor after they move")
  func hold() {
    var hand = SurfaceHand(SurfaceGesture("menu", .hold(duration: 0.5), fingers: 2))
    hand.down(0, 30, 30)
    hand.down(1, 60, 30)
    hand.wait(0.49)
    #expect(hand.performed.isEmpty)
    hand.wait(0.02)
    #expect(hand.performed == ["menu"])
    hand.up(0, 1)
    hand.down(0, 30, 30)
    hand.down(1, 60, 30)
    hand.move([0], by: 5, 0, in: 0.1)
    hand.wait(1)
    hand.up(0, 1)
    #expect(hand.performed == ["menu"])
  }

  @Test("two fingers that begin to swipe one after the other neither turn nor pinch")
  func unevenSwipe() {
    var hand = SurfaceHand(
      SurfaceGesture("right", .swipe([.right], distance: 10), fingers: 2),
      SurfaceGesture("turn", .rotate(.clockwise), fingers: 2),
      SurfaceGesture("out", .pinch(.apart), fingers: 2)
    )
    hand.down(1, 10, 40)
    hand.down(2, 11, 29)
    // As a person's on a phone: the upper finger is 5 mm ahead.
    hand.move([2], by: 1.6, 0, in: 0.008)
    hand.move([(1, 1.3, 0), (2, 3.4, 0)], in: 0.008)
    hand.move([1, 2], by: 20, 0)
    hand.up(1, 2)
    #expect(hand.performed == ["right"])
    // One is two reports late, at 800 mm/s.
    hand.down(1, 10, 40, after: 1)
    hand.down(2, 11, 29)
    hand.move([2], by: 12.8, 0, in: 0.016)
    hand.move([1, 2], by: 30, 0, in: 0.04)
    hand.up(1, 2)
    #expect(hand.performed == ["right", "right"])
  }

  @Test("a finger turns around one that rests after 4 mm")
  func pivot() {
    var hand = SurfaceHand(SurfaceGesture("turn", .rotate(.clockwise), fingers: 2))
    hand.down(1, 30, 60)
    hand.down(2, 30, 45)
    hand.move([2], by: 3.5, 0)
    #expect(hand.phases(of: "turn").isEmpty)
    hand.move([2], by: 8, 4)
    hand.up(1, 2)
    #expect(hand.performed == ["turn"])
  }

  @Test("a pinch, a rotation and a swipe of two fingers are told apart")
  func twoFingers() {
    func perform(_ steps: [(finger: Int, x: Double, y: Double)]) -> [String] {
      var hand = SurfaceHand(
        SurfaceGesture("in", .pinch(.together), fingers: 2),
        SurfaceGesture("out", .pinch(.apart), fingers: 2),
        SurfaceGesture("turn", .rotate(.clockwise), fingers: 2),
        SurfaceGesture("left", .swipe([.left], distance: 10), fingers: 2)
      )
      hand.down(0, 35, 60)
      hand.down(1, 65, 60)
      hand.move(steps)
      hand.up(0, 1)
      return hand.performed
    }
    #expect(perform([(0, -8, 0), (1, 8, 0)]) == ["out"])
    #expect(perform([(0, 6, 0), (1, -6, 0)]) == ["in"])
    #expect(perform([(0, 3, -10), (1, -3, 10)]) == ["turn"])
    #expect(perform([(0, 3, 10), (1, -3, -10)]).isEmpty)
    #expect(perform([(0, -20, 0), (1, -21, 2)]) == ["left"])
    #expect(perform([(0, -2, 0), (1, 2, 0)]).isEmpty)
  }

  @Test("a contact that is cancelled performs nothing")
  func cancelled() {
    var hand = SurfaceHand(Self.upFromBottom)
    hand.down(1, 50, 157)
    hand.move([1], by: 0, -24)
    hand.cancel(1)
    #expect(hand.phases(of: "home").hasSuffix("x"))
    #expect(hand.performed.isEmpty)
  }

  @Test("a finger on a deck ends what others are about to make, but not from an edge")
  func deck() {
    var hand = SurfaceHand(Self.upFromBottom, SurfaceGesture("two", .tap(count: 1), fingers: 2))
    hand.down(0, 30, 30)
    hand.yieldToDeck()
    hand.down(1, 40, 30)
    hand.up(0, 1)
    #expect(hand.performed.isEmpty)
    #expect(hand.failures(of: "two").contains(.deck))
    hand.down(1, 50, 157)
    hand.yieldToDeck()
    hand.move([1], by: 0, -24)
    hand.up(1)
    #expect(hand.performed == ["home"])
  }

  @Test("a gesture from an edge comes before one from anywhere that the file has first")
  func edgeFirst() {
    var hand = SurfaceHand(
      SurfaceGesture("anywhere", .swipe([.up], distance: 10)),
      Self.upFromBottom
    )
    hand.down(1, 50, 157)
    hand.move([1], by: 0, -24)
    hand.up(1)
    #expect(hand.performed == ["home"])
  }

  @Test("a corner comes before its edges, and a rectangle before anywhere")
  func zones() {
    let any = Set(SurfaceGesture.Heading.allCases)
    var hand = SurfaceHand(
      SurfaceGesture("anywhere", .tap(count: 1)),
      SurfaceGesture("box", .tap(count: 1), from: .region(x: 0.5, y: 0.5, width: 0.2, height: 0.2)),
      Self.upFromBottom,
      SurfaceGesture("corner", .swipe(any, distance: 10), from: .corner(.left, .bottom, depth: 15))
    )
    hand.down(1, 2, 157)
    hand.move([1], by: 12, -22)
    hand.up(1)
    hand.down(1, 60, 90)
    hand.up(1)
    hand.down(1, 20, 90)
    hand.up(1)
    #expect(hand.performed == ["corner", "box", "anywhere"])
  }

  @Test("three fingers tap twice, whichever comes down first")
  func doubleTapOfThree() {
    var hand = SurfaceHand(
      SurfaceGesture("once", .tap(count: 1), fingers: 3),
      SurfaceGesture("twice", .tap(count: 2), fingers: 3)
    )
    for _ in 0..<2 {
      for finger in 0..<3 { hand.down(finger, 20 + Double(finger) * 20, 60, after: 0.02) }
      for finger in 0..<3 { hand.up(finger, after: 0.03) }
    }
    #expect(hand.performed == ["twice"])
  }

  @Test("a finger that comes later than 0.12 s makes no gesture of two with the first, and none by itself")
  func lateFinger() {
    var hand = SurfaceHand(
      SurfaceGesture("one", .swipe([.up], distance: 10)),
      SurfaceGesture("two", .swipe([.up], distance: 10), fingers: 2)
    )
    hand.down(0, 30, 120)
    hand.down(1, 60, 120, after: 0.3)
    hand.move([0, 1], by: 0, -30)
    hand.up(0, 1)
    #expect(hand.performed.isEmpty && hand.failures(of: "two") == [.irregular])
    #expect(!hand.arena.isTouched)
  }

  @Test("a thumb that has rolled, and then lies still, rests all the same")
  func rolledThumb() {
    var hand = SurfaceHand(
      SurfaceGesture("apart", .pinch(.apart), fingers: 2),
      SurfaceGesture("right", .swipe([.right], distance: 10))
    )
    hand.down(0, 10, 120)
    hand.move([0], by: 3.2, 3.2)
    hand.wait(5)
    hand.down(1, 40, 60)
    hand.move([1], by: 25, 0)
    hand.up(1)
    hand.up(0)
    #expect(hand.performed == ["right"])
  }

  @Test("fingers that meet in one point have a finite progress")
  func meeting() {
    var hand = SurfaceHand(SurfaceGesture("in", .pinch(.together), fingers: 2))
    hand.down(0, 40, 60)
    hand.down(1, 60, 60)
    hand.move([(0, 10, 0), (1, -10, 0)])
    hand.up(0, 1)
    #expect(hand.performed == ["in"])
    for report in hand.reports {
      if case .changed(let value) = report.phase { #expect(value.progress.isFinite) }
    }
  }

  @Test("a finger on a deck cancels a gesture beside it that has begun")
  func deckDuringGesture() {
    var hand = SurfaceHand(SurfaceGesture("two", .swipe([.up], distance: 10), fingers: 2))
    hand.down(0, 30, 120)
    hand.down(1, 60, 120)
    hand.move([0, 1], by: 0, -20)
    hand.yieldToDeck()
    hand.move([0, 1], by: 0, -20)
    hand.up(0, 1)
    #expect(hand.performed.isEmpty && hand.phases(of: "two").hasSuffix("x"))
  }

  @Test("the shortest hold of the same fingers is performed")
  func holds() {
    var hand = SurfaceHand(
      SurfaceGesture("long", .hold(duration: 2)),
      SurfaceGesture("short", .hold(duration: 0.5))
    )
    hand.down(0, 30, 30)
    hand.wait(3)
    #expect(hand.performed == ["short"])
  }

  @Test("a tap before a touch that stays is performed once that is too long for a second one")
  func tapBeforeRest() {
    var hand = SurfaceHand(SurfaceGesture("single", .tap(count: 1)), SurfaceGesture("double", .tap(count: 2)))
    hand.down(0, 30, 30)
    hand.up(0, after: 0.06)
    hand.down(0, 30, 30, after: 0.1)
    hand.wait(0.36)
    #expect(hand.performed == ["single"])
    hand.wait(10)
    hand.up(0)
    #expect(hand.performed == ["single"])
  }
}
