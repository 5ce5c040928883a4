import CLibinput
import Glibc

/// Hears from udev of device nodes that come (`udev_monitor`).
///
/// libinput's path backend leaves that to its caller: a given node that was unplugged would stay away.
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

  /// Becomes readable when udev has news; the monitor's own, not to be closed.
  var descriptor: Int32 {
    udev_monitor_get_fd(monitor)
  }

  /// Takes the news; whether a device came.
  func drain() -> Bool {
    var came = false
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      if let action = udev_device_get_action(device), String(cString: action) != "remove" { came = true }
    }
    return came
  }
}
