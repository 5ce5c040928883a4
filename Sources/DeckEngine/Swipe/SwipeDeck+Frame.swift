import DeckProtocol
import Kinetics

/// The front card's z at rest; cards behind have less, leaving ones more (S2).
private let frontZ = 10

extension SwipeDeck {
  /// Every visible card where it is at `now`: the deck's own from the front, then the leaving ones, oldest first.
  func cardFrames(at now: Instant) -> [CardFrame] {
    var frames: [CardFrame] = []
    frames.reserveCapacity(poses.count + leaving.count)
    for (place, pose) in poses.enumerated() {
      let role = role(of: pose, place: place)
      let drawn = drawn(pose, place: place, at: now)
      frames.append(frame(cards[pose.index].id, pose.index, drawn, depth: place, z: Double(frontZ - place), role: role))
    }
    // Older ones are higher: they have been in front. One that leaves from behind is over the card in its place, and
    // under the one before it.
    let count = Double(leaving.count)
    for (age, card) in leaving.enumerated() {
      let height = count - Double(age)
      let z = card.place == 0 ? Double(frontZ) + height : Double(frontZ - card.place) + height / (count + 1)
      let drawn = drawn(card.pose, risen: 0, at: now)
      frames.append(frame(card.card.id, card.pose.index, drawn, depth: card.place, z: z, role: .leaving))
    }
    return frames
  }

  /// The cards of `cardFrames(at:)`, in their order; one that was removed is no longer among `cards`.
  func visibleCards(at now: Instant) -> [Card] {
    poses.map { cards[$0.index] } + leaving.map(\.card)
  }

  /// What the finger does to the front card.
  var dragFrame: DeckFrame.Drag? {
    guard case .dragging(_, let translation) = grip, let front else { return nil }
    let judgement = judge(translation)
    return DeckFrame.Drag(
      card: front.id,
      dx: translation.dx,
      dy: translation.dy,
      direction: judgement.direction,
      progress: judgement.progress
    )
  }

  /// What a swipe shows of its progress (S14).
  func overlayFrame(at now: Instant) -> DeckFrame.Overlay? {
    guard let feedback else { return nil }
    let progress = feedback.value(at: now)
    return DeckFrame.Overlay(
      card: feedback.card,
      direction: feedback.direction,
      progress: progress,
      opacity: progress,
      stamp: DeckFrame.Overlay.Stamp(
        opacity: progress,
        scale: settings.stampScale + (1 - settings.stampScale) * progress,
        // The stamp leans as the card does.
        rotation: settings.stampRotation * (feedback.direction?.way.dx ?? 0)
      ),
      glow: progress,
      wash: wash.value(at: now)
    )
  }

  private func role(of pose: CardPose, place: Int) -> CardRole {
    if place == 0, case .dragging = grip { return .dragged }
    if pose.isEntering || pose.isAppearing { return .arriving }
    if place == 0 { return .front }
    return layout.opacity(atDepth: Double(place)) > 0 ? .behind : .hidden
  }

  private func frame(
    _ id: String,
    _ index: Int,
    _ place: CardPlace,
    depth: Int,
    z: Double,
    role: CardRole
  ) -> CardFrame {
    CardFrame(
      id: id,
      index: index,
      depth: depth,
      x: place.origin.x,
      y: place.origin.y,
      width: place.size.width,
      height: place.size.height,
      scale: place.scale,
      rotation: place.rotation,
      anchorX: place.anchor.x,
      anchorY: place.anchor.y,
      z: z,
      opacity: place.opacity,
      role: role
    )
  }
}
