package import Gestures

/// Identifies one panel from plugging in to removal; a panel that returns gets a new id.
package struct PanelID: Hashable, Comparable, Sendable {
  package var rawValue: Int

  /// The panel with this number.
  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  // Declared, not synthesized: `PanelRegistry`, in another module, would call a synthesized one through the witness table,
  // for each touch.
  package static func == (left: PanelID, right: PanelID) -> Bool {
    left.rawValue == right.rawValue
  }

  package static func < (left: PanelID, right: PanelID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Something that happened to a panel.
package enum PanelReport: Hashable, Sendable {
  /// The panel was added.
  // Behind a reference, since a touch frame would be as large as a description otherwise.
  indirect case added(PanelInfo)
  /// The panel was removed. A frame before this cancelled its contacts.
  case removed(PanelID)
  case frame(PanelID, TouchFrame)
}

/// A line of libinput's own log: kernel bugs, late events, devices it rejects.
package struct LibinputLogLine: Hashable, Sendable {
  /// The severity of a line.
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
