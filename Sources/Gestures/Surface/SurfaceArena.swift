public import Kinetics

/// What the gestures of a surface have to do with a contact.
public enum ContactClaim: Hashable, Sendable {
  /// No gesture can take it any more.
  case free
  /// A gesture may take it.
  case undecided
  /// A gesture has begun with it, or was performed by it.
  case taken
}

/// Recognizes the gestures of one surface; at most one of them at a time is made, by fingers that belong to it alone.
///
/// Fingers that come down within `SurfaceGestureDefaults.gathering` make a gesture together, and the gestures of as many
/// fingers compete for them: the first that begins has them until one is lifted. What comes down meanwhile, and what
/// stays down afterwards, is ignored to its end. Fingers that rest are ignored from the next one on.
public struct SurfaceArena: Equatable, Sendable {
  /// Taps in succession.
  private struct Taps: Equatable, Sendable {
    var count: Int
    /// The fingers of the last one.
    var group: FingerGroup
  }

  private enum State: Equatable, Sendable {
    case idle
    /// Fingers are down, perhaps for another tap, and none of the gestures that they may make has begun.
    case open(FingerGroup, after: Taps?)
    /// The fingers make the gesture with this index.
    case active(Int, FingerGroup)
    /// Fingers have tapped, and may tap again.
    case between(Taps, until: Instant)
  }

  /// What the arena recognizes.
  public private(set) var gestures: [SurfaceGesture]
  /// In points.
  private var size: Size
  /// Points per millimeter.
  private var scale: Double
  private var state = State.idle
  /// The contacts that are down and belong to the arena, whether or not they still count.
  private var owned: [ContactID] = []
  /// Those of them that came down where a gesture precedes decks: no front end may use them.
  private var exclusive: [ContactID] = []
  /// The contacts that were lifted in the last frame.
  private var lifted: [ContactID] = []
  /// The contacts of gestures that began or were performed, until their numbers are those of other contacts.
  private var taken: [ContactID] = []

  /// An arena without fingers, of a surface of `size` points.
  public init(_ gestures: [SurfaceGesture], size: Size, pointsPerMillimetre: Double) {
    (self.gestures, self.size, scale) = (gestures, size, pointsPerMillimetre)
  }

  /// Whether a contact that is down belongs to the arena.
  public func owns(_ id: ContactID) -> Bool { owned.contains(id) }

  /// Returns what the gestures have to do with a contact that came down in the last frame (`isNew`), or that was
  /// undecided since it did.
  public func claim(on id: ContactID, isNew: Bool) -> ContactClaim {
    // Its number may have been that of another one.
    if isNew, !owned.contains(id), !lifted.contains(id) { return .free }
    switch state {
    case .open(let group, after: _) where group.contacts.contains(id) && mayBeMade(group): return .undecided
    case .between(let taps, until: _) where taps.group.contacts.contains(id): return .undecided
    case .idle, .open, .active, .between: return taken.contains(id) ? .taken : .free
    }
  }

  /// Whether a contact that comes down, or is down, belongs to the arena alone, and not to a deck or a front end.
  public func keeps(_ contact: Contact) -> Bool {
    contact.phase == .down ? wants(contact.position, first: true) : exclusive.contains(contact.id)
  }

  /// Whether any contact that is down belongs to the arena.
  public var isTouched: Bool { !owned.isEmpty }

  /// Returns whether a contact that comes down there belongs to the arena; `first` asks whether before any deck.
  public func wants(_ place: Point, first: Bool) -> Bool {
    gestures.contains { gesture in
      gesture.zone.precedesDecks == first && gesture.zone.contains(place, size: size, pointsPerMillimetre: scale)
    }
  }

  /// When `deadlineReached(at:)` must be called next, if no contact changes before.
  public var deadline: Instant? {
    switch state {
    case .idle, .active: nil
    case .between(_, let until): until
    case .open(let group, let taps):
      .earlier(
        hold(of: group)?.time,
        taps == nil ? nil : group.beginning.advanced(bySeconds: SurfaceGestureDefaults.tapDuration)
      )
    }
  }

  // MARK: - Contacts

  /// Forgets the contacts that were lifted in the frame before.
  public mutating func beginFrame() { lifted.removeAll(keepingCapacity: true) }

  /// Handles a contact that came down and belongs to the arena from now on.
  public mutating func add(_ contact: Contact, at time: Instant, into reports: inout [SurfaceGestureReport]) {
    owned.append(contact.id)
    taken.removeAll { $0 == contact.id }
    if keeps(contact) { exclusive.append(contact.id) }
    let alone = FingerGroup(contact, at: time)
    switch state {
    case .idle: state = .open(alone, after: nil)
    case .between(let taps, _):
      let spacing = SurfaceGestureDefaults.tapSpacing * scale
      if taps.group.downs.contains(where: { (contact.position - $0).length <= spacing }) {
        state = .open(alone, after: taps)
      } else {
        conclude(taps, at: time, into: &reports)
        state = .open(alone, after: nil)
      }
    case .open(var group, let taps):
      if rests(group, at: time) {
        fail(group, after: taps, because: .irregular, at: time, into: &reports)
        state = .open(alone, after: nil)
      } else if group.lifted > 0 || time.seconds(since: group.beginning) > SurfaceGestureDefaults.gathering {
        fail(group, after: taps, because: .irregular, at: time, into: &reports)
      } else {
        group.add(contact, at: time)
        state = .open(group, after: taps)
      }
    case .active(let index, var group):
      guard time.seconds(since: group.beginning) <= SurfaceGestureDefaults.gathering else { break }
      let failure = SurfaceGestureFailure.fingers(group.fingers.count + 1, needed: group.fingers.count)
      report(index, .cancelled(measure(index, group).value(at: time), failure), of: group, at: time, into: &reports)
      group.add(contact, at: time)
      state = .open(group, after: nil)
    }
  }

  /// Handles what the contacts of the arena did in a frame, all that moved and then those that ended.
  public mutating func handle(_ contacts: [Contact], at time: Instant, into reports: inout [SurfaceGestureReport]) {
    // A finger may be lifted elsewhere than where it was last.
    let moved = contacts.filter { contact in
      contact.phase == .moved || contact.phase == .up && isElsewhere(contact)
    }.filter(\.position.isOnSurface)
    if !moved.isEmpty { move(moved, at: time, into: &reports) }
    for contact in contacts where contact.phase == .up || contact.phase == .cancelled {
      owned.removeAll { $0 == contact.id }
      exclusive.removeAll { $0 == contact.id }
      if contact.phase == .up {
        lifted.append(contact.id)
        lift(contact.id, at: time, into: &reports)
      } else {
        cancel(contact.id, because: .cancelled, at: time, into: &reports)
      }
    }
  }

  /// Ends what the fingers make or are about to make, because one came down on a deck; only gestures from edges and
  /// corners continue.
  public mutating func yieldToDeck(at time: Instant, into reports: inout [SurfaceGestureReport]) {
    switch state {
    case .open(let group, let taps) where !precedesDecks(group):
      fail(group, after: taps, because: .deck, at: time, into: &reports)
    case .active(let index, let group) where !precedesDecks(group):
      report(index, .cancelled(measure(index, group).value(at: time), .deck), of: group, at: time, into: &reports)
      state = .idle
    case .idle, .open, .active, .between: break
    }
  }

  /// Ends what the fingers are about to make; they are ignored to their end.
  public mutating func cancel(at time: Instant, into reports: inout [SurfaceGestureReport]) {
    switch state {
    case .idle: break
    case .open(let group, let taps): fail(group, after: taps, because: .cancelled, at: time, into: &reports)
    case .active(let index, let group):
      report(index, .cancelled(measure(index, group).value(at: time), .cancelled), of: group, at: time, into: &reports)
    case .between(let taps, _): conclude(taps, at: time, into: &reports)
    }
    state = .idle
  }

  /// Replaces the gestures, the size and the scale; where any differs, cancels what the fingers are about to make.
  public mutating func update(
    _ gestures: [SurfaceGesture],
    size: Size,
    pointsPerMillimetre scale: Double,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    guard (gestures, size, scale) != (self.gestures, self.size, self.scale) else { return }
    cancel(at: time, into: &reports)
    (self.gestures, self.size, self.scale) = (gestures, size, scale)
  }

  /// Handles the passing of `deadline`.
  public mutating func deadlineReached(at now: Instant, into reports: inout [SurfaceGestureReport]) {
    switch state {
    case .between(let taps, let until) where until <= now:
      state = .idle
      conclude(taps, at: now, into: &reports)
    case .open(let group, let taps):
      if let (index, time) = hold(of: group), time <= now {
        return perform(index, group, after: taps, at: now, into: &reports)
      }
      // The second touch is too long for a tap, so that the first was one by itself.
      guard let taps, now >= group.beginning.advanced(bySeconds: SurfaceGestureDefaults.tapDuration) else { return }
      state = .open(group, after: nil)
      conclude(taps, at: now, into: &reports)
    case .idle, .active, .between: break
    }
  }

  private func isElsewhere(_ contact: Contact) -> Bool {
    switch state {
    case .open(let group, _), .active(_, let group): group.isMoved(by: contact)
    case .idle, .between: false
    }
  }

  private mutating func move(_ contacts: [Contact], at time: Instant, into reports: inout [SurfaceGestureReport]) {
    switch state {
    case .idle, .between: break
    case .active(let index, var group):
      guard contacts.contains(where: { group.contains($0.id) }) else { break }
      group.move(contacts, jitter: jitter, at: time)
      state = .active(index, group)
      report(index, .changed(measure(index, group).value(at: time)), of: group, at: time, into: &reports)
    case .open(var group, let taps):
      group.move(contacts, jitter: jitter, at: time)
      state = .open(group, after: taps)
      let awaitsMore = time.seconds(since: group.lastDown) < SurfaceGestureDefaults.settling && mayBeOfMore(group)
      if !awaitsMore { begin(group, after: taps, at: time, into: &reports) }
    }
  }

  private mutating func lift(_ id: ContactID, at time: Instant, into reports: inout [SurfaceGestureReport]) {
    if case .open(let group, let taps) = state, group.contains(id) {
      begin(group, after: taps, at: time, into: &reports)
    }
    switch state {
    case .idle, .between: break
    case .active(let index, let group):
      guard group.contains(id) else { break }
      let measure = measure(index, group)
      let value = measure.value(at: time)
      let phase =
        measure.shortfall(at: time).map { SurfaceGestureReport.Phase.cancelled(value, $0) } ?? .performed(value)
      report(index, phase, of: group, at: time, into: &reports)
      state = .idle
    case .open(var group, let taps):
      guard group.contains(id) else { break }
      group.remove(id)
      state = .open(group, after: taps)
      if group.fingers.isEmpty { tap(group, after: taps, at: time, into: &reports) }
    }
  }

  private mutating func cancel(
    _ id: ContactID,
    because failure: SurfaceGestureFailure,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    switch state {
    case .active(let index, let group) where group.contains(id):
      report(index, .cancelled(measure(index, group).value(at: time), failure), of: group, at: time, into: &reports)
      state = .idle
    case .open(let group, let taps) where group.contains(id):
      fail(group, after: taps, because: failure, at: time, into: &reports)
    case .idle, .open, .active, .between: break
    }
  }

  // MARK: - Decisions

  /// Lets the gesture begin that the fingers have done most of, if any has begun.
  private mutating func begin(
    _ group: FingerGroup,
    after taps: Taps?,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    guard group.lifted == 0 else { return }
    var best: (index: Int, done: Double)?
    for index in candidates(group) where gestures[index].fingers == group.fingers.count {
      guard let done = measure(index, group).beginning, done >= 1, done > best?.done ?? 0 else { continue }
      best = (index, done)
    }
    guard let best else { return }
    if let taps { conclude(taps, at: time, into: &reports) }
    fail(group, but: best.index, at: time, into: &reports)
    state = .active(best.index, group)
    report(best.index, .began(measure(best.index, group).value(at: time)), of: group, at: time, into: &reports)
  }

  /// Counts a tap, or fails what the lifted fingers have not done.
  private mutating func tap(
    _ group: FingerGroup,
    after before: Taps?,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    let isTap =
      group.travel <= SurfaceGestureDefaults.tapMovement * scale
      && time.seconds(since: group.beginning) <= SurfaceGestureDefaults.tapDuration
      && before.map { $0.group.downs.count == group.downs.count } ?? true
    guard isTap else { return fail(group, after: before, at: time, into: &reports) }
    let taps = Taps(count: (before?.count ?? 0) + 1, group: group)
    let mayContinue = candidates(group).contains { index in
      guard case .tap(let count) = gestures[index].motion else { return false }
      return count > taps.count && gestures[index].fingers == group.downs.count
    }
    if mayContinue {
      state = .between(taps, until: time.advanced(bySeconds: SurfaceGestureDefaults.tapInterval))
    } else {
      state = .idle
      conclude(taps, at: time, into: &reports)
    }
  }

  /// Performs the gesture of as many taps.
  private mutating func conclude(_ taps: Taps, at time: Instant, into reports: inout [SurfaceGestureReport]) {
    let group = taps.group
    let found = candidates(group).first { index in
      gestures[index].fingers == group.downs.count && gestures[index].motion == .tap(count: taps.count)
    }
    fail(group, but: found, at: time, into: &reports)
    if let found {
      report(found, .performed(measure(found, group).value(at: time)), of: group, at: time, into: &reports)
    }
  }

  /// Performs a gesture that has no beginning of its own.
  private mutating func perform(
    _ index: Int,
    _ group: FingerGroup,
    after taps: Taps?,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    state = .idle
    if let taps { conclude(taps, at: time, into: &reports) }
    fail(group, but: index, at: time, into: &reports)
    report(index, .performed(measure(index, group).value(at: time)), of: group, at: time, into: &reports)
  }

  /// Ends a group that makes no gesture, after performing the taps before it.
  private mutating func fail(
    _ group: FingerGroup,
    after taps: Taps?,
    because reason: SurfaceGestureFailure? = nil,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    state = .idle
    if let taps { conclude(taps, at: time, into: &reports) }
    fail(group, but: nil, because: reason, at: time, into: &reports)
  }

  /// Reports why none of the gestures but one was made.
  private mutating func fail(
    _ group: FingerGroup,
    but winner: Int?,
    because reason: SurfaceGestureFailure? = nil,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    for index in candidates(group) where index != winner {
      let count = group.downs.count
      let lost = winner.map { winner -> SurfaceGestureFailure in
        let needed = gestures[index].fingers
        return needed == count ? .lost(to: gestures[winner].name) : .fingers(count, needed: needed)
      }
      report(
        index,
        .failed(lost ?? reason ?? measure(index, group).failure(at: time)),
        of: group,
        at: time,
        into: &reports
      )
    }
  }

  private mutating func report(
    _ index: Int,
    _ phase: SurfaceGestureReport.Phase,
    of group: FingerGroup,
    at time: Instant,
    into reports: inout [SurfaceGestureReport]
  ) {
    switch phase {
    case .began, .performed: for id in group.contacts where !taken.contains(id) { taken.append(id) }
    case .changed, .cancelled, .failed: break
    }
    let report = SurfaceGestureReport(
      gesture: index,
      phase: phase,
      contact: group.contacts[0],
      location: group.center,
      time: time
    )
    reports.append(report)
  }

  // MARK: - What fingers may make

  /// The gestures in whose zones all fingers came down, ordered by zone, then as in the file.
  private func candidates(_ group: FingerGroup) -> [Int] {
    let found = gestures.indices.filter { index in
      let zone = gestures[index].zone
      return group.downs.allSatisfy { zone.contains($0, size: size, pointsPerMillimetre: scale) }
    }
    return found.sorted { (gestures[$0].zone.rank, $0) < (gestures[$1].zone.rank, $1) }
  }

  /// Whether another finger may make it another gesture; from an edge, only one that begins there as well.
  private func mayBeOfMore(_ group: FingerGroup) -> Bool {
    let isAtEdge = precedesDecks(group)
    return candidates(group).contains { index in
      gestures[index].fingers > group.fingers.count && (!isAtEdge || gestures[index].zone.precedesDecks)
    }
  }

  /// Whether the fingers can make any gesture still, alone or with others.
  private func mayBeMade(_ group: FingerGroup) -> Bool {
    let rests = group.travel <= SurfaceGestureDefaults.tapMovement * scale
    return candidates(group).contains { index in
      let gesture = gestures[index]
      guard gesture.fingers >= group.downs.count else { return false }
      return switch gesture.motion {
      case .tap: rests
      case .hold: rests && group.lifted == 0
      case .swipe, .pinch, .rotate: group.lifted == 0
      }
    }
  }

  private func precedesDecks(_ group: FingerGroup) -> Bool {
    candidates(group).contains { gestures[$0].zone.precedesDecks }
  }

  /// The hold that the fingers make first, and when, if they do not move until then.
  private func hold(of group: FingerGroup) -> (index: Int, time: Instant)? {
    guard group.lifted == 0, group.travel <= SurfaceGestureDefaults.tapMovement * scale else { return nil }
    var shortest: (index: Int, duration: Double)?
    for index in candidates(group) where gestures[index].fingers == group.fingers.count {
      guard case .hold(let duration) = gestures[index].motion, duration < shortest?.duration ?? .infinity else {
        continue
      }
      shortest = (index, duration)
    }
    return shortest.map { ($0.index, group.lastDown.advanced(bySeconds: $0.duration)) }
  }

  /// Whether the fingers lie still, as a thumb on a frame does.
  private func rests(_ group: FingerGroup, at time: Instant) -> Bool {
    group.lifted == 0 && time.seconds(since: group.lastMoved) >= SurfaceGestureDefaults.resting
  }

  /// How far a finger that rests moves, in points.
  private var jitter: Double { SurfaceGestureDefaults.jitter * scale }

  private func measure(_ index: Int, _ group: FingerGroup) -> SurfaceMeasure {
    SurfaceMeasure(gesture: gestures[index], group: group, scale: scale)
  }
}
