import Foundation
import TestSupport
import Testing

extension Workshop {
  /// An invented vibration motor.
  fileprivate static let motor = root.appending(path: "Tests/TouchBed/fixtures/motor.desc").path
}

extension TouchBed {
  /// A daemon with a panel as `event0`, and a motor as `event1` that `[haptics]` names unless `configuration` does not.
  fileprivate static func withMotor(
    _ configuration: String = "[haptics]\nmatch = { name = \"Touch Bed Mot*\" }\n" + Workshop.swipeclean
  ) throws -> TouchBed {
    let bed = try TouchBed(configuration: configuration)
    try bed.order("add event1 \"\(Workshop.motor)\"")
    return bed
  }

  /// The effect that was uploaded with a number: its type, and its length, delay, strong and weak magnitude.
  fileprivate func effect(_ number: Int, of node: String = "event1") -> [String]? {
    try? order("effect \(node) \(number)")
  }

  /// What is at each of the motor's places for an effect.
  fileprivate var effects: [[String]?] { (0..<16).map { effect($0) } }

  /// Waits until the daemon has uploaded so many effects.
  fileprivate func waitForEffects(_ count: Int = 5, of node: String = "event1") throws {
    try wait(for: "\(count) effects on \(node)") { effect(count - 1, of: node) != nil }
  }

  /// Waits until the daemon plays; returns the effects' numbers and how often each is played.
  fileprivate func played(on node: String = "event1") throws -> [[String]] {
    var events: [String] = []
    try wait(for: "an effect to be played on \(node)") {
      events = Array(try order("written \(node)").dropFirst())
      return !events.isEmpty
    }
    return stride(from: 0, to: events.count, by: 3).map { Array(events[$0..<$0 + 3]) }
  }

  fileprivate func expectNothingPlayed(on node: String = "event1") throws {
    #expect(try order("written \(node)") == ["0"])
  }
}

extension LiveClient {
  /// Decides the front card, and waits for the haptic feedback.
  fileprivate func swipe(_ direction: String) throws {
    // A motor plays no more than every 40 ms.
    Thread.sleep(forTimeInterval: 0.05)
    let haptics = { (lines: [String]) in lines.count { $0.contains(#""method":"haptic""#) } }
    let before = haptics(lines)
    try ask("deck.swipe", #"{"direction":"\#(direction)"}"#)
    while haptics(lines) == before { try next { _ in true } }
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A vibration motor` {
  @Test
  func `has an effect for each kind, and plays that of the decision`() throws {
    let bed = try TouchBed.withMotor()
    try bed.waitForEffects()
    let effects = (0..<5).compactMap { bed.effect($0) }
    // FF_RUMBLE is 80: length, delay, strong and weak magnitude.
    #expect(
      effects.map { $0.joined(separator: " ") } == [
        "80 12 0 32768 32768", "80 25 0 32768 32768", "80 25 0 65535 65535", "80 50 0 65535 65535",
        "80 30 50 65535 65535",
      ]
    )
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["haptics"]}"#)
    try client.swipe("right")
    // EV_FF is 21.
    #expect(try bed.played() == [["21", "0", "1"]])
    try client.swipe("left")
    #expect(try bed.played() == [["21", "2", "1"]])
    #expect(bed.stop() == 0)
  }

  @Test
  func `plays without any subscriber, and as often as the kind says`() throws {
    let bed = try TouchBed.withMotor(
      """
      [haptics]
      match = { id = "457:1061" }
      strength = 0.5
      [[decks]]
      id = "main"
      preset = "fan"
      """
    )
    try bed.waitForEffects()
    #expect(bed.effect(4) == ["80", "30", "50", "32768", "32768"])
    try LiveClient(bed).ask("deck.bounce")
    #expect(try bed.played() == [["21", "4", "2"]])
  }

  @Test
  func `without rumble plays a sine, and without either is an error that says so`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bed = try TouchBed.withMotor()
    try bed.waitForEffects()
    func add(_ node: String, _ effects: String) throws {
      let description = folder.appending(path: "\(node).desc")
      let text = try String(contentsOfFile: Workshop.motor, encoding: .utf8)
        .replacingOccurrences(of: "B: 15 00 00 01 00 01", with: "B: 15 00 00 \(effects)")
      try Data(text.utf8).write(to: description)
      try bed.order("add \(node) \"\(description.path)\"")
    }
    // FF_PERIODIC (81) with FF_SINE (90), then FF_SPRING (83) alone.
    try add("event2", "02 04 01")
    try bed.waitForEffects(of: "event2")
    #expect(bed.effect(0, of: "event2") == ["81", "12", "0", "16384", "90"])
    #expect(bed.effect(3, of: "event2") == ["81", "50", "0", "32767", "90"])
    try add("event3", "08 00 01")
    let error = "/dev/input/event3 (Touch Bed Motor) has neither rumble nor periodic effects"
    try wait(for: "the error") { bed.log.contains(error) }
    try LiveClient(bed).ask("deck.swipe", #"{"direction":"right"}"#)
    #expect(try bed.played(on: "event1") == [["21", "0", "1"]])
    #expect(try bed.played(on: "event2") == [["21", "0", "1"]])
    #expect(bed.stop() == 0)
  }

  /// Writes the description of a panel with a motor.
  private static func panel(in folder: URL) throws -> URL {
    let description = folder.appending(path: "panel.desc")
    // EV_FF among the types, with FF_RUMBLE.
    let text = try String(contentsOfFile: Workshop.panel, encoding: .utf8)
      .replacingOccurrences(of: "B: 00 0b 00 00", with: "B: 00 0b 00 20")
    try Data((text + "B: 15 00 00 00 00 00 00 00 00\nB: 15 00 00 01 00 00 00 00 00\n").utf8).write(to: description)
    return description
  }

  @Test
  func `of a panel plays for the decks on its surface`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let description = try Self.panel(in: folder)
    let bed = try TouchBed(
      panels: [],
      configuration: """
        surfaces = [{ name = "a" }, { name = "b" }]
        panels = [{ match = { path = "*.1" }, surface = "b" }]
        decks = [
          { id = "on-a", preset = "swipeclean" }, { id = "on-b", preset = "swipeclean", surface = "b" },
        ]
        """
    )
    for node in ["event0", "event1"] {
      try bed.order("add \(node) \"\(description.path)\"")
      try bed.waitForEffects(of: node)
    }
    let client = try LiveClient(bed)
    try client.ask("deck.swipe", #"{"deck":"on-b","direction":"right"}"#)
    #expect(try bed.played(on: "event1") == [["21", "0", "1"]])
    try bed.expectNothingPlayed(on: "event0")
    try client.ask("deck.swipe", #"{"deck":"on-a","direction":"right"}"#)
    #expect(try bed.played(on: "event0") == [["21", "0", "1"]])
    try bed.expectNothingPlayed(on: "event1")
    // Without its panel it is gone, too, and comes back with it.
    try bed.order("remove event1")
    try bed.order("add event1 \"\(description.path)\"")
    try bed.waitForEffects(of: "event1")
    try client.ask("deck.swipe", #"{"deck":"on-b","direction":"right"}"#)
    #expect(try bed.played(on: "event1") == [["21", "0", "1"]])
  }

  @Test
  func `is left alone where haptics are off, or where another device is named`() throws {
    for lines in ["enabled = false", "match = { name = \"Another\" }"] {
      let bed = try TouchBed.withMotor("[haptics]\n\(lines)\n" + Workshop.swipeclean)
      let client = try LiveClient(bed)
      try client.ask("subscribe", #"{"topics":["haptics"]}"#)
      try client.swipe("right")
      #expect(try bed.order("opens event1").first == "0")
      #expect(bed.stop() == 0)
    }
  }

  @Test
  func `may vanish and come back, while decks continue`() throws {
    let bed = try TouchBed.withMotor()
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["haptics"]}"#)
    for _ in 1...3 {
      try bed.waitForEffects()
      try client.swipe("right")
      #expect(try bed.played() == [["21", "0", "1"]])
      try bed.order("remove event1")
      try client.swipe("left")
      try client.swipe("left")
      try bed.order("add event1 \"\(Workshop.motor)\"")
    }
    try bed.waitForEffects()
    #expect(bed.stop() == 0)
  }

  @Test(arguments: ["of its own", "of a panel"])
  func `is closed before it is opened once more, even while its driver is slow`(motor: String) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bed = motor == "of its own" ? try TouchBed.withMotor() : try TouchBed(panels: [])
    // The daemon removes and adds a panel after a suspend.
    if motor == "of a panel" { try bed.order("add event1 \"\(Self.panel(in: folder).path)\"") }
    try bed.waitForEffects()
    let effects = bed.effects
    try bed.order("uploads event1 1000 0 400")
    try bed.order("suspend 1000")
    try wait(for: "the first effect") { bed.effect(0) != nil && bed.effect(4) == nil }
    // While an upload takes its time, another opening would be done with all of its own.
    try bed.order("uploads event1 1000 0 0")
    try bed.order("suspend 1000")
    try wait(for: "the same effects at the same places") { bed.effects == effects }
    #expect(bed.stop() == 0)
  }

  @Test
  func `that refuses effects plays those that it takes`() throws {
    // ENOSPC, after two effects.
    let bed = try TouchBed(configuration: "haptics.match = { name = \"*Motor\" }\n" + Workshop.swipeclean)
    try bed.order("add event2 \"\(Workshop.motor)\"")
    try bed.waitForEffects(of: "event2")
    try bed.order("uploads event2 2 28")
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["haptics"]}"#)
    // Uploads them again.
    try bed.order("suspend 1000")
    try wait(for: "the refusal") { bed.log.contains("no room for more effects") }
    try wait(for: "two effects") { bed.effect(1, of: "event2") != nil && bed.effect(2, of: "event2") == nil }
    try client.swipe("left")
    try client.swipe("right")
    // Those to the left are medium, the third kind.
    #expect(try bed.played(on: "event2") == [["21", "0", "1"]])
    // EINVAL, for all.
    try bed.order("uploads event2 0 22")
    try bed.order("suspend 1000")
    try wait(for: "the refusal") { bed.log.contains("refuses an effect") }
    try client.swipe("right")
    try bed.expectNothingPlayed(on: "event2")
    #expect(bed.stop() == 0)
  }

  @Test
  func `whose driver blocks for a minute delays nothing`() throws {
    let bed = try TouchBed.withMotor()
    try bed.waitForEffects()
    try bed.order("uploads event1 5 0 60000")
    try bed.order("suspend 1000")
    try wait(for: "the upload to begin") { bed.effect(0) == nil }
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["haptics"]}"#)
    for _ in 1...5 { try client.swipe("right") }
    // Nor does a reload, which gives it up.
    try client.ask("daemon.reload")
    #expect(bed.effect(0) == nil)
    #expect(bed.stop() == 0)
  }
}
