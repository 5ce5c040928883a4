import DeckProtocol
import Kinetics

/// A card less opaque than this is not hit, and not drawn (G6).
private let leastOpacity = 0.01

/// The largest stack of which all cards are drawn while one slides open; in a longer one, cards that are out of sight
/// stay out of sight.
private let gatheredCards = 64

/// The number of cards that a scene contains regardless of when they come into sight: a few screens.
private let freeCards = 64.0

/// The least time between two looks ahead, in seconds, in which a fling passes a screen or two.
private let leastLook = 0.1

/// Where the cards of a stack are, and how they are drawn: a pure function of the stack's state and of time.
struct StackGeometry {
  let layout: StackLayout
  let pile: StackPile
  /// The scroll offset.
  let scroll: Motion
  /// How far the stack is drawn ahead of the finger that scrolls it.
  var lead: DrawnLead
  /// How far a pinch has moved the cards apart.
  let spread: Motion
  let animator: StackAnimator
  let hero: HeroTransition
  let touch: StackTouch?
  /// Whether cards are still sliding in.
  let isEntering: Bool

  var own: StackSettings { layout.own }
  var count: Int { pile.cards.count }

  func metrics<At: Evaluation>(at now: At) -> StackMetrics<At.Number> {
    layout.metrics(scrolledBy: now.value(of: scroll) + lead.across(at: now), spread: now.value(of: spread))
  }

  /// Returns the geometry of a card at `now`, as it is drawn.
  func card<At: Evaluation>(_ index: Int, in metrics: StackMetrics<At.Number>, at now: At) -> CardGeometry<At.Number> {
    let pose = animator[index]
    var card = CardGeometry(
      x: At.Number(layout.left),
      y: layout.y(of: index, count: count, in: metrics),
      width: At.Number(layout.card.width),
      height: At.Number(layout.card.height),
      scale: now.value(of: pose.scale),
      rotation: 0,
      anchor: CardPose.center,
      opacity: now.value(of: pose.opacity).clamped(to: 0...1)
    )
    hero.apply(to: index, &card, in: layout, at: now)
    // The finger determines the position, whatever a closing card does to the others; a fade by that card still
    // applies.
    if let reorder = touch?.reorder, reorder.index == index { card.y = At.Number(reorder.y) }
    card.x = card.x + now.value(of: pose.x)
    card.y = card.y + now.value(of: pose.y)
    return card
  }

  func card(_ index: Int, at now: Instant) -> CardGeometry<Double> { card(index, in: metrics(at: now), at: now) }

  /// Returns a card's z; cards with a greater one are drawn over those with a smaller one (W1, W5).
  func z(of index: Int) -> Double {
    let rest =
      switch own.order {
      case .downwards: Double(index)
      case .upwards: Double(-index)
      }
    if let reorder = touch?.reorder, reorder.index == index {
      return own.reorder == .live ? Double(count) : rest + reorder.translation.dy / layout.step
    }
    // A card that opens or closes is over those that stay; the newest is over the others.
    guard own.opening == .hero, let order = hero.order(of: index) else { return rest }
    return Double(count + order)
  }
}

// MARK: - Visible cards

extension StackGeometry {
  /// Returns every card that is visible at `now`, from the top of the stack.
  func visible(at now: Instant) -> [(index: Int, card: CardGeometry<Double>)] {
    var visible: [(index: Int, card: CardGeometry<Double>)] = []
    eachVisible(at: now) { visible.append(($0, $1)) }
    return visible
  }

  /// Calls `visit` with each card of `visible(at:)`.
  func eachVisible(at now: Instant, _ visit: (Int, CardGeometry<Double>) -> Void) {
    guard count > 0 else { return }
    let (metrics, open) = (metrics(at: now), hero.openIndex)
    let (first, last) = layout.ranks(in: metrics)
    eachIndex(from: first, through: last) { index in
      let card = card(index, in: metrics, at: now)
      if index == open || isSeen(index, card) { visit(index, card) }
    }
  }

  /// Returns the topmost card at a point of the deck (G6).
  func card(at point: Point, now: Instant) -> Int? {
    if let open = hero.openIndex { return card(open, at: now).contains(point) ? open : nil }
    return visible(at: now).filter { $0.card.opacity >= leastOpacity && $0.card.contains(point) }
      .max { z(of: $0.index) < z(of: $1.index) }?.index
  }

  /// Returns the indexes of the cards that may be on the surface, from the top of the stack.
  func visibleIndexes(at now: Instant) -> [Int] {
    guard count > 0 else { return [] }
    return indexes(within: layout.ranks(in: metrics(at: now)))
  }

  /// Returns the cards that come into sight from `now` on: all of them if they are few, else those until some time
  /// after the next look ahead.
  func sight(from now: Instant) -> (indexes: [Int], end: Instant?) {
    let leads = lead.acrossRange
    let all = scroll.range.widened(by: leads)
    let ranks = layout.ranks(scrolledBy: all, spread: spread.range)
    let offset = scroll.value(at: now)
    let speed = scroll.greatestSpeed(from: now)
    guard ranks.last - ranks.first > freeCards, speed > 0 else {
      // A motion that is over, but not settled yet, stays where it is.
      let still = (offset...offset).widened(by: leads)
      let ranks = speed > 0 ? ranks : layout.ranks(scrolledBy: still, spread: spread.range)
      return (indexes(within: ranks), nil)
    }
    let pause = max(layout.area.size.height / speed, leastLook)
    // Twice as far as the next look ahead, which may be late.
    let reach = 2 * pause * speed
    let near = (offset - reach...offset + reach).widened(by: leads).clamped(to: all)
    return (indexes(within: layout.ranks(scrolledBy: near, spread: spread.range)), now.advanced(bySeconds: pause))
  }

  /// Returns the indexes of the cards at these positions from the top, and of those that are out of their positions.
  private func indexes(within ranks: (first: Double, last: Double)) -> [Int] {
    var indexes: [Int] = []
    eachIndex(from: ranks.first, through: ranks.last) { indexes.append($0) }
    return indexes
  }

  /// Calls `visit` with each index of `indexes(within:)`.
  private func eachIndex(from first: Double, through last: Double, _ visit: (Int) -> Void) {
    let (cards, count) = (count, Double(count))
    // A card that slides open gathers cards from the whole stack at its position.
    let isGathered = cards <= gatheredCards && own.opening == .slide && hero.movesStack
    let from = isGathered ? 0 : Int(min(max(first, 0), count))
    let to = isGathered ? cards - 1 : Int(min(max(last, -1), count - 1))
    for rank in stride(from: from, through: to, by: 1) { visit(layout.index(atRank: rank, count: cards)) }
    func isElsewhere(_ index: Int) -> Bool {
      let rank = layout.rank(of: index, count: cards)
      return rank < from || rank > to
    }
    let (displaced, moved) = (animator.displaced, hero.indexes)
    // Rare: a card that is moved is usually in sight.
    guard displaced.contains(where: isElsewhere) || moved.contains(where: isElsewhere) else { return }
    for index in Set(displaced).union(moved).filter(isElsewhere).sorted() { visit(index) }
  }

  /// Returns whether a card is on the surface and opaque enough to be visible, or becoming so.
  ///
  /// A card that fades in counts from the start, so that a client that takes a snapshot has its `data` once it is
  /// visible.
  private func isSeen(_ index: Int, _ card: CardGeometry<Double>) -> Bool {
    guard card.opacity >= leastOpacity || targetOpacity(of: index) >= leastOpacity else { return false }
    let bounds = card.bounds
    return bounds.origin.y < layout.area.size.height && bounds.origin.y + bounds.size.height > 0
  }

  /// Returns the opacity of a card at the end of the motions under way.
  private func targetOpacity(of index: Int) -> Double {
    animator[index].opacity.target * (own.opening == .hero ? hero.targetOpacity(of: index) : 1)
  }
}
