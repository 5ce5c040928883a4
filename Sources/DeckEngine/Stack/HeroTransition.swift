import DeckProtocol
package import Kinetics

/// The open card of a stack with its detail, and the cards that are still closing (W3, W9, W10).
package struct HeroTransition: Sendable {
  /// A card that is opening, open or closing.
  struct Opening: Equatable, Sendable {
    /// The card's id.
    let card: String
    /// `nil` once the card has been removed; the others still return.
    fileprivate(set) var index: Int?
    /// The index at which a stack that slides open parts: that of the card, or of the one that replaced it.
    fileprivate var parting: Int
    /// Where the card is when it is open; cards that are inserted or removed meanwhile do not move it.
    fileprivate(set) var frame: Rectangle
    /// 0 in the stack, 1 open.
    fileprivate(set) var progress: Motion
    /// How far the card has been dragged down.
    fileprivate(set) var dismissal = Motion.fixed(0)
  }

  /// Every card that is opening, open or closing; the newest last.
  private var openings: [Opening] = []
  /// Whether the last of them is opening or open; all others are closing.
  private var isOpen = false
  /// How far the content of the open card is scrolled.
  package private(set) var detail = ScrollController()

  package init() {}

  /// The card that is open, or opening.
  var open: Opening? { isOpen ? openings.last : nil }
  /// The newest card that is opening, open or closing.
  var newest: Opening? { openings.last }
  package var openIndex: Int? { isOpen ? openings[openings.count - 1].index : nil }
  /// How far the open card has been dragged down; a card that closes keeps a motion of its own.
  package private(set) var dismissal: Motion {
    get { open?.dismissal ?? .fixed(0) }
    set { if isOpen { openings[openings.count - 1].dismissal = newValue } }
  }

  /// Whether a card is on its path between the stack and its open position.
  package var isAnimating: Bool { openings.contains { $0.progress.end != nil } || dismissal.end != nil }

  /// The earliest moment at which a card comes to rest; `nil` while none moves.
  package var end: Instant? {
    var next: Instant?
    for opening in openings { next = earlier(next, earlier(opening.progress.end, opening.dismissal.end)) }
    return next
  }
}

// MARK: - Opening and closing

extension HeroTransition {
  /// Opens a card from its current position; a card that is already open closes meanwhile.
  package mutating func open(_ index: Int, card: String, in layout: StackLayout, count: Int, at now: Instant) {
    close(by: layout.own.openSpring, in: layout, at: now)
    let known = openings.firstIndex { $0.index == index }.map { openings.remove(at: $0) }
    // A detail that is still visible while its card closes returns to its beginning by itself.
    if openings.isEmpty, known == nil { detail.jump(to: 0) }
    openings.append(
      Opening(
        card: card,
        index: index,
        parting: index,
        frame: known?.frame ?? layout.openFrame(count: count),
        progress: layout.openingProgress(known?.progress ?? .fixed(0), to: 1, layout.own.openSpring, at: now),
        dismissal: known?.dismissal ?? .fixed(0)
      )
    )
    isOpen = true
  }

  /// Closes the open card; one that a finger drags down continues with `velocity`, in pt/s.
  package mutating func close(
    by spring: SpringSetting,
    velocity: Double? = nil,
    in layout: StackLayout,
    at now: Instant
  ) {
    guard isOpen else { return }
    let place = openings.count - 1
    openings[place].progress = layout.openingProgress(openings[place].progress, to: 0, spring, at: now)
    dismissal = dismissal.springing(to: 0, spring.spring, velocity: velocity, rest: .points, at: now)
    detail.settle(to: 0, spring: layout.own.scrollSpring.spring, at: now)
    isOpen = false
  }

  /// Shows a card of a restored stack as open.
  mutating func restore(_ index: Int, card: String, in layout: StackLayout, count: Int) {
    let frame = layout.openFrame(count: count)
    openings = [Opening(card: card, index: index, parting: index, frame: frame, progress: .fixed(1))]
    isOpen = true
  }

  /// Stops the open card and its content under a finger that catches them.
  mutating func hold(within behavior: ScrollBehavior, at now: Instant) {
    detail.hold(within: behavior, at: now)
    drag(to: dismissal.value(at: now))
  }

  /// Scrolls the content under a finger that has moved by `distance` since it caught the content.
  mutating func pullDetail(by distance: Double, within behavior: ScrollBehavior) {
    detail.pull(by: distance, within: behavior)
  }

  /// Releases the content at `velocity`, in pt/s.
  mutating func releaseDetail(velocity: Double, within behavior: ScrollBehavior, at now: Instant) {
    detail.release(velocity: velocity, within: behavior, at: now)
  }

  /// Adapts to another length of the content.
  mutating func fitDetail(within behavior: ScrollBehavior, at now: Instant) { detail.fit(within: behavior, at: now) }

  /// Scrolls the content at once to the nearest offset of `range`.
  mutating func clampDetail(to range: ClosedRange<Double>, at now: Instant) {
    detail.jump(to: detail.value(at: now).clamped(to: range))
  }

  /// Follows a finger that has dragged the open card down to `offset`.
  package mutating func drag(to offset: Double) { dismissal = .fixed(offset) }

  /// Returns an open card that was dragged down to its open position.
  package mutating func cancelDismissal(velocity: Double? = nil, in layout: StackLayout, at now: Instant) {
    let spring = layout.own.dismissSpring.spring
    dismissal = dismissal.springing(to: 0, spring, velocity: velocity, rest: .points, at: now)
  }

  /// Drops the cards that have closed.
  package mutating func advance(to now: Instant, in layout: StackLayout) {
    detail.advance(to: now, spring: layout.own.scrollSpring.spring)
    for place in openings.indices {
      openings[place].progress.settle(at: now)
      openings[place].dismissal.settle(at: now)
    }
    let open = openIndex
    openings.removeAll { ($0.index == nil || $0.index != open) && $0.progress == .fixed(0) }
  }

  /// Replaces every motion by its target at once (M5).
  package mutating func skip() {
    for place in openings.indices { openings[place].progress.skip() }
    dismissal.skip()
    detail.skip()
  }

  /// Adapts to an edit that changed the number of cards from `before` to `after`.
  package mutating func remap(by shift: IndexShift, from before: Int, to after: Int) {
    for place in openings.indices {
      let parting = openings[place].parting
      openings[place].index = openings[place].index.flatMap(shift.newIndex)
      openings[place].parting =
        (parting..<max(before, parting)).lazy.compactMap(shift.newIndex).first ?? after
    }
    isOpen = isOpen && openings.last?.index != nil
  }

  /// Drops removed cards that are still closing and return to the deck.
  mutating func removeClosing(_ cards: CardSequence) {
    let back = cards.keys(among: openings.filter { $0.index == nil }.map { CardKey($0.card) }).map(\.id)
    openings.removeAll { $0.index == nil && back.contains($0.card) }
  }

  /// Moves every opening card to the open position of another layout.
  mutating func relayout(_ layout: StackLayout, count: Int) {
    for place in openings.indices { openings[place].frame = layout.openFrame(count: count) }
  }
}

extension StackLayout {
  /// Returns the motion of a card's opening to `target`, from its current state.
  fileprivate func openingProgress(
    _ motion: Motion,
    to target: Double,
    _ spring: SpringSetting,
    at now: Instant
  ) -> Motion {
    switch own.opening {
    case .hero: return motion.springing(to: target, spring.spring, rest: .unitless, at: now)
    case .slide:
      return .curve(
        CurveMotion(
          own.openCurve.curve,
          from: motion.value(at: now),
          to: target,
          duration: own.openDuration,
          at: now,
          delay: own.openDelay
        )
      )
    }
  }
}

// MARK: - Geometry

extension HeroTransition {
  /// The indexes of the cards that are opening, open or closing.
  package var indexes: some Collection<Int> { openings.lazy.compactMap(\.index) }

  /// Whether a card that opens or closes moves others out of their positions.
  package var movesStack: Bool { openings.contains { $0.progress != .fixed(0) } }

  /// Returns the rank of a card among those that open or close; the newest is over the others.
  package func order(of index: Int) -> Int? { openings.firstIndex { $0.index == index } }

  /// Returns the factor of a card's opacity at the end of the motions under way.
  package func targetOpacity(of index: Int) -> Double {
    var opacity = 1.0
    for opening in openings where opening.index != index { opacity *= 1 - opening.progress.target }
    return opacity
  }

  /// Moves the geometry of a card: the open card to its open position, the others to make space for it.
  func apply<At: Evaluation>(
    to index: Int,
    _ geometry: inout CardGeometry<At.Number>,
    in layout: StackLayout,
    at now: At
  ) {
    for opening in openings.inFixedOrder { apply(opening, to: index, &geometry, in: layout, at: now) }
  }

  private func apply<At: Evaluation>(
    _ opening: Opening,
    to index: Int,
    _ geometry: inout CardGeometry<At.Number>,
    in layout: StackLayout,
    at now: At
  ) {
    let progress = now.value(of: opening.progress)
    guard progress != 0 else { return }
    let target = opening.frame
    func mix(_ from: At.Number, _ to: Double) -> At.Number { from.toward(At.Number(to), progress) }
    switch layout.own.opening {
    case .hero where index == opening.index:
      geometry.x = mix(geometry.x, target.origin.x)
      geometry.y = mix(geometry.y, target.origin.y)
      geometry.width = mix(geometry.width, target.size.width).atLeast(0)
      geometry.height = mix(geometry.height, target.size.height).atLeast(0)
      let header = layout.header(scroll: now.value(of: detail.offset))
      let dragged = layout.dismissed(by: now.value(of: opening.dismissal))
      let one: At.Number = 1
      geometry.shrink(to: one.toward(header.scale, progress) * dragged.scale)
      geometry.y = geometry.y + dragged.offset
      geometry.opacity = geometry.opacity * (one.toward(header.opacity, progress).clamped(to: 0...1) * dragged.opacity)
    case .hero:
      geometry.opacity = geometry.opacity * (1 - progress).clamped(to: 0...1)
    case .slide:
      let goal =
        index >= opening.parting ? At.Number(target.origin.y) : geometry.y + At.Number(layout.exit)
      geometry.y = geometry.y.toward(goal, progress)
    }
  }

  /// Returns the detail of the newest card that is open, opening or closing, with content of a length in points.
  func presentedDetail<At: Evaluation>(
    content: Double,
    in layout: StackLayout,
    at now: At
  ) -> PresentedDetail<At.Number>? {
    guard let opening = openings.last else { return nil }
    let progress = now.value(of: opening.progress)
    let scroll = now.value(of: detail.offset)
    let goal = layout.detailFrame(below: opening.frame)
    let dragged = layout.dismissed(by: now.value(of: opening.dismissal))
    var y = At.Number(goal.origin.y)
    var opacity: At.Number = 1
    switch layout.own.opening {
    case .hero:
      opacity = progress.clamped(to: 0...1) * dragged.opacity
      // Scaled about the same point as the card, so that the distance of the two scales with them.
      let top = opening.frame.origin.y
      y = At.Number(top) + dragged.scale * At.Number(goal.origin.y - top)
    case .slide:
      let edge = layout.area.size.height
      y = At.Number(edge) + progress * At.Number(goal.origin.y - edge)
    }
    return PresentedDetail(
      card: opening.card,
      x: At.Number(goal.origin.x),
      y: y + dragged.offset,
      size: goal.size,
      opacity: opacity,
      scale: dragged.scale,
      scroll: scroll,
      content: content,
      header: layout.header(scroll: scroll),
      progress: progress.clamped(to: 0...1)
    )
  }
}

extension StackLayout {
  /// Returns the effect of a drag by `offset` down on an open card: how much fainter and smaller it is.
  fileprivate func dismissed<Number: MotionScalar>(
    by offset: Number
  ) -> (offset: Number, scale: Number, opacity: Number) {
    let part = offset.divided(by: surface.size.height).clamped(to: 0...1)
    return (offset, 1 - Number(own.dismissShrink) * part, 1 - Number(own.dismissFade) * part)
  }
}

extension CardGeometry {
  /// Shrinks a card about the middle of its upper edge, with its own middle as the anchor.
  fileprivate mutating func shrink(to factor: Number) {
    y = y - height.divided(by: 2) * scale * (1 - factor)
    scale = scale * factor
  }
}

extension [HeroTransition.Opening] {
  /// In an order that does not change when one of them opens again: the effect of one depends on those before it.
  fileprivate var inFixedOrder: Self { count > 1 ? sorted { $0.parting < $1.parting } : self }
}
