package import DeckProtocol
package import Evdev

extension HapticKind {
  /// The effect on a motor, and how often it is played in a row.
  ///
  /// Sources of the lengths: feedbackd's default theme (`button-released` 12 ms, `window-close` 25 ms,
  /// `notification-new-generic` 50 ms), and Android's fallback of `EFFECT_DOUBLE_CLICK` (twice 30 ms). The strengths are
  /// deckd's own: light and selection differ from the others in both, since a motor may know only on and off.
  package var rumble: (effect: RumbleEffect, times: Int) {
    switch self {
    case .selection: (RumbleEffect(length: 12, strength: 0.5), 1)
    case .light: (RumbleEffect(length: 25, strength: 0.5), 1)
    case .medium: (RumbleEffect(length: 25, strength: 1), 1)
    case .heavy: (RumbleEffect(length: 50, strength: 1), 1)
    case .success: (RumbleEffect(length: 30, delay: 50, strength: 1), 2)
    }
  }
}
