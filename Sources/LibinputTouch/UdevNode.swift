import CLibinput
import Glibc

/// A device node in udev's database (`struct udev_device`), with one reference held.
struct UdevNode: ~Copyable {
  private let device: OpaquePointer

  /// The node of a libinput device; `nil` when udev has none.
  init?(of libinputDevice: OpaquePointer) {
    guard let device = libinput_device_get_udev_device(libinputDevice) else { return nil }
    self.device = device
  }

  /// The character device at `path`; `nil` if it is not one, or udev does not know it.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    guard let udev = udev_new() else { return nil }
    // The device holds its own reference.
    defer { udev_unref(udev) }
    guard let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), status.st_rdev) else { return nil }
    self.device = device
  }

  deinit {
    udev_device_unref(device)
  }

  /// The node's path under `/dev`.
  var path: String? {
    udev_device_get_devnode(device).map { String(cString: $0) }
  }

  /// All of the node's properties.
  var properties: [String: String] {
    var properties: [String: String] = [:]
    var entry = udev_device_get_properties_list_entry(device)
    while let current = entry {
      if let name = udev_list_entry_get_name(current), let value = udev_list_entry_get_value(current) {
        properties[String(cString: name)] = String(cString: value)
      }
      entry = udev_list_entry_get_next(current)
    }
    return properties
  }

  /// Whether udev classifies the node as a touchscreen, which gives it libinput's touch capability.
  var isTouchscreen: Bool {
    udev_device_get_property_value(device, "ID_INPUT_TOUCHSCREEN").map { String(cString: $0) != "0" } ?? false
  }
}
