import Kinetics

/// The geometry of a carousel: where a card is drawn at a distance from the deck's center (K1).
struct CarouselLayout: DeckLayout {
  /// The least time between two looks at the cards, in seconds: less than a tick.
  static let leastWait = 0.001

  @Shared private(set) var settings: DeckSettings
  @Shared private(set) var own: CarouselSettings
  let area: Rectangle
  let surface: SurfaceConfiguration

  init(settings: DeckSettings, area: Rectangle, surface: SurfaceConfiguration) {
    self.settings = settings
    own = CarouselSettings(of: settings)
    self.area = area
    self.surface = surface
  }

  /// A card's size in the center.
  var card: Size {
    let width = min(own.width * area.size.width, own.aspect * area.size.height)
    return Size(width: width, height: width / own.aspect)
  }

  /// The distance from a card to the next.
  var step: Double { card.width + points(own.gap) }

  /// The distance from the deck's center within which the center of a card lies while the card is visible.
  var reach: Double {
    let (width, height) = (card.width, card.height)
    let extent = own.rotation == 0 ? width : (width * width + height * height).squareRoot()
    return (area.size.width + extent) / 2
  }

  /// The rubber band of a carousel that is pulled beyond its first or last card.
  var band: RubberBand { RubberBand(dimension: area.size.width, coefficient: own.band) }

  /// How far springs scroll at most, in points: 10 widths of the deck.
  var scrollReach: Double { 10 * area.size.width }

  /// The deceleration that projects the end of a fling.
  var deceleration: Deceleration { (try? Deceleration(rate: own.deceleration)) ?? .normal }

  /// Returns the cards in a row, with the first of `count` cards at slot `first`.
  ///
  /// A carousel loops only if it has a card more than fit on the deck: no card is visible twice.
  func row(of count: Int, from first: Int) -> CarouselRow {
    let loops = settings.loop && Double(count - 1) * step >= 2 * reach
    return CarouselRow(count: count, first: first, step: step, loops: loops)
  }

  /// Returns a card whose center is `distance` points to the right of the deck's center.
  func geometry<Number: MotionScalar>(at distance: Number) -> CardGeometry<Number> {
    let (card, position) = (card, distance.divided(by: step))
    let offCenter = position.magnitude.atMost(2)
    return CardGeometry(
      x: distance + Number((area.size.width - card.width) / 2),
      y: Number((area.size.height - card.height) / 2),
      width: Number(card.width),
      height: Number(card.height),
      scale: 1 - Number(own.scale) * offCenter,
      rotation: Number(own.rotation) * position,
      anchor: CardPose.center,
      opacity: 1 - Number(own.fade) * offCenter
    )
  }

  /// Returns the z of a card at `distance`: the nearer to the center, the higher.
  func z<Number: MotionScalar>(at distance: Number) -> Number { -1 * distance.divided(by: step).magnitude }

  /// Returns the earliest instant at which another card may be in the center than at `moment`, while `scroll` moves.
  ///
  /// A spring reaches a position at no instant known in closed form, so the time that the distance to the nearest
  /// boundary takes at the greatest speed passes first, then what is left of it, down to a millisecond.
  func nextLook(after moment: Instant, scrolledBy scroll: Motion) -> Instant {
    let position = scroll.value(at: moment) / step
    let distance = (0.5 - (position - position.rounded()).magnitude) * step
    let speed = scroll.greatestSpeed(from: moment)
    return moment.advanced(bySeconds: max(speed > 0 ? distance / speed : 0, Self.leastWait))
  }
}

extension MotionScalar {
  fileprivate var magnitude: Self { atLeast(0) - atMost(0) }
}
