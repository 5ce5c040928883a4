import DeckProtocol
import Foundation
import JSON
import TestSupport
import Testing

/// A recording and the backend through which it is played.
struct Performance: CustomTestStringConvertible {
  var recording: Recording
  var backend: TouchBed.Backend

  var testDescription: String { "\(recording.testDescription), \(backend) backend" }

  static let all = Recording.all.flatMap { recording in
    TouchBed.Backend.allCases.map { Performance(recording: recording, backend: $0) }
  }
}

@Suite(.enabled(if: !Recording.all.isEmpty, Workshop.recordingsAbsence))
struct `A real recording` {
  @Test(arguments: Recording.all)
  func `replays to the same bytes every time, and every line is valid`(recording: Recording) throws {
    let arguments = ["replay", "--preset", "swipeclean", "--frames", recording.file.path]
    let (first, second) = (try run("deckctl", arguments), try run("deckctl", arguments))
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output == second.output)
    #expect(first.lines.count >= 2)
    try SchemaValidator.expectValid(first.lines.map { Array($0.utf8) }, from: .daemon)
    #expect(first.lines.last { $0.contains(#""method":"frame""#) }?.contains(#""phase":"rest""#) ?? true)
  }

  /// Every gesture of one to five fingers, and those from the edges.
  private static let gestures: String = {
    let two = ["pinch out", "pinch in", "rotate clockwise", "rotate counterclockwise"]
    var gestures = ["left", "right", "top", "bottom"].map {
      (name: "\($0) edge", keys: #"do = "swipe", from = "\#($0)""#)
    }
    for fingers in 1...5 {
      for motion in ["swipe", "tap", "double tap", "hold"] + (fingers > 1 ? two : []) {
        gestures.append((name: "\(motion) \(fingers)", keys: #"do = "\#(motion)", fingers = \#(fingers)"#))
      }
    }
    return "gestures = [\(gestures.map { #"{ name = "\#($0.name)", \#($0.keys) }"# }.joined(separator: ", "))]\n"
  }()

  @Test(arguments: Recording.all, [#"decks = [{ id = "main" }]"#, "decks = []"])
  func `makes no gesture of more fingers than were down, and none from anywhere during a drag`(
    recording: Recording,
    decks: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "deckd.toml")
    try Data((decks + "\n" + Self.gestures).utf8).write(to: file)
    let replay = try run("deckctl", ["replay", "--touches", "--config", file.path, recording.file.path])
    #expect(replay.status == 0, "\(replay.errors)")
    var (most, isDragged) = (0, false)
    for line in replay.lines {
      let message = try JSONReader.read(Array(line.utf8))
      guard let parameters = message["params"] else { continue }
      switch message["method"]?.text {
      case "touch": most = max(most, parameters["contacts"]?.elements.count ?? 0)
      case "gesture" where parameters["recognizer"]?.text == "drag":
        isDragged = ["began", "changed"].contains(parameters["phase"]?.text)
      case "event" where parameters["type"]?.text == "gesture.performed":
        #expect(Int(parameters["fingers"]?.number ?? 0) <= most, "\(line)")
        #expect(!isDragged || parameters["gesture"]?.text?.hasSuffix("edge") == true, "\(line)")
      default: break
      }
    }
    #expect(most > 0)
  }

  @Test(arguments: [
    ("4-finger-drag-down", "swipe 4"), ("phone-two-finger-drag", "swipe 2"), ("double-top-swipe", "swipe 2"),
    ("2-fingers-touch-release", "hold 2"), ("single-tap-center", "tap 1"), ("1-finger-drag-NW-SE", "left edge"),
  ])
  func `makes the gesture that its name says`(name: String, gesture: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "deckd.toml")
    try Data(("decks = []\n" + Self.gestures).utf8).write(to: file)
    let recordings = Recording.all.filter { $0.testDescription.contains(name) }
    #expect(!recordings.isEmpty)
    for recording in recordings {
      let replay = try run("deckctl", ["replay", "--config", file.path, recording.file.path])
      let performed = replay.lines.filter { $0.contains(#""type":"gesture.performed""#) }
      #expect(performed.count == 1 && performed[0].contains(#""gesture":"\#(gesture)""#), "\(recording): \(performed)")
    }
  }

  @Test
  func `of the pixel tablet's swipe, unrotated, decides the first card to the left`() throws {
    // 1600 × 2560 units at 11 a millimetre: 145.36 mm × 6.4 = 930.3 pt wide, so that 0.3 · W is 279.1 pt (S8).
    // The finger goes from x 810 to 271: dx = −539 / 1600 · 930.3 = −313.4 pt, beyond the dead zone to the
    // left (S6), progress 1 (S7), and a commit (S8), although it goes 610 pt upwards.
    let file = try #require(Recording.all.first { $0.file.lastPathComponent.contains("pixel_tablet") }).file
    let replay = try run("deckctl", ["replay", "--preset", "swipeclean", "--frames", file.path])
    let events = replay.lines.filter { $0.contains(#""method":"event""#) }
    #expect(events.count == 4)
    #expect(
      events.dropFirst(2).first?.contains(
        #""type":"card.swiped","card":"card-0","index":0,"direction":"left","decision":"delete""#
      ) == true
    )
    #expect(events.last?.contains(#""type":"card.shown","card":"card-1","index":1"#) == true)
    let drag = try #require(replay.lines.last { $0.contains(#""phase":"dragging""#) })
    #expect(drag.contains(#""direction":"left","progress":1,"percent":100"#))
    #expect(drag.contains(#""dx":-313.4"#))
  }
}

@Suite(
  .serialized,
  .enabled(if: !Recording.all.isEmpty, Workshop.recordingsAbsence),
  .enabled(if: Workshop.hasBed, Workshop.bedAbsence)
)
struct `A real recording on real libinput` {
  @Test(arguments: Performance.all)
  func `gives the touches, gestures and events of its replay, to the microsecond`(performance: Performance) throws {
    let recording = performance.recording
    let replay = try run("deckctl", ["replay", "--touches", recording.file.path])
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (events, description) = try recording.files(in: folder)
    let bed = try TouchBed(performance.backend, panels: [("event0", description.path)])
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","gestures","frames","haptics","touches"]}"#)
    let start = try bed.play(events.path)
    try client.rest()
    let live = client.lines.filter { $0.contains(#""method":"#) && !$0.contains(#""method":"frame""#) }
    // The first two events, with which every deck starts, preceded the subscription.
    #expect(live.map { $0.since(start) } == Array(replay.lines.dropFirst(2)))
    #expect(bed.stop() == 0)
  }

  @Test(arguments: TouchBed.Backend.allCases)
  func `moves a card that follows the finger in the frames between`(backend: TouchBed.Backend) throws {
    let recording = try #require(Recording.all.first { $0.file.lastPathComponent.contains("pixel_tablet") })
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let bed = try TouchBed(backend, panels: [("event0", try recording.files(in: folder).description.path)])
    let client = try LiveClient(bed)
    let answer = try client.ask("subscribe", #"{"topics":["frames","touches"]}"#)
    let rest = try #require(Picture(answer)?.cards.first?.x)
    _ = try bed.play(recording.file.path)
    try client.rest()
    var finger: [Int64: (x: Double, y: Double)] = [:]
    var down: (x: Double, y: Double)?
    for line in client.lines {
      guard let touch = Finger(line) else { continue }
      if down == nil { down = (touch.x, touch.y) }
      finger[touch.t] = (touch.x, touch.y)
    }
    let start = try #require(down)
    let pictures = client.lines.compactMap(Picture.init).filter { $0.phase == "dragging" }
    #expect(pictures.count > 15)
    for picture in pictures {
      let card = try #require(picture.cards.first)
      let input = try #require(picture.input)
      let touch = try #require(finger[input])
      #expect(card.role == "dragged")
      #expect((card.x - rest - (touch.x - start.x)).magnitude < 0.01)
      let drag = try #require(picture.drag)
      #expect((drag.dy - (touch.y - start.y)).magnitude < 0.01)
    }
  }
}

/// The parts of a frame, or of a snapshot in a reply, that tests need.
struct Picture: Decodable {
  struct Card: Decodable {
    var id: String
    var x: Double
    var y: Double
    var role: String
  }

  struct Drag: Decodable {
    var dx: Double
    var dy: Double
  }

  var t: Int64?
  var input: Int64?
  var phase: String
  var cards: [Card]
  var drag: Drag?

  init?(_ line: String) {
    struct Notification: Decodable { var params: Picture }
    struct Answer: Decodable {
      struct Result: Decodable { var snapshot: Picture }
      var result: Result
    }
    let data = Data(line.utf8)
    if line.contains(#""method":"frame""#) {
      guard let message = try? JSONDecoder().decode(Notification.self, from: data) else { return nil }
      self = message.params
    } else {
      guard let answer = try? JSONDecoder().decode(Answer.self, from: data) else { return nil }
      self = answer.result.snapshot
    }
  }
}

/// The first contact of a touch notification.
struct Finger {
  var t: Int64
  var x: Double
  var y: Double

  init?(_ line: String) {
    struct Message: Decodable {
      struct Parameters: Decodable {
        struct Contact: Decodable {
          var x: Double
          var y: Double
        }
        var t: Int64
        var contacts: [Contact]
      }
      var params: Parameters
    }
    guard line.contains(#""method":"touch""#),
      let message = try? JSONDecoder().decode(Message.self, from: Data(line.utf8)),
      let contact = message.params.contacts.first
    else { return nil }
    self.t = message.params.t
    x = contact.x
    y = contact.y
  }
}
