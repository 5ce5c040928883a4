import DeckEngine
import DeckProtocol
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

let stacks = DeckKind.stack.presets

/// How far two numbers are apart.
func gap(_ left: Double, _ right: Double) -> Double { (left - right).magnitude }

@Suite
struct `A finger on overlapping cards` {
  /// Stacks at rest and in the middle of everything that they do by themselves.
  private static func moments(_ preset: Preset) throws -> [(name: String, hand: StackHand)] {
    let rest = try StackHand(preset, cards: 16, topics: [.events, .gestures])
    var moments: [(String, StackHand)] = []
    func add(_ name: String, after seconds: [Double], _ act: (StackHand) -> Void) {
      let hand = rest.copy()
      act(hand)
      for second in seconds {
        let later = hand.copy()
        later.wait(second)
        later.forget()
        moments.append(("\(name), \(second) s", later))
      }
    }
    for offset in [0.0, 97, 300] { add("at \(offset)", after: [3]) { $0.command(.scroll(.init(to: .offset(offset)))) } }
    add("scrolling by command", after: [0.05, 0.15]) { $0.command(.scroll(.init(to: .offset(180)))) }
    add("flung", after: [0, 0.05, 0.2]) { hand in
      hand.down(200, 700)
      hand.glide(to: 400, in: 0.1)
      hand.leave()
    }
    add("pulled", after: [0, 0.05, 0.1]) { hand in
      hand.down(200, 100)
      hand.glide(to: 600, in: 0.2)
      hand.leave()
    }
    add("bouncing", after: [0.08, 0.2, 0.4]) { $0.command(.bounce) }
    add("making room", after: [0.03, 0.1]) { $0.command(.insert(.init([Card(id: "a"), Card(id: "b")], at: 4))) }
    add("closing up", after: [0.03, 0.1]) { $0.command(.remove(.init(3..<6))) }
    add("moved", after: [0.05, 0.15]) { $0.command(.move(.init(card: "card-9", to: 2))) }
    add("closing", after: [0.05, 0.12, 0.2]) { hand in
      hand.command(.select(.init(card: "card-4")))
      hand.wait(1)
      hand.command(.dismiss)
    }
    add("dropped", after: [0.02, 0.1]) { hand in
      hand.down(200, 350)
      hand.wait(0.6)
      hand.glide(to: 520, in: 0.3)
      hand.leave()
    }
    return moments
  }

  private static let grid = stride(from: 3.3, to: 800, by: 23.7).flatMap { y in
    [36.5, 363].map { Point(x: $0, y: y) }
  }

  @Test(arguments: stacks)
  func `takes up the one that is drawn over the others there at that moment`(preset: Preset) throws {
    var taken: Set<String> = []
    for (name, moment) in try Self.moments(preset) {
      for point in Self.grid {
        let expected = moment.topmost(at: point)
        let hand = moment.copy()
        hand.down(point.x, point.y)
        hand.wait(0.6)
        let dragged = hand.pressed
        #expect(dragged == (expected.map { [$0] } ?? []), "\(name), at \(point)")
        taken.formUnion(dragged)
      }
    }
    #expect(taken.count >= 14)
  }

  @Test(arguments: stacks)
  func `opens no other, and at rest always that one`(preset: Preset) throws {
    var opened: Set<String> = []
    for (name, moment) in try Self.moments(preset) {
      for point in Self.grid {
        let expected = moment.topmost(at: point)
        let hand = moment.copy()
        hand.down(point.x, point.y)
        hand.wait(0.01)
        hand.forget()
        hand.leave()
        let selected = hand.events.compactMap {
          if case .cardSelected(let selected) = $0 { selected.card } else { nil }
        }
        #expect(selected.isEmpty || selected == expected.map { [$0] }, "\(name), at \(point)")
        if moment.phase == .rest { #expect(selected.first == expected, "\(name), at \(point)") }
        opened.formUnion(selected)
      }
    }
    #expect(opened.count >= 14)
  }
}

@Suite
struct `A press and a scroll` {
  @Test(arguments: stacks)
  func `never become a press once the scroll has begun`(preset: Preset) throws {
    for number in 0..<20 {
      var generator = SeededGenerator(seed: Seed.steady &+ UInt64(number))
      let hand = try StackHand(preset, cards: 16)
      let start = Double.random(in: 100...700, using: &generator)
      hand.down(200, start)
      hand.wait(.random(in: 0...0.2, using: &generator))
      hand.move(200, start + (Bool.random(using: &generator) ? 12.5 : -12.5))
      #expect(hand.phase == .scrolling)
      hand.forget()
      for _ in 0..<8 {
        hand.wait(.random(in: 0...1.5, using: &generator))
        hand.move(.random(in: 0...400, using: &generator), .random(in: 0...800, using: &generator))
      }
      hand.wait(2)
      let seed = Comment("DECKD_SEED=\(Seed.steady)")
      #expect(hand.phase == .scrolling, seed)
      #expect(hand.frames.allSatisfy { $0.drag == nil && $0.cards.allSatisfy { $0.lift == nil } }, seed)
      hand.leave()
      hand.wait(5)
      #expect(hand.haptics(.medium) == 0 && hand.events.allSatisfy(\.isOfScroll), seed)
    }
  }

  /// The cards but the one that is dragged, by their ids, and how high they are.
  private static func heights(_ hand: StackHand) -> [String: Double] {
    let others = hand.cards.filter { $0.role != .dragged }
    return Dictionary(uniqueKeysWithValues: others.map { ($0.id, $0.y) })
  }

  @Test(arguments: stacks)
  func `leave the stack where it is while a card is dragged, but near the edges`(preset: Preset) throws {
    let step = preset == .fan ? 64.0 : 50
    var generator = SeededGenerator(seed: Seed.steady)
    let hand = try StackHand(preset, cards: 16)
    hand.command(.scroll(.init(to: .offset(150))))
    hand.wait(3)
    let before = Self.heights(hand)
    hand.down(200, 400)
    hand.wait(0.6)
    #expect(hand.phase == .dragging)
    hand.forget()
    for _ in 0..<60 {
      let wait = Double.random(in: 0...0.3, using: &generator)
      hand.glide(to: .random(in: 61...739, using: &generator), in: wait + 0.01)
    }
    let moved = hand.frames.flatMap(\.cards).filter { $0.role != .dragged }
    // A shift springs beyond its end by exp(−πζ/√(1 − ζ²)) of the step: 4.6 % for ζ = 0.7, more where it turns back.
    let reach = preset == .fan ? 1.1 * step : 0
    let furthest = moved.compactMap { card in before[card.id].map { gap(card.y, $0) } }.max() ?? 0
    #expect(moved.count > 1000 && furthest <= reach, "DECKD_SEED=\(Seed.steady): \(furthest) pt")
    hand.wait(2)
    for (id, y) in Self.heights(hand) {
      guard let height = before[id] else { continue }
      let steps = gap(y, height) / step
      #expect(gap(steps, steps.rounded()) <= 1e-9 && steps <= (preset == .fan ? 1 : 0), "\(id) from \(height) to \(y)")
    }
    hand.glide(to: 790, in: 0.1)
    hand.wait(0.1)
    let scrolled = Self.heights(hand).contains { id, y in before[id].map { y < $0 - step - 5 } ?? false }
    #expect(preset == .wallet || scrolled)
    hand.glide(to: 400, in: 0.1)
    hand.wait(2)
    let held = Self.heights(hand)
    hand.wait(2)
    #expect(Self.heights(hand) == held)
  }
}
