import Kinetics

/// Where a card rests at a depth, before anything moves it.
struct RestingGeometry<Number: MotionScalar>: Hashable, Sendable {
  /// The left edge, in points of the deck.
  var x: Number
  /// The upper edge, in points of the deck.
  var y: Number
  var width: Number
  var height: Number
  var scale: Number
  var opacity: Number
}

extension RestingGeometry<Double> {
  init(origin: Point, size: Size, scale: Double, opacity: Double) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height, scale: scale, opacity: opacity)
  }

  var size: Size { Size(width: width, height: height) }
}
