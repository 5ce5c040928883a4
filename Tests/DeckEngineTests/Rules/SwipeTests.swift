import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Gestures
import Kinetics
import Testing

@Suite
struct `A drag of the front card` {
  @Test(arguments: [47.0, 90, 240])
  func `commits at 31 % of the width and makes the next card front at once`(rate: Double) throws {
    var bench = try EngineBench()
    let path = FingerPath.drag(by: 0.31 * 400, rate: rate)
    bench.play(path)
    #expect(bench.happenings == ["swiped card-0 right keep"])
    #expect(bench.events.last?.time == path.end.microseconds)
    #expect(bench.engine.snapshot(of: "main", at: path.end)?.model.counts.current == 1)
    bench.rest()
    #expect(bench.happenings == ["swiped card-0 right keep", "shown card-1"])
  }

  @Test(arguments: [47.0, 90, 240])
  func `snaps back at 29 % with the overshoot of its spring`(rate: Double) throws {
    var bench = try EngineBench(refresh: 1000)
    let path = FingerPath.drag(by: 0.29 * 400, rate: rate)
    bench.play(path)
    #expect(bench.happenings == ["reset card-0 distance"])
    bench.rest()
    let released = bench.frames.filter { $0.time >= path.end.microseconds }
    let restX = try #require(bench.frames.last?.cards.first?.x)
    let furthest = try #require(released.compactMap(\.cards.first?.x).min())
    // An underdamped spring overshoots by exp(−πζ/√(1 − ζ²)) of the distance: 4.6 % for ζ = 0.7.
    let overshoot = (restX - furthest) / (0.29 * 400)
    #expect((overshoot - exp(-Double.pi * 0.7 / (1 - 0.49).squareRoot())).magnitude < 1e-4)
    #expect((overshoot * 1000).rounded() == 46)
  }

  @Test
  func `follows the finger one to one across, 0.3 to one down, and turns about its centre`() throws {
    var bench = try EngineBench()
    bench.play(.drag(by: 50, dy: 40, hold: 0))
    let rest = try #require(bench.frames.last { $0.phase == .pressing }?.cards.first)
    let dragged = try #require(bench.frames.last { $0.phase == .dragging })
    let card = try #require(dragged.cards.first)
    #expect(card.role == .dragged)
    #expect((card.x - rest.x - 50).magnitude < 1e-9)
    #expect((card.y - rest.y - 12).magnitude < 1e-9)
    #expect((card.rotation - 15 * 50 / 200).magnitude < 1e-9)
    #expect(dragged.drag == DeckFrame.Drag(card: "card-0", dx: 50, dy: 40, direction: .right, progress: 50 / 120))
  }

  @Test
  func `stops turning at half the width and never has a progress above 1`() throws {
    var bench = try EngineBench()
    bench.play(.drag(by: -350))
    let dragged = try #require(bench.frames.last { $0.phase == .dragging })
    #expect(dragged.cards.first?.rotation == -15)
    #expect(dragged.drag?.progress == 1)
    #expect(dragged.drag?.direction == .left)
  }

  @Test
  func `has neither direction nor progress within 20 pt`() throws {
    var bench = try EngineBench()
    bench.play(.drag(by: 20))
    let inside = try #require(bench.frames.last { $0.phase == .dragging }?.drag)
    #expect(inside.direction == nil)
    #expect(inside.progress == 0)
    #expect(bench.happenings == ["reset card-0 distance"])
  }

  @Test
  func `under 10 pt is a tap, however long`() throws {
    var bench = try EngineBench()
    bench.play(.drag(by: 9.9, hold: 3))
    #expect(bench.happenings == ["selected card-0"])
    bench = try EngineBench()
    bench.play(.drag(by: 10, hold: 3))
    #expect(bench.happenings == ["reset card-0 distance"])
  }

  @Test
  func `that is cancelled springs back and is never a decision`() throws {
    var bench = try EngineBench()
    var path = FingerPath(down: Point(x: 200, y: 400), at: .zero, rate: 120)
    path.move(to: Point(x: 390, y: 400), in: 0.1)
    path.cancel()
    bench.play(path)
    #expect(bench.happenings == ["reset card-0 cancelled"])
    bench.rest()
    #expect(bench.frames.last?.phase == .rest)
    #expect(bench.frames.last?.cards.first?.x == bench.frames.first?.cards.first?.x)
    #expect(bench.frames.last?.cards.first?.rotation == 0)
  }

  @Test
  func `beside the card does nothing`() throws {
    var bench = try EngineBench()
    var path = FingerPath(down: Point(x: 10, y: 400), at: .zero, rate: 120)
    path.move(to: Point(x: 390, y: 400), in: 0.1)
    path.lift()
    bench.play(path)
    #expect(bench.happenings.isEmpty)
    #expect(bench.gestures.isEmpty)
  }

  @Test
  func `keeps its card when a second finger comes and goes`() throws {
    var bench = try EngineBench()
    let first = FingerPath.drag(by: 200, seconds: 0.3)
    var second = FingerPath(contact: 1, down: Point(x: 210, y: 300), at: .seconds(0.1), rate: 100)
    second.move(to: Point(x: 100, y: 300), in: 0.1)
    second.lift()
    bench.play((first.frames + second.frames).sorted { $0.time < $1.time })
    #expect(bench.happenings == ["swiped card-0 right keep"])
    let across = bench.frames.filter { $0.phase == .dragging }.compactMap(\.drag?.dx)
    #expect(across == across.sorted())
  }

  @Test
  func `let go at any speed turns no further than it may, and comes back`() throws {
    for step in [5.0, 30, 110] {
      var bench = try EngineBench(refresh: 1000)
      // Three reports within a few milliseconds: a velocity beyond any finger's.
      var path = FingerPath(down: Point(x: 200, y: 400), at: .zero, rate: 1000)
      path.move(to: Point(x: 200 + step / 2, y: 400), in: 0.001)
      path.move(to: Point(x: 200 + step, y: 400), in: 0.001)
      path.lift()
      bench.play(path)
      bench.rest()
      let cards = bench.frames.compactMap(\.cards.first)
      #expect(cards.allSatisfy { $0.rotation.magnitude <= 15 })
      #expect(cards.last?.x == cards.first?.x)
    }
  }

  @Test
  func `with a position that is no number goes on from where the finger was`() throws {
    var bench = try EngineBench()
    let nowhere = Point(x: .nan, y: .infinity)
    func frame(_ phase: Contact.Phase, _ point: Point, _ milliseconds: Int64) -> TouchFrame {
      let contact = Contact(id: ContactID(0), phase: phase, position: point)
      return TouchFrame(time: Instant(microseconds: milliseconds * 1000), contacts: [contact])
    }
    bench.play([frame(.down, nowhere, 0), frame(.up, nowhere, 5), frame(.down, Point(x: 200, y: 400), 10)])
    bench.play([frame(.moved, Point(x: 350, y: 400), 20), frame(.moved, nowhere, 30), frame(.up, nowhere, 140)])
    #expect(bench.happenings == ["swiped card-0 right keep"])
    #expect(bench.engine.violations.isEmpty)
  }

  @Test
  func `that moved and left in one report has moved`() throws {
    var bench = try EngineBench()
    let down = Contact(id: ContactID(0), phase: .down, position: Point(x: 200, y: 400))
    let up = Contact(id: ContactID(0), phase: .up, position: Point(x: 360, y: 400))
    bench.play([TouchFrame(time: .zero, contacts: [down]), TouchFrame(time: .seconds(0.1), contacts: [up])])
    #expect(bench.happenings == ["swiped card-0 right keep"])
  }

  @Test
  func `of another finger does not reach the deck below`() throws {
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var top = DeckDefinition.builtIn()
    top.id = "top"
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [.builtIn(), top]), at: .zero)
    let first = FingerPath.drag(by: 30, seconds: 1)
    let start = Instant.seconds(0.1)
    var second = FingerPath(contact: 1, down: Point(x: 210, y: 420), at: start, rate: 100)
    second.move(to: Point(x: 390, y: 420), in: 0.2)
    second.lift()
    let frames = (first.frames + second.frames).sorted { $0.time < $1.time }
    let effects = frames.flatMap { engine.handle(.touches($0, surface: "main"), at: $0.time) }
    let decks = effects.compactMap { effect in
      if case .notify(.event(let event)) = effect { event.deck } else { nil }
    }
    #expect(decks == ["top"])
  }

  @Test
  func `is caught where it is when it was snapping back`() throws {
    var bench = try EngineBench()
    let first = FingerPath.drag(by: 110, hold: 0.1)
    bench.play(first)
    let caught = first.end.advanced(bySeconds: 0.08)
    bench.wait(until: caught)
    var second = FingerPath(down: Point(x: 250, y: 400), at: caught, rate: 240)
    second.move(to: Point(x: 250, y: 409), in: 0.05)
    second.hold(0.05)
    bench.play(second)
    let frames = bench.frames.filter { $0.time >= caught.microseconds }
    let positions = Set(frames.compactMap { $0.cards.first?.x })
    #expect(positions.count == 1)
    #expect(try #require(positions.first) > 30)
    second.lift()
    bench.play([second.frames[second.frames.count - 1]])
    bench.rest()
    // What a finger stops on its way it does not choose.
    #expect(bench.happenings == ["reset card-0 distance"])
    #expect(bench.frames.last?.cards.first?.x == 20)
  }
}

@Suite
struct `A decided card` {
  @Test
  func `flies out in 0.3 s to 1.5 widths, y as it is, turned to 15°`() throws {
    var bench = try EngineBench(refresh: 1000)
    let path = FingerPath.drag(by: -130, dy: 30)
    bench.play(path)
    bench.rest()
    let leaving = bench.frames.compactMap { frame in
      frame.cards.first { $0.role == .leaving }.map { (time: frame.time, card: $0) }
    }
    let last = try #require(leaving.last)
    #expect(Double(last.time - path.end.microseconds) / 1e6 < 0.3)
    #expect(Double(last.time - path.end.microseconds) / 1e6 > 0.298)
    #expect((last.card.x - 20 + 600).magnitude < 1)
    #expect((last.card.rotation + 15).magnitude < 0.1)
    #expect(Set(leaving.map(\.card.y)).count == 1)
    #expect(leaving.map(\.card.x) == leaving.map(\.card.x).sorted(by: >))
  }

  @Test
  func `leaves the others still for 150 ms, then they move up in 0.2 s`() throws {
    var bench = try EngineBench(refresh: 1000)
    let path = FingerPath.drag(by: 200)
    bench.play(path)
    let end = bench.rest()
    let scales = bench.frames.compactMap { frame in
      frame.cards.first { $0.index == 1 }.map { (time: Double(frame.time - path.end.microseconds) / 1e6, card: $0) }
    }
    #expect(scales.filter { $0.time <= 0.15 }.allSatisfy { $0.card.scale == 0.95 })
    #expect(
      scales.filter { $0.time > 0.155 && $0.time < 0.345 }.allSatisfy { $0.card.scale > 0.95 && $0.card.scale < 1 }
    )
    #expect(scales.last?.card.scale == 1)
    #expect((end.seconds(since: path.end) - 0.35).magnitude < 1e-6)
    #expect(bench.events.last?.type.rawValue == "card.shown")
    #expect(bench.events.last?.time == end.microseconds)
  }

  @Test
  func `makes room at once for a finger on the next card, which moves up at its touch`() throws {
    var bench = try EngineBench(refresh: 1000)
    let first = FingerPath.drag(by: 200)
    bench.play(first)
    let next = FingerPath.drag(by: -200, at: first.end.advanced(bySeconds: 0.05), seconds: 0.05, hold: 0)
    bench.play(next)
    #expect(bench.happenings == ["swiped card-0 right keep", "swiped card-1 left delete"])
    bench.rest()
    #expect(bench.happenings.last == "shown card-2")
  }

  @Test
  func `flies with four others when five are swiped in a second, in order and none lost`() throws {
    var bench = try EngineBench()
    var settings = Preset.swipeclean.settings
    settings.swipe?.flyDuration = 2
    bench = try EngineBench(settings: settings)
    for turn in 0..<5 {
      bench.play(.drag(by: 250, at: .seconds(Double(turn) * 0.2), seconds: 0.1, hold: 0))
    }
    #expect(bench.happenings.filter { $0.hasPrefix("swiped") } == (0..<5).map { "swiped card-\($0) right keep" })
    let frame = try #require(bench.frames.last)
    let leaving = frame.cards.filter { $0.role == .leaving }
    #expect(leaving.map(\.index) == [0, 1, 2, 3, 4])
    #expect(leaving.map(\.z) == leaving.map(\.z).sorted(by: >))
    bench.rest()
    #expect(bench.frames.last?.cards.map(\.index) == [5, 6, 7])
    #expect(bench.frames.last?.cards.map(\.scale) == [1, 0.95, 0.9])
  }

  @Test
  func `that was the last leaves an empty deck that reset fills again`() throws {
    var bench = try EngineBench(cards: 2)
    bench.command(.swipe(.init(.left)), at: .seconds(1))
    bench.command(.swipe(.init(.right)), at: .seconds(1))
    bench.command(.swipe(.init(.right)), at: .seconds(1))
    #expect(bench.happenings == ["swiped card-0 left delete", "swiped card-1 right keep", "exhausted"])
    guard case .failed(let error) = bench.answers.last else {
      Issue.record("a swipe of an empty deck was performed")
      return
    }
    #expect(!error.isInvalid)
    bench.rest()
    #expect(bench.frames.last?.cards.isEmpty == true)
    bench.command(.reset, at: .seconds(5))
    #expect(bench.happenings.suffix(2) == ["deck reset", "shown card-0"])
    #expect(bench.engine.nextDeadline == nil)
  }

  @Test
  func `is gone when it has flown, however long the cards behind take`() throws {
    var settings = Preset.swipeclean.settings
    settings.swipe?.promoteDuration = 3
    var bench = try EngineBench(settings: settings)
    bench.command(.swipe(.init(.left)), at: .seconds(1))
    bench.wait(until: .seconds(1.5))
    bench.command(.swipe(.init(.left)), at: .seconds(1.5))
    bench.wait(until: .seconds(1.81))
    #expect(bench.frames.last?.cards.contains { $0.role == .leaving } == false)
  }

  @Test
  func `is followed at once by the next when only one is visible`() throws {
    var settings = Preset.swipeclean.settings
    settings.swipe?.visible = 1
    var bench = try EngineBench(settings: settings)
    bench.command(.swipe(.init(.left)), at: .seconds(1))
    #expect(bench.happenings == ["swiped card-0 left delete", "shown card-1"])
    #expect(bench.frames.last?.cards.map(\.role) == [.front, .leaving])
    bench.rest()
    #expect(bench.frames.last?.cards.map(\.index) == [1])
  }

  @Test
  func `cannot be swiped by command while a finger drags it`() throws {
    var bench = try EngineBench()
    let path = FingerPath.drag(by: 100)
    bench.play(Array(path.frames.dropLast()))
    bench.command(.swipe(.init(.left, force: true)), at: path.end)
    guard case .failed(let error) = bench.answers.last else {
      Issue.record("a dragged card was swiped")
      return
    }
    #expect(!error.isInvalid)
    #expect(bench.happenings.isEmpty)
  }

  @Test
  func `clears the surface also from a narrow deck in its corner`() throws {
    var deck = DeckDefinition.builtIn()
    deck.area = DeckArea(Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 100, height: 400)))
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 1000, height: 400), refresh: 1000)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    engine.interest = [.frames]
    var effects = engine.handle(.command(.swipe(.init(.right)), deck: "main", ticket: 1), at: .zero)
    while let deadline = engine.nextDeadline { effects += engine.handle(.deadline, at: deadline) }
    let places = effects.compactMap { effect in
      if case .frame(let frame) = effect { frame.cards.first { $0.role == .leaving }?.x } else { nil }
    }
    #expect(try #require(places.max()) > 1000)
  }
}

@Suite
struct `An engine at rest` {
  @Test
  func `wants nothing, from the start and after every gesture`() throws {
    var bench = try EngineBench()
    #expect(bench.engine.nextDeadline == nil)
    bench.play(.drag(by: 60))
    #expect(bench.engine.nextDeadline != nil)
    bench.rest()
    #expect(bench.frames.last?.phase == .rest)
  }

  @Test
  func `performs what a touch begins that was due before the touch was read`() throws {
    var settings = Preset.fan.settings
    settings.stack?.pressDuration = 0.01
    let now = Instant(microseconds: 14_900)
    for y in stride(from: 10.0, to: 800, by: 50) {
      var bench = try EngineBench(preset: .fan, settings: settings, cards: 2)
      let contact = Contact(id: ContactID(0), phase: .down, position: Point(x: 200, y: y))
      _ = bench.engine.handle(.touches(TouchFrame(time: .zero, contacts: [contact]), surface: "main"), at: now)
      #expect(bench.engine.violations.isEmpty, "y = \(y)")
    }
  }

  @Test
  func `gives the same events to a late timer as to a punctual one`() throws {
    let path = FingerPath.drag(by: 200)
    var punctual = try EngineBench()
    punctual.play(path)
    punctual.rest()
    var late = try EngineBench()
    late.play(path)
    late.wait(until: .seconds(60))
    #expect(late.notes == punctual.notes)
  }

  @Test
  func `makes no frames, and wakes for none, while nobody looks`() throws {
    var bench = try EngineBench()
    bench.engine.interest = [.events]
    bench.play(.drag(by: 200))
    var wakeups = 0
    while let deadline = bench.engine.nextDeadline {
      bench.wait(until: deadline)
      wakeups += 1
    }
    #expect(bench.frames.isEmpty)
    #expect(wakeups <= 3)
    #expect(bench.happenings == ["swiped card-0 right keep", "shown card-1"])
  }
}
