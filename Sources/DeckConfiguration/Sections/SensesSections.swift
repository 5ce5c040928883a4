/// `[haptics]`: the motor that plays the decks' haptic feedback.
package struct HapticsSection: Hashable, OptionalSection {
  package var isEnabled = true
  /// The device to play on; without conditions, each panel's own motor plays for the decks on its surface.
  package var match = PanelMatch()
  /// 0…1 of the full strength.
  package var strength = 1.0

  /// The defaults.
  package init() {}

  /// Whether a device of its own plays for all decks.
  package var hasDevice: Bool { match != PanelMatch() }
}

/// `[shake]`: the accelerometer by which a shake of the device is noticed.
package struct ShakeSection: Hashable, OptionalSection {
  package var isEnabled = false
  package var match = PanelMatch()
  /// The least motion of a swing, in multiples of the standard gravity.
  package var threshold = 1.0
  /// In seconds.
  package var pause = 1.0

  /// The defaults.
  package init() {}
}
