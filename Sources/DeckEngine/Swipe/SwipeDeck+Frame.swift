import DeckProtocol
import Kinetics

/// The front card's z at rest; cards behind have less, leaving ones more (S2).
private let frontZ = 10

extension SwipeDeck {
  /// Every visible card where it is at `now`: the deck's own from the front, then the leaving ones, oldest first.
  func cardFrames(at now: Instant) -> [CardFrame] {
    var frames: [CardFrame] = []
    frames.reserveCapacity(poses.count + leaving.count)
    for (depth, pose) in poses.enumerated() {
      let role: CardRole =
        switch grip {
        case .dragging where depth == 0: .dragged
        default: depth == 0 ? .front : .behind
        }
      frames.append(frame(of: pose, index: current + depth, depth: depth, z: frontZ - depth, role: role, at: now))
    }
    for (age, card) in leaving.enumerated() {
      let z = frontZ + leaving.count - age
      frames.append(frame(of: card.pose, index: card.index, depth: 0, z: z, role: .leaving, at: now))
    }
    return frames
  }

  /// What the finger does to the front card.
  var dragFrame: DeckFrame.Drag? {
    guard case .dragging(_, let translation) = grip, let front else { return nil }
    return DeckFrame.Drag(
      card: front.id,
      dx: translation.dx,
      dy: translation.dy,
      direction: layout.direction(at: translation.dx, allowed: front.allowed),
      progress: layout.progress(at: translation.dx, allowed: front.allowed)
    )
  }

  private func frame(
    of pose: CardPose,
    index: Int,
    depth: Int,
    z: Int,
    role: CardRole,
    at now: Instant
  ) -> CardFrame {
    let place = pose.place(in: layout, at: now)
    return CardFrame(
      id: cards[index].id,
      index: index,
      depth: depth,
      x: place.origin.x,
      y: place.origin.y,
      width: place.size.width,
      height: place.size.height,
      scale: place.scale,
      rotation: place.rotation,
      z: z,
      role: role
    )
  }
}
