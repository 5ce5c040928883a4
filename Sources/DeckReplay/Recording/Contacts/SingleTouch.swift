import Gestures

/// The one contact of a device without multitouch, as libinput's `src/evdev-fallback.c` reports it.
struct SingleTouch: Sendable {
  private static let id = ContactID(0)

  private var point = DevicePoint()
  private var isTouching = false
  private var isPressed = false
  private var isMoved = false
  private var isReleased = false

  mutating func handle(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteCode.x: point.x = value
    case AbsoluteCode.y: point.y = value
    default: return
    }
    isMoved = true
  }

  /// Handles a `BTN_TOUCH` event; 2 is the kernel's autorepeat.
  mutating func handleTouchButton(_ value: Int32) {
    if value == 2 { return }
    if value == 0 { isReleased = true } else { isPressed = true }
  }

  /// Ends a hardware frame.
  mutating func flush(into assembler: inout TouchFrameAssembler, on square: UnitSquare) {
    if isPressed {
      if !isTouching {
        isTouching = true
        assembler.down(Self.id, at: square.point(point))
      }
    } else if isMoved, isTouching {
      assembler.move(Self.id, to: square.point(point))
    }
    if isReleased, isTouching {
      isTouching = false
      assembler.up(Self.id)
    }
    isPressed = false
    isMoved = false
    isReleased = false
  }
}
