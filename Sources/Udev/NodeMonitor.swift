import CUdev
import Glibc

/// Receives udev's reports of input devices (`udev_monitor`), and finds those that are there.
package final class NodeMonitor {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// A monitor of input devices.
  package init() throws(UdevError) {
    guard let udev = udev_new() else { throw UdevError(errno: errno) }
    guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
      let code = errno
      udev_unref(udev)
      throw UdevError(errno: code)
    }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let status = udev_monitor_enable_receiving(monitor)
    guard status >= 0 else {
      udev_monitor_unref(monitor)
      udev_unref(udev)
      throw UdevError(errno: -status)
    }
    self.udev = udev
    self.monitor = monitor
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  /// A descriptor that is readable when udev has reports; owned by the monitor, not to be closed.
  package var descriptor: Int32 {
    udev_monitor_get_fd(monitor)
  }

  /// Reads all reports: the paths of the nodes that were removed, added or changed.
  package func drain() -> (removed: Set<String>, present: Set<String>) {
    var (removed, present) = (Set<String>(), Set<String>())
    while let device = udev_monitor_receive_device(monitor) {
      let action = udev_device_get_action(device).map { String(cString: $0) }
      let node = UdevNode(adopting: device)
      guard let path = node.path else { continue }
      if action == "remove" {
        removed.insert(path)
        present.remove(path)
      } else {
        present.insert(path)
      }
    }
    return (removed, present)
  }

  /// The event nodes that are there now and that udev has finished with.
  package var nodes: [InputNode] {
    // Before udev has set a node's permissions it cannot be opened; its report follows.
    InputNode.found(by: udev, onlyFinished: true)
  }
}
