import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `The rules of a swipe` {
  private let layout = sampleSwipeLayout {
    $0.commitAllowed = [.left, .right]
    $0.commitThreshold = 0.5
  }

  private func rules(of card: Card = Card(id: "a"), _ answers: DelegateQueries.Rules = .init()) -> SwipeRules {
    SwipeRules(of: card, answers, layout.settings)
  }

  /// The verdict about a finger that rests at a translation when it is lifted.
  private func verdict(_ rules: SwipeRules, at translation: Vector) -> SwipeRules.Verdict {
    rules.verdict(at: translation, velocity: .zero, farthest: 0, in: layout)
  }

  @Test
  func `are the card's own, else the delegate's, else the deck's`() {
    #expect(rules().allowed == [.left, .right])
    #expect(rules().threshold == 0.5)
    var answers = DelegateQueries.Rules()
    (answers.allowed, answers.threshold) = ([.up], 0.7)
    #expect(rules(of: Card(id: "a"), answers).allowed == [.up])
    #expect(rules(of: Card(id: "a"), answers).threshold == 0.7)
    var card = Card(id: "a")
    (card.allowed, card.threshold) = ([.down], 0.9)
    #expect(rules(of: card, answers).allowed == [.down])
    #expect(rules(of: card, answers).threshold == 0.9)
  }

  @Test
  func `keep the order of a card's directions, each once`() {
    #expect(rules(of: Card(id: "a", allowed: [.up, .left, .up, .topRight])).allowed == [.up, .left, .topRight])
    #expect(Array(rules(of: Card(id: "a", allowed: [.down, .left])).allowed) == [.down, .left])
    #expect(rules(of: Card(id: "a", allowed: [.down, .left])).allowed != [.left, .down])
    #expect(rules(of: Card(id: "a", allowed: [])).allowed.isEmpty)
    #expect(Array(rules(of: Card(id: "a", allowed: Direction.allCases)).allowed) == Direction.allCases)
  }

  @Test(arguments: [
    (Direction.left, -1.0, 0.0), (.right, 1, 0), (.up, 0, -1), (.down, 0, 1),
    (.topLeft, -1, -1), (.topRight, 1, -1), (.bottomLeft, -1, 1), (.bottomRight, 1, 1),
  ])
  func `find each direction among all`(direction: Direction, dx: Double, dy: Double) {
    // A quarter of the surface.
    let translation = Vector(dx: dx * 100, dy: dy * 200)
    let swipe = rules(of: Card(id: "a", allowed: Direction.allCases)).progress(of: translation, in: layout)
    #expect(swipe.direction == direction)
  }

  @Test
  func `commit a release far enough in an allowed direction`() {
    guard case .commits(let direction, let release) = verdict(rules(), at: Vector(dx: 390, dy: 0)) else {
      Issue.record("the card returns")
      return
    }
    #expect(direction == .right)
    #expect(release.progress >= release.threshold)
    #expect(rules().shownProgress(of: rules().progress(of: Vector(dx: 390, dy: 0), in: layout)) == 1)
  }

  @Test
  func `return a card that was not dragged far enough`() {
    guard case .returns(let reason, let release) = verdict(rules(), at: Vector(dx: 30, dy: 0)) else {
      Issue.record("the card is decided")
      return
    }
    #expect(reason == .distance)
    #expect(release.direction == .right)
  }

  @Test
  func `return a card in a direction that is not allowed, and say which`() {
    guard case .returns(let reason, let release) = verdict(rules(), at: Vector(dx: 0, dy: -780)) else {
      Issue.record("the card is decided")
      return
    }
    #expect(reason == .direction)
    #expect(release.direction == .up)
  }

  @Test
  func `allow nothing with no direction`() {
    var card = Card(id: "a")
    card.allowed = []
    #expect(rules(of: card).progress(of: Vector(dx: 390, dy: 0), in: layout) == .none)
    guard case .returns(.direction, let release) = verdict(rules(of: card), at: Vector(dx: 390, dy: 0)) else {
      Issue.record("the reason is not the direction")
      return
    }
    #expect(release.direction == .right)
  }
}
