import CLibevdev
import Gestures
import Glibc

/// What a touchscreen's node says of itself, as far as a copy of it needs that (`EVIOCGID`, `EVIOCGABS`).
package struct TouchscreenShape: Equatable, Sendable {
  /// The axis of a touchscreen, in the device's units.
  package struct Axis: Equatable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    /// Units per millimeter; 0 if it is unknown.
    package var resolution: Int32

    package init(minimum: Int32, maximum: Int32, resolution: Int32 = 0) {
      self.minimum = minimum
      self.maximum = maximum
      self.resolution = resolution
    }

    /// The value at a fraction of the axis, as libinput computes the fraction: of `minimum` up to `maximum` + 1.
    func value(at fraction: Double) -> Int32 {
      let span = Double(maximum) - Double(minimum) + 1
      let value = Double(minimum) + (fraction * span).rounded()
      return Int32(min(max(value, Double(minimum)), Double(maximum)))
    }
  }

  package var name: String
  package var bus: Int32 = 0
  package var vendor: Int32 = 0
  package var product: Int32 = 0
  package var version: Int32 = 0
  package var x: Axis
  package var y: Axis
  /// How many contacts it can distinguish.
  package var slots: Int

  package init(name: String, x: Axis, y: Axis, slots: Int) {
    self.name = name
    self.x = x
    self.y = y
    self.slots = slots
  }

  /// What mtdev, which libinput reads panels without slots through, tracks at most (`DIM_FINGER`).
  private static let slotsOfUnslotted = 32

  /// The shape of the touchscreen at `path`.
  package init(ofNodeAt path: String) throws(EvdevError) {
    let descriptor: OpenDescriptor
    let node: EvdevNode
    do throws(EventNodeError) {
      descriptor = OpenDescriptor(try EvdevNode.open(path, O_RDONLY))
      node = try EvdevNode(descriptor.number, path: path)
    } catch {
      throw .cannotExamine(error)
    }
    defer { withExtendedLifetime(descriptor) {} }
    let device = node.device
    try Self.checkAxes(of: device, path: path)
    let (across, down) = ([ABS_MT_POSITION_X, ABS_X], [ABS_MT_POSITION_Y, ABS_Y])
    guard var x = across.lazy.compactMap({ Axis(of: device, UInt32($0)) }).first,
      var y = down.lazy.compactMap({ Axis(of: device, UInt32($0)) }).first
    else { throw .hasNoAxes(path: path) }
    // libinput believes no size where another of the axes has no resolution (`evdev_extract_abs_axes`).
    let axes = (across + down).compactMap { libevdev_get_abs_info(device, UInt32($0))?.pointee }
    if axes.contains(where: { $0.resolution == 0 }) { (x.resolution, y.resolution) = (0, 0) }
    let slots = libevdev_get_num_slots(device)
    self.init(
      name: node.name,
      x: x,
      y: y,
      slots: slots > 0 ? Int(slots) : Self.slotsOfUnslotted
    )
    bus = libevdev_get_id_bustype(device)
    vendor = libevdev_get_id_vendor(device)
    product = libevdev_get_id_product(device)
    version = libevdev_get_id_version(device)
  }

  /// Throws for an axis that libinput refuses a device for, and for a range of the positions that libinput computes
  /// nonsense with.
  private static func checkAxes(of device: OpaquePointer, path: String) throws(EvdevError) {
    let isMultitouch = libevdev_has_event_code(device, UInt32(EV_ABS), UInt32(ABS_MT_POSITION_X)) != 0
    let positions = isMultitouch ? [ABS_MT_POSITION_X, ABS_MT_POSITION_Y] : [ABS_X, ABS_Y]
    for code in 0..<ABS_CNT {
      guard let info = libevdev_get_abs_info(device, UInt32(code))?.pointee else { continue }
      let (range, isPosition) = (AxisRange(info.minimum, info.maximum), positions.contains(code))
      guard range.isRefused(asAxis: UInt16(code)) || isPosition && !range.isPosition else { continue }
      let name = libevdev_event_code_get_name(UInt32(EV_ABS), UInt32(code)).map { String(cString: $0) }
      throw .unusableAxis(path: path, name: name ?? "axis \(code)", range, isPosition: isPosition)
    }
  }
}

extension TouchscreenShape.Axis {
  /// An axis of a device; `nil` if it has none, or one without a range.
  fileprivate init?(of device: OpaquePointer, _ code: UInt32) {
    guard let info = libevdev_get_abs_info(device, code)?.pointee, info.maximum > info.minimum else { return nil }
    self.init(minimum: info.minimum, maximum: info.maximum, resolution: info.resolution)
  }
}
