import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite(.enabled(if: RealRecordings.folder != nil, "the real recordings are not on this machine"))
struct PredictedReplayTests {
  private static func events(
    of touches: RecordedTouches,
    _ preset: Preset,
    prediction: Double = 0,
    filtersLift: Bool = false
  ) throws -> [String] {
    var deck = DeckDefinition.builtIn(preset: preset, count: 40)
    deck.settings.prediction = prediction
    let size = SurfaceSizing().surface(for: touches.panel, rotation: .none)
    var replay = try Replay(
      EngineConfiguration(surfaces: [SurfaceConfiguration(name: "main", size: size)], decks: [deck]),
      surface: "main",
      geometry: PanelGeometry(surface: size),
      filtersLift: filtersLift,
      topics: [.events, .frames, .motions]
    )
    var events: [String] = []
    replay.run(touches.frames) { note in if case .event(let event) = note { events.append("\(event)") } }
    return events
  }

  @Test(arguments: RealRecordingTests.contents)
  func `a recording decides the same with prediction and without`(content: RealRecordingTests.Content) throws {
    let touches = try RealRecordings.touches(of: content.file)
    for preset in Preset.allCases {
      let events = try Self.events(of: touches, preset, prediction: 0)
      for prediction in [8.0, 16, 33, 50] {
        #expect(try Self.events(of: touches, preset, prediction: prediction) == events, "\(preset) \(prediction) ms")
      }
    }
  }

  @Test(arguments: RealRecordingTests.contents)
  func `a recording decides the same with a lift filter and without`(content: RealRecordingTests.Content) throws {
    let touches = try RealRecordings.touches(of: content.file)
    for preset in Preset.allCases {
      let words = try [true, false].map { filtersLift in
        // A jump that the next report confirms takes effect one report late: only the times may differ.
        try Self.events(of: touches, preset, filtersLift: filtersLift).map { $0.replacing(/time: \d+/, with: "") }
      }
      #expect(words[0] == words[1], "\(preset)")
    }
  }
}
