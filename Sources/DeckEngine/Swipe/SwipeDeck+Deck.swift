import DeckProtocol
import Gestures
import Kinetics

/// What the engine asks of any deck.
extension SwipeDeck {
  func visible(at now: Instant) -> Int { settings.visible }
  var undoDepth: Int { history.count }
  var open: String? { nil }
  var touchedCard: String? { front?.id }
  var followsFinger: Bool { if case .dragging = grip { true } else { false } }
  var joinsContacts: Bool { settings.ownership == .centroid }

  mutating func press(at point: Point, now: Instant) -> Press {
    let mayDrag = front.map { isDraggable($0) } ?? true
    grip(at: point, now: now)
    let tap = Tap(slop: layout.dragDistance)
    guard mayDrag else { return Press(GestureArena(tap, ownership: settings.ownership), suppressed: .immovable) }
    let drag = Drag(minimumDistance: layout.dragDistance)
    return Press(GestureArena(tap, drag, ownership: settings.ownership))
  }

  mutating func take(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    concluded(outcomes(of: report, now: now), now: now)
  }

  /// What a step did, with what follows from it: a swipe that waited is decided, the round goes on, questions come up.
  mutating func concluded(_ outcomes: [DeckOutcome], now: Instant) -> [DeckOutcome] {
    var outcomes = outcomes
    outcomes.add(resolve(now: now))
    outcomes.add(roundChange(now: now))
    outcomes.add(ask(now: now))
    return outcomes
  }

  private mutating func outcomes(of report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    switch (report.kind, report.transition) {
    case (.drag, .began(let value)), (.drag, .changed(let value)):
      drag(by: value.translation, now: now)
      return []
    case (.drag, .ended(let value)): return release(velocity: value.velocity, now: now)
    case (.drag, .cancelled): return cancel(now: now)
    case (.tap, .ended): return touchUp()
    case (.drag, .unchanged), (.drag, .failed), (.tap, _), (.longPress, _), (.fling, _), (.pinch, _): return []
    }
  }

  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    canvas.removeAll(keepingCapacity: true)
    eachShownCard(at: now) { canvas.append(CardFrame($0)) }
    _ = canvas.assignOrder()
    return DeckPicture(cards: canvas, drag: dragFrame, overlay: overlay(at: now).map { .init($0) })
  }

  func outlook(from now: Instant) -> Outlook {
    let overlay = overlay(at: EveryMoment()).map { Portrayal($0) }
    var portrayals: [Portrayal] = []
    eachShownCard(at: EveryMoment()) { portrayals.append(Portrayal($0)) }
    return Outlook(portrayals: portrayals + [overlay].compactMap(\.self))
  }
}
