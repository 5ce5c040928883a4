import DeckProtocol
import Gestures
import Kinetics

/// A surface with the fingers on it that belong to no deck: those that make its own gestures, or only wake it.
final class HostedSurface {
  private(set) var configuration: SurfaceConfiguration
  private var arena: SurfaceArena
  private var sleep = SleepGuard()
  /// The last event that the surface was woken.
  private var woken: (sequence: UInt64, cause: DeckEvent.Waking.Cause)?
  /// The buffer for the reports of the arena.
  private var reports: [SurfaceGestureReport] = []

  /// A surface without fingers, awake.
  init(_ configuration: SurfaceConfiguration) {
    self.configuration = configuration
    let scale = configuration.pointsPerMillimetre
    arena = SurfaceArena(configuration.gestures, size: configuration.size, pointsPerMillimetre: scale)
  }

  /// Returns a surface in the same state.
  func copy() -> HostedSurface {
    let copy = HostedSurface(configuration)
    (copy.arena, copy.sleep, copy.woken) = (arena, sleep, woken)
    return copy
  }

  var name: String { configuration.name }

  /// Whether touches of the surface can be anything but a deck's.
  var isNeeded: Bool { !arena.gestures.isEmpty || sleep.isNeeded }

  /// The surface as clients receive it.
  var entry: Reply.SurfaceEntry {
    let gestures = configuration.gestures.map {
      Reply.SurfaceEntry.Gesture(
        name: $0.name,
        kind: $0.kind,
        fingers: $0.fingers,
        motion: $0.motion.name,
        zone: $0.zone.name
      )
    }
    return .init(surface: configuration.state, isAsleep: sleep.isAsleep, gestures: gestures)
  }

  /// Returns whether touches do nothing yet, since one has woken the surface.
  func isWaking(at now: Instant) -> Bool { sleep.isWaking(at: now, pause: configuration.wakePause) }

  /// Whether a finger makes a gesture.
  var isTouched: Bool { arena.isTouched }

  /// When a gesture is decided, if no contact changes before.
  var deadline: Instant? { arena.deadline }

  /// Returns whether a gesture is decided by `due`.
  func hasDeadline(by due: Instant) -> Bool { arena.deadline.map { $0 <= due } ?? false }

  // MARK: - Changes

  /// Adopts another size, scale or set of gestures: fingers that are down make no gesture any more.
  func update(_ configuration: SurfaceConfiguration, into effects: inout EffectBuffer) {
    let (gestures, scale) = (configuration.gestures, configuration.pointsPerMillimetre)
    // The reports name gestures by their indexes among those of before.
    let before = arena.gestures
    arena.update(gestures, size: configuration.size, pointsPerMillimetre: scale, at: effects.clock, into: &reports)
    publish(of: before, into: &effects)
    self.configuration = configuration
  }

  /// Follows the vertical syncs of a client; with `nil`, only the refresh rate.
  func align(with vsync: Vsync?) { configuration.vsync = vsync }

  /// Cancels what fingers are about to make; they are ignored to their end.
  func cancel(into effects: inout EffectBuffer) {
    arena.cancel(at: effects.clock, into: &reports)
    publish(into: &effects)
  }

  /// Lets the surface sleep: the next finger only wakes it; or wakes it.
  func setAsleep(_ isAsleep: Bool, into effects: inout EffectBuffer) {
    if isAsleep {
      cancel(into: &effects)
      sleep.begin()
    } else if sleep.end() {
      wake(by: .request, into: &effects)
    }
  }

  // MARK: - Touches

  /// Removes the contacts that only wake the surface from a frame.
  ///
  /// - Returns: those that came down in it.
  func filter(_ frame: inout TouchFrame, into effects: inout EffectBuffer) -> [ContactID] {
    guard sleep.isNeeded else { return [] }
    let (taken, wakes) = sleep.filter(&frame, pause: configuration.wakePause)
    if wakes { wake(by: .touch, into: &effects) }
    return taken
  }

  private func wake(by cause: DeckEvent.Waking.Cause, into effects: inout EffectBuffer) {
    effects.publish(.surfaceWoken(.init(surface: name, by: cause)))
    woken = (effects.sequence, cause)
  }

  /// Publishes again that the surface was woken, if a rollback to the event `sequence` took the event back: without it,
  /// nobody lights the screen.
  func resume(after sequence: UInt64, into effects: inout EffectBuffer) {
    if let woken, woken.sequence > sequence { wake(by: woken.cause, into: &effects) }
  }

  /// Returns whether a contact that comes down there makes a gesture, before or after any deck takes it.
  func wants(_ contact: Contact, beforeDecks: Bool) -> Bool { arena.wants(contact.position, first: beforeDecks) }

  /// Returns whether a gesture, or sleep, has a contact that came down in the last frame (`isNew`), or that was
  /// undecided since it did.
  func claim(on contact: ContactID, isNew: Bool) -> ContactClaim {
    sleep.isAsleep ? .taken : arena.claim(on: contact, isNew: isNew)
  }

  /// Returns whether a gesture from an edge or a corner has a contact of a frame to itself.
  func keeps(_ contact: Contact) -> Bool { arena.keeps(contact) }

  /// Handles what a frame reports of the contacts that make gestures.
  func follow(_ contacts: [Contact], at time: Instant, into effects: inout EffectBuffer) {
    arena.beginFrame()
    guard arena.isTouched else { return }
    let changes = contacts.filter { $0.phase != .down && $0.phase != .stationary && arena.owns($0.id) }
    if !changes.isEmpty { arena.handle(changes, at: time, into: &reports) }
    // A down without an up before it ends the contact that had the number.
    for contact in contacts where contact.phase == .down && arena.owns(contact.id) {
      let lost = Contact(id: contact.id, phase: .cancelled, position: contact.position)
      arena.handle([lost], at: time, into: &reports)
    }
    publish(into: &effects)
  }

  /// Takes a contact that came down, and perhaps ended in the same frame.
  func take(_ contact: Contact, in frame: TouchFrame, into effects: inout EffectBuffer) {
    arena.add(contact, at: frame.time, into: &reports)
    if let end = frame.end(of: contact.id) { arena.handle([end], at: frame.time, into: &reports) }
    publish(into: &effects)
  }

  /// Ends what fingers beside a deck are about to make, because one is on the deck.
  func yieldToDeck(at time: Instant, into effects: inout EffectBuffer) {
    guard arena.isTouched else { return }
    arena.yieldToDeck(at: time, into: &reports)
    publish(into: &effects)
  }

  /// Decides the gestures that are due at `due`.
  func advance(to due: Instant, into effects: inout EffectBuffer) {
    guard hasDeadline(by: due) else { return }
    arena.deadlineReached(at: due, into: &reports)
    publish(into: &effects)
  }

  private func publish(into effects: inout EffectBuffer) { publish(of: arena.gestures, into: &effects) }

  private func publish(of gestures: [SurfaceGesture], into effects: inout EffectBuffer) {
    for report in reports { effects.publish(report, of: gestures[report.gesture], on: name) }
    reports.removeAll(keepingCapacity: true)
  }
}

/// Keeps the touch that wakes a surface from doing anything else.
private struct SleepGuard: Sendable {
  private enum State: Equatable {
    case awake(since: Instant?)
    case asleep
  }

  private var state = State.awake(since: nil)
  /// The contacts that are down and do nothing.
  private var swallowed: [ContactID] = []

  /// Whether any contact may be swallowed.
  var isNeeded: Bool { state != .awake(since: nil) || !swallowed.isEmpty }

  var isAsleep: Bool { state == .asleep }

  func isWaking(at now: Instant, pause: Double) -> Bool {
    if case .awake(let since?) = state { now.seconds(since: since) < pause } else { false }
  }

  mutating func begin() { state = .asleep }

  /// Wakes the surface; returns whether it slept.
  mutating func end() -> Bool {
    guard state == .asleep else { return false }
    state = .awake(since: nil)
    return true
  }

  /// Removes the contacts that do nothing from a frame: those that come down while the surface sleeps, and for `pause`
  /// seconds from then on, each to its end.
  ///
  /// - Returns: those that came down, and whether they wake the surface.
  mutating func filter(_ frame: inout TouchFrame, pause: Double) -> (taken: [ContactID], wakes: Bool) {
    var (taken, wakes): ([ContactID], Bool) = ([], false)
    if state != .asleep, !isWaking(at: frame.time, pause: pause) { state = .awake(since: nil) }
    let time = frame.time
    frame.contacts.removeAll { contact in
      switch contact.phase {
      case .down:
        swallowed.removeAll { $0 == contact.id }
        guard state != .awake(since: nil) else { return false }
        if state == .asleep {
          state = .awake(since: time)
          wakes = true
        }
        swallowed.append(contact.id)
        taken.append(contact.id)
        return true
      case .moved, .stationary: return swallowed.contains(contact.id)
      case .up, .cancelled:
        guard let index = swallowed.firstIndex(of: contact.id) else { return false }
        swallowed.remove(at: index)
        return true
      }
    }
    return (taken, wakes)
  }
}
