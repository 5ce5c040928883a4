import DeckReplay
import Gestures
import Kinetics
import TestSupport
import Testing

/// Whatever is in a file: an answer or an error, never a trap.
struct RecordingRobustnessTests {
  private static func panels() throws -> [DeviceDescription] {
    [
      try Fixture.slots(), try Fixture.slots(fuzz: 9), try Fixture.packets(identified: true),
      try Fixture.packets(identified: false, hovering: true), try Fixture.single(),
    ]
  }

  /// Reads `bytes` and decodes what comes of it.
  private static func check(_ bytes: [UInt8], seed: UInt64) throws {
    guard let recording = try? Recording(bytes, file: "fuzz") else { return }
    guard let again = try? Recording(Array(recording.evemuText.utf8), file: "again") else {
      Issue.record("DECKD_SEED=\(seed): this cannot be read again:\n\(recording.evemuText)")
      return
    }
    #expect(again.events == recording.events && again.description == recording.description, "DECKD_SEED=\(seed)")
    let descriptions = [recording.description, recording.deduced?.description].compactMap(\.self)
    for description in try descriptions.isEmpty ? panels() : descriptions {
      for frame in RecordedTouches(recording, description: description).frames {
        #expect(!frame.contacts.isEmpty, "DECKD_SEED=\(seed)")
        #expect(frame.contacts.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite }, "DECKD_SEED=\(seed)")
      }
    }
  }

  @Test func `random bytes never trap`() throws {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 0...200, using: &generator)
      try Self.check((0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }, seed: seed)
    }
  }

  @Test func `a mutated recording never traps`() throws {
    let alphabet = Array("0123456789abcdef-.:# \n\rENIPBALS\u{0}ÿ".utf8)
    for panel in try Self.panels() {
      let events = Fixture.events(
        [.id(1), .x(10), .y(20), .major(3), .contact, .touch(1)],
        [.x(50), .tool(2), .contact]
      )
      try Self.mutate(Array(Recording(description: panel, events: events).evemuText.utf8), with: alphabet)
    }
  }

  @Test func `a mutated log never traps`() throws {
    let alphabet = Array("0123456789abcdef-.:# \n\r[]()_,\"XYABSEVNMT\u{0}ÿ".utf8)
    let events = """
      [    1.000000] /dev/input/event1: EV_ABS       ABS_MT_TRACKING_ID   00000001
      [    1.000001] /dev/input/event1: EV_ABS       ABS_MT_POSITION_X    ffffff10
      [    1.000001] /dev/input/event1: EV_ABS       ABS_MT_POSITION_Y    00000020
      [    1.000001] /dev/input/event1: EV_KEY       BTN_TOUCH            DOWN
      [    1.000001] /dev/input/event2: EV_SYN       SYN_MT_REPORT        00000000
      [    1.000002] /dev/input/event1: 0000 0000 00000000 rate 60

      """
    let head = """
      add device 1: /dev/input/event1
        name:     "panel"
        events:
          KEY (0001): KEY_HOME              BTN_TOUCH
          ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 2, flat 1, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 2399, fuzz 2, flat 1, resolution 0
        input props:
          INPUT_PROP_DIRECT

      """
    for log in [events, head + events, String(events.filter { $0 != "/" })] {
      try Self.mutate(Array(log.utf8), with: alphabet)
    }
  }

  /// Reads 150 variants of `original`, each with a few bytes changed, put in or cut out.
  private static func mutate(_ original: [UInt8], with alphabet: [UInt8]) throws {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
        case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
        default: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        }
        if bytes.isEmpty { break }
      }
      try check(bytes, seed: seed)
    }
  }

  @Test func `random events never trap`() throws {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    let codes: [UInt16] = [0x00, 0x01, 0x2f, 0x30, 0x35, 0x36, 0x37, 0x39, 0x3f, 0x40, 0xffff]
    let values: [Int32] = [-1, 0, 1, 2, 3, 400, .min, .max]
    for panel in try Self.panels() {
      let events = (0..<4000).map { _ in
        let type = UInt16.random(in: 0...4, using: &generator)
        let code =
          type == EventType.absolute
          ? codes.randomElement(using: &generator) ?? 0
          : type == EventType.key ? KeyCode.touch : UInt16.random(in: 0...9, using: &generator) / 3
        let value = values.randomElement(using: &generator) ?? 0
        return EvdevEvent(time: Instant(microseconds: 0), type: type, code: code, value: value)
      }
      for frame in RecordedTouches(events, description: panel).frames {
        let ids = frame.contacts.map(\.id)
        #expect(!ids.isEmpty && zip(ids, ids.dropFirst()).allSatisfy { $0 <= $1 }, "DECKD_SEED=\(seed)")
        #expect(frame.contacts.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite }, "DECKD_SEED=\(seed)")
      }
    }
  }
}
