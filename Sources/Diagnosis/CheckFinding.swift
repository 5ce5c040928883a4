/// Something that is wrong with how deckd is set up, and the command that fixes it.
package struct CheckFinding: Hashable, Sendable {
  /// How much it matters.
  package enum Weight: String, Sendable {
    /// Something does not work, or not as it was meant.
    case problem
    /// It works, and may have been meant otherwise.
    case note
  }

  /// What is wrong, as a name for scripts.
  package enum Kind: String, CaseIterable, Sendable {
    case configurationBroken = "configuration-broken"
    case configurationUnreadable = "configuration-unreadable"
    case configurationWarning = "configuration-warning"
    case stateNotWritable = "state-not-writable"
    case stateSetAside = "state-set-aside"
    case diskFull = "disk-full"
    case serviceMasked = "service-masked"
    case serviceFailed = "service-failed"
    case daemonMissing = "daemon-missing"
    case daemonStopped = "daemon-stopped"
    case daemonSilent = "daemon-silent"
    case daemonOutdated = "daemon-outdated"
    case socketStale = "socket-stale"
    case socketRefused = "socket-refused"
    case socketWrong = "socket-wrong"
    case udevMissing = "udev-missing"
    case udevRuleMissing = "udev-rule-missing"
    case uinputMissing = "uinput-missing"
    case noTouchscreen = "no-touchscreen"
    case panelNotPermitted = "panel-not-permitted"
    case panelNotRecognized = "panel-not-recognized"
    case panelIgnored = "panel-ignored"
    case panelOnOtherSeat = "panel-on-other-seat"
    case panelBroken = "panel-broken"
    case panelNotRead = "panel-not-read"
    case panelSize = "panel-size"
    case panelCalibration = "panel-calibration"
    case panelArea = "panel-area"
    case panelStretch = "panel-stretch"
    case fingerStuck = "finger-stuck"
    case sectionUnmatched = "section-unmatched"
    case surfaceShared = "surface-shared"
  }

  package var kind: Kind
  package var weight: Weight
  /// One sentence without its period.
  package var text: String
  /// One line for a shell.
  package var command: String

  /// A finding with the command that fixes it.
  package init(_ kind: Kind, _ text: String, weight: Weight = .problem, command: String) {
    (self.kind, self.weight, self.text, self.command) = (kind, weight, text, command)
  }
}
