import Kinetics

/// A card less opaque than this is not hit, and not drawn (G6).
private let leastOpacity = 0.01

extension StackDeck {
  /// How the stack as a whole is at one moment.
  struct Stance {
    /// How far it is moved up.
    var shift: Double
    /// How far a card is from the next.
    var step: Double
    /// How far it is pulled beyond its beginning, in points on the screen (W8).
    var over: Double
    /// What of `over` the cards do not follow.
    var pull: Double
    /// How far a pinch parts the cards.
    var spread: Double
  }

  func stance(at now: Instant) -> Stance {
    let offset = scroll.value(at: now)
    let over = stack.fans ? max(-offset, 0) : 0
    let pull = stack.fanPull * over
    let most = layout.points(stack.fanMaximum)
    let spread = spread.value(at: now).clamped(to: 0...most)
    let parted = min(min(stack.fanStep * pull, most) + spread, most)
    return Stance(shift: offset + pull, step: layout.step + parted, over: over, pull: pull, spread: spread)
  }

  /// A card's upper edge in the stack, on the surface.
  func stackY(of index: Int, in stance: Stance) -> Double {
    layout.points(stack.top) - stance.shift + stance.step * Double(layout.rank(of: index, count: cards.count))
  }

  /// Where a card is at `now`, as it is drawn.
  func place(of index: Int, in stance: Stance, at now: Instant) -> CardPlace {
    let pose = poses[index] ?? StackPose()
    var place = CardPlace(
      origin: Point(x: layout.left, y: stackY(of: index, in: stance)),
      size: layout.card,
      scale: pose.scale.value(at: now),
      rotation: 0,
      anchor: CardPose.center,
      opacity: min(max(pose.opacity.value(at: now), 0), 1)
    )
    if case .reordering(let reorder) = finger?.hold, reorder.index == index {
      // The finger has it, whatever another card that goes back does to the others.
      place.origin.y = reorder.y + reorder.translation.dy
    } else {
      for opening in openings.inFixedOrder { apply(opening, to: index, &place, at: now) }
    }
    place.origin = place.origin + Vector(dx: pose.x.value(at: now), dy: pose.y.value(at: now))
    return place
  }

  /// The indexes of the cards that may be on the surface, from the top of the stack.
  func visibleIndexes(in stance: Stance) -> [Int] {
    guard !cards.isEmpty else { return [] }
    // Presses, bounces and bands take cards a little way out of their places.
    let reach = layout.points(stack.bounceMost) + layout.points(stack.pressLift) + 1
    let top = layout.points(stack.top) - stance.shift
    let first = ((-reach - layout.card.height - top) / stance.step).rounded(.up)
    let last = ((layout.area.size.height + reach - top) / stance.step).rounded(.down)
    let count = Double(cards.count)
    let (from, to) = (Int(min(max(first, 0), count)), Int(min(max(last, -1), count - 1)))
    var indexes = from <= to ? (from...to).map { layout.index(atRank: $0, count: cards.count) } : []
    let others = Set(poses.keys).union(openings.compactMap(\.index)).subtracting(indexes)
    indexes += others.sorted()
    return indexes
  }

  /// Every card that is to be seen at `now`, from the top of the stack.
  func visiblePlaces(at now: Instant) -> [(index: Int, place: CardPlace)] {
    let stance = stance(at: now)
    return visibleIndexes(in: stance).compactMap { index in
      let place = place(of: index, in: stance, at: now)
      guard index != openIndex else { return (index, place) }
      let bounds = place.bounds
      let isSeen =
        place.opacity >= leastOpacity && bounds.origin.y < layout.area.size.height
        && bounds.origin.y + bounds.size.height > 0
      return isSeen ? (index, place) : nil
    }
  }

  /// The topmost card at a point of the deck (G6).
  func card(at point: Point, now: Instant) -> Int? {
    if let openIndex {
      let place = place(of: openIndex, in: stance(at: now), at: now)
      return place.contains(point) ? openIndex : nil
    }
    return visiblePlaces(at: now).filter { $0.place.contains(point) }.max { z(of: $0.index) < z(of: $1.index) }?.index
  }

  /// Cards with more are drawn over those with less (W1, W5).
  func z(of index: Int) -> Double {
    let rest =
      switch stack.order {
      case .downwards: Double(index)
      case .upwards: Double(-index)
      }
    if case .reordering(let reorder) = finger?.hold, reorder.index == index {
      return stack.reorder == .live ? Double(cards.count) : rest + reorder.translation.dy / layout.step
    }
    // A card that opens, or goes back, is over those that stay; the newest is over the others.
    guard stack.opening == .hero, let order = openings.firstIndex(where: { $0.index == index }) else { return rest }
    return Double(cards.count + order)
  }

  /// What an opening does to a card: the open one goes to its place, the others make way (W3).
  private func apply(_ opening: Opening, to index: Int, _ place: inout CardPlace, at now: Instant) {
    let progress = opening.progress.value(at: now)
    guard progress != 0 else { return }
    let target = opening.place
    func mix(_ from: Double, _ to: Double) -> Double { from + progress * (to - from) }
    switch stack.opening {
    case .hero where index == opening.index:
      place.origin = Point(x: mix(place.origin.x, target.origin.x), y: mix(place.origin.y, target.origin.y))
      place.size = Size(
        width: max(mix(place.size.width, target.size.width), 0),
        height: max(mix(place.size.height, target.size.height), 0)
      )
      let header = layout.header(scroll: detail.value(at: now))
      let dragged = dismissed(at: now)
      shrink(&place, to: mix(1, header.scale) * dragged.scale)
      place.origin.y += dragged.offset
      place.opacity *= min(max(mix(1, header.opacity), 0), 1) * dragged.opacity
    case .hero:
      place.opacity *= min(max(1 - progress, 0), 1)
    case .slide:
      let goal = index >= opening.parting ? target.origin.y : place.origin.y + layout.exit
      place.origin.y = mix(place.origin.y, goal)
    }
  }

  /// Makes a card smaller about the middle of its upper edge, with its own middle as the anchor.
  private func shrink(_ place: inout CardPlace, to factor: Double) {
    place.origin.y -= place.size.height / 2 * place.scale * (1 - factor)
    place.scale *= factor
  }
}

extension [StackDeck.Opening] {
  /// In an order that opening one of them again does not change: what one does to a card depends on those before.
  fileprivate var inFixedOrder: Self { count > 1 ? sorted { $0.parting < $1.parting } : self }
}
