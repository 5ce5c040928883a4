import Kinetics

/// Where a card rests at a depth, before anything moves it.
struct Slot: Hashable, Sendable {
  var rectangle: Rectangle
  var scale: Double
  var opacity: Double

  /// The slot `progress` of the way to `other`; beyond either with a progress below 0 or above 1.
  func toward(_ other: Slot, _ progress: Double) -> Slot {
    func mix(_ from: Double, _ to: Double) -> Double { from + progress * (to - from) }
    let (size, target) = (rectangle.size, other.rectangle.size)
    return Slot(
      rectangle: Rectangle(
        origin: Point(
          x: mix(rectangle.origin.x, other.rectangle.origin.x),
          y: mix(rectangle.origin.y, other.rectangle.origin.y)
        ),
        // A bouncy spring can overshoot the smaller of two sizes by more than there is.
        size: Size(width: max(mix(size.width, target.width), 0), height: max(mix(size.height, target.height), 0))
      ),
      scale: max(mix(scale, other.scale), 0),
      opacity: min(max(mix(opacity, other.opacity), 0), 1)
    )
  }
}
