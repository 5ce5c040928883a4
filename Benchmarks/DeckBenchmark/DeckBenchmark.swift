import BenchmarkFigures
import Contest
import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

private let start = Instant(microseconds: 0)
/// When the finger comes down: some presets ignore touches while the deck appears.
private let appeared = Instant(microseconds: 5_000_000)

/// Measures what a touch frame costs in a short deck and in a long one, with a subscriber to the frames.
@main
enum DeckBenchmark {
  private static let long = 100_000
  /// How many cards a client reports as loaded in one request.
  private static let reports = (short: 5000, long: 80_000)
  private static let rounds = 31

  static func main() throws {
    var contest = Contest()
    let works =
      try Preset.allCases.map { ("drag, \($0.rawValue)", try Work.drag($0)) }
      + [("fling, wallet", try Work.fling(.wallet)), ("fling, fan", try Work.fling(.fan))]
    for (name, work) in works {
      for count in [work.short, long] {
        let player = try Player(work, cards: count)
        contest.enter("\(name), \(count)", count: work.steps, run: player.play)
      }
    }
    contest.enter("load, \(long)", count: long) { loading(long) }
    for count in [reports.short, reports.long] {
      let engine = try loaded(count)
      let ids = (0..<count).map { "card-\($0)" }
      contest.enter("card.loaded, \(count)", count: count) { reportLoaded(ids, to: engine) }
    }
    contest.hold(rounds: rounds)
    print("A touch frame with its frame out, median of \(rounds) rounds; loading is a card's:\n")
    contest.printTimes()
    print("\nRatios:\n")
    for (name, work) in works {
      BenchmarkRecord.report(
        "the time of a touch frame, \(name), with \(long) cards",
        contest.ratio("\(name), \(long)", to: "\(name), \(work.short)"),
        unit: "×",
        reference: "\(work.short) cards",
        limit: .atMost(1.2)
      )
    }
    let load = contest.contenders.first { $0.name == "load, \(long)" }?.time ?? .nan
    BenchmarkRecord.report("to load \(long) cards", load * Double(long) / 1e9, unit: "s", limit: .atMost(1))
    BenchmarkRecord.report(
      "the time of each of \(reports.long) cards in one card.loaded",
      contest.ratio("card.loaded, \(reports.long)", to: "card.loaded, \(reports.short)"),
      unit: "×",
      reference: "each of \(reports.short) cards",
      limit: .atMost(3)
    )
    print("\n(checksum \(contest.remains))")
  }

  private static func loading(_ count: Int) -> Double {
    guard let engine = try? loaded(count) else { return 0 }
    return Double(engine.deckCount)
  }

  /// An engine with a swipe deck that these many cards were loaded into.
  private static func loaded(_ count: Int) throws -> Engine {
    let deck = DeckDefinition.builtIn(preset: .swipeclean, count: 1)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: start)
    let cards = (0..<count).map { Card(id: "card-\($0)") }
    _ = engine.handle(.command(.load(.init(cards, current: 0)), deck: "main", ticket: 1), at: start)
    return engine
  }

  /// Reports all cards as loaded, whose sizes a client may not know: in a photo deck, all at once.
  private static func reportLoaded(_ ids: [String], to engine: borrowing Engine) -> Double {
    var engine = engine.copy()
    let command = DeckCommand.markLoaded(.init(of: .several(ids)))
    return Double(engine.handle(.command(command, deck: "main", ticket: 2), at: start).count)
  }
}

/// The touches of a finger on a deck, and how long the deck is measured.
private struct Work {
  var preset: Preset
  var frames: [TouchFrame]
  /// Ticks of the surface after the finger has lifted.
  var ticks: Int

  /// Cards of a short deck: more than a stack shows and a carousel has ready, since with fewer it would do less.
  var short: Int { preset.kind == .swipe ? 10 : 100 }
  var steps: Int { frames.count + ticks }

  /// A finger that drags the front card of any layout back and forth and lifts where it came down: nothing is decided.
  static func drag(_ preset: Preset) throws -> Work {
    let points = (0..<240).map { step in
      let way = 100 * (1 - (Double(step % 120) / 60 - 1).magnitude)
      return Point(x: 200 + way / 2, y: 300 - way)
    }
    return Work(preset: preset, frames: path(points), ticks: 0)
  }

  /// A finger that flings the stack, which then scrolls by itself.
  static func fling(_ preset: Preset) throws -> Work {
    let points = (0..<12).map { Point(x: 200, y: 600 - 20 * Double($0)) }
    return Work(preset: preset, frames: path(points), ticks: 60)
  }

  private static func path(_ points: [Point]) -> [TouchFrame] {
    func frame(_ step: Int, _ point: Point, _ phase: Contact.Phase) -> TouchFrame {
      TouchFrame(
        time: appeared.advanced(bySeconds: 0.008 * Double(step)),
        contacts: [Contact(id: ContactID(0), phase: phase, position: point)]
      )
    }
    let moves = points.enumerated().map { frame($0, $1, $0 == 0 ? .down : .moved) }
    return moves + [frame(points.count, points[points.count - 1], .up)]
  }
}

/// An engine with a deck of a given number of cards, on which the work is repeated.
private final class Player {
  private let work: Work
  private let fresh: Engine

  init(_ work: Work, cards: Int) throws {
    self.work = work
    let deck = DeckDefinition.builtIn(preset: work.preset, count: cards)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800), refresh: 60)
    var engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: start)
    _ = engine.start()
    _ = engine.handle(.deadline, at: appeared)
    engine.listen(to: Set(Topic.allCases), from: appeared)
    fresh = engine
  }

  /// Does the work once; returns a number that depends on every output.
  func play() -> Double {
    var engine = fresh.copy()
    var sum = 0.0
    for frame in work.frames { sum += weigh(engine.handle(.touches(frame, surface: "main"), at: frame.time)) }
    for _ in 0..<work.ticks {
      guard let deadline = engine.nextDeadline else { break }
      sum += weigh(engine.handle(.deadline, at: deadline))
    }
    return sum
  }

  private func weigh(_ effects: [EngineEffect]) -> Double {
    effects.reduce(0) { sum, effect in
      if case .frame(let frame) = effect { sum + (frame.cards.first?.y ?? 0) } else { sum + 1 }
    }
  }
}
