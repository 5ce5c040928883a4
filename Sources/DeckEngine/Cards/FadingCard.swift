import DeckProtocol
import Kinetics

/// A removed card that fades out where it was.
struct FadingCard: Equatable, Sendable {
  var card: Card
  /// The index that the card had.
  var index: Int
  var geometry: CardGeometry<Double>
  var opacity: Motion
  var z: Double

  func presented<At: Evaluation>(at time: At, depth: Int) -> PresentedCard<At.Number> {
    let place = CardGeometry(
      x: At.Number(geometry.x),
      y: At.Number(geometry.y),
      width: At.Number(geometry.width),
      height: At.Number(geometry.height),
      scale: At.Number(geometry.scale),
      rotation: At.Number(geometry.rotation),
      anchor: geometry.anchor,
      opacity: time.value(of: opacity).clamped(to: 0...1)
    )
    return PresentedCard(id: card.id, index: index, depth: depth, place: place, z: At.Number(z), role: .leaving)
  }
}
