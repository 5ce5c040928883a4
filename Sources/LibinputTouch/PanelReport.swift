package import Gestures

/// Names one panel from being plugged in to being taken away; a panel that comes back has a new one.
package struct PanelID: Hashable, Comparable, Sendable {
  package var rawValue: Int

  /// The panel with this number.
  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  package static func < (left: PanelID, right: PanelID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Something that happened to a panel.
package enum PanelReport: Hashable, Sendable {
  case added(PanelInfo)
  /// The panel is gone. Its contacts were cancelled in a frame before this.
  case removed(PanelID)
  case frame(PanelID, TouchFrame)
}

/// A line of libinput's own log: kernel bugs, late events, devices it does not take.
package struct LibinputLogLine: Hashable, Sendable {
  /// How much a line matters.
  package enum Priority: Hashable, Sendable {
    case debug
    case info
    case error
  }

  package var priority: Priority
  package var text: String

  /// A line without its newline.
  package init(priority: Priority, text: String) {
    self.priority = priority
    self.text = text
  }
}
