import Evdev
import Gestures
import LibinputTouch

/// The virtual touchscreens that pass on what no deck takes, by their panels.
struct PassthroughRegistry {
  private final class Relay {
    let touchscreen: VirtualTouchscreen
    var contacts = PassedContacts()

    init(_ touchscreen: VirtualTouchscreen) { self.touchscreen = touchscreen }
  }

  private var relays: [PanelID: Relay] = [:]

  /// Creates a panel's virtual touchscreen, or removes it; does nothing where that is so already.
  mutating func set(_ isPassedThrough: Bool, for panel: PanelInfo) throws(EvdevError) {
    guard isPassedThrough != (relays[panel.id] != nil) else { return }
    relays[panel.id] =
      isPassedThrough ? Relay(try VirtualTouchscreen(TouchscreenShape(ofNodeAt: panel.path))) : nil
  }

  /// Removes the virtual touchscreen of a panel that is gone; the kernel cancels its contacts.
  mutating func remove(_ id: PanelID) { relays[id] = nil }

  /// Passes on the contacts of a panel's frame that are not taken when they come down.
  mutating func pass(_ frame: TouchFrame, of id: PanelID, isTaken: (ContactID) -> Bool) throws(EvdevError) {
    guard let relay = relays[id] else { return }
    let changes = relay.contacts.follow(frame, isTaken: isTaken)
    if !changes.isEmpty { try relay.touchscreen.write(changes) }
  }
}
