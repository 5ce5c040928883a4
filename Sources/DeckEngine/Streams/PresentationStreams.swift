import DeckProtocol
import Kinetics

/// What clients draw of a deck: its frames, its motions and the cards to have ready, as last published.
struct PresentationStreams: Sendable {
  private var frames = FrameStream()
  private var differ = MotionDiffer()
  private var prefetch = Prefetch()

  /// The streams of a deck of another kind, whose frames continue.
  var remade: PresentationStreams {
    var remade = PresentationStreams()
    remade.frames = frames
    return remade
  }

  /// Prepares for topics that clients begin to subscribe to at `now`.
  mutating func prepare(
    for topics: Set<Topic>,
    of deck: some PresentableDeck & CommandableDeck,
    from now: Instant,
    clock: Instant
  ) {
    if topics.contains(.frames) { frames.restart(at: now) }
    if topics.contains(.motions) { _ = differ.update(to: deck.scene(from: now), deck: deck.definition.id, at: now) }
    if topics.contains(.prefetch) { _ = prefetch.turn(to: deck, at: clock) }
  }

  // MARK: Frames

  /// Restarts the ticks at `now`.
  mutating func restartFrames(at now: Instant) { frames.restart(at: now) }

  /// Publishes a frame now, from which ticks are counted.
  mutating func redraw(_ deck: some PresentableDeck, id: String, input: Instant?, into effects: inout EffectBuffer) {
    frames.redraw(deck, id: id, input: input, into: &effects)
  }

  // MARK: Time

  /// Returns when something of `deck` has to be published that no input or deadline causes; `nil` while nothing has.
  func nextDeadline(
    of deck: some AnimatedDeck & PresentableDeck,
    on surface: SurfaceConfiguration,
    for effects: EffectBuffer
  ) -> Instant? {
    earlier(frames.nextTick(of: deck, on: surface, for: effects), nextSceneChange(for: effects))
  }

  /// Publishes what is due at `due`, and the animations if the deck `hasChanged`.
  mutating func advance(
    _ deck: some PresentableDeck & AnimatedDeck,
    id: String,
    to due: Instant,
    hasChanged: Bool,
    on surface: SurfaceConfiguration,
    input: Instant?,
    into effects: inout EffectBuffer
  ) {
    if hasChanged || nextSceneChange(for: effects).map({ $0 <= due }) ?? false {
      publishMotions(of: deck, at: due, into: &effects)
    }
    if let tick = frames.nextTick(of: deck, on: surface, for: effects), tick <= due {
      frames.tick(deck, id: id, at: due, on: surface, input: input, into: &effects)
    }
  }

  /// Returns when an element appears without a change of any animation; `nil` if none does, or if no client subscribes
  /// to motions.
  private func nextSceneChange(for effects: EffectBuffer) -> Instant? {
    effects.wants(.motions) ? differ.end : nil
  }

  // MARK: Motions

  /// Returns the animations of every visible element at `now`; empty while no client subscribes to motions.
  func motions(of deck: String, at now: Instant) -> [DeckMotion] { differ.motions(deck: deck, at: now) }

  /// Publishes the animations that changed since motions were last published.
  mutating func publishMotions(of deck: some PresentableDeck, at now: Instant, into effects: inout EffectBuffer) {
    guard effects.wants(.motions) else { return }
    for motion in differ.update(to: deck.scene(from: now), deck: deck.definition.id, at: now) {
      effects.notify(.motion(motion))
    }
  }

  // MARK: Cards to have ready

  /// Returns the cards that front ends should have ready.
  func prefetchNote(of deck: some PresentableDeck) -> PrefetchNote { prefetch.note(of: deck) }

  /// Publishes the cards to have ready, if they changed, now that a client has the contents of the `loaded` ones.
  mutating func publishPrefetch(
    of deck: some PresentableDeck & CommandableDeck,
    loaded: CheckedCommand.Loaded? = nil,
    into effects: inout EffectBuffer
  ) {
    guard effects.wants(.prefetch) else {
      // For later subscribers.
      if let loaded { prefetch.record(loaded.content) }
      return
    }
    guard let evicted = prefetch.turn(to: deck, loaded: loaded, at: effects.clock) else { return }
    effects.notify(.prefetch(prefetch.note(of: deck, evict: evicted)))
  }
}
