extension Recording {
  /// The recording of the touch panel among `devices`, read from `file`.
  ///
  /// Of several panels, uses the one with the most reported positions: touchscreens before touchpads, multitouch panels
  /// before others. A log of getevent for a single device does not name it; then the first panel with all the axes of
  /// its events describes it.
  init(_ devices: [RecordedDevice], file: String) throws(RecordingError) {
    guard let place = Self.panel(among: devices) else {
      throw RecordingError(
        file: file,
        line: nil,
        expected: "a touch panel (ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X, ABS_Y and BTN_TOUCH)",
        found: devices.isEmpty ? "no event" : "\(devices.map(\.title).joined(separator: ", ")) without it"
      )
    }
    let panel = devices[place]
    let described = Self.description(of: place, among: devices)
    var description: DeviceDescription?
    if let described { description = try DeviceDescription(devices[described].head) }
    self.init(description: description, events: panel.events)
    let others = devices.indices.filter { $0 != place && !devices[$0].events.isEmpty }.map { devices[$0].title }
    if !others.isEmpty { notes.append("took the touches of \(panel.title), not \(others.joined(separator: ", "))") }
    if let described, described != place, devices.count(where: \.isDescribedPanel) > 1 {
      notes.append("took \(devices[described].title) for the device, as its events do not name it")
    }
    if described == nil { deduced = try DeducedPanel(name: panel.name, events: panel.events) }
  }

  /// The index of the touch panel.
  private static func panel(among devices: [RecordedDevice]) -> Int? {
    let touched = devices.indices.filter { devices[$0].touchiness.positions > 0 }
    return touched.max { devices[$0].touchiness < devices[$1].touchiness }
      ?? devices.firstIndex(where: \.isDescribedPanel)
      // A recording of one device is a panel's, as in evemu's format; libinput would not accept every one.
      ?? (devices.count == 1 && devices[0].isDescribed ? 0 : nil)
  }

  /// The index of the device whose description fits the panel.
  private static func description(of panel: Int, among devices: [RecordedDevice]) -> Int? {
    if devices[panel].isDescribed { return panel }
    guard devices[panel].path == nil else { return nil }
    let axes = Set(devices[panel].events.filter { $0.type == EventType.absolute }.map(\.code))
    return devices.firstIndex { $0.isDescribedPanel && axes.isSubset(of: $0.head.axes.keys) }
  }
}
