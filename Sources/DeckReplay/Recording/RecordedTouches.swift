package import Gestures
import Kinetics

/// The touches of a recording, as the panel itself would have given them through libinput.
package struct RecordedTouches: Hashable, Sendable {
  package var panel: PanelDescription
  /// Every frame in the order of the recording; the end of its first hardware frame is instant 0.
  package var frames: [TouchFrame]

  /// Touches of `panel` in `frames`.
  package init(panel: PanelDescription, frames: [TouchFrame]) {
    self.panel = panel
    self.frames = frames
  }

  /// The touches in `recording`, made by the device of `description`.
  package init(_ recording: Recording, description: DeviceDescription) {
    self.init(recording.events, description: description)
  }

  /// The touches in `events`, made by the device of `description`.
  package init(_ events: some Sequence<EvdevEvent>, description: DeviceDescription) {
    var decoder = ContactDecoder(description)
    var origin: Instant?
    panel = description.panel
    frames = []
    for event in events {
      let decoded = decoder.decode(event)
      // Dropped events can end a frame before the first report.
      if origin == nil, event.isReport || decoded != nil { origin = event.time }
      guard var frame = decoded, let origin else { continue }
      frame.time = Instant(microseconds: frame.time.microseconds - origin.microseconds)
      frames.append(frame)
    }
  }
}
