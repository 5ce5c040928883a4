/// One device in a `getevent` log: its description in the log, and its events.
struct GeteventDevice {
  /// The device node, such as `/dev/input/event2`; `nil` in the log of a single device, whose events do not name it.
  let path: String?
  var head: DeviceHead
  private(set) var events: [EvdevEvent] = []
  private var contactPositions = 0
  private var singlePositions = 0
  private var touches = 0

  init(path: String?, file: String) {
    self.path = path
    head = DeviceHead(file: file)
  }

  /// The device's name, else its node.
  var name: String { head.name.isEmpty ? path ?? "unnamed panel" : head.name }

  /// The device's title in a message.
  var title: String {
    let path = path ?? "a device that is not named"
    return head.name.isEmpty ? path : "\(path) (\(head.name))"
  }

  /// How likely the device is a touch panel: first whether it is multitouch, then how many positions it reported.
  var touchiness: (isMultitouch: Int, positions: Int) {
    contactPositions > 0 ? (1, contactPositions) : (0, touches > 0 ? singlePositions : 0)
  }

  /// Whether the log gives the ranges of its axes.
  var isDescribed: Bool { !head.axes.isEmpty }

  /// Whether the log describes a touch panel.
  var isDescribedPanel: Bool {
    if head.declares(AbsoluteCode.contactX), head.declares(AbsoluteCode.contactY) { return true }
    let hasTouchButton = head.codes[EventType.key]?.contains(KeyCode.touch) == true
    return hasTouchButton && head.declares(AbsoluteCode.x) && head.declares(AbsoluteCode.y)
  }

  mutating func append(_ event: EvdevEvent) {
    events.append(event)
    switch (event.type, event.code) {
    case (EventType.absolute, AbsoluteCode.contactX), (EventType.absolute, AbsoluteCode.contactY):
      contactPositions += 1
    case (EventType.absolute, AbsoluteCode.x), (EventType.absolute, AbsoluteCode.y):
      singlePositions += 1
    case (EventType.key, KeyCode.touch):
      touches += 1
    default:
      break
    }
  }
}
