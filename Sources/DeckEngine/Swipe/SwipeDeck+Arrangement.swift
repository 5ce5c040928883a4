import DeckProtocol
import Kinetics

/// The rest threshold of a depth: 0.1 pt and 1 pt/s where a depth makes 500 pt, as for a stretched card.
private let depthRest = RestThreshold(distance: 0.0002, speed: 0.002)

extension SwipeDeck {
  /// Moves the cards behind up for the first `count` decisions that they have not followed yet.
  mutating func promote(_ count: Int, at now: Instant) {
    promotions.removeFirst(count)
    if settings.promoteIncomingLast {
      let end = now.advanced(bySeconds: settings.promoteDuration)
      incoming += Array(repeating: end, count: count)
    }
    arrange(at: now)
  }

  /// Makes the cards on the screen those from the front on, and moves each to its position.
  ///
  /// Cards with an index in `fading` fade in, and cards that no longer belong on the screen fade out.
  mutating func arrange(at now: Instant, fading: Range<Int>? = nil) {
    var before = Array(poses.enumerated())
    poses = []
    for (place, index) in wanted().enumerated() {
      let depth = Double(place + promotions.count)
      if let known = before.firstIndex(where: { $0.element.index == index }) {
        poses.append(advanced(before.remove(at: known).element, to: depth, now: now))
      } else if let ghost = leaving.firstIndex(where: { $0.reason == .pushedOut && $0.pose.index == index }) {
        let back = following(leaving.remove(at: ghost).pose, place: place, now: now)
        var pose = advanced(back, to: depth, now: now)
        pose.opacity = fade(from: pose.opacity.value(at: now), settings.insertDuration, now)
        poses.append(pose)
      } else {
        var pose = CardPose(index: index, depth: depth)
        pose.isAppearing = appearance != nil
        if fading?.contains(index) ?? false {
          pose.opacity = fade(from: 0, settings.insertDuration, now)
          pose.isEntering = true
        }
        poses.append(pose)
      }
    }
    for (place, pose) in before { pushOut(unfollowing(pose, place: place, now: now), place: place, now: now) }
  }

  /// Leaves the cards behind at the depths to which they have followed the finger, and detaches them from it.
  mutating func stayRisen(now: Instant) {
    for place in poses.indices { poses[place] = unfollowing(poses[place], place: place, now: now) }
    follow = .fixed(0)
  }

  /// Returns the pose of a card at the depth to which it has followed the finger, detached from it.
  func unfollowing(_ pose: CardPose, place: Int, now: Instant) -> CardPose {
    moved(pose, by: place > 0 ? -follow.value(at: now) : 0, now: now)
  }

  /// Returns the pose of a card that follows the finger from now on, and is drawn where it is.
  private func following(_ pose: CardPose, place: Int, now: Instant) -> CardPose {
    moved(pose, by: place > 0 ? follow.value(at: now) : 0, now: now)
  }

  private func moved(_ pose: CardPose, by depths: Double, now: Instant) -> CardPose {
    guard depths != 0 else { return pose }
    var pose = pose
    pose.depth = .fixed(pose.depth.value(at: now) + depths)
    pose.shade = .fixed(pose.shade.value(at: now) + depths)
    return pose
  }

  /// Returns the event of the front card's arrival, once it is at rest in front.
  mutating func arrival() -> [DeckOutcome] {
    guard isArriving, appearance == nil, let front, let pose = poses.first, pose.index == current, !pose.isEntering,
      pose.depth == .fixed(0), pose.shade == .fixed(0), pose.opacity == .fixed(1)
    else { return [] }
    isArriving = false
    return [.event(.cardShown(card: front.id, index: current))]
  }

  /// Returns the pose of a card as it is drawn, without its part in the animation with which the deck appears.
  func detached(_ pose: CardPose, now: Instant) -> CardPose {
    guard let appearance, pose.isAppearing else { return pose }
    let place = undrawn(pose, at: now)
    let shown = appearance.show(place, about: layout.center, at: now)
    let shift = shown.origin - place.origin
    var pose = pose
    pose.isAppearing = false
    pose.x = .fixed(pose.x.value(at: now) + shift.dx)
    pose.y = .fixed(pose.y.value(at: now) + shift.dy)
    pose.zoom = .fixed(pose.zoom.value(at: now) * appearance.scale.state(at: now).position)
    pose.opacity = .fixed(pose.opacity.value(at: now) * appearance.opacity.state(at: now).position)
    return pose
  }

  /// Starts the animation with which the deck appears; cards that still leave take no part in it, as in `detached`.
  mutating func appear(now: Instant) {
    appearance = Appearance(settings, at: now)
    for place in poses.indices { poses[place].isAppearing = true }
  }

  /// Returns the indexes of the cards that belong on the screen, the front one first.
  ///
  /// A card that is still leaving a looping deck is not shown a second time: it and those behind it have to wait.
  private func wanted() -> [Int] {
    let room = max(settings.visible - promotions.count - incoming.count, 1)
    let left = settings.loop ? cards.count : cards.count - current
    let indexes = (0..<min(room, left)).map { (current + $0) % cards.count }
    return Array(indexes.prefix { index in !leaving.contains { $0.reason == .decided && $0.pose.index == index } })
  }

  /// Returns the pose of a card that moves to a depth.
  func advanced(_ pose: CardPose, to depth: Double, now: Instant) -> CardPose {
    var pose = pose
    if pose.depth.target != depth {
      // Behind its resting position, a card has no space for a bounce.
      let springs = settings.promoteSprings && depth < pose.depth.target
      pose.depth = springs ? springUp(pose.depth, to: depth, now) : moveUp(pose.depth, to: depth, now)
    }
    if pose.shade.target != depth { pose.shade = moveUp(pose.shade, to: depth, now) }
    return pose
  }

  private func springUp(_ depth: Motion, to target: Double, _ now: Instant) -> Motion {
    depth.springing(to: target, settings.promoteSpring.spring, rest: depthRest, at: now)
  }

  private func moveUp(_ depth: Motion, to target: Double, _ now: Instant) -> Motion {
    curve(settings.promoteCurve.curve, depth, to: target, settings.promoteDuration, now)
  }

  /// Fades out a card that another one has replaced among the visible ones.
  private mutating func pushOut(_ pose: CardPose, place: Int, now: Instant) {
    var pose = detached(pose, now: now)
    pose.opacity = curve(.default, pose.opacity, to: 0, settings.pushOutDuration, now)
    leaving.append(OutgoingCard(card: cards[pose.index], reason: .pushedOut, place: place, pose: pose))
  }
}
