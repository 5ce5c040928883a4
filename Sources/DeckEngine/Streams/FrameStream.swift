import DeckProtocol
import Kinetics

/// The frames of a deck: when they are due, and the buffers that they reuse.
struct FrameStream: Sendable {
  private var clock = FrameClock()
  /// The cards of the last frame.
  private var cards: [CardFrame] = []
  /// The cards of the frame before it.
  private var before: [CardFrame] = []
  /// The actions of the last frame's accessibility.
  private var actions: [DeckFrame.Accessibility.Action] = []

  /// Restarts the ticks at `now`.
  mutating func restart(at now: Instant) { clock.restart(at: now) }

  /// Returns when the next frame of `deck` is due by itself; `nil` while nothing moves or no client subscribes to
  /// frames.
  ///
  /// A lead that is over is due once more: the last frame still shows it.
  func nextTick(
    of deck: some AnimatedDeck & PresentableDeck,
    on surface: SurfaceConfiguration,
    for effects: EffectBuffer
  ) -> Instant? {
    guard effects.wants(.frames) else { return nil }
    guard deck.isMoving || deck.leadEnd.map({ $0 > clock.last }) ?? false else { return nil }
    return max(clock.next(on: surface), effects.clock)
  }

  /// Publishes the frame that is due at `due`.
  mutating func tick(
    _ deck: some PresentableDeck,
    id: String,
    at due: Instant,
    on surface: SurfaceConfiguration,
    input: Instant?,
    into effects: inout EffectBuffer
  ) {
    clock.tick(at: due, on: surface)
    emit(deck, id: id, at: due, input: input, into: &effects)
  }

  /// Publishes a frame now, from which ticks are counted.
  mutating func redraw(_ deck: some PresentableDeck, id: String, input: Instant?, into effects: inout EffectBuffer) {
    // A touch that was in transit during a tick is shown no earlier than the tick.
    let now = max(effects.clock, clock.last)
    clock.restart(at: now)
    emit(deck, id: id, at: now, input: input, into: &effects)
  }

  private mutating func emit(
    _ deck: some PresentableDeck,
    id: String,
    at now: Instant,
    input: Instant?,
    into effects: inout EffectBuffer
  ) {
    guard effects.wants(.frames) else { return }
    // The last frame may be among the same effects: this one reuses the buffer of the frame before it.
    swap(&cards, &before)
    var picture = deck.picture(at: now, on: &cards)
    let accessibility = deck.accessibility(among: picture.cards, like: actions)
    actions = accessibility?.actions ?? []
    effects.publish(
      DeckFrame(
        deck: id,
        number: clock.count(at: now),
        time: now.microseconds,
        input: input?.microseconds,
        phase: deck.phase,
        current: deck.current,
        count: deck.cardCount,
        cards: picture.cards,
        drag: picture.drag.take(),
        overlay: picture.overlay.take(),
        detail: picture.detail.take(),
        fan: picture.fan.take(),
        accessibility: accessibility
      )
    )
  }
}
