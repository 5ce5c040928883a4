import CLibinput
import Glibc

/// Receives udev's reports of added device nodes (`udev_monitor`).
///
/// libinput's path backend leaves that to its caller: without it, a given node that was unplugged would not return.
final class NodeMonitor {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// A monitor of input devices.
  init() throws(LibinputError) {
    guard let udev = udev_new() else { throw .cannotReachUdev(errno: errno) }
    guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
      let code = errno
      udev_unref(udev)
      throw .cannotReachUdev(errno: code)
    }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let status = udev_monitor_enable_receiving(monitor)
    guard status >= 0 else {
      udev_monitor_unref(monitor)
      udev_unref(udev)
      throw .cannotReachUdev(errno: -status)
    }
    self.udev = udev
    self.monitor = monitor
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// A descriptor that is readable when udev has reports; owned by the monitor, not to be closed.
  var descriptor: Int32 {
    udev_monitor_get_fd(monitor)
  }

  /// Reads all reports, and returns whether a device was added.
  func drain() -> Bool {
    var came = false
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      if let action = udev_device_get_action(device), String(cString: action) != "remove" { came = true }
    }
    return came
  }
}
