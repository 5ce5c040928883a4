extension Recording {
  /// The recording of the touch panel in a `getevent` log.
  ///
  /// Of several panels, uses the one with the most reported positions, multitouch panels first. The log of a single
  /// device does not name it; then the first panel with all the axes of its events describes it.
  init(_ reader: GeteventReader) throws(RecordingError) {
    guard let panel = Self.panel(among: reader.devices) else {
      throw RecordingError(
        file: reader.file,
        line: nil,
        expected: "a touch panel (ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X, ABS_Y and BTN_TOUCH)",
        found: reader.devices.isEmpty ? "no event" : "\(reader.devices.map(\.title).joined(separator: ", ")) without it"
      )
    }
    let described = Self.description(of: panel, among: reader.devices)
    var description: DeviceDescription?
    if let described { description = try DeviceDescription(described.head) }
    self.init(description: description, events: panel.events)
    let others = reader.devices.filter { !$0.events.isEmpty && $0.path != panel.path }
    if !others.isEmpty {
      notes.append("took the touches of \(panel.title), not \(others.map(\.title).joined(separator: ", "))")
    }
    if let described, described.path != panel.path, reader.devices.count(where: \.isDescribedPanel) > 1 {
      notes.append("took \(described.title) for the device, as its events do not name it")
    }
    if described == nil { deduced = try DeducedPanel(name: panel.name, events: panel.events) }
  }

  private static func panel(among devices: [GeteventDevice]) -> GeteventDevice? {
    let touched = devices.filter { $0.touchiness.positions > 0 }
    return touched.max { $0.touchiness < $1.touchiness } ?? devices.first(where: \.isDescribedPanel)
  }

  private static func description(of panel: GeteventDevice, among devices: [GeteventDevice]) -> GeteventDevice? {
    if panel.isDescribed { return panel }
    guard panel.path == nil else { return nil }
    let axes = Set(panel.events.filter { $0.type == EventType.absolute }.map(\.code))
    return devices.first { $0.isDescribedPanel && axes.isSubset(of: $0.head.axes.keys) }
  }
}
