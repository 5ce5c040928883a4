import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `Motions and frames` {
  @Test(arguments: Preset.allCases)
  func `agree within 0.01 pt whatever is done`(preset: Preset) throws {
    var chaos = Chaos(seed: Seed.steady)
    chaos.kind = preset.kind
    try play(&chaos, .builtIn(preset: preset, count: 12), steps: 500)
  }

  @Test
  func `agree within 0.01 pt with any mixture of settings`() throws {
    for number in 0..<10 {
      var chaos = Chaos(seed: Seed.steady &+ UInt64(number))
      var deck = DeckDefinition.builtIn(count: 12)
      deck.settings = chaos.mixture()
      deck.area = DeckArea(chaos.area())
      try play(&chaos, deck, steps: 120)
    }
  }

  /// Drags, retargets, undos, flings, bands, fans, openings that are interrupted, dismissals, bounces: each has a case.
  @Test(arguments: try `A deck script`.files())
  func `agree within 0.01 pt in every case of the scripts`(file: String) throws {
    let text = try String(contentsOf: `A deck script`.folder.appending(path: file), encoding: .utf8)
    for item in try DeckScript(text, file: file).cases {
      var witness = try item.scene.witness()
      for step in item.steps { witness.play(step) }
      witness.finish()
      #expect(witness.findings.isEmpty, "\(file), the case that ends at line \(item.steps.last?.line ?? 0)")
    }
  }

  /// Far more cards than are told of at once: they come into sight of the motions before they do on the surface.
  @Test(arguments: DeckKind.stack.presets)
  func `agree within 0.01 pt while a long stack is flung and scrolled`(preset: Preset) throws {
    var deck = DeckDefinition.builtIn(preset: preset, count: 2000)
    deck.settings.appears = false
    var witness = try MotionWitness(deck, on: Chaos.surface)
    for (start, way) in [(0.5, -350.0), (1.0, -350), (1.5, -350), (2.4, 300)] {
      var finger = FingerPath(down: Point(x: 200, y: way < 0 ? 600 : 200), at: .seconds(start), rate: 120)
      finger.move(to: Point(x: 200, y: way < 0 ? 600 + way : 200 + way), in: 0.04)
      finger.lift()
      for frame in finger.frames { witness.play(.touches(frame, surface: "main"), at: frame.time) }
    }
    witness.pass(to: .seconds(3))
    witness.play(.command(.scroll(.init(to: .offset(60_000))), deck: "main", ticket: 1), at: .seconds(3))
    witness.rest()
    #expect(witness.findings.isEmpty)
    #expect(witness.mostCards < 2000)
    // At rest only what is to be seen is left.
    #expect(witness.wire.cards.count < 30)
  }

  @Test(arguments: DeckKind.stack.presets + DeckKind.carousel.presets)
  func `tell of a few screens of cards while a deck of any length scrolls from end to end`(preset: Preset) throws {
    let count = 20_000
    var deck = DeckDefinition.builtIn(preset: preset, count: count)
    deck.settings.appears = false
    var witness = try MotionWitness(deck, on: Chaos.surface)
    for (second, index) in [(1.0, count - 1), (2, 0), (3, count / 2)] {
      let scroll = DeckCommand.Scroll(to: .card(deck.cards[index].id))
      witness.play(.command(.scroll(scroll), deck: "main", ticket: 1), at: .seconds(second))
    }
    // A finger that moves faster than any: a broken panel, or a client.
    var finger = FingerPath(down: Point(x: 200, y: 700), at: .seconds(4), rate: 1000)
    finger.move(to: Point(x: 200, y: -30_000), in: 0.004)
    finger.lift()
    for frame in finger.frames { witness.play(.touches(frame, surface: "main"), at: frame.time) }
    witness.rest()
    #expect(witness.findings.isEmpty)
    #expect(witness.mostCards < 1000)
  }

  private func play(_ chaos: inout Chaos, _ deck: DeckDefinition, steps: Int) throws {
    var witness = try MotionWitness(deck, on: Chaos.surface)
    for _ in 1...steps where witness.findings.isEmpty {
      let next = chaos.next(for: witness.cards)
      witness.play(next.input, at: next.now)
    }
    witness.rest()
    #expect(witness.findings.isEmpty, "DECKD_SEED=\(Seed.steady), \(deck.settings)")
    #expect(witness.looks > steps)
  }
}

@Suite
struct `Motions` {
  private func swiped(_ preset: Preset = .swipeclean) throws -> MotionWitness {
    var witness = try MotionWitness(.builtIn(preset: preset, count: 10), on: Chaos.surface)
    witness.pass(to: .seconds(1))
    return witness
  }

  @Test
  func `are one spring each when a card is let go, and wake nobody until it rests`() throws {
    var witness = try swiped()
    for frame in FingerPath.drag(by: 60, at: .seconds(1)).frames.dropLast() {
      witness.play(.touches(frame, surface: "main"), at: frame.time)
    }
    witness.pass(to: .seconds(1.4))
    let before = witness.lines.count
    let lift = TouchFrame(
      time: .seconds(1.4),
      contacts: [Contact(id: ContactID(0), phase: .up, position: Point(x: 260, y: 400))]
    )
    witness.play(.touches(lift, surface: "main"), at: .seconds(1.4))
    let changes = witness.lines[before...]
    #expect(changes.filter { $0.contains(#""property":"x""#) }.allSatisfy { $0.contains(#""kind":"spring""#) })
    #expect(changes.filter { $0.contains(#""property":"rotation""#) }.allSatisfy { $0.contains(#""kind":"spring""#) })
    #expect(changes.count < 12)
    let wakeups = witness.wakeups
    witness.pass(to: .seconds(1.9))
    // The background's tint, the rotation, the progress and the way come to rest, each at its own moment.
    #expect(witness.wakeups - wakeups <= 4)
    witness.rest()
    #expect(witness.findings.isEmpty)
    #expect(witness.lines.last?.contains(#""kind":"set""#) == true)
  }

  @Test
  func `say nothing while nothing takes another course`() throws {
    var witness = try swiped()
    let before = witness.lines.count
    witness.pass(to: .seconds(100))
    #expect(witness.lines.count == before)
    #expect(witness.engine.nextDeadline == nil)
  }

  @Test
  func `tell a client that comes later what the others know`() throws {
    var witness = try swiped()
    witness.play(.command(.swipe(.init(.right)), deck: "main", ticket: 1), at: .seconds(1))
    witness.pass(to: .seconds(1.1))
    var late = WireDeck()
    for motion in witness.engine.motions(of: "main", at: .seconds(1.1)) {
      try late.take(DeckNotification.motion(motion).line)
    }
    #expect(Set(late.cards.keys) == Set(witness.wire.cards.keys))
    for card in late.cards.keys {
      for property in ["x", "y", "w", "h", "scale", "rotation", "z", "opacity"] {
        let known = witness.wire.value(property, ofCard: card, at: 1_150_000)
        #expect(known != nil && late.value(property, ofCard: card, at: 1_150_000) == known)
      }
    }
  }

  @Test
  func `begin with the moment at which somebody listens`() throws {
    var bench = try EngineBench()
    bench.engine.listen(to: [.events], from: .zero)
    bench.command(.swipe(.init(.right)), at: .seconds(1))
    #expect(bench.engine.motions(of: "main", at: .seconds(1)).allSatisfy { $0.course?.isSet ?? false })
    bench.engine.listen(to: [.motions], from: .seconds(1.1))
    #expect(!bench.engine.motions(of: "main", at: .seconds(1.1)).allSatisfy { $0.course?.isSet ?? false })
    let told = bench.notes.count
    bench.wait(until: .seconds(1.14))
    #expect(bench.notes.count == told)
  }

  @Test
  func `of springs that blend come out exact`() throws {
    var generator = SeededGenerator(seed: Seed.steady)
    for _ in 0..<200 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
      func spring() throws -> Spring { try Spring(response: number(0.05...2), dampingFraction: number(0.05...2)) }
      var motion = SpringMotion(
        try spring(),
        from: number(-900...900),
        to: number(-900...900),
        at: .seconds(1),
        rest: .points
      )
      motion.retarget(
        to: number(-900...900),
        with: try spring(),
        blend: number(0.01...1),
        at: .seconds(number(0.5...2))
      )
      if Bool.random(using: &generator) { motion.retarget(to: number(-900...900), at: .seconds(number(2...2.5))) }
      let course = DeckMotion.Course(.spring(motion))
      let note = DeckMotion(deck: "main", card: "a", property: .x, time: 0, course: course)
      let line = DeckNotification.motion(note).line
      var wire = WireDeck()
      try wire.take(line)
      for step in 0...960 {
        let time = Instant.seconds(Double(step) / 240)
        let value = wire.value("x", ofCard: "a", at: Double(time.microseconds)) ?? .nan
        let expected = Motion.spring(motion).value(at: time)
        try #require(
          (value - expected).magnitude < 1e-4,
          "DECKD_SEED=\(Seed.steady): \(String(decoding: line, as: UTF8.self))"
        )
      }
    }
  }
}

extension DeckMotion.Course {
  fileprivate var isSet: Bool {
    if case .set = self { true } else { false }
  }
}
