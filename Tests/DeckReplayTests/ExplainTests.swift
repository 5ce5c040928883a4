import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `An explained replay` {
  @Test
  func `tells of each contact who won and why, and of a second one why it was ignored`() throws {
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    var replay = try Replay(
      EngineConfiguration(surfaces: [surface], decks: [.builtIn(preset: .swipeclean)]),
      surface: "main",
      geometry: PanelGeometry(surface: surface.size),
      topics: [.events]
    )
    var first = FingerPath(down: Point(x: 0.5, y: 0.5), at: Instant(microseconds: 0), rate: 100)
    first.move(to: Point(x: 0.75, y: 0.5), in: 0.1)
    first.lift()
    var second = FingerPath(contact: 1, down: Point(x: 0.5, y: 0.4), at: Instant(microseconds: 50_000), rate: 100)
    second.lift()
    var told: [String] = []
    replay.explain((first.frames + second.frames).sorted { $0.time < $1.time }) { explanation in
      let note = explanation.note
      let who = "\(note.time) \(note.contact) \(note.deck ?? "-") \(note.card ?? "-") \(note.recognizer ?? "-")"
      told.append("\(who) \(note.outcome) \(note.reason ?? "-")")
    }
    #expect(
      told == [
        "10000 0 main card-0 tap failed moved 10 pt, limit 10",
        "10000 0 main card-0 drag won moved 10 pt, needs 10",
        "50000 1 main card-0 - ignored contact 0 has the deck",
        "100000 0 main card-0 drag ended -",
        "100000 0 main card-0 - released released at 0.83 of 1 to the right: not far enough",
      ]
    )
  }
}
