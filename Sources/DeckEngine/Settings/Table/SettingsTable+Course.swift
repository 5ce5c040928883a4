extension SettingsTable {
  /// Returns whether a change of a setting lays the deck's cards out again, or changes a gesture under way.
  ///
  /// The deck then cancels its touches, as when its surface gets another size. The other settings are read when a
  /// gesture, a release or a motion begins, and change nothing that is under way. A setting counts as laying out unless
  /// it is known not to.
  package static func laysOut(_ name: String) -> Bool {
    // A drag under way is drawn according to the directions allowed so far.
    if name == "commit.allowed" { return true }
    let group = String(name.prefix { $0 != "." })
    return !laterGroups.contains(group) && !later.contains(name)
  }

  private static let laterGroups: Set = [
    "appear", "autoscroll", "bounce", "commit", "decision", "delegate", "fly", "insert", "press", "promote", "pushOut",
    "release", "snap", "stamp", "tap", "undo", "wash",
  ]

  private static let later: Set = [
    "touch.edgeMargin", "touch.maximumContacts", "drag.distance", "scroll.distance", "scroll.along",
    "scroll.deceleration", "scroll.spring", "reorder.shiftSpring", "reorder.dropSpring", "reorder.sideStep",
    "reorder.sideDistance", "fan.spring", "open.spring", "open.duration", "open.delay", "open.curve", "dismiss.byDrag",
    "dismiss.scroll",
    "dismiss.distance", "dismiss.ratio", "dismiss.least", "dismiss.spring", "detail.distance",
    "detail.snap",
  ]
}
