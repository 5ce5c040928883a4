/// One device in a `getevent` log: what the log says of it, and its events.
struct GeteventDevice {
  /// Its node, such as `/dev/input/event2`; `nil` in the log of one device, whose events do not name it.
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

  /// The device's own name, else that of its node.
  var name: String { head.name.isEmpty ? path ?? "unnamed panel" : head.name }

  /// How the device is called in a message.
  var title: String {
    let path = path ?? "a device that is not named"
    return head.name.isEmpty ? path : "\(path) (\(head.name))"
  }

  /// How much of a touch panel its events make it: first whether it has multitouch, then how many positions it told.
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
