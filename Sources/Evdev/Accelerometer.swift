import CLibevdev
package import Gestures
import Glibc
package import Kinetics
import SystemCalls

/// An accelerometer's event node (`INPUT_PROP_ACCELEROMETER`), which libinput ignores.
package final class Accelerometer {
  private static let axes = [ABS_X, ABS_Y, ABS_Z].map { UInt32($0) }

  private let path: String
  private let node: EvdevNode
  /// Units per multiple of the standard gravity, for each axis.
  private let scale: Acceleration
  /// Open as long as anything holds it.
  package let descriptor: OpenDescriptor

  /// Opens the node at `path`, whose three axes have to have a resolution.
  package init(opening path: String) throws(EventNodeError) {
    let descriptor = OpenDescriptor(try EvdevNode.open(path, O_RDONLY))
    let node = try EvdevNode(descriptor.number, path: path)
    let device = node.device
    let resolutions = Self.axes.map { libevdev_get_abs_resolution(device, $0) }
    let isAccelerometer = libevdev_has_property(device, UInt32(INPUT_PROP_ACCELEROMETER)) != 0
    guard isAccelerometer, resolutions.allSatisfy({ $0 > 0 }) else {
      throw .noScale(path: path, name: node.name)
    }
    // The clock of libinput's time stamps.
    let status = libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    guard status == 0 else { throw .cannotOpen(path: path, Errno(-status)) }
    scale = Acceleration(x: Double(resolutions[0]), y: Double(resolutions[1]), z: Double(resolutions[2]))
    self.path = path
    self.node = node
    self.descriptor = descriptor
  }

  /// Reads everything that is there; `handle` takes each sample with its time.
  ///
  /// After a `SYN_DROPPED` libevdev asks the kernel for the true values, which are a sample like others.
  package func read(_ handle: (Acceleration, Instant) -> Void) throws(EventNodeError) {
    var event = input_event()
    var flag = LIBEVDEV_READ_FLAG_NORMAL
    while true {
      let status = libevdev_next_event(node.device, flag.rawValue, &event)
      switch status {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): break
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): flag = LIBEVDEV_READ_FLAG_SYNC
      case -EAGAIN where flag == LIBEVDEV_READ_FLAG_SYNC: flag = LIBEVDEV_READ_FLAG_NORMAL
      case -EAGAIN: return
      case -EINTR: continue
      case -ENODEV: throw .gone(path: path)
      default: throw .cannotRead(path: path, Errno(-status))
      }
      if status >= 0, event.type == UInt16(EV_SYN), event.code == UInt16(SYN_REPORT) {
        handle(current, Instant(microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)))
      }
    }
  }

  private var current: Acceleration {
    func value(_ axis: Int32) -> Double { Double(libevdev_get_event_value(node.device, UInt32(EV_ABS), UInt32(axis))) }
    return Acceleration(x: value(ABS_X) / scale.x, y: value(ABS_Y) / scale.y, z: value(ABS_Z) / scale.z)
  }
}

/// A descriptor that is closed when nothing holds it any more.
package final class OpenDescriptor: Sendable {
  package let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
