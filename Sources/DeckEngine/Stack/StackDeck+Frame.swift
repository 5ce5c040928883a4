import DeckProtocol
import Kinetics

extension StackDeck {
  func picture(at now: Instant, on canvas: inout [CardFrame]) -> DeckPicture {
    canvas.removeAll(keepingCapacity: true)
    draw(at: now, on: &canvas)
    var detail = shownDetail(at: now).map { DeckFrame.Detail($0) }
    let order = canvas.assignOrder(detailOf: detail?.card)
    detail?.order = order
    return DeckPicture(
      cards: canvas,
      drag: dragFrame(at: now),
      detail: detail,
      fan: fanFrame(at: now)
    )
  }

  /// Returns the cards of the picture, in its order.
  ///
  /// Which cards are visible depends on the moment; a snapshot uses the same one for both.
  func visibleCards(at now: Instant) -> [Card] {
    visiblePlaces(at: now).map { cards[$0.index] } + leaving.map(\.card)
  }

  private func draw(at now: Instant, on frames: inout [CardFrame]) {
    eachVisiblePlace(at: now) { index, place in
      frames.append(CardFrame(shown(index, place, role: role(of: index, front: nil))))
    }
    // Which card is in front is only known when all are drawn.
    if let front = frames.indices.max(by: { frames[$0].z < frames[$1].z }) {
      frames[front].role = role(of: frames[front].index, front: frames[front].index)
    }
    for card in leaving { frames.append(CardFrame(shown(card, at: now))) }
  }

  func shown<Number: MotionScalar>(_ index: Int, _ place: CardGeometry<Number>, role: CardRole) -> PresentedCard<Number>
  {
    PresentedCard(
      id: cards[index].id,
      index: index,
      depth: depth(of: index),
      place: place,
      z: z(of: index),
      role: role,
      lift: lift(of: index)
    )
  }

  func shown<At: Evaluation>(_ card: OutgoingCard, at now: At) -> PresentedCard<At.Number> {
    let place = CardGeometry(
      x: At.Number(card.place.x),
      y: At.Number(card.place.y),
      width: At.Number(card.place.width),
      height: At.Number(card.place.height),
      scale: At.Number(card.place.scale),
      rotation: At.Number(card.place.rotation),
      anchor: card.place.anchor,
      opacity: now.value(of: card.opacity).clamped(to: 0...1)
    )
    return PresentedCard(
      id: card.card.id,
      index: card.index,
      depth: depth(of: card.index),
      place: place,
      z: card.z,
      role: .leaving
    )
  }

  private func depth(of index: Int) -> Int {
    stack.order == .downwards ? max(cards.count - 1 - index, 0) : index
  }

  private func role(of index: Int, front: Int?) -> CardRole {
    if case .reordering(let reorder) = finger?.hold, reorder.index == index { return .dragged }
    if index == openIndex { return finger?.hold == .dismissing ? .dragged : .open }
    if isEntering, poses[index] != nil { return .arriving }
    return index == front ? .front : .behind
  }

  private func lift(of index: Int) -> Double? {
    guard case .reordering(let reorder) = finger?.hold, reorder.index == index else { return nil }
    return 1
  }

  private func dragFrame(at now: Instant) -> DeckFrame.Drag? {
    guard case .reordering(let reorder) = finger?.hold else { return nil }
    return DeckFrame.Drag(
      card: cards[reorder.index].id,
      dx: reorder.translation.dx,
      dy: reorder.translation.dy,
      direction: nil,
      progress: 0,
      from: reorder.index,
      proposed: target(of: reorder, at: now)
    )
  }

  /// Returns the detail of the newest card that is open, opening or closing.
  func shownDetail<At: Evaluation>(at now: At) -> PresentedDetail<At.Number>? {
    guard let opening = openings.last else { return nil }
    let progress = now.value(of: opening.progress)
    let scroll = now.value(of: detail.offset)
    let goal = layout.detailPlace(below: opening.place)
    let dragged = dismissed(opening, at: now)
    var y = At.Number(goal.origin.y)
    var opacity: At.Number = 1
    switch stack.opening {
    case .hero:
      opacity = progress.clamped(to: 0...1) * dragged.opacity
      // Scaled about the same point as the card, so that the distance of the two scales with them.
      let top = opening.place.origin.y
      y = At.Number(top) + dragged.scale * At.Number(goal.origin.y - top)
    case .slide:
      let edge = layout.area.size.height
      y = At.Number(edge) + progress * At.Number(goal.origin.y - edge)
    }
    return PresentedDetail(
      card: opening.card,
      x: At.Number(goal.origin.x),
      y: y + dragged.offset,
      size: goal.size,
      opacity: opacity,
      scale: dragged.scale,
      scroll: scroll,
      content: lengths[opening.card] ?? 0,
      header: layout.header(scroll: scroll),
      progress: progress.clamped(to: 0...1)
    )
  }

  private func fanFrame(at now: Instant) -> DeckFrame.Fan? {
    guard stack.fans else { return nil }
    let stance = stance(at: now)
    guard stance.over > 0 || stance.spread > 0 else { return nil }
    return DeckFrame.Fan(over: stance.over, pull: stance.pull, spread: stance.step - layout.step)
  }
}
