import DeckProtocol
import Kinetics

/// The front card's z at rest; cards behind have less, leaving ones more (S2).
private let frontZ = 10

extension SwipeDeck {
  /// Calls `show` with every visible card at `now`: the deck's own from the front, then the leaving ones, oldest first.
  func forEachPresentedCard<At: Evaluation>(at now: At, _ show: (PresentedCard<At.Number>) -> Void) {
    for (place, pose) in poses.enumerated() {
      let card = PresentedCard(
        id: cards[pose.index].id,
        index: pose.index,
        depth: place,
        place: drawn(pose, place: place, at: now),
        z: Double(frontZ - place),
        role: role(of: pose, place: place)
      )
      show(card)
    }
    // Older ones are higher: they were in front. A card that leaves from behind is over the card at its position, and
    // under the one before it.
    let count = Double(leaving.count)
    for (age, card) in leaving.enumerated() {
      let height = count - Double(age)
      let z = card.place == 0 ? Double(frontZ) + height : Double(frontZ - card.place) + height / (count + 1)
      let leaving = PresentedCard(
        id: card.card.id,
        index: card.pose.index,
        depth: card.place,
        place: drawn(card.pose, risen: 0, at: now),
        z: z,
        role: .leaving
      )
      show(leaving)
    }
  }

  /// Returns the cards of the picture at `now`, in its order; a removed card is no longer among `cards`.
  func visibleCards(at now: Instant) -> [Card] {
    poses.map { cards[$0.index] } + leaving.map(\.card)
  }

  /// The effect of the finger on the front card.
  var dragFrame: DeckFrame.Drag? {
    guard case .dragging(_, let translation, _) = interaction, let front else { return nil }
    let swipe = progress(for: translation)
    return DeckFrame.Drag(
      card: front.id,
      dx: translation.dx,
      dy: translation.dy,
      direction: swipe.direction,
      progress: swipe.progress
    )
  }

  /// Returns the overlay that shows the progress of a swipe (S14).
  func overlay<At: Evaluation>(at now: At) -> PresentedOverlay<At.Number>? {
    guard let feedback else { return nil }
    let progress = feedback.value(at: now)
    return PresentedOverlay(
      card: feedback.card,
      direction: feedback.direction,
      progress: progress,
      stampScale: At.Number(settings.stampScale) + At.Number(1 - settings.stampScale) * progress,
      // The stamp leans like the card.
      stampRotation: settings.stampRotation * (feedback.direction?.way.dx ?? 0),
      wash: wash.value(at: now)
    )
  }

  private func role(of pose: CardPose, place: Int) -> CardRole {
    if place == 0, case .dragging = interaction { return .dragged }
    if pose.isEntering || pose.isAppearing { return .arriving }
    if place == 0 { return .front }
    return layout.opacity(atDepth: Double(place)) > 0 ? .behind : .hidden
  }
}
