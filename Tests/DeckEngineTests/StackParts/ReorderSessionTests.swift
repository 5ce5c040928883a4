import DeckEngine
import Kinetics
import Testing

@Suite
struct `A dragged card of a stack` {
  /// Card 2 of six, 64 points apart, picked up at 150 by a finger that had moved 4 points down.
  private func session(in layout: StackLayout = sampleLayout()) -> ReorderSession {
    ReorderSession(2, at: 150, translation: Vector(dx: 0, dy: 4), scroll: 10, in: layout, count: 6, now: .zero)
  }

  private func target(of distance: Double, scrolledTo offset: Double = 10, in layout: StackLayout) -> Int {
    var session = session(in: layout)
    session.move(by: Vector(dx: 0, dy: distance))
    return session.target(scrolledTo: offset, in: layout, count: 6)
  }

  @Test
  func `stays where it was picked up until the finger moves on`() {
    var session = session()
    #expect(session.y == 150)
    session.move(by: Vector(dx: 0, dy: 34))
    #expect(session.y == 180)
  }

  @Test
  func `gets the index of the nearest position in a live stack`() {
    let layout = sampleLayout()
    #expect(target(of: 31, in: layout) == 2)
    #expect(target(of: 33, in: layout) == 3)
    #expect(target(of: -33, in: layout) == 1)
    #expect(target(of: 1, scrolledTo: 43, in: layout) == 3)
  }

  @Test
  func `needs a whole step in a stack that reorders at the release`() {
    let layout = sampleLayout { $0.reorder = .atRelease }
    #expect(target(of: 63, in: layout) == 2)
    #expect(target(of: 65, in: layout) == 3)
  }

  @Test
  func `moves up the indexes of a stack whose first card is the lowest`() {
    #expect(target(of: 65, in: sampleLayout { $0.order = .upwards }) == 1)
  }

  @Test
  func `stays among the cards of its stack`() {
    #expect(target(of: 10_000, in: sampleLayout()) == 5)
    #expect(target(of: -1e300, in: sampleLayout()) == 0)
  }

  @Test
  func `makes space among the cards that it passed, and no others`() {
    let layout = sampleLayout()
    var (session, cards) = (session(), StackAnimator())
    session.move(by: Vector(dx: 0, dy: 128))
    let changes = (0..<2).map { _ in session.propose(&cards, scrolledTo: 10, in: layout, count: 6, at: .zero) }
    #expect(changes == [true, false])
    #expect(session.proposed == 4)
    #expect((0..<6).map { cards[$0].y.target } == [0, 0, 0, -64, -64, 0])
    session.move(by: Vector(dx: 0, dy: -64))
    _ = session.propose(&cards, scrolledTo: 10, in: layout, count: 6, at: .zero)
    #expect((0..<6).map { cards[$0].y.target } == [0, 64, 0, 0, 0, 0])
  }

  @Test
  func `moves to the side under a finger beside the stack`() {
    let layout = sampleLayout { $0.sideStep = .points(20) }
    var (session, cards) = (session(), StackAnimator())
    session.move(by: Vector(dx: -11, dy: 0))
    session.moveAside(&cards, in: layout, at: .zero)
    #expect(cards[2].x.target == -20)
    session.move(by: Vector(dx: 9, dy: 0))
    session.moveAside(&cards, in: layout, at: .zero)
    #expect(cards[2].x.target == 0)
  }

  @Test
  func `passes the next card at the announced moment while the stack scrolls`() throws {
    let layout = sampleLayout()
    var (session, cards) = (session(), StackAnimator())
    session.move(by: Vector(dx: 0, dy: 0))
    var scroll = ScrollController()
    scroll.jump(to: 10)
    #expect(session.nextProposal(during: scroll.offset, in: layout, count: 6) == nil)
    scroll.glide(to: 400, speed: 100, at: .zero)
    let crossing = try #require(session.nextProposal(during: scroll.offset, in: layout, count: 6))
    // Half a step of 64 points at 100 points per second.
    #expect((crossing.seconds(since: .zero) - 0.32).magnitude < 1e-4)
    let changes = [-1e-4, 0].map { delay in
      let offset = scroll.value(at: crossing.advanced(bySeconds: delay))
      return session.propose(&cards, scrolledTo: offset, in: layout, count: 6, at: crossing)
    }
    #expect(changes == [false, true])
    #expect(session.proposed == 3)
  }
}
