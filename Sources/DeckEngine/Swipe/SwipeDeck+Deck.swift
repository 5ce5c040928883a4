import DeckProtocol
import Gestures
import Kinetics

/// Touches and presentation, as the engine requires them of a `Deck`.
extension SwipeDeck {
  var followsFinger: Bool { if case .dragged = interaction { true } else { false } }
  var joinsContacts: Bool { settings.ownership == .centroid }

  mutating func press(at point: Point, now: Instant) -> Press {
    guard let front = pile.front else { preconditionFailure("a finger presses a card that is not there") }
    let (rules, allowed) = (queries.rules(of: front), allowed(of: front))
    interaction = .pressed(animator.grab(at: point, in: pile, rules: rules, allowed: allowed, now: now))
    overlay.redirect(front.id) { .fixed($0.value(at: now).clamped(to: 0...1)) }
    let dragDistance = layout.dragDistance
    let tap = Tap(slop: dragDistance)
    guard queries.isDraggable(front) else {
      return Press(GestureArena(tap, ownership: settings.ownership), suppressed: .immovable)
    }
    let drag = Drag(minimumDistance: dragDistance)
    return Press(GestureArena(tap, drag, ownership: settings.ownership))
  }

  mutating func handle(_ report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    concluded(outcomes(of: report, now: now), now: now)
  }

  private mutating func outcomes(of report: GestureArena.Report, now: Instant) -> [DeckOutcome] {
    switch (report.kind, report.transition) {
    case (.drag, .began(let value)), (.drag, .changed(let value)):
      drag(by: value.translation, now: now)
      return []
    case (.drag, .ended(let value)): return release(velocity: value.velocity, now: now)
    case (.drag, .cancelled): return cancel(now: now)
    // A card that the finger caught while it moved was only stopped.
    case (.tap, .ended) where interaction.grab.map { $0.offset.length >= animator.layout.dragDistance } ?? false:
      return [.explain(.suppressed(.caught))]
    case (.tap, .ended): return select()
    case (.drag, .unchanged), (.drag, .failed), (.tap, _), (.longPress, _), (.fling, _), (.pinch, _): return []
    }
  }

  /// Returns the event that the front card was selected.
  func select() -> [DeckOutcome] {
    pile.front.map { [.event(.cardSelected(.init(card: $0.id, index: pile.current)))] } ?? []
  }

  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    canvas.removeAll(keepingCapacity: true)
    animator.forEachPresentedCard(of: pile, isDragged: followsFinger, at: now) { canvas.append(CardFrame($0)) }
    _ = canvas.assignOrder()
    let overlay = overlay.presented(settings, at: now)
    return DeckPicture(cards: canvas, drag: dragFrame, overlay: overlay.map { .init($0) })
  }

  func scene(from now: Instant) -> AnimatedScene {
    let (symbolic, overlay) = (SymbolicEvaluation(), overlay.presented(settings, at: SymbolicEvaluation()))
    var elements: [AnimatedElement] = []
    animator.forEachPresentedCard(of: pile, isDragged: followsFinger, at: symbolic) {
      elements.append(AnimatedElement($0))
    }
    return AnimatedScene(elements: elements + [overlay.map { AnimatedElement($0) }].compactMap(\.self))
  }

  /// Returns the cards of the picture at `now`, in its order; a removed card is no longer among `cards`.
  func visibleCards(at now: Instant) -> [Card] {
    animator.poses.map { cards[$0.index] } + animator.outgoing.map(\.card)
  }

  /// The effect of the finger on the front card.
  private var dragFrame: DeckFrame.Drag? {
    guard case .dragged(_, let translation, _) = interaction, let front = pile.front else { return nil }
    let swipe = progress(of: translation)
    return DeckFrame.Drag(
      card: front.id,
      dx: translation.dx,
      dy: translation.dy,
      direction: swipe.direction,
      progress: swipe.progress
    )
  }
}
