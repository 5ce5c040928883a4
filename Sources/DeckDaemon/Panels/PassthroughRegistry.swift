import Evdev
import Gestures
import Kinetics
import LibinputTouch

/// The virtual touchscreens that pass on what no deck and no gesture takes, by their panels.
struct PassthroughRegistry {
  private final class Relay {
    let touchscreen: VirtualTouchscreen
    let surface: String
    var contacts = PassedContacts()

    init(_ touchscreen: VirtualTouchscreen, surface: String) {
      (self.touchscreen, self.surface) = (touchscreen, surface)
    }
  }

  private var relays: [PanelID: Relay] = [:]

  /// Creates a panel's virtual touchscreen, named after its surface, or removes it where `surface` is `nil`; does
  /// nothing where that is so already.
  mutating func set(_ surface: String?, for panel: PanelInfo) throws(EvdevError) {
    guard surface != relays[panel.id]?.surface else { return }
    // The kernel keeps an old node's name until it is gone.
    relays[panel.id] = nil
    guard let surface else { return }
    let touchscreen = try VirtualTouchscreen(TouchscreenShape(ofNodeAt: panel.path), label: surface)
    relays[panel.id] = Relay(touchscreen, surface: surface)
  }

  /// Removes the virtual touchscreen of a panel that is gone; the kernel cancels its contacts.
  mutating func remove(_ id: PanelID) { relays[id] = nil }

  /// The panels with a contact that a gesture may take.
  var undecided: [PanelID] {
    // Asked at each wakeup, mostly without any.
    relays.isEmpty ? [] : relays.filter { $0.value.contacts.isUndecided }.keys.sorted()
  }

  /// When `pass` must be called for the undecided panels, if no frame comes before.
  var deadline: Instant? { relays.values.reduce(nil) { .earlier($0, $1.contacts.deadline) } }

  /// Passes on what a panel's frame reports, or without one what was held back, as `PassedContacts` says.
  mutating func pass(
    _ frame: TouchFrame?,
    of id: PanelID,
    at now: Instant,
    claim: PassedContacts.Claim
  ) throws(EvdevError) {
    guard let relay = relays[id] else { return }
    let changes = relay.contacts.follow(frame, at: now, claim: claim)
    if !changes.isEmpty { try relay.touchscreen.write(changes) }
  }
}
