import DeckProtocol
import Gestures
import Kinetics

/// Requirements of `Deck`.
extension SwipeDeck {
  func visible(at now: Instant) -> Int { settings.visible }
  var undoDepth: Int { history.count }
  var open: String? { nil }
  var touchedCard: String? { front?.id }
  var followsFinger: Bool { if case .dragging = interaction { true } else { false } }
  var joinsContacts: Bool { settings.ownership == .centroid }

  mutating func press(at point: Point, now: Instant) -> Press {
    let mayDrag = front.map { isDraggable($0) } ?? true
    beginInteraction(at: point, now: now)
    let tap = Tap(slop: layout.dragDistance)
    guard mayDrag else { return Press(GestureArena(tap, ownership: settings.ownership), suppressed: .immovable) }
    let drag = Drag(minimumDistance: layout.dragDistance)
    return Press(GestureArena(tap, drag, ownership: settings.ownership))
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    concluded(outcomes(of: report, now: now), now: now)
  }

  /// Completes a step: decides a swipe that waited, updates the round, and asks the questions that arise.
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
    forEachPresentedCard(at: now) { canvas.append(CardFrame($0)) }
    _ = canvas.assignOrder()
    return DeckPicture(cards: canvas, drag: dragFrame, overlay: overlay(at: now).map { .init($0) })
  }

  func scene(from now: Instant) -> AnimatedScene {
    let overlay = overlay(at: SymbolicEvaluation()).map { AnimatedElement($0) }
    var elements: [AnimatedElement] = []
    forEachPresentedCard(at: SymbolicEvaluation()) { elements.append(AnimatedElement($0)) }
    return AnimatedScene(elements: elements + [overlay].compactMap(\.self))
  }
}
