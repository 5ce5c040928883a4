import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `Effects that follow a finger` {
  /// A fan of which card 1 is open, with a long content.
  private static func opened(_ preset: Preset) throws -> StackHand {
    let hand = try StackHand(preset, cards: 5)
    hand.command(.layOutDetail(.init(card: "card-1", length: 2000)))
    hand.command(.select(.init(card: "card-1")))
    hand.wait(2)
    hand.forget()
    return hand
  }

  @Test
  func `show the header in every frame as that frame's scroll has it`() throws {
    let hand = try Self.opened(.fan)
    func check(_ name: String, scrolls: ClosedRange<Double>) {
      var reached: Set<Bool> = []
      for frame in hand.frames {
        guard let detail = frame.detail, let card = frame.cards.first(where: { $0.id == "card-1" }) else {
          Issue.record("\(name): no detail")
          return
        }
        let scrolled = min(max(detail.scroll, 0), 220)
        let (opacity, scale) = (max(0, 1 - scrolled / 200), max(0.85, 1 - scrolled / 800))
        #expect(gap(detail.header.opacity, opacity) <= 1e-12 && gap(detail.header.scale, scale) <= 1e-12, "\(name)")
        #expect(gap(card.opacity, opacity) <= 1e-9 && gap(card.scale, scale) <= 1e-9, "\(name): \(card), \(scrolled)")
        reached.formUnion([detail.scroll <= scrolls.lowerBound, detail.scroll < scrolls.upperBound])
      }
      #expect(reached == [true, false], "\(name) does not go through \(scrolls)")
      hand.forget()
    }
    hand.down(200, 700)
    for dy in stride(from: -11.0, through: -400, by: -7) {
      hand.wait(1 / 120)
      hand.move(200, 700 + dy)
      // The frame of this touch has this touch's scroll: nothing trails behind.
      let frame = hand.frames.last
      #expect(frame?.input == hand.now.microseconds && gap(frame?.detail?.scroll ?? 0, -dy) <= 1e-9)
    }
    check("dragged", scrolls: 20...350)
    hand.leave()
    hand.wait(3)
    check("flung", scrolls: 400...600)
    hand.command(.select(.init(card: "card-2")))
    hand.wait(2)
    hand.command(.select(.init(card: "card-1")))
    hand.wait(2)
    hand.forget()
    hand.down(200, 100)
    hand.move(100, 100)
    hand.glide(to: 700, in: 0.3)
    check("pulled beyond the beginning", scrolls: -200...(-1))
    hand.leave()
    hand.wait(2)
    check("let go there", scrolls: -150...(-1))
  }

  @Test
  func `show an open card that is dragged down as far, as faint and as small as that touch has it`() throws {
    let hand = try Self.opened(.fan)
    hand.down(200, 100)
    for dy in stride(from: 21.0, to: 600, by: 9) {
      hand.wait(1 / 120)
      hand.move(200, 100 + dy)
      let detail = try #require(hand.frames.last?.detail)
      let card = try #require(hand.frames.last?.cards.first { $0.id == "card-1" })
      let part = 0.6 * dy / 800
      #expect(
        gap(detail.y, 16 + 0.6 * dy + 250 * (1 - 0.1 * part)) <= 1e-9
          && gap(DrawnCard(card).corners[0].y, 16 + 0.6 * dy) <= 1e-9
      )
      #expect(gap(detail.opacity, 1 - 0.3 * part) <= 1e-9 && gap(card.opacity, 1 - 0.3 * part) <= 1e-9)
      #expect(gap(detail.scale, 1 - 0.1 * part) <= 1e-9 && gap(card.scale, 1 - 0.1 * part) <= 1e-9)
    }
  }

  @Test
  func `leave a header alone that does not follow`() throws {
    let hand = try Self.opened(.wallet)
    hand.down(380, 500)
    for dx in stride(from: 12.0, to: 300, by: 11) {
      hand.wait(1 / 120)
      hand.move(380 - dx, 500)
      let detail = try #require(hand.frames.last?.detail)
      #expect(gap(detail.scroll, dx) <= 1e-9 && detail.header.opacity == 1 && detail.header.scale == 1)
    }
  }

  @Test
  func `part the cards in every frame as that frame's pull has it`() throws {
    let hand = try StackHand(.fan, cards: 5)
    hand.down(200, 100)
    hand.glide(to: 790, in: 0.5)
    let dragged = hand.frames.count
    hand.leave()
    hand.wait(1)
    #expect(dragged > 50 && hand.frames.count > dragged + 50)
    for frame in hand.frames.dropLast() {
      guard let fan = frame.fan else { continue }
      #expect(gap(fan.pull, 0.25 * fan.over) <= 1e-12)
      let step = 64 + min(0.8 * fan.pull, 150)
      for card in frame.cards {
        #expect(gap(card.y, 16 + fan.over - fan.pull + step * Double(card.index)) <= 1e-9)
      }
    }
  }
}
