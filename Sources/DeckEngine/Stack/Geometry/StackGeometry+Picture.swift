import DeckProtocol
import Kinetics

extension StackGeometry {
  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    canvas.removeAll(keepingCapacity: true)
    eachVisible(at: now) { index, card in
      canvas.append(CardFrame(presented(index, card, role: role(of: index, front: nil))))
    }
    // Which card is in front is only known when all are drawn.
    if let front = canvas.indices.max(by: { canvas[$0].z < canvas[$1].z }) {
      canvas[front].role = role(of: canvas[front].index, front: canvas[front].index)
    }
    for card in animator.fading { canvas.append(CardFrame(card.presented(at: now, depth: depth(of: card.index)))) }
    var detail = detail(at: now).map { DeckFrame.Detail($0) }
    let order = canvas.assignOrder(detailOf: detail?.card)
    detail?.order = order
    return DeckPicture(cards: canvas, drag: drag(at: now), detail: detail, fan: fan(at: now))
  }

  func scene(from now: Instant) -> AnimatedScene {
    let (indexes, end) = sight(from: now)
    let metrics = metrics(at: SymbolicEvaluation())
    var elements = indexes.map { index in
      AnimatedElement(presented(index, card(index, in: metrics, at: SymbolicEvaluation()), role: .behind))
    }
    elements += animator.fading.map { card in
      AnimatedElement(card.presented(at: SymbolicEvaluation(), depth: depth(of: card.index)))
    }
    if let detail = detail(at: SymbolicEvaluation()) { elements.append(AnimatedElement(detail)) }
    if own.fans, metrics.over != 0 || metrics.spread != 0 {
      let spread = metrics.step - MotionExpression(layout.step)
      elements.append(AnimatedElement(over: metrics.over, pull: metrics.pull, spread: spread))
    }
    return AnimatedScene(elements: elements, end: end)
  }

  private func presented<Number: MotionScalar>(
    _ index: Int,
    _ card: CardGeometry<Number>,
    role: CardRole
  ) -> PresentedCard<Number> {
    PresentedCard(
      id: pile.cards[index].id,
      index: index,
      depth: depth(of: index),
      place: card,
      z: Number(z(of: index)),
      role: role,
      lift: touch?.reorder?.index == index ? 1 : nil
    )
  }

  private func depth(of index: Int) -> Int { own.order == .downwards ? max(count - 1 - index, 0) : index }

  private func role(of index: Int, front: Int?) -> CardRole {
    if touch?.reorder?.index == index { return .dragged }
    if index == hero.openIndex { return touch?.isDismissing == true ? .dragged : .open }
    if isEntering, animator.displaced.contains(index) { return .arriving }
    return index == front ? .front : .behind
  }

  private func detail<At: Evaluation>(at now: At) -> PresentedDetail<At.Number>? {
    hero.newest.flatMap {
      hero.presentedDetail(content: pile.contentLength(of: $0.card), in: layout, at: now)
    }
  }

  private func drag(at now: Instant) -> DeckFrame.Drag? {
    guard let reorder = touch?.reorder else { return nil }
    return DeckFrame.Drag(
      card: pile.cards[reorder.index].id,
      dx: reorder.translation.dx,
      dy: reorder.translation.dy,
      direction: nil,
      progress: 0,
      from: reorder.index,
      proposed: reorder.target(scrolledTo: scroll.value(at: now), in: layout, count: count)
    )
  }

  private func fan(at now: Instant) -> DeckFrame.Fan? {
    let metrics = metrics(at: now)
    guard own.fans, metrics.isApart else { return nil }
    return DeckFrame.Fan(over: metrics.over, pull: metrics.pull, spread: metrics.step - layout.step)
  }
}
