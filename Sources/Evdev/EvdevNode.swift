import CLibevdev
import Glibc
import SystemCalls

/// A device node as libevdev knows it (`struct libevdev`); its owner closes the descriptor after it.
struct EvdevNode: ~Copyable {
  let device: OpaquePointer

  /// The device of an open node (`libevdev_new_from_fd`).
  init(_ descriptor: Int32, path: String) throws(EventNodeError) {
    var device: OpaquePointer?
    let status = libevdev_new_from_fd(descriptor, &device)
    guard status == 0, let device else { throw .cannotOpen(path: path, Errno(-status)) }
    self.device = device
  }

  deinit {
    libevdev_free(device)
  }

  /// The kernel's name of the device.
  var name: String { libevdev_get_name(device).map { String(cString: $0) } ?? "" }

  /// Whether the device has a code of an event type.
  func has(_ type: Int32, _ code: Int32) -> Bool {
    libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0
  }

  /// Opens a node without waiting; returns its descriptor.
  static func open(_ path: String, _ access: Int32) throws(EventNodeError) -> Int32 {
    do throws(Errno) {
      return try SystemCall.retrying { Glibc.open(path, access | O_NONBLOCK | O_CLOEXEC) }
    } catch {
      // EPERM comes from a sandbox: systemd's DeviceAllow=.
      let isRefused = error.code == EACCES || error.code == EPERM
      throw isRefused ? .notPermitted(path: path, error) : .cannotOpen(path: path, error)
    }
  }
}
