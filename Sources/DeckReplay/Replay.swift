package import DeckEngine
package import DeckProtocol
package import Gestures
import Kinetics

/// Runs recorded touches through the engine in virtual time: the same touches, the same notifications.
package struct Replay: ~Copyable {
  private var engine: Engine
  private let surface: String
  private let geometry: PanelGeometry
  private var areaFilter = AreaFilter()
  private var liftFilter: LiftFilter?
  /// The frame being played, on the surface; each reuses the buffer of the one before it.
  private var mapped = TouchFrame(time: Instant(microseconds: 0), contacts: [])

  /// A replay onto `surface`, with the panel mapped by `geometry`; the decks are at rest at time 0.
  ///
  /// With `filtersLift`, the last sample of a finger is dropped where it is too far off.
  package init(
    _ configuration: EngineConfiguration,
    surface: String,
    geometry: PanelGeometry,
    filtersLift: Bool = false,
    topics: Set<Topic>
  ) throws(EngineError) {
    engine = try Engine(configuration, at: Instant(microseconds: 0))
    engine.interest = topics
    self.surface = surface
    self.geometry = geometry
    liftFilter = filtersLift ? LiftFilter() : nil
  }

  /// The ids of the decks.
  package var decks: [String] { engine.deckEntries.map(\.id) }

  /// Plays `frames`, in the panel's unit square, and continues until every deck is at rest.
  ///
  /// A finger that is still down at the end of the recording is then cancelled, as when a panel is unplugged:
  /// its further motion is unknown.
  ///
  /// With `explaining`, it also outputs there why recognizers won or lost and why contacts were ignored.
  package mutating func run(
    _ frames: [TouchFrame],
    explaining: ((GestureExplanation) -> Void)? = nil,
    output: (DeckNotification) -> Void
  ) {
    let topics = TopicMask(engine.interest)
    engine.explains = explaining != nil
    play(frames) { effect in
      switch effect {
      case .frame(let frame): if topics.contains(.frames) { output(.frame(frame)) }
      case .notify(let notification): if topics.contains(notification.topic) { output(notification) }
      case .explain(let explanation): explaining?(explanation)
      case .answer, .ask: break
      }
    }
    engine.explains = false
  }

  /// Plays `frames` and outputs explanations alone, also of the contacts `lost` to a palm before them.
  package mutating func explain(
    _ frames: [TouchFrame],
    lost: [TouchFrame] = [],
    output: (GestureExplanation) -> Void
  ) {
    engine.explains = true
    var lost = lost.flatMap { frame in
      geometry.map(frame).contacts.map { GestureExplanation.afterPalm($0, on: surface, at: frame.time) }
    }[...]
    play(frames) { effect in
      guard case .explain(let explanation) = effect else { return }
      while let next = lost.first, next.time < explanation.time {
        lost.removeFirst()
        output(next)
      }
      output(explanation)
    }
    lost.forEach(output)
    engine.explains = false
  }

  private mutating func play(_ frames: [TouchFrame], output: (EngineEffect) -> Void) {
    pass(engine.start(), to: output)
    for frame in frames { play(frame, output: output) }
    if let last = frames.last, let cut = Self.cancellation(after: last) { play(cut, output: output) }
    while let deadline = engine.nextDeadline { pass(engine.handle(.deadline, at: deadline), to: output) }
  }

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
    liftFilter?.filter(&mapped)
    pass(engine.handle(.touches(mapped, surface: surface), at: frame.time), to: output)
  }

  private static func cancellation(after last: TouchFrame) -> TouchFrame? {
    let down = last.contactsDown
    guard !down.isEmpty else { return nil }
    return TouchFrame(
      time: last.time,
      contacts: down.map { Contact(id: $0.id, phase: .cancelled, position: $0.position) }
    )
  }
}
