import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport
import Testing

extension SeededGenerator {
  fileprivate mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  /// A surface and a deck's place on it.
  fileprivate mutating func room(upTo limit: Double = 2000) -> (surface: Size, area: Rectangle) {
    let surface = Size(width: number(200...limit), height: number(200...limit))
    let size = Size(width: number(60...surface.width), height: number(60...surface.height))
    let corner = Point(x: number(0...surface.width - size.width), y: number(0...surface.height - size.height))
    return (surface, Rectangle(origin: corner, size: size))
  }
}

@Suite
struct `A card as it is drawn` {
  @Test
  func `stays with its grabbed point under the finger, also when it is grabbed on its way back`() throws {
    for number in 0..<20 {
      let seed = Seed.steady &+ UInt64(number)
      var generator = SeededGenerator(seed: seed)
      let (surface, area) = generator.room()
      let preset = Bool.random(using: &generator) ? Preset.koloda : .kolodaStretched
      var hand = try Hand(preset.settings, area: area, surface: surface, generator, seed: seed)
      hand.pass(2)
      for _ in 0..<40 where hand.findings.isEmpty {
        guard let part = hand.press(exact: true) else {
          // Decided: the next card is still to come to its place.
          hand.pass(3)
          continue
        }
        for _ in 0..<6 {
          hand.pass(0.01)
          hand.move(to: hand.place())
          if hand.phase == .dragging, let distance = hand.distance(of: part), !(distance <= 1e-9) {
            hand.find("the grabbed point is \(distance) pt beside the finger")
          }
        }
        let current = hand.front?.index
        hand.release(Bool.random(using: &hand.generator) ? .up : .cancelled)
        hand.pass(hand.front?.index == current ? Double.random(in: 0...0.4, using: &hand.generator) : 3)
      }
      #expect(hand.findings.isEmpty)
      guard hand.findings.isEmpty else { return }
    }
  }

  @Test
  func `jumps by nothing when it is grabbed, let go, decided, undone, or others come and go`() throws {
    for number in 0..<40 {
      let seed = Seed.steady &+ UInt64(number)
      var chaos = Chaos(seed: seed)
      let settings = chaos.mixture()
      // Cards that move up rest within 0.0002 of their way: 0.1 pt, what this test lets pass, on such surfaces.
      let (surface, area) = chaos.generator.room(upTo: 1000)
      var hand = try Hand(settings, area: area, surface: surface, chaos.generator, seed: seed)
      for _ in 0..<120 where hand.findings.isEmpty { hand.act() }
      #expect(hand.findings.isEmpty, "\(hand.settings)")
      guard hand.findings.isEmpty else { return }
    }
  }

  @Test
  func `is wholly off the surface when it has left, from any deck, with any figures, in any direction`() throws {
    for number in 0..<40 {
      let seed = Seed.steady &+ UInt64(number)
      var chaos = Chaos(seed: seed)
      var settings = chaos.mixture()
      settings.swipe?.flyDuration = chaos.generator.number(0.01...2)
      settings.swipe?.promoteDuration = chaos.generator.number(0.01...2)
      settings.swipe?.promoteDelay = chaos.generator.number(0...0.5)
      settings.swipe?.flyDistance = chaos.generator.number(0.5...3)
      settings.swipe?.flySurface = chaos.generator.number(0...1)
      settings.swipe?.flyDrop = chaos.generator.number(-1...1)
      settings.swipe?.rotationMaximum = chaos.generator.number(0...90)
      settings.swipe?.dragShrink = chaos.generator.number(0...0.9)
      settings.swipe?.depthScale = chaos.generator.number(0...0.3)
      settings.swipe?.depthOffset = .points(chaos.generator.number(0...40))
      settings.swipe?.cardAspect = chaos.generator.number(0.2...4)
      let (surface, area) = chaos.generator.room()
      var hand = try Hand(settings, area: area, surface: surface, chaos.generator, seed: seed)
      for _ in 0..<120 where hand.findings.isEmpty { hand.act() }
      hand.release(.cancelled)
      hand.pass(10)
      #expect(hand.findings.isEmpty, "\(hand.settings)")
      guard hand.findings.isEmpty else { return }
    }
  }
}
