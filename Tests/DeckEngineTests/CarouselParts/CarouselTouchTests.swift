import DeckEngine
import DeckProtocol
import Testing

@Suite
struct `A finger on a carousel` {
  private let row = CarouselRow(count: 5, first: 0, step: 100, loops: false)

  @Test
  func `scrolls from the drag's beginning to its end`() {
    var touch = CarouselTouch(on: 1, centering: 1)
    var phases = [touch.phase]
    touch.scroll()
    phases.append(touch.phase)
    touch.release()
    phases.append(touch.phase)
    #expect(phases == [.pressing, .scrolling, .pressing])
  }

  @Test
  func `flings to the next card at least, and as far as it has moved at most`() {
    let touch = CarouselTouch(on: 2, centering: 2)
    #expect(touch.targets(centering: 2, in: row) == 100...300)
    #expect(touch.targets(centering: 4, in: row) == 100...400)
    #expect(touch.targets(centering: 0, in: row) == 0...300)
  }

  @Test
  func `flings no farther than to the first or last card`() {
    #expect(CarouselTouch(on: 0, centering: 0).targets(centering: 0, in: row) == 0...100)
    #expect(CarouselTouch(on: 4, centering: 4).targets(centering: 4, in: row) == 300...400)
    let loop = CarouselRow(count: 5, first: 0, step: 100, loops: true)
    #expect(CarouselTouch(on: 0, centering: 0).targets(centering: 0, in: loop) == -100...100)
  }

  @Test
  func `loses a card that is removed under it`() {
    var touch = CarouselTouch(on: 3, centering: 3)
    touch.remap(by: .removal(0..<2))
    #expect(touch.card == 1)
    touch.remap(by: .removal(1..<2))
    #expect(touch.card == nil)
  }
}
