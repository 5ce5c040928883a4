import DeckProtocol
import Gestures
import Kinetics

/// The geometry of a stack deck: where cards rest, how far it scrolls, where an open card and its detail are.
///
/// Places are in the deck's coordinates, those of the stack as it is before it is scrolled.
struct StackLayout: DeckLayout {
  let settings: DeckSettings
  let area: Rectangle
  let surface: SurfaceConfiguration

  init(settings: DeckSettings, area: Rectangle, surface: SurfaceConfiguration) {
    self.settings = settings
    self.area = area
    self.surface = surface
  }

  var stack: StackSettings { settings.stack }

  /// A card's size while it is not open.
  var card: Size {
    let width = max(area.size.width - 2 * points(stack.inset), 1)
    return Size(width: width, height: stack.aspect > 0 ? width / stack.aspect : points(stack.height))
  }
}

// MARK: - The stack (W1, W7)

extension StackLayout {
  /// How far a card is from the next.
  var step: Double { points(stack.step) }

  /// The left edge of every card at rest.
  var left: Double { points(stack.inset) }

  /// A card's place from the top of a stack of `count` cards, which it keeps however the stack is fanned.
  func rank(of index: Int, count: Int) -> Int {
    switch stack.order {
    case .downwards: index
    case .upwards: count - 1 - index
    }
  }

  /// The index of the card at a place from the top; its own inverse.
  func index(atRank rank: Int, count: Int) -> Int { self.rank(of: rank, count: count) }

  /// The upper edge of a card at rest in a stack of `count` cards.
  func y(of index: Int, count: Int) -> Double {
    points(stack.top) + step * Double(rank(of: index, count: count))
  }

  /// How far a stack of `count` cards can be scrolled; as much room below the last card as above the first.
  func scrollRange(count: Int) -> ClosedRange<Double> {
    let length = 2 * points(stack.top) + step * Double(max(count - 1, 0)) + card.height
    return 0...max(length - area.size.height, 0)
  }

  /// How long a stack that is pulled or scrolled beyond its ends gives way.
  var band: RubberBand { RubberBand(dimension: area.size.height, coefficient: stack.scrollBand) }

  /// How a stack that is let go slows down.
  var deceleration: Deceleration { (try? Deceleration(rate: stack.scrollDeceleration)) ?? .normal }
}

// MARK: - The open card (W3, W9, W10)

extension StackLayout {
  /// Where a card is while it is open, in a stack of `count` cards.
  func openPlace(count: Int) -> Rectangle {
    switch stack.opening {
    case .hero:
      let inset = points(stack.headerInset)
      let size = Size(width: max(area.size.width - 2 * inset, 1), height: points(stack.headerHeight))
      return Rectangle(origin: Point(x: inset, y: inset), size: size)
    case .slide:
      // The lowest card's place may be out of sight where the stack is longer than its surface.
      let isLong = scrollRange(count: count).upperBound > 0
      let y = isLong ? points(stack.top) : points(stack.top) + step * Double(max(count - 1, 0))
      return Rectangle(origin: Point(x: left, y: y), size: card)
    }
  }

  /// Where the detail of a card that is open at `card` is.
  func detailPlace(below card: Rectangle) -> Rectangle {
    let y = card.origin.y + card.size.height + points(stack.detailGap)
    return Rectangle(
      origin: Point(x: card.origin.x, y: y),
      size: Size(width: card.size.width, height: max(area.size.height - y, 0))
    )
  }

  /// How far the others go down where a card slides open.
  var exit: Double { max(points(stack.openExit), surface.size.height) }

  /// How much of its content a detail has beyond what it shows.
  func detailRange(length: Double, below card: Rectangle) -> ClosedRange<Double> {
    let size = detailPlace(below: card).size
    let room = stack.detailAxis == .vertical ? size.height : size.width
    return 0...max(length - room, 0)
  }

  /// The header of a detail that is scrolled by `scroll`: its opacity and its scale (W10).
  func header<Number: MotionScalar>(scroll: Number) -> PresentedDetail<Number>.Header {
    guard stack.opening == .hero, stack.detailAxis == .vertical else { return .init(opacity: 1, scale: 1) }
    let scrolled = scroll.clamped(to: 0...points(stack.headerScroll))
    return .init(
      opacity: (1 - scrolled.divided(by: points(stack.headerFade))).atLeast(0),
      scale: (1 - scrolled.divided(by: points(stack.headerShrink))).atLeast(stack.headerScale)
    )
  }
}
