/// One device of a recording that may have several: its description, and its events.
struct RecordedDevice {
  /// The device node, such as `/dev/input/event2`; `nil` in a recording of a single device that does not name it.
  var path: String?
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

  /// How likely the device is a touch panel: whether it is no touchpad, whether it is multitouch, and how many positions
  /// it reported.
  var touchiness: (isPanel: Int, isMultitouch: Int, positions: Int) {
    let isPanel = isTouchpad ? 0 : 1
    return contactPositions > 0 ? (isPanel, 1, contactPositions) : (isPanel, 0, touches > 0 ? singlePositions : 0)
  }

  private var isTouchpad: Bool {
    head.codes[EventType.key]?.contains(KeyCode.toolFinger) == true && !head.properties.contains(DeviceProperty.direct)
  }

  /// Whether the recording has the ranges of its axes.
  var isDescribed: Bool { !head.axes.isEmpty }

  /// Whether the recording describes a touch panel.
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
