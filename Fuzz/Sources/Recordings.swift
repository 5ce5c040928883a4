import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics

/// A recording is refused, or plays in the order of time, and again from its own text.
func fuzzRecordings(_ bytes: [UInt8]) {
  guard let recording = try? Recording(bytes, file: "fuzzed") else { return }
  guard let description = recording.description ?? recording.deduced?.description else { return }
  let touches = RecordedTouches(recording, description: description)
  var last = Instant(microseconds: 0)
  for frame in touches.frames {
    require(frame.time >= last, "\(frame.time) follows \(last)")
    last = frame.time
    check(frame)
  }
  play(touches.frames, preset: bytes.count.isMultiple(of: 2) ? .koloda : .fan)
  guard recording.description != nil else { return }
  for format in RecordingText.Format.allCases {
    let text = recording.text(as: format)
    guard let again = try? Recording(Array(text.utf8), file: "again") else {
      fatalError("its own text is refused: \(text)")
    }
    require(again.events == recording.events, "its own text has other events: \(text)")
  }
}

private func check(_ frame: TouchFrame) {
  for contact in frame.contacts {
    require(contact.position.x.isFinite && contact.position.y.isFinite, "\(contact)")
  }
}

private func play(_ frames: [TouchFrame], preset: Preset) {
  let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
  let configuration = EngineConfiguration(surfaces: [surface], decks: [.builtIn(preset: preset)])
  let geometry = PanelGeometry(surface: surface.size)
  guard
    var replay = try? Replay(
      configuration,
      surface: "main",
      geometry: geometry,
      topics: [.events, .gestures, .haptics]
    )
  else { fatalError("the built-in deck is refused") }
  replay.run(frames) { checkReply($0.line) }
}
