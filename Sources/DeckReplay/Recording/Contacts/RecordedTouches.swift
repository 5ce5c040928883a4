package import Gestures
import Kinetics

/// The touches of a recording, as the panel would have reported them through libinput.
package struct RecordedTouches: Hashable, Sendable {
  package var panel: PanelDescription
  /// Every frame in the order of the recording; the end of its first hardware frame is instant 0.
  package var frames: [TouchFrame]
  /// The contacts that come down and that libinput ignores for a palm before them, in the order of the recording.
  package private(set) var ignored: [TouchFrame] = []
  /// Notes on unusual events, for the user who plays the recording.
  package private(set) var notes: [String] = []

  /// Touches of `panel` in `frames`.
  package init(panel: PanelDescription, frames: [TouchFrame]) {
    self.panel = panel
    self.frames = frames
  }

  /// The touches in `recording`, from the device of `description`.
  package init(_ recording: Recording, description: DeviceDescription) {
    self.init(recording.events, description: description)
  }

  /// The touches in `events`, from the device of `description`.
  package init(_ events: some Sequence<EvdevEvent>, description: DeviceDescription) {
    var decoder = ContactDecoder(description)
    var clock = ReplayClock()
    var gaps: [Int] = []
    var openFrame: Int?
    panel = description.panel
    frames = []
    for event in events {
      clock.observe(event)
      if event.isDropNotice { gaps.append(event.line) }
      let decoded = decoder.decode(event)
      // Dropped events can end a frame before the first report.
      guard event.isReport || decoded != nil else {
        if event.type != EventType.synchronize { openFrame = openFrame ?? event.line }
        continue
      }
      openFrame = nil
      let time = clock.time(ofFrameAt: event.time)
      if !decoder.ignored.isEmpty { ignored.append(TouchFrame(time: time, contacts: decoder.ignored)) }
      guard var frame = decoded else { continue }
      frame.time = time
      frames.append(frame)
    }
    notes = [clock.note, Self.note(gaps: gaps), Self.note(openFrame: openFrame), noteOfHeldContacts].compactMap(\.self)
  }

  private static func note(gaps: [Int]) -> String? {
    guard let first = gaps.first else { return nil }
    let others = gaps.count == 1 ? "" : ", the first of \(gaps.count)"
    return "line \(first): SYN_DROPPED\(others): events are missing there; contacts keep their last known state"
  }

  private static func note(openFrame: Int?) -> String? {
    openFrame.map { "line \($0): no SYN_REPORT follows; the events from here on are left out" }
  }

  private var noteOfHeldContacts: String? {
    let held = (frames.last?.contactsDown ?? []).map(\.id.rawValue)
    guard !held.isEmpty else { return nil }
    let names = held.map(String.init).joined(separator: ", ")
    let verbs = held.count == 1 ? "is still down at the end, and counts" : "are still down at the end, and count"
    return "contact\(held.count == 1 ? "" : "s") \(names) \(verbs) as taken away"
  }
}
