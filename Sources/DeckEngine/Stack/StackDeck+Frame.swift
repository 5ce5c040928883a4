import DeckProtocol
import Kinetics

extension StackDeck {
  func picture(at now: Instant) -> DeckPicture {
    DeckPicture(
      cards: cardFrames(at: now),
      drag: dragFrame(at: now),
      detail: detailFrame(at: now),
      fan: fanFrame(at: now)
    )
  }

  /// The cards of the picture, in their order.
  ///
  /// Which are visible depends on the moment; the snapshot asks at the same one.
  func visibleCards(at now: Instant) -> [Card] {
    visiblePlaces(at: now).map { cards[$0.index] } + leaving.map(\.card)
  }

  private func cardFrames(at now: Instant) -> [CardFrame] {
    let visible = visiblePlaces(at: now)
    let front = visible.map(\.index).max { z(of: $0) < z(of: $1) }
    var frames = visible.map { index, place in
      frame(cards[index].id, index, place, role: role(of: index, front: front), z: z(of: index), lift: lift(of: index))
    }
    for card in leaving {
      var place = card.place
      place.opacity = min(max(card.opacity.value(at: now), 0), 1)
      frames.append(frame(card.card.id, card.index, place, role: .leaving, z: card.z, lift: nil))
    }
    return frames
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

  /// The detail of the newest card that is open, opening or going back.
  private func detailFrame(at now: Instant) -> DeckFrame.Detail? {
    guard let opening = openings.last else { return nil }
    let progress = opening.progress.value(at: now)
    let scroll = detail.value(at: now)
    let header = layout.header(scroll: scroll)
    let goal = layout.detailPlace(below: opening.place)
    let dragged = dismissed(at: now)
    var y = goal.origin.y
    var opacity = 1.0
    switch stack.opening {
    case .hero:
      opacity = min(max(progress, 0), 1) * dragged.opacity
      // About the same point as the card: the two stay as far from each other as their scale has it.
      y = opening.place.origin.y + dragged.scale * (y - opening.place.origin.y)
    case .slide: y = layout.area.size.height + progress * (goal.origin.y - layout.area.size.height)
    }
    return DeckFrame.Detail(
      card: opening.card,
      x: goal.origin.x,
      y: y + dragged.offset,
      width: goal.size.width,
      height: goal.size.height,
      opacity: opacity,
      scale: dragged.scale,
      scroll: scroll,
      content: lengths[opening.card] ?? 0,
      header: DeckFrame.Detail.Header(opacity: header.opacity, scale: header.scale),
      progress: min(max(progress, 0), 1)
    )
  }

  private func fanFrame(at now: Instant) -> DeckFrame.Fan? {
    guard stack.fans else { return nil }
    let stance = stance(at: now)
    guard stance.over > 0 || stance.spread > 0 else { return nil }
    return DeckFrame.Fan(over: stance.over, pull: stance.pull, spread: stance.step - layout.step)
  }

  private func frame(
    _ id: String,
    _ index: Int,
    _ place: CardPlace,
    role: CardRole,
    z: Double,
    lift: Double?
  ) -> CardFrame {
    CardFrame(
      id: id,
      index: index,
      depth: stack.order == .downwards ? max(cards.count - 1 - index, 0) : index,
      x: place.origin.x,
      y: place.origin.y,
      width: place.size.width,
      height: place.size.height,
      scale: place.scale,
      rotation: place.rotation,
      z: z,
      opacity: place.opacity,
      role: role,
      lift: lift
    )
  }
}
