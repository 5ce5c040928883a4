package import DeckEngine
package import DeckProtocol
package import Gestures
import Kinetics

/// Runs recorded touches through the engine in virtual time: the same touches, the same notifications.
package struct Replay: Sendable {
  private var engine: Engine
  private let surface: String
  private let geometry: PanelGeometry
  private var areaFilter = AreaFilter()

  /// A replay onto `surface`, with the panel mapped by `geometry`; the decks are at rest at time 0.
  package init(
    _ configuration: EngineConfiguration,
    surface: String,
    geometry: PanelGeometry,
    topics: Set<Topic>
  ) throws(EngineError) {
    engine = try Engine(configuration, at: Instant(microseconds: 0))
    engine.interest = topics
    self.surface = surface
    self.geometry = geometry
  }

  /// The ids of the decks.
  package var decks: [String] { engine.deckEntries.map(\.id) }

  /// Plays `frames`, in the panel's unit square, and continues until every deck is at rest.
  ///
  /// A finger that is still down at the end of the recording is then cancelled, as when a panel is unplugged:
  /// its further motion is unknown.
  package mutating func run(_ frames: [TouchFrame], output: (DeckNotification) -> Void) {
    let topics = TopicMask(engine.interest)
    play(frames) { effect in
      if case .notify(let notification) = effect, topics.contains(notification.topic) { output(notification) }
    }
  }

  /// Plays `frames` as `run(_:output:)` does, and outputs why recognizers won or lost and why contacts were ignored.
  package mutating func explain(_ frames: [TouchFrame], output: (GestureExplanation) -> Void) {
    engine.explains = true
    play(frames) { effect in
      if case .explain(let explanation) = effect { output(explanation) }
    }
    engine.explains = false
  }

  private mutating func play(_ frames: [TouchFrame], output: (EngineEffect) -> Void) {
    engine.start().forEach(output)
    for frame in frames { play(frame, output: output) }
    if let last = frames.last, let cut = Self.cancellation(after: last) { play(cut, output: output) }
    while let deadline = engine.nextDeadline { engine.handle(.deadline, at: deadline).forEach(output) }
  }

  private mutating func play(_ frame: TouchFrame, output: (EngineEffect) -> Void) {
    var mapped = geometry.map(frame)
    if geometry.placement.area != nil {
      areaFilter.filter(&mapped, on: geometry.surface)
      if mapped.contacts.isEmpty { return }
    }
    engine.handle(.touches(mapped, surface: surface), at: frame.time).forEach(output)
  }

  private static func cancellation(after last: TouchFrame) -> TouchFrame? {
    let down = last.contacts.filter { $0.phase != .up && $0.phase != .cancelled }
    guard !down.isEmpty else { return nil }
    return TouchFrame(
      time: last.time,
      contacts: down.map { Contact(id: $0.id, phase: .cancelled, position: $0.position) }
    )
  }
}
