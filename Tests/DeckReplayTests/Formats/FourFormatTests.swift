import DeckReplay
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `The same finger in four formats` {
  /// A recording with its device.
  private static func check(_ recording: Recording, _ format: WrittenFormat) throws {
    let text = format.text(recording)
    let read = try Recording(Array(text.utf8), file: "recording")
    #expect(read.events == recording.events, "\(format.rawValue)")
    let description = try #require(read.description)
    let original = try #require(recording.description)
    #expect(description.axes == original.axes && description.properties == original.properties)
    #expect(description.identity == original.identity && description.name == original.name)
    let touches = RecordedTouches(read, description: description)
    #expect(touches.frames == RecordedTouches(recording, description: original).frames)
    #expect(read.notes == [], "\(format.rawValue)")
  }

  /// A clip of two fingers that are thrown to the right.
  private static func clip() throws -> Recording {
    var touch = SyntheticTouch(
      FingerTrajectory(from: Point(x: 100, y: 400), to: Point(x: 300, y: 420)),
      duration: 0.2,
      rate: 60
    )
    touch.fingers = FingerRow(2, distance: 60, pinch: 1.5)
    touch.noise = 0.4
    return try touch.recording(by: "Desk panel", on: Size(width: 400, height: 800))
  }

  @Test(arguments: WrittenFormat.allCases)
  func `is the same touches`(format: WrittenFormat) throws {
    try Self.check(try Self.clip(), format)
  }

  @Test(arguments: WrittenFormat.allCases)
  func `is the same on every kind of panel`(format: WrittenFormat) throws {
    let panels = [
      try Fixture.slots(fuzz: 4), try Fixture.packets(identified: true), try Fixture.packets(identified: false),
      try Fixture.single(),
    ]
    let events = Fixture.events(
      [.id(1), .x(50), .y(40), .contact, .singleX(5), .singleY(-7), .touch(1)],
      [.x(60), .y(45), .contact, .singleX(10)],
      [.dropped],
      [.slot(1), .id(2), .x(20), .y(20), .contact],
      [.id(-1), .slot(0), .id(-1), .touch(0)]
    )
    for panel in panels { try Self.check(Recording(description: panel, events: events), format) }
  }

  @Test(arguments: WrittenFormat.allCases)
  func `is missing on a panel that reports no touch, which every format describes`(format: WrittenFormat) throws {
    let codes: [UInt16: Set<UInt16>] = [
      EventType.synchronize: [EventType.synchronize, EventType.key, EventType.absolute],
      EventType.key: [KeyCode.toolFinger], EventType.absolute: [AbsoluteCode.x, AbsoluteCode.y],
    ]
    let axes = [AbsoluteCode.x: Axis(maximum: 99), AbsoluteCode.y: Axis(maximum: 99)]
    let panel = try DeviceDescription(name: "Panel", properties: [DeviceProperty.direct], codes: codes, axes: axes)
    try Self.check(Recording(description: panel, events: Fixture.events([.touch(0)])), format)
  }

  @Test(.enabled(if: RealRecordings.folder != nil), arguments: RealRecordingTests.contents)
  func `is the same for a real finger`(content: RealRecordingTests.Content) throws {
    var recording = try Recording(RealRecordings.bytes(of: content.file), file: content.file)
    recording.description =
      try recording.description ?? recording.deduced?.description ?? RealRecordings.description(for: content.file)
    for format in WrittenFormat.allCases {
      // The clock of a recording may step back, and its panel may have an axis without a declaration.
      let read = try Recording(Array(format.text(recording).utf8), file: "again")
      #expect(read.events == recording.events, "\(format.rawValue)")
      let panel = try #require(read.description)
      let original = try #require(recording.description)
      #expect(
        RecordedTouches(read, description: panel).frames == RecordedTouches(recording, description: original).frames,
        "\(format.rawValue)"
      )
    }
  }

  @Test(arguments: ["yml", "evtest", "evemu-record"])
  func `is read as libinput record, evtest and evemu-record have written it`(ending: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures")
    func recording(_ ending: String) throws -> Recording {
      let file = folder.appending(path: "two-fingers.\(ending)")
      return try Recording([UInt8](try Data(contentsOf: file)), file: file.lastPathComponent)
    }
    let (clip, read) = (try recording("evemu"), try recording(ending))
    #expect(read.notes == [])
    let (original, description) = (try #require(clip.description), try #require(read.description))
    #expect(description.name == "Desk \"panel\"" && description.axes == original.axes)
    #expect(description.identity == original.identity && description.properties == [DeviceProperty.direct])
    let frames = RecordedTouches(read, description: description).frames
    let expected = RecordedTouches(clip, description: original).frames
    #expect(frames.map(\.contacts) == expected.map(\.contacts))
    // The clocks of evtest and of the kernel differ by a microsecond's rounding.
    for (frame, other) in zip(frames, expected) {
      #expect((frame.time.microseconds - other.time.microseconds).magnitude <= 1)
    }
  }
}

@Suite
struct `A recording that was cut off` {
  private static func recording() throws -> Recording {
    let events = Fixture.events(
      [.id(7), .x(50), .y(40), .touch(1)],
      [.x(160), .y(45)],
      [.slot(1), .id(8), .x(20), .y(20)],
      [.id(-1), .slot(0), .id(-1), .touch(0)]
    )
    return Recording(description: try Fixture.slots(fuzz: 2), events: events)
  }

  @Test(arguments: WrittenFormat.allCases)
  func `gives what was complete and a note, or an error, at every byte`(format: WrittenFormat) throws {
    let whole = try Self.recording()
    let bytes = Array(format.text(whole).utf8)
    var (read, refused) = (0, 0)
    for count in bytes.indices {
      let part = Array(bytes[..<count])
      let recording: Recording
      do {
        recording = try Recording(part, file: "part")
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
        continue
      }
      read += 1
      // A number that was cut off may be a number, too: then the note says so.
      // Spaces and the beginning of a comment are nothing that is lost.
      let rest = part.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? []
      let first = rest.first { $0 != UInt8(ascii: " ") }
      let isLineCut = first != nil && first != UInt8(ascii: "#")
      let isChanged = !whole.events.starts(with: recording.events)
      #expect(!isChanged || isLineCut, "\(format.rawValue), \(count) bytes")
      #expect(!isLineCut || !recording.notes.isEmpty, "\(format.rawValue), \(count)")
      guard let description = recording.description else { continue }
      let touches = RecordedTouches(recording, description: description)
      let isFrameCut = recording.events.last.map { !$0.isReport } ?? false
      #expect(!isFrameCut || !touches.notes.isEmpty, "\(format.rawValue), \(count) bytes")
    }
    #expect(read > 200 && refused > 10, "\(format.rawValue): \(read) read, \(refused) refused")
  }
}

@Suite
struct FormatMutationTests {
  /// Mutations of each format.
  private static let variants = Search.length(slice: 400, whole: 10_000)
  private static let alphabet = Array("0123456789abcdef-.:# \n\r\t[](){},\"'_+<>XYABSEVNMTeytm\u{0}ÿ".utf8)

  @Test(arguments: WrittenFormat.allCases)
  func `a mutated recording never traps`(format: WrittenFormat) throws {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    let events = Fixture.events(
      [.id(7), .x(50), .y(40), .contact, .touch(1)],
      [.x(160), .singleX(3), .contact],
      [.dropped],
      [.slot(1), .id(8), .x(20), .y(20), .contact],
      [.id(-1), .slot(0), .id(-1), .touch(0)]
    )
    let panels = [try Fixture.slots(fuzz: 4), try Fixture.packets(identified: false), try Fixture.single()]
    let originals = panels.map { Array(format.text(Recording(description: $0, events: events)).utf8) }
    var read = 0
    for variant in 0..<Self.variants {
      let bytes = Self.mutated(originals[variant % originals.count], using: &generator)
      guard let recording = try? Recording(bytes, file: "mutated") else { continue }
      read += 1
      guard let description = recording.description ?? recording.deduced?.description else { continue }
      let times = RecordedTouches(recording, description: description).frames.map(\.time.microseconds)
      #expect(times.allSatisfy { $0 >= 0 } && zip(times, times.dropFirst()).allSatisfy(<=), "DECKD_SEED=\(seed)")
      for format in RecordingText.Format.allCases {
        var whole = recording
        whole.description = description
        let again = try? Recording(Array(whole.text(as: format).utf8), file: "again")
        // The YAML has no axes beyond those of a kernel.
        let axes = description.axes.filter { format == .evemu || $0.key < AbsoluteCode.count }
        let isSame = again?.events == recording.events && again?.description?.axes == axes
        #expect(isSame, "DECKD_SEED=\(seed), as \(format): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    // A test that reads nothing finds nothing.
    #expect(read > Self.variants / 20, "DECKD_SEED=\(seed), \(format.rawValue): \(read) read")
  }

  private static func mutated(_ original: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
      case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
      case 2: bytes.removeSubrange(place..<min(place + 9, bytes.count))
      case 3: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator) / 8)
      default:
        // A line twice.
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? place
        let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? place
        bytes.insert(contentsOf: bytes[min(start, end)...max(start, end)], at: min(start, end))
      }
    }
    return bytes
  }
}
