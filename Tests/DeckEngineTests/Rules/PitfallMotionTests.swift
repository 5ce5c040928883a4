import DeckEngine
import DeckProtocol
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// The time between two looks at a surface of 240 Hz.
private let tick = 1.0 / 240

@Suite
struct `A card that opens, is interrupted, closes and opens again` {
  /// The points that a card's corners move at the most between two looks.
  ///
  /// A hero goes no farther than the surface is high and it grows. A spring from rest is fastest at
  /// ω₀·exp(−ζ/√(1 − ζ²)·acos ζ) of its way a second, 7.33 for 0.35/0.85, and half as fast again where it turns back at
  /// speed. A card that slides may come back from where two others have sent it, 1400 pt each; easeOut in 0.15 s begins
  /// with 1/0.58 of its even speed.
  private static func reach(_ preset: Preset) -> Double {
    tick * (preset == .fan ? 900 * 1.5 * 7.33 : 2800 / 0.58 / 0.15)
  }

  /// Where the cards that have been opened and are still on their way, or open, are.
  private static func travelling(_ hand: StackHand, _ opened: Set<String>, at rest: [String: CardFrame]) -> [CardFrame]
  {
    hand.cards.filter { card in
      guard opened.contains(card.id), let place = rest[card.id] else { return false }
      return DrawnCard(card).distance(to: DrawnCard(place)) > 1
    }
  }

  @Test(arguments: stacks)
  func `is in every frame, once, above what it covers and where it can have come to`(preset: Preset) throws {
    let reach = Self.reach(preset)
    for number in 0..<6 {
      let seed = Comment("DECKD_SEED=\(Seed.steady), run \(number)")
      var generator = SeededGenerator(seed: Seed.steady &+ UInt64(number))
      let hand = try StackHand(preset, cards: 8, topics: [.events])
      let rest = Dictionary(uniqueKeysWithValues: hand.cards.map { ($0.id, $0) })
      var opened: Set<String> = []
      var isOpen = false
      for _ in 0..<10 {
        let before = hand.cards
        if isOpen, Bool.random(using: &generator) {
          hand.command(.dismiss)
          isOpen = false
        } else {
          let card = "card-\(Int.random(in: 2...5, using: &generator))"
          hand.command(.select(.init(card: card)))
          opened.insert(card)
          isOpen = true
        }
        for card in before {
          // What would end within its rest threshold, 0.1 pt, ends at once.
          let next = hand.card(card.id)
          let jump = next.map { DrawnCard(card).distance(to: DrawnCard($0)) } ?? .infinity
          let isHidden = card.opacity < 0.02 || DrawnCard(card).isOff(width: 400, height: 800)
          #expect(jump <= 0.1 || isHidden, "\(seed): \(card.id), \(card.role), by \(jump) pt")
          #expect(isHidden || gap(next?.opacity ?? -1, card.opacity) <= 1e-3, seed)
        }
        for _ in 0..<Int.random(in: 3...110, using: &generator) {
          let last = hand.cards
          hand.wait(tick)
          let now = hand.cards
          #expect(Set(now.map(\.id)).count == now.count, seed)
          for card in Self.travelling(hand, opened, at: rest) where preset == .fan {
            let over = now.filter { !opened.contains($0.id) && $0.z >= card.z }
            #expect(over.isEmpty, "\(seed): \(card.id) is under \(over.map(\.id))")
          }
          for id in opened {
            guard let card = now.first(where: { $0.id == id }) else {
              // One that has made way for another is to be seen no more; the open one always is.
              #expect(hand.engine.snapshot(of: "main", at: hand.now)?.model.open != id, "\(seed): \(id) is absent")
              continue
            }
            guard let previous = last.first(where: { $0.id == id }) else { continue }
            let way = DrawnCard(previous).distance(to: DrawnCard(card))
            #expect(way <= reach && gap(card.scale, previous.scale) <= 0.02, "\(seed): \(id) by \(way) pt")
            #expect(preset == .wallet || gap(card.opacity, previous.opacity) <= 0.06, seed)
          }
        }
      }
      hand.wait(3)
      if isOpen { hand.command(.dismiss) }
      hand.wait(3)
      #expect(hand.cards == rest.values.sorted { $0.z == $1.z || preset == .wallet ? $0.y < $1.y : $0.z < $1.z }, seed)
    }
  }

  @Test
  func `keeps its speed where it turns back`() throws {
    for steps in stride(from: 6, to: 80, by: 5) {
      let hand = try StackHand(.fan, cards: 8, topics: [.events])
      hand.command(.select(.init(card: "card-6")))
      hand.wait(Double(steps) * tick)
      func speed() -> Double { ((hand.card("card-6", in: 1e-4)?.y ?? 0) - (hand.card("card-6")?.y ?? 0)) / 1e-4 }
      let before = speed()
      hand.command(.dismiss)
      // In 0.1 ms a spring of ω₀ = 18/s changes its speed by no more than ω₀²·384 pt·0.1 ms = 12 pt/s, both ways.
      #expect(gap(speed(), before) <= 25, "after \(steps) frames")
    }
  }
}

@Suite
struct `A stack that is pulled beyond its beginning` {
  @Test(arguments: stacks)
  func `comes back to exactly where it was, however often and whenever it is caught`(preset: Preset) throws {
    let seed = Comment("DECKD_SEED=\(Seed.steady)")
    var generator = SeededGenerator(seed: Seed.steady)
    let hand = try StackHand(preset, cards: 4, topics: [.events])
    let rest = hand.cards
    var firstPull: [Double]?
    var catches = 0
    hand.forget()
    for _ in 0..<60 {
      hand.wait(4)
      #expect(zip(hand.cards, rest).allSatisfy { gap($0.y, $1.y) <= 1e-9 } && hand.phase == .rest, seed)
      // The same finger always parts the cards by as much.
      hand.down(200, 100)
      hand.move(200, 220)
      let pull = hand.cards.map(\.y)
      #expect(zip(pull, firstPull ?? pull).allSatisfy { gap($0, $1) <= 1e-9 }, seed)
      firstPull = pull
      hand.leave(Bool.random(using: &generator) ? .up : .cancelled)
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        hand.wait(.random(in: 0...0.3, using: &generator))
        let start = Double.random(in: 20...400, using: &generator)
        hand.down(.random(in: 0...400, using: &generator), start)
        let isPinched = Int.random(in: 0..<3, using: &generator) == 0
        if isPinched {
          hand.down(.random(in: 0...400, using: &generator), .random(in: 400...800, using: &generator), finger: 1)
          hand.move(200, 790, finger: 1)
        }
        let caught = Self.over(hand, preset)
        hand.move(200, start + 13)
        if !isPinched, let caught, let over = Self.over(hand, preset) {
          // The band goes on from where it was caught, as if the same finger had pulled it there.
          let band = RubberBand(dimension: 800, coefficient: 0.55)
          #expect(gap(over, band.stretch(for: band.distance(for: caught) + 13)) <= 1e-9, seed)
          catches += caught > 1 ? 1 : 0
        }
        hand.glide(to: .random(in: 0...800, using: &generator), in: .random(in: 0.01...0.1, using: &generator))
        hand.leave(Bool.random(using: &generator) ? .up : .cancelled)
        hand.wait(.random(in: 0...0.05, using: &generator))
        hand.leave(finger: 1)
      }
    }
    #expect(catches > 10, seed)
    hand.wait(4)
    // A finger that pulls the stack up and back fast bounces it (W11).
    #expect(hand.cards == rest && hand.events.allSatisfy(\.isOfScroll), seed)
  }

  /// How far the stack is beyond its beginning, by where its highest card is: a quarter is left to the pull (W8).
  ///
  /// `nil` while that card is out of sight, as far as a stack goes that is pushed up again and again, or while the cards
  /// jump, and are not evenly spaced (W11).
  private static func over(_ hand: StackHand, _ preset: Preset) -> Double? {
    let steps = zip(hand.cards, hand.cards.dropFirst()).map { $1.y - $0.y }
    guard steps.allSatisfy({ gap($0, steps[0]) <= 1e-9 }) else { return nil }
    guard let top = hand.cards.first(where: { $0.id == (preset == .fan ? "card-0" : "card-3") }) else { return nil }
    let way = top.y - (preset == .fan ? 16 : 20)
    return way > 0 ? way / 0.75 : way
  }
}

@Suite
struct `A card that is dragged to and fro over a boundary` {
  /// A stack of which the card under 200, 350 has been taken up; boundaries are half a step of 64 pt away.
  private static func taken(_ preset: Preset) throws -> StackHand {
    let hand = try StackHand(preset, cards: 8)
    hand.down(200, preset == .fan ? 230 : 180)
    hand.wait(0.6)
    hand.glide(to: (preset == .fan ? 230 : 180) + 30, in: 0.2)
    hand.wait(1)
    hand.forget()
    return hand
  }

  @Test
  func `is felt once a crossing, and lets its neighbour turn about without a jump or a jerk`() throws {
    let hand = try Self.taken(.fan)
    let dragged = try #require(hand.cards.first { $0.role == .dragged })
    #expect(dragged.id == "card-3")
    var crossings = 0
    var proposed = 3
    for step in 0..<240 {
      hand.wait(Double(1 + step % 7) * tick)
      func neighbour(_ seconds: Double) -> Double { hand.card("card-4", in: seconds)?.y ?? 0 }
      let (place, speed) = (neighbour(0), (neighbour(1e-4) - neighbour(0)) / 1e-4)
      let dy = step.isMultiple(of: 2) ? 33.0 : 31
      hand.move(200, 230 + dy)
      let next = 3 + Int((dy / 64).rounded())
      if next != proposed { crossings += 1 }
      proposed = next
      // The other place, 64 pt off, begins to draw at ω₀²·64·0.1 ms = 4 pt/s, for ω₀ = 25/s.
      #expect(gap(neighbour(0), place) <= 0.1 && gap((neighbour(1e-4) - neighbour(0)) / 1e-4, speed) <= 10)
      #expect(hand.haptics(.light) == crossings && hand.frames.last?.drag?.proposed == proposed)
    }
    #expect(crossings == 240)
    for frame in hand.frames {
      let card = try #require(frame.cards.first { $0.role == .dragged })
      #expect(frame.cards.allSatisfy { $0.id == card.id || $0.z < card.z })
      #expect(gap(card.y, dragged.y - 30 + (frame.drag?.dy ?? 0)) <= 1e-9)
      let neighbour = try #require(frame.cards.first { $0.id == "card-4" })
      #expect((272 - 64 * 1.1...272 + 64 * 0.1).contains(neighbour.y))
      for other in frame.cards where other.id != card.id && other.id != neighbour.id {
        #expect(other.y == 16 + 64 * Double(other.index))
      }
    }
    let order = zip(hand.frames, hand.frames.dropFirst())
    // At the most 64 pt·ω₀ a second, which no spring gets to.
    let reach = 64 * 25.2 * tick
    for (before, now) in order where now.time > before.time {
      let ways = zip(before.cards, now.cards).map { DrawnCard($0).distance(to: DrawnCard($1)) }
      let ticks = Double(now.time - before.time) / 1e6 / tick
      #expect((ways.max() ?? 0) <= 2 + reach * max(ticks, 1), "\(before.time)")
    }
    hand.leave()
    #expect(hand.events == [] && hand.haptics(.success) == 0)
  }

  /// The cards but the one that is dragged; the order of drawing, in which that one moves, aside.
  private static func others(_ hand: StackHand) -> [CardFrame] {
    hand.cards.filter { $0.role != .dragged }
      .map { card in
        var card = card
        card.order = 0
        return card
      }
  }

  @Test
  func `moves no other before it is let go, where the order shows only then`() throws {
    let hand = try Self.taken(.wallet)
    let dragged = try #require(hand.cards.first { $0.role == .dragged })
    let others = Self.others(hand)
    for step in 0..<60 {
      hand.wait(tick)
      let dy = step.isMultiple(of: 2) ? 51.0 : 49
      hand.move(200, 180 + dy)
      #expect(Self.others(hand) == others)
      #expect(gap(hand.card(dragged.id)?.z ?? 0, Double(-dragged.index) + dy / 50) <= 1e-9)
    }
    #expect(hand.notes.allSatisfy { if case .haptic = $0 { false } else { true } })
    hand.leave()
    hand.wait(3)
    #expect(hand.events.isEmpty)
    #expect(hand.cards.map(\.id).contains(dragged.id))
  }
}
