import DeckEngine
import Kinetics
import Testing

@Suite
struct `The promotions of a swipe deck` {
  private func queue(_ seconds: Double...) -> PromotionQueue {
    var queue = PromotionQueue()
    for time in seconds { queue.schedule(at: .seconds(time)) }
    return queue
  }

  @Test
  func `keep the order of the decisions`() {
    let queue = queue(0.5, 0.3)
    #expect(queue.next == .seconds(0.5))
    #expect(queue.due(at: .seconds(0.4)) == 0)
    #expect(queue.due(at: .seconds(0.5)) == 2)
  }

  @Test
  func `let a card enter for each that has started`() {
    var queue = queue(1, 2)
    queue.start(1, entry: .seconds(1.5))
    #expect(queue.count == 1)
    #expect(queue.vacancies == 2)
    #expect(queue.next == .seconds(1.5))
    let entries = [1.4, 1.5, 1.6].map { queue.enter(at: .seconds($0)) }
    #expect(entries == [false, true, false])
    #expect(queue.vacancies == 1)
  }

  @Test
  func `leave no vacancy if the cards enter at once`() {
    var queue = queue(1)
    queue.start(1, entry: nil)
    #expect(queue == PromotionQueue())
  }

  @Test
  func `lose what the last decision scheduled when that is undone`() {
    var queue = queue(1, 2)
    queue.start(1, entry: .seconds(3))
    queue.cancelLast()
    #expect(queue.count == 0)
    #expect(queue.vacancies == 1)
    queue.cancelLast()
    queue.cancelLast()
    #expect(queue == PromotionQueue())
  }

  @Test
  func `are all due when motions are skipped`() {
    var queue = queue(1, 2)
    queue.start(1, entry: .seconds(3))
    queue.skip(to: .zero)
    #expect(queue.due(at: .zero) == 1)
    let enters = queue.enter(at: .zero)
    #expect(enters)
  }
}
