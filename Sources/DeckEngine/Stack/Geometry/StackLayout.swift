import Kinetics

/// The geometry of a stack deck: where cards rest, how far it scrolls, where an open card and its detail are.
///
/// Positions are in the deck's coordinates, for a stack that is not scrolled.
package struct StackLayout: DeckLayout {
  @Shared package private(set) var settings: DeckSettings
  @Shared package private(set) var own: StackSettings
  package let area: Rectangle
  package let surface: SurfaceConfiguration

  package init(settings: DeckSettings, area: Rectangle, surface: SurfaceConfiguration) {
    self.settings = settings
    own = StackSettings(of: settings)
    self.area = area
    self.surface = surface
  }

  /// A card's size while it is not open.
  var card: Size {
    let width = width(inset: points(own.inset))
    return Size(width: width, height: own.aspect > 0 ? width / own.aspect : points(own.height))
  }

  /// The width of a column of cards in the middle of the deck.
  private func width(inset: Double) -> Double {
    min(max(area.size.width - 2 * inset, 1), points(own.maxWidth))
  }
}

// MARK: - The stack (W1, W7)

extension StackLayout {
  /// The distance from a card to the next.
  var step: Double { points(own.step) }

  /// The left edge of every card at rest.
  var left: Double { (area.size.width - card.width) / 2 }

  /// Returns a card's position from the top of a stack of `count` cards, which does not depend on the fan.
  func rank(of index: Int, count: Int) -> Int {
    switch own.order {
    case .downwards: index
    case .upwards: count - 1 - index
    }
  }

  /// Returns the index of the card at a position from the top; the mapping is its own inverse.
  func index(atRank rank: Int, count: Int) -> Int { self.rank(of: rank, count: count) }

  /// Returns the upper edge of a card at rest in a stack of `count` cards.
  func y(of index: Int, count: Int) -> Double {
    points(own.top) + step * Double(rank(of: index, count: count))
  }

  /// Returns how far a stack of `count` cards can be scrolled, with as much space below the last card as above the
  /// first.
  func scrollRange(count: Int) -> ClosedRange<Double> {
    let length = 2 * points(own.top) + step * Double(max(count - 1, 0)) + card.height
    return 0...max(length - area.size.height, 0)
  }

  /// Returns the scroll offset nearest to `offset` at which a card of a stack of `count` cards is visible as a whole; it
  /// may be beyond the scroll range.
  func offset(showing index: Int, of count: Int, from offset: Double) -> Double {
    let y = y(of: index, count: count)
    let highest = y - points(own.top)
    let lowest = y + card.height + points(own.top) - area.size.height
    return offset.clamped(to: min(lowest, highest)...highest)
  }

  /// Returns how a stack of `count` cards scrolls.
  package func scrolling(count: Int) -> ScrollBehavior {
    ScrollBehavior(
      range: scrollRange(count: count),
      band: band,
      deceleration: deceleration,
      spring: scrollSpring,
      snap: 0,
      reach: scrollReach
    )
  }

  /// How far springs scroll at most, in points: 10 heights of the deck.
  var scrollReach: Double { 10 * area.size.height }

  /// The spring that returns a stack from beyond its end: the cards close up with it.
  var scrollSpring: Spring { (own.fans ? own.fanSpring : own.scrollSpring).spring }

  /// The rubber band of a stack that is pulled or scrolled beyond its ends.
  private var band: RubberBand { RubberBand(dimension: area.size.height, coefficient: own.scrollBand) }

  private var deceleration: Deceleration { (try? Deceleration(rate: own.scrollDeceleration)) ?? .normal }
}

// MARK: - The open card (W3, W9, W10)

extension StackLayout {
  /// Returns the rectangle of a card while it is open, in a stack of `count` cards.
  func openFrame(count: Int) -> Rectangle {
    switch own.opening {
    case .hero:
      let inset = points(own.headerInset)
      let size = Size(width: width(inset: inset), height: points(own.headerHeight))
      return Rectangle(origin: Point(x: (area.size.width - size.width) / 2, y: inset), size: size)
    case .slide:
      // The lowest card may be out of sight if the stack is longer than its surface.
      let isLong = scrollRange(count: count).upperBound > 0
      let (top, lowest) = (points(own.top), points(own.top) + step * Double(max(count - 1, 0)))
      // On a panel that lies, its place would leave no room for the detail: it has a card's height at least.
      let roomy = area.size.height - 2 * card.height - points(own.detailGap)
      return Rectangle(origin: Point(x: left, y: isLong ? top : min(lowest, max(roomy, top))), size: card)
    }
  }

  /// Returns the rectangle of the detail of a card that is open at `card`.
  func detailFrame(below card: Rectangle) -> Rectangle {
    let y = card.origin.y + card.size.height + points(own.detailGap)
    return Rectangle(
      origin: Point(x: card.origin.x, y: y),
      size: Size(width: card.size.width, height: max(area.size.height - y, 0))
    )
  }

  /// How far down the other cards move when a card slides open.
  var exit: Double { max(points(own.openExit), surface.size.height) }

  /// Returns how a detail scrolls whose content has a length, below a card that is open at `card`; without an open card
  /// it rests at its beginning.
  func detailScrolling(length: Double, below card: Rectangle?) -> ScrollBehavior {
    let size = card.map { detailFrame(below: $0).size }
    let visible = own.detailAxis == .vertical ? size?.height : size?.width
    return ScrollBehavior(
      range: 0...max(length - (visible ?? length), 0),
      band: band,
      deceleration: deceleration,
      spring: own.scrollSpring.spring,
      snap: points(own.detailSnap),
      reach: scrollReach
    )
  }

  /// Returns the header of a detail that is scrolled by `scroll`: its opacity and its scale (W10).
  func header<Number: MotionScalar>(scroll: Number) -> PresentedDetail<Number>.Header {
    guard own.opening == .hero, own.detailAxis == .vertical else { return .init(opacity: 1, scale: 1) }
    let scrolled = scroll.clamped(to: 0...points(own.headerScroll))
    return .init(
      opacity: (1 - scrolled.divided(by: points(own.headerFade))).atLeast(0),
      scale: (1 - scrolled.divided(by: points(own.headerShrink))).atLeast(own.headerScale)
    )
  }
}
