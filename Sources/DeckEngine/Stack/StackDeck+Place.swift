import Kinetics

/// A card less opaque than this is not hit, and not drawn (G6).
private let leastOpacity = 0.01

/// The largest stack of which all cards are drawn while one slides open; in a longer one, cards that are out of sight
/// stay out of sight.
private let gatheredCards = 64

extension StackDeck {
  /// The scroll and the spread of the stack as a whole.
  struct StackMetrics<Number: MotionScalar> {
    /// How far the stack is moved up.
    var shift: Number
    /// The distance from a card to the next.
    var step: Number
    /// How far it is pulled beyond its beginning, in points on the screen (W8).
    var over: Number
    /// The part of `over` that the cards do not follow.
    var pull: Number
    /// How far a pinch parts the cards.
    var spread: Number
  }

  func stance<At: Evaluation>(at now: At) -> StackMetrics<At.Number> {
    stance(scrolledBy: now.value(of: scroll.offset), spread: now.value(of: spread))
  }

  func stance<Number: MotionScalar>(scrolledBy offset: Number, spread: Number) -> StackMetrics<Number> {
    let over = stack.fans ? (-1 * offset).atLeast(0) : 0
    let pull = Number(stack.fanPull) * over
    let most = layout.points(stack.fanMaximum)
    let spread = spread.clamped(to: 0...most)
    let parted = ((Number(stack.fanStep) * pull).atMost(most) + spread).atMost(most)
    return StackMetrics(
      shift: offset + pull,
      step: Number(layout.step) + parted,
      over: over,
      pull: pull,
      spread: spread
    )
  }

  /// Returns a card's upper edge in the stack, on the surface.
  func stackY<Number: MotionScalar>(of index: Int, in stance: StackMetrics<Number>) -> Number {
    let rank = Double(layout.rank(of: index, count: cards.count))
    return Number(layout.points(stack.top)) - stance.shift + stance.step * Number(rank)
  }

  /// Returns the geometry of a card at `now`, as it is drawn.
  func place<At: Evaluation>(of index: Int, in stance: StackMetrics<At.Number>, at now: At) -> CardGeometry<At.Number> {
    let pose = poses[index] ?? StackPose()
    var place = CardGeometry(
      x: At.Number(layout.left),
      y: stackY(of: index, in: stance),
      width: At.Number(layout.card.width),
      height: At.Number(layout.card.height),
      scale: now.value(of: pose.scale),
      rotation: 0,
      anchor: CardPose.center,
      opacity: now.value(of: pose.opacity).clamped(to: 0...1)
    )
    for opening in openings.inFixedOrder { apply(opening, to: index, &place, at: now) }
    if case .reordering(let reorder) = finger?.hold, reorder.index == index {
      // The finger determines the position, whatever a closing card does to the others; a fade by that card still
      // applies.
      place.y = At.Number(reorder.y + reorder.translation.dy)
    }
    place.x = place.x + now.value(of: pose.x)
    place.y = place.y + now.value(of: pose.y)
    return place
  }

  /// Returns the indexes of the cards that may be on the surface, from the top of the stack.
  func visibleIndexes(in stance: StackMetrics<Double>) -> [Int] {
    guard !cards.isEmpty else { return [] }
    let (first, last) = ranks(in: stance)
    return indexes(from: first, through: last)
  }

  /// Returns the positions from the top whose cards may be on the surface, for a stack of any length.
  func ranks(in stance: StackMetrics<Double>) -> (first: Double, last: Double) {
    // Presses, bounces and rubber bands move cards slightly out of their positions.
    let reach = layout.points(stack.bounceMost) + layout.points(stack.pressLift) + 1
    let top = layout.points(stack.top) - stance.shift
    let first = ((-reach - layout.card.height - top) / stance.step).rounded(.up)
    return (first, ((layout.area.size.height + reach - top) / stance.step).rounded(.down))
  }

  /// Returns the indexes of the cards at these positions from the top, and of those that are out of their positions.
  func indexes(from first: Double, through last: Double) -> [Int] {
    var indexes: [Int] = []
    eachIndex(from: first, through: last) { indexes.append($0) }
    return indexes
  }

  /// Calls `visit` with each index of `indexes(from:through:)`.
  private func eachIndex(from first: Double, through last: Double, _ visit: (Int) -> Void) {
    let count = Double(cards.count)
    // A card that slides open gathers cards from the whole stack at its position.
    let isGathered = cards.count <= gatheredCards && isSliding
    let from = isGathered ? 0 : Int(min(max(first, 0), count))
    let to = isGathered ? cards.count - 1 : Int(min(max(last, -1), count - 1))
    for rank in stride(from: from, through: to, by: 1) { visit(layout.index(atRank: rank, count: cards.count)) }
    func isElsewhere(_ index: Int) -> Bool {
      let rank = layout.rank(of: index, count: cards.count)
      return rank < from || rank > to
    }
    let moved = openings.lazy.compactMap(\.index)
    // Rare: a card that is moved is usually in sight.
    guard poses.keys.contains(where: isElsewhere) || moved.contains(where: isElsewhere) else { return }
    for index in Set(poses.keys).union(moved).filter(isElsewhere).sorted() { visit(index) }
  }

  /// Whether a card that slides open, or closes, moves others out of their positions.
  private var isSliding: Bool {
    stack.opening == .slide && openings.contains { $0.progress != .fixed(0) }
  }

  /// Returns every card that is visible at `now`, from the top of the stack.
  func visiblePlaces(at now: Instant) -> [(index: Int, place: CardGeometry<Double>)] {
    var places: [(index: Int, place: CardGeometry<Double>)] = []
    eachVisiblePlace(at: now) { places.append(($0, $1)) }
    return places
  }

  /// Calls `visit` with each card of `visiblePlaces(at:)`.
  func eachVisiblePlace(at now: Instant, _ visit: (Int, CardGeometry<Double>) -> Void) {
    guard !cards.isEmpty else { return }
    let stance = stance(at: now)
    let (first, last) = ranks(in: stance)
    eachIndex(from: first, through: last) { index in
      let place = place(of: index, in: stance, at: now)
      if index == openIndex || isSeen(index, place) { visit(index, place) }
    }
  }

  /// Returns whether a card is on the surface and opaque enough to be visible, or becoming so.
  ///
  /// A card that fades in counts from the start, so that a client that takes a snapshot has its `data` once it is
  /// visible.
  private func isSeen(_ index: Int, _ place: CardGeometry<Double>) -> Bool {
    guard place.opacity >= leastOpacity || targetOpacity(of: index) >= leastOpacity else { return false }
    let bounds = place.bounds
    return bounds.origin.y < layout.area.size.height && bounds.origin.y + bounds.size.height > 0
  }

  /// Returns the opacity of a card at the end of the motions under way.
  private func targetOpacity(of index: Int) -> Double {
    var opacity = poses[index]?.opacity.target ?? 1
    guard stack.opening == .hero else { return opacity }
    // A lazy sequence would allocate in every frame.
    for opening in openings where opening.index != index { opacity *= 1 - opening.progress.target }
    return opacity
  }

  /// Returns the topmost card at a point of the deck (G6).
  func card(at point: Point, now: Instant) -> Int? {
    if let openIndex {
      let place = place(of: openIndex, in: stance(at: now), at: now)
      return place.contains(point) ? openIndex : nil
    }
    return visiblePlaces(at: now).filter { $0.place.opacity >= leastOpacity && $0.place.contains(point) }
      .max { z(of: $0.index) < z(of: $1.index) }?.index
  }

  /// Returns a card's z; cards with a greater one are drawn over those with a smaller one (W1, W5).
  func z(of index: Int) -> Double {
    let rest =
      switch stack.order {
      case .downwards: Double(index)
      case .upwards: Double(-index)
      }
    if case .reordering(let reorder) = finger?.hold, reorder.index == index {
      return stack.reorder == .live ? Double(cards.count) : rest + reorder.translation.dy / layout.step
    }
    // A card that opens or closes is over those that stay; the newest is over the others.
    guard stack.opening == .hero, let order = openings.firstIndex(where: { $0.index == index }) else { return rest }
    return Double(cards.count + order)
  }

  /// Applies an opening to a card: the open card moves to its open position, the others make space (W3).
  private func apply<At: Evaluation>(
    _ opening: Opening,
    to index: Int,
    _ place: inout CardGeometry<At.Number>,
    at now: At
  ) {
    let progress = now.value(of: opening.progress)
    guard progress != 0 else { return }
    let target = opening.place
    func mix(_ from: At.Number, _ to: Double) -> At.Number { from.toward(At.Number(to), progress) }
    switch stack.opening {
    case .hero where index == opening.index:
      place.x = mix(place.x, target.origin.x)
      place.y = mix(place.y, target.origin.y)
      place.width = mix(place.width, target.size.width).atLeast(0)
      place.height = mix(place.height, target.size.height).atLeast(0)
      let header = layout.header(scroll: now.value(of: detail.offset))
      let dragged = dismissed(opening, at: now)
      let one: At.Number = 1
      shrink(&place, to: one.toward(header.scale, progress) * dragged.scale)
      place.y = place.y + dragged.offset
      place.opacity = place.opacity * (one.toward(header.opacity, progress).clamped(to: 0...1) * dragged.opacity)
    case .hero:
      place.opacity = place.opacity * (1 - progress).clamped(to: 0...1)
    case .slide:
      let goal = index >= opening.parting ? At.Number(target.origin.y) : place.y + At.Number(layout.exit)
      place.y = place.y.toward(goal, progress)
    }
  }

  /// Shrinks a card about the middle of its upper edge, with its own middle as the anchor.
  private func shrink<Number: MotionScalar>(_ place: inout CardGeometry<Number>, to factor: Number) {
    place.y = place.y - place.height.divided(by: 2) * place.scale * (1 - factor)
    place.scale = place.scale * factor
  }
}

extension [StackDeck.Opening] {
  /// In an order that does not change when one of them opens again: the effect of one depends on those before it.
  fileprivate var inFixedOrder: Self { count > 1 ? sorted { $0.parting < $1.parting } : self }
}
