import DeckReplay
import FuzzSupport
import Gestures
import Glibc
import Kinetics
import LibinputTouch
import SystemCalls

/// What a panel reports, read by the real libinput and decoded as a recording: the same touches at the same times.
///
/// The process runs in the test bed, whose panels are `event0` and `event1`; DECKD_FUZZ_BED is its control socket. Events
/// are those of a kernel: no value that did not change, no contact over another one.
func fuzzDecoder(_ bytes: [UInt8]) {
  var reader = ByteReader(bytes)
  let panel = reader.bool() ? FuzzedPanel.plain : FuzzedPanel.smoothing
  panel.play(&reader)
}

private final class FuzzedPanel {
  // libFuzzer runs inputs on one thread.
  nonisolated(unsafe) static let plain = FuzzedPanel("event0", "panel.desc")
  nonisolated(unsafe) static let smoothing = FuzzedPanel("event1", "fuzzy.desc")

  private struct Slot {
    var id: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
  }

  private static let slotCount = 3

  private let node: String
  private let description: DeviceDescription
  private let bed: BedControl
  private var context: LibinputContext
  private var slots = [Slot](repeating: Slot(), count: slotCount)
  /// The slot that the next value is for.
  private var selected: Int32 = -1
  private var nextID: Int32 = 1
  /// The time of the next frame, in microseconds.
  private var time: Int64 = 0
  /// The events of this input.
  private var events: [EvdevEvent] = []
  /// What libinput reported for them.
  private var frames: [TouchFrame] = []

  private init(_ node: String, _ file: String) {
    self.node = node
    guard let folder = getenv("DECKD_FUZZ_PANELS").map({ String(cString: $0) }),
      let text = ScratchFolder.read("\(folder)/\(file)"),
      let described = try? Recording(text, file: file).description
    else { fatalError("DECKD_FUZZ_PANELS has no \(file)") }
    description = described
    bed = BedControl()
    do throws(LibinputError) {
      context = try LibinputContext(devices: ["/dev/input/\(node)"])
      _ = try context.dispatch()
    } catch {
      fatalError("\(error)")
    }
  }

  func play(_ reader: inout ByteReader) {
    (events, frames) = ([], [])
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    time = max(time + 1_000_000, Int64(now.tv_sec) * 1_000_000)
    // Each slot has a contact once: whatever an earlier input left there is forgotten.
    for slot in slots.indices {
      slots[slot] = Slot(id: -1, x: -1, y: -1)
      report(change(slot, to: (0, 0)))
      report(lift(slot))
    }
    for _ in 0..<60 where !reader.isAtEnd {
      let changes = (0..<Self.slotCount).flatMap { change($0, &reader) }
      if !changes.isEmpty { report(changes) }
      time += Int64(reader.byte()) * 1000
    }
    for slot in slots.indices where slots[slot].id >= 0 { report(lift(slot)) }
    compare()
  }

  private func change(_ slot: Int, _ reader: inout ByteReader) -> [(UInt16, UInt16, Int32)] {
    switch reader.index(below: 8) {
    case 0...2: return []
    case 3 where slots[slot].id >= 0:
      let lifted = lift(slot)
      // Another finger may come down in the same frame.
      return reader.index(below: 8) == 7 ? lifted + change(slot, to: (slots[slot].x + 1, slots[slot].y)) : lifted
    case 4:
      let (x, y) = (reader.number(in: 0...1), reader.number(in: 0...1))
      let (width, height) = (Double(description.horizontal.maximum), Double(description.vertical.maximum))
      return change(slot, to: (Int32(x * width), Int32(y * height)))
    default:
      guard slots[slot].id >= 0 else { return [] }
      let (x, y) = (Int32(Int8(bitPattern: reader.byte())), Int32(Int8(bitPattern: reader.byte())))
      let place = (slots[slot].x + x / 4, slots[slot].y + y / 4)
      return change(
        slot,
        to: (
          min(max(place.0, 0), description.horizontal.maximum), min(max(place.1, 0), description.vertical.maximum)
        )
      )
    }
  }

  /// The events of a contact that moves to a place, or comes down there.
  private func change(_ slot: Int, to place: (x: Int32, y: Int32)) -> [(UInt16, UInt16, Int32)] {
    var changes: [(UInt16, UInt16, Int32)] = []
    if slots[slot].id < 0 {
      slots[slot].id = nextID
      nextID = nextID % 60000 + 1
      changes.append((EventType.absolute, AbsoluteCode.trackingID, slots[slot].id))
    }
    if slots[slot].x != place.x { changes.append((EventType.absolute, AbsoluteCode.contactX, place.x)) }
    if slots[slot].y != place.y { changes.append((EventType.absolute, AbsoluteCode.contactY, place.y)) }
    (slots[slot].x, slots[slot].y) = place
    return select(slot, for: changes)
  }

  private func lift(_ slot: Int) -> [(UInt16, UInt16, Int32)] {
    slots[slot].id = -1
    return select(slot, for: [(EventType.absolute, AbsoluteCode.trackingID, -1)])
  }

  private func select(_ slot: Int, for changes: [(UInt16, UInt16, Int32)]) -> [(UInt16, UInt16, Int32)] {
    guard !changes.isEmpty, selected != Int32(slot) else { return changes }
    selected = Int32(slot)
    return [(EventType.absolute, AbsoluteCode.slot, selected)] + changes
  }

  /// The kernel reports a frame; libinput reads it.
  private func report(_ changes: [(UInt16, UInt16, Int32)]) {
    let frame = changes + [(EventType.synchronize, SynchronizeCode.report, 0)]
    events += frame.map { EvdevEvent(time: Instant(microseconds: time), type: $0.0, code: $0.1, value: $0.2) }
    let words = frame.map { "\($0.0) \($0.1) \($0.2)" }.joined(separator: " ")
    bed.order("ev \(node) @\(time * 1000) \(words)")
    do throws(LibinputError) {
      for case .frame(_, let frame) in try context.dispatch() { frames.append(frame) }
    } catch {
      fatalError("\(error)")
    }
    time += 1000
  }

  private func compare() {
    let decoded = RecordedTouches(events, description: description).frames
    let start = events[0].time.microseconds
    // A comparison of nothing finds nothing.
    require(frames.count >= 2 * Self.slotCount, "libinput reported \(frames.count) frames: is it run in the bed?")
    require(
      decoded.count == frames.count,
      "\(decoded.count) frames for libinput's \(frames.count)\n\(text(decoded, 0))\nlibinput:\n\(text(frames, start))"
    )
    for (decoded, read) in zip(decoded, frames) {
      require(
        decoded.time.microseconds == read.time.microseconds - start && areEqual(decoded.contacts, read.contacts),
        "\(text([decoded], 0))\nlibinput:\n\(text([read], start))"
      )
    }
  }

  private func areEqual(_ one: [Contact], _ other: [Contact]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { one, other in
        one.id == other.id && one.phase == other.phase && (one.position - other.position).length < 1e-9
      }
  }

  private func text(_ frames: [TouchFrame], _ start: Int64) -> String {
    frames.map { frame in
      let contacts = frame.contacts.map { "\($0.id.rawValue) \($0.phase) \($0.position.x) \($0.position.y)" }
      return "\(frame.time.microseconds - start): \(contacts.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}

/// The control socket of the test bed.
private final class BedControl {
  private let descriptor: Int32

  init() {
    guard let path = getenv("DECKD_FUZZ_BED") else {
      fatalError("DECKD_FUZZ_BED is missing: run make fuzz TARGET=decoder")
    }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: UnsafeRawBufferPointer(start: path, count: min(strlen(path), bytes.count - 1)))
    }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    require(result == 0, "the bed does not answer")
  }

  /// Sends a line, and waits for the reply; libFuzzer's timer interrupts both.
  func order(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var reply = [UInt8](repeating: 0, count: 256)
    do {
      let sent = try SystemCall.retrying { write(descriptor, bytes, bytes.count) }
      require(sent == bytes.count, "the bed does not read")
      let count = try SystemCall.retrying { read(descriptor, &reply, reply.count) }
      let text = String(decoding: reply.prefix(count), as: UTF8.self)
      require(text.hasPrefix("ok"), "\(line): \(text)")
    } catch {
      fatalError("\(line): \(error)")
    }
  }
}
