import CLibevdev
package import Gestures
import Glibc
import SystemCalls

/// A touchscreen of the kernel's uinput, whose touches a program writes.
///
/// The kernel removes it, and lifts its contacts, when it is destroyed or the program ends.
package final class VirtualTouchscreen {
  /// How the physical path of every virtual touchscreen begins, by which `deckd` knows its own, and from which the udev
  /// rules make the name of the node.
  package static let physicalPathPrefix = "deckd-"

  private static let node = "/dev/uinput"

  private let descriptor: Int32
  private let device: OpaquePointer
  private var report: ContactReport

  /// Creates a touchscreen of `shape`, named after it, `NAME passthrough`, with the physical path `deckd-LABEL`.
  package init(_ shape: TouchscreenShape, label: String) throws(EvdevError) {
    guard let description = libevdev_new() else { throw .cannotCreate(Errno(ENOMEM)) }
    defer { libevdev_free(description) }
    Self.describe(shape, in: description)
    descriptor = open(Self.node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotCreate(Errno(errno)) }
    guard deckd_uinput_set_phys(descriptor, Self.physicalPathPrefix + label) == 0 else {
      let code = errno
      close(descriptor)
      throw .cannotCreate(Errno(code))
    }
    var made: OpaquePointer?
    let status = libevdev_uinput_create_from_device(description, descriptor, &made)
    guard status == 0, let made else {
      close(descriptor)
      throw .cannotCreate(Errno(-status))
    }
    device = made
    report = ContactReport(shape)
  }

  deinit {
    libevdev_uinput_destroy(device)
    close(descriptor)
  }

  /// Writes a frame of contacts, in fractions of the touchscreen.
  package func write(_ contacts: some Sequence<Contact>) throws(EvdevError) {
    report.encode(contacts)
    for event in report.events {
      let status = libevdev_uinput_write_event(device, event.type, event.code, event.value)
      guard status == 0 else { throw .cannotWrite(Errno(-status)) }
    }
  }

  private static func describe(_ shape: TouchscreenShape, in device: OpaquePointer) {
    libevdev_set_name(device, "\(shape.name) passthrough")
    libevdev_set_id_bustype(device, shape.bus)
    libevdev_set_id_vendor(device, shape.vendor)
    libevdev_set_id_product(device, shape.product)
    libevdev_set_id_version(device, shape.version)
    libevdev_enable_property(device, UInt32(INPUT_PROP_DIRECT))
    libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
    enable(ABS_X, shape.x, in: device)
    enable(ABS_Y, shape.y, in: device)
    enable(ABS_MT_SLOT, .init(minimum: 0, maximum: Int32(shape.slots - 1)), in: device)
    enable(ABS_MT_TRACKING_ID, .init(minimum: 0, maximum: 0xffff), in: device)
    enable(ABS_MT_TOOL_TYPE, .init(minimum: MT_TOOL_FINGER, maximum: MT_TOOL_PALM), in: device)
    enable(ABS_MT_POSITION_X, shape.x, in: device)
    enable(ABS_MT_POSITION_Y, shape.y, in: device)
  }

  private static func enable(_ code: Int32, _ axis: TouchscreenShape.Axis, in device: OpaquePointer) {
    var info = input_absinfo()
    info.minimum = axis.minimum
    info.maximum = axis.maximum
    info.resolution = axis.resolution
    libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &info)
  }
}
