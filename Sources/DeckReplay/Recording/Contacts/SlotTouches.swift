import Gestures
import Kinetics

/// The contacts of a device with slots, as libinput's `src/evdev-fallback.c` reports them.
struct SlotTouches: Sendable {
  /// The maximum number of contacts on a seat: libinput tracks them in a 32-bit mask.
  private static let contactLimit = 32

  private enum Stage: Sendable {
    case none, began, updating, ended
  }

  private enum Palm: Sendable {
    case no
    /// Reported in this frame; the contact is cancelled at the frame's end.
    case new
    case yes
    /// The device no longer reports a palm, but the contact stays one until a new contact begins.
    case was
  }

  private struct Slot: Sendable {
    var stage = Stage.none
    var palm = Palm.no
    var isDirty = false
    /// Whether its contact was reported and has not ended.
    var isTouching = false
    var point = DevicePoint()
    /// The hysteresis' filtered position.
    var center = DevicePoint()

    mutating func note(tool: Int32) {
      switch (palm, tool) {
      case (.no, ToolType.palm): palm = .new
      case (.yes, let tool) where tool != ToolType.palm: palm = .was
      default: break
      }
    }

    mutating func advance() {
      switch stage {
      case .began: stage = .updating
      case .ended: stage = .none
      case .none, .updating: break
      }
    }
  }

  private let hysteresis: Hysteresis?
  private var slots: [Slot]
  private var selected = 0
  private var touchingCount = 0
  /// The contacts of the last frame that libinput ignores because of a palm before them.
  private(set) var ignored: [Contact] = []

  /// Slots without contacts; a device without fuzz has no hysteresis.
  init(slotCount: Int, hysteresis: Hysteresis?) {
    self.hysteresis = hysteresis
    slots = Array(repeating: Slot(), count: slotCount)
  }

  /// Handles an absolute event; `knownTool` is the slot's tool type before it.
  mutating func handle(_ code: UInt16, _ value: Int32, knownTool: Int32) {
    switch code {
    case AbsoluteCode.slot:
      selected = slots.indices.contains(Int(value)) ? Int(value) : slots.count - 1
      return
    case AbsoluteCode.trackingID:
      if value >= 0 {
        slots[selected].stage = .began
        slots[selected].palm = knownTool == ToolType.palm ? .was : .no
      } else {
        slots[selected].stage = .ended
      }
    case AbsoluteCode.contactX:
      slots[selected].point.x = value
    case AbsoluteCode.contactY:
      slots[selected].point.y = value
    case AbsoluteCode.toolType:
      slots[selected].note(tool: value)
    default:
      return
    }
    slots[selected].isDirty = true
  }

  /// Ends a hardware frame.
  mutating func flush(into assembler: inout TouchFrameAssembler, on square: UnitSquare) {
    ignored.clear()
    for index in slots.indices where slots[index].isDirty {
      slots[index].isDirty = false
      let id = ContactID(index)
      switch (slots[index].palm, slots[index].stage) {
      case (.new, .began):
        slots[index].palm = .yes
      case (.new, _):
        slots[index].palm = .yes
        if end(index) { assembler.cancel(id) }
      case (.no, .began):
        if begin(index) { assembler.down(id, at: square.point(slots[index].point)) }
      case (.no, .updating):
        // For a motion that passes the hysteresis, libinput reports the device's point, not the filtered one.
        let point = slots[index].point
        if move(index) { assembler.move(id, to: square.point(point)) }
      case (.no, .ended):
        if end(index) { assembler.up(id) }
      case (.was, .began): ignored.append(Contact(id: id, phase: .down, position: square.point(slots[index].point)))
      case (.no, .none), (.yes, _), (.was, _): break
      }
      slots[index].advance()
    }
  }

  private mutating func begin(_ index: Int) -> Bool {
    guard !slots[index].isTouching, touchingCount < Self.contactLimit else { return false }
    slots[index].isTouching = true
    slots[index].center = slots[index].point
    touchingCount += 1
    return true
  }

  private mutating func move(_ index: Int) -> Bool {
    guard slots[index].isTouching else { return false }
    guard let hysteresis else { return true }
    let point = hysteresis.point(slots[index].point, around: slots[index].center)
    slots[index].point = point
    guard point != slots[index].center else { return false }
    slots[index].center = point
    return true
  }

  private mutating func end(_ index: Int) -> Bool {
    guard slots[index].isTouching else { return false }
    slots[index].isTouching = false
    touchingCount -= 1
    return true
  }
}
