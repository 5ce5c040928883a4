import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// What `deckctl replay` and `explain` do with damaged recordings: an error, or output without a negative time.
@Suite
struct `A damaged recording` {
  /// Variants of each made-up recording and of each real one: 2,000 in all.
  private static let variants = (madeUp: 240, real: 20)
  /// Events of a real recording that are taken.
  private static let eventLimit = 30

  private static let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))

  @Test func `plays without a trap and without a negative time`() throws {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    var played = 0
    let originals =
      (try Self.madeUpRecordings().map { ($0, Self.variants.madeUp) }
        + Self.realRecordings().map { ($0, Self.variants.real) })
    for (original, variants) in originals {
      for _ in 0..<variants {
        let text = Self.mutated(original, using: &generator)
        guard let touches = try Self.touches(text, seed: seed) else { continue }
        let isExplained = Bool.random(using: &generator)
        let preset = Bool.random(using: &generator) ? Preset.swipeclean : .fan
        let negative = try isExplained ? Self.explain(touches, preset) : Self.replay(touches, preset)
        #expect(negative == nil, "DECKD_SEED=\(seed)\n\(text)")
        if !touches.frames.isEmpty { played += 1 }
      }
    }
    // A test that plays nothing finds nothing.
    #expect(played > 300, "DECKD_SEED=\(seed)")
  }

  // MARK: - Recordings

  /// The lines of recordings in every format and protocol.
  private static func madeUpRecordings() throws -> [[String]] {
    let steps: [[Step]] = [
      [.id(1), .x(50), .y(40), .major(3), .singleX(0), .singleY(0), .contact, .touch(1)],
      [.x(60), .y(45), .singleX(10), .contact], [.x(90), .y(50), .singleX(25), .contact],
      [.x(140), .y(50), .singleX(40), .contact], [.id(-1), .touch(0)], [],
      [.slot(1), .id(2), .x(20), .y(20), .contact, .touch(1)], [.slot(1), .id(-1), .touch(0)],
    ]
    let panels = [
      try Fixture.slots(fuzz: 4), try Fixture.packets(identified: true), try Fixture.packets(identified: false),
      try Fixture.single(),
    ]
    let events = steps.enumerated().flatMap { index, steps in
      Fixture.events(steps).map { event in
        var event = event
        event.time = Instant(microseconds: 7_000_000 + Int64(index) * 16_000)
        return event
      }
    }
    let madeUp = panels.map { lines(Recording(description: $0, events: events).evemuText) }
    let finger = SyntheticTouch(
      FingerTrajectory(from: Point(x: 200, y: 400), to: Point(x: 380, y: 400)),
      duration: 0.15,
      rate: 60
    )
    let swipe = lines(try finger.recording(by: "Synthetic panel", on: Size(width: 400, height: 800)).evemuText)
    return madeUp + [swipe] + logs(of: events)
  }

  /// Logs of getevent with the same events: in numbers, and in names of a device among others.
  private static func logs(of events: [EvdevEvent]) -> [[String]] {
    func hexadecimal(_ number: some BinaryInteger, _ digits: Int) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let lines = events.map { event in
      let (seconds, fraction) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      let digits = String(fraction)
      let stamp = "[   \(seconds).\(String(repeating: "0", count: 6 - digits.count))\(digits)]"
      let value = hexadecimal(UInt32(bitPattern: event.value), 8)
      return (stamp, "\(hexadecimal(event.type, 4)) \(hexadecimal(event.code, 4)) \(value)")
    }
    let named = lines.map { "\($0) /dev/input/event1: \($1)" }
    return [lines.map { "\($0) \($1)" }, ["add device 1: /dev/input/event1", "  name:     \"panel\""] + named]
  }

  /// The heads and first events of the recordings of real fingers, where they are.
  private static func realRecordings() throws -> [[String]] {
    guard RealRecordings.folder != nil else { return [] }
    return try RealRecordingTests.contents.map { content in
      let lines = lines(String(decoding: try RealRecordings.bytes(of: content.file), as: UTF8.self))
      let isEvent = { (line: String) in line.hasPrefix("E:") || line.hasPrefix("[") }
      return lines.filter { !isEvent($0) && !$0.hasPrefix("#") } + lines.filter(isEvent).prefix(eventLimit)
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  // MARK: - Damage

  private static func mutated(_ original: [String], using generator: inout SeededGenerator) -> String {
    var lines = original
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: lines.indices, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: lines.remove(at: place)
      case 1: lines.swapAt(place, Int.random(in: lines.indices, using: &generator))
      case 2: lines.insert(lines[place], at: Int.random(in: lines.indices, using: &generator))
      case 3: lines[place] = replacingDigit(in: lines[place], using: &generator)
      case 4: lines[place] = String(lines[place].prefix(Int.random(in: 0...lines[place].count, using: &generator)))
      // What the formats have for lost events.
      case 5: lines.insert(lines[place].replacing(" 0000 0000 ", with: " 0000 0003 "), at: place)
      default: lines[place] = restamped(lines[place], using: &generator)
      }
      if lines.isEmpty { lines = [""] }
    }
    let text = lines.joined(separator: "\n")
    return Int.random(in: 0..<4, using: &generator) == 0 ? String(text.dropLast(5)) : text + "\n"
  }

  private static func replacingDigit(in line: String, using generator: inout SeededGenerator) -> String {
    var characters = Array(line)
    let digits = characters.indices.filter { characters[$0].isNumber }
    guard let place = digits.randomElement(using: &generator) else { return line }
    characters[place] = Array("0123456789-.x").randomElement(using: &generator) ?? "0"
    return String(characters)
  }

  /// The line with another time: far away, or near its neighbours' and before them.
  private static func restamped(_ line: String, using generator: inout SeededGenerator) -> String {
    guard let stamp = line.firstMatch(of: /\d+\.\d{6}/) else { return line }
    let times = ["0.000000", "6.999000", "7.010000", "7.500000", "123456789.000001", "9007199253.999999"]
    return line.replacingCharacters(
      in: stamp.range,
      with: times.randomElement(using: &generator) ?? "0.000000"
    )
  }

  // MARK: - Playing

  /// The touches in `text`; `nil` when it is refused.
  private static func touches(_ text: String, seed: UInt64) throws -> RecordedTouches? {
    guard let recording = try? Recording(Array(text.utf8), file: "damaged") else { return nil }
    let description = try recording.description ?? recording.deduced?.description ?? Fixture.slots()
    let touches = RecordedTouches(recording, description: description)
    let times = touches.frames.map(\.time.microseconds)
    #expect(times.allSatisfy { $0 >= 0 } && zip(times, times.dropFirst()).allSatisfy(<=), "DECKD_SEED=\(seed)\n\(text)")
    return touches
  }

  private static func replay(of preset: Preset) throws -> Replay {
    try Replay(
      EngineConfiguration(surfaces: [surface], decks: [.builtIn(preset: preset)]),
      surface: "main",
      geometry: PanelGeometry(surface: surface.size),
      topics: [.events, .gestures, .haptics]
    )
  }

  /// A line of `deckctl replay` with a negative time.
  private static func replay(_ touches: RecordedTouches, _ preset: Preset) throws -> String? {
    var negative: String?
    var replay = try replay(of: preset)
    replay.run(touches.frames) { notification in
      if notification.line.contains(negativeTime) { negative = String(decoding: notification.line, as: UTF8.self) }
    }
    return negative
  }

  private static let negativeTime = Array(#""t":-"#.utf8)

  /// A line of `deckctl explain` with a negative time.
  private static func explain(_ touches: RecordedTouches, _ preset: Preset) throws -> String? {
    var negative: String?
    var replay = try replay(of: preset)
    replay.explain(touches.frames) { explanation in
      let text = explanation.note.text
      if text.hasPrefix("-") { negative = text }
    }
    return negative
  }
}
