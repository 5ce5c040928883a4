import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `A deck with settings against palms and noise` {
  @Test
  func `ignores a finger that comes from the edge, and says so to who asks`() throws {
    var settings = Preset.swipeclean.settings
    settings.edgeMargin = .points(30)
    var bench = try EngineBench(settings: settings)
    bench.engine.explains = true
    var path = FingerPath(down: Point(x: 25, y: 400), at: .zero, rate: 120)
    path.move(to: Point(x: 390, y: 400), in: 0.1)
    path.lift()
    bench.play(path)
    #expect(bench.happenings.isEmpty)
    #expect(bench.explanations.map(\.note.reason) == ["25 pt from the edge, margin 30"])
    #expect(bench.explanations.map(\.note.outcome) == [.ignored])
    bench.play(.drag(by: 200))
    #expect(bench.happenings == ["swiped card-0 right keep"])
  }

  @Test
  func `says why no drag comes of a finger on a card that may not be dragged`() throws {
    var bench = try EngineBench()
    bench.command(.load(.init([Card(id: "fixed", draggable: false), Card(id: "free")])), at: .zero)
    bench.engine.explains = true
    bench.play(.drag(by: 200))
    let (first, last) = (bench.explanations.first?.note, bench.explanations.last?.note)
    #expect(first?.recognizer == "tap" && first?.outcome == .failed && bench.explanations.count == 2)
    #expect(last?.card == "fixed" && last?.recognizer == "drag" && last?.outcome == .suppressed)
    #expect(last?.reason == #"the card may not be dragged: its "draggable", or the delegate, says so"#)
    #expect(!bench.happenings.contains { $0.hasPrefix("swiped") })
  }

  @Test
  func `ignores a resting hand, and keeps the finger that was there before`() throws {
    var settings = Preset.swipeclean.settings
    settings.maximumContacts = 2
    var bench = try EngineBench(settings: settings)
    let hand = (0..<4).map { Contact(id: ContactID($0), phase: .down, position: Point(x: 200, y: 300 + Double($0))) }
    bench.play([TouchFrame(time: .zero, contacts: hand)])
    #expect(bench.gestures.isEmpty)
    bench = try EngineBench(settings: settings)
    bench.play([TouchFrame(time: .zero, contacts: [hand[0]]), TouchFrame(time: .zero, contacts: hand.map(\.resting))])
    #expect(bench.engine.snapshot(of: "main", at: .zero)?.phase == .pressing)
  }

  @Test
  func `takes nothing from a contact that has no position or came and went in a frame`() throws {
    var settings = Preset.swipeclean.settings
    settings.ghostFilter = true
    var bench = try EngineBench(settings: settings)
    let place = Point(x: 200, y: 400)
    let ghost = [Contact.Phase.down, .up].map { Contact(id: ContactID(0), phase: $0, position: place) }
    bench.play([TouchFrame(time: .zero, contacts: ghost)])
    let nowhere = Contact(id: ContactID(0), phase: .down, position: Point(x: .nan, y: 400))
    bench.play([TouchFrame(time: .zero, contacts: [nowhere])])
    #expect(bench.gestures.isEmpty)
    #expect(bench.happenings.isEmpty)
  }

  @Test
  func `tells why each recognizer won or lost, only to who asks`() throws {
    var bench = try EngineBench()
    bench.play(.drag(by: 200))
    #expect(bench.explanations.isEmpty)
    bench = try EngineBench()
    bench.engine.explains = true
    bench.play(.drag(by: 40, seconds: 0.1, rate: 100))
    let words = bench.explanations.map(\.note).map { "\($0.recognizer ?? "-") \($0.outcome) \($0.reason ?? "-")" }
    #expect(
      words == [
        "tap failed moved 12 pt, limit 10", "drag won moved 12 pt, needs 10", "drag ended -",
        "- released released at 0.33 of 1 to the right: not far enough",
      ]
    )
    // 40 pt of the 120 pt that 30 % of the surface are.
    #expect(bench.explanations.map(\.note.measure?.measured) == [12, 12, nil, 40.0 / 120])
  }
}

extension Contact {
  /// The contact as it is in the next frame; only contact 0 was down before.
  fileprivate var resting: Contact {
    Contact(id: id, phase: id == ContactID(0) ? .stationary : .down, position: position)
  }
}
