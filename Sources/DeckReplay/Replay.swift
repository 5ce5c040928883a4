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
  /// The frame being played, on the surface; each reuses the buffer of the one before it.
  private var mapped = TouchFrame(time: Instant(microseconds: 0), contacts: [])

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
      switch effect {
      case .frame(let frame): if topics.contains(.frames) { output(.frame(frame)) }
      case .notify(let notification): if topics.contains(notification.topic) { output(notification) }
      case .events(let events): if topics.contains(.events) { events.forEach { output(.event($0)) } }
      case .explain, .answer, .ask: break
      }
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
    pass(engine.start(), to: output)
    for frame in frames { play(frame, output: output) }
    if let last = frames.last, let cut = Self.cancellation(after: last) { play(cut, output: output) }
    while let deadline = engine.findActivity().deadline { pass(engine.handle(.deadline, at: deadline), to: output) }
  }

  /// By index, since a loop over the effects copies each.
  @inline(__always)
  private mutating func pass(_ effects: consuming [EngineEffect], to output: (EngineEffect) -> Void) {
    for index in effects.indices { output(effects[index]) }
    engine.reuse(effects)
  }

  private mutating func play(_ frame: TouchFrame, output: (EngineEffect) -> Void) {
    geometry.map(frame, into: &mapped)
    if geometry.placement.area != nil {
      areaFilter.filter(&mapped, on: geometry.surface)
      if mapped.contacts.isEmpty { return }
    }
    pass(engine.handle(.touches(mapped, surface: surface), at: frame.time), to: output)
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
