import CUdev
import Glibc

/// A device in udev's database (`struct udev_device`), with one reference held.
package struct UdevNode: ~Copyable {
  private let device: OpaquePointer

  /// The device of a reference that this value takes over.
  package init(adopting device: OpaquePointer) {
    self.device = device
  }

  /// The character device at `path`; `nil` if it is not one, or udev does not know it.
  package init?(at path: String) {
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

  /// The node's path under `/dev`; `nil` for a device without a node.
  package var path: String? {
    udev_device_get_devnode(device).map { String(cString: $0) }
  }

  /// How the device is connected (`EVIOCGPHYS`); `nil` if the kernel does not say.
  package var physicalPath: String? { inputAttribute("phys") }

  /// All of the node's properties.
  package var properties: [String: String] {
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
  package var isTouchscreen: Bool {
    udev_device_get_property_value(device, "ID_INPUT_TOUCHSCREEN").map { String(cString: $0) != "0" } ?? false
  }

  /// The event node, with what the kernel says about its device; `nil` for another device.
  package var inputNode: InputNode? {
    guard let path, let name = udev_device_get_sysname(device), String(cString: name).hasPrefix("event") else {
      return nil
    }
    return InputNode(
      path: path,
      name: inputAttribute("name") ?? "",
      vendor: inputAttribute("id/vendor").flatMap { Int($0, radix: 16) },
      product: inputAttribute("id/product").flatMap { Int($0, radix: 16) },
      properties: properties,
      hasForceFeedback: inputAttribute("capabilities/ff").map { $0 != "0" } ?? false,
      isAccelerometer: Self.hasProperty(Self.accelerometer, in: inputAttribute("properties") ?? "")
    )
  }

  /// An attribute of the input device, which is the node's parent in sysfs.
  private func inputAttribute(_ name: String) -> String? {
    // The node keeps the reference.
    guard let parent = udev_device_get_parent(device) else { return nil }
    return udev_device_get_sysattr_value(parent, name).map { String(cString: $0) }
  }

  /// `INPUT_PROP_ACCELEROMETER` of the kernel.
  private static let accelerometer = 6

  /// Whether a bit is set in a bitmap of sysfs: long words in hexadecimal, the lowest last.
  private static func hasProperty(_ bit: Int, in bitmap: String) -> Bool {
    bitmap.split(separator: " ").last.flatMap { UInt($0, radix: 16) }.map { $0 >> bit & 1 == 1 } ?? false
  }
}

/// An event node of an input device.
package struct InputNode: Hashable, Sendable {
  /// The node: `/dev/input/event3`.
  package var path: String
  /// The kernel's name of the device.
  package var name: String
  package var vendor: Int?
  package var product: Int?
  /// Every udev property of the node.
  package var properties: [String: String]
  package var hasForceFeedback: Bool
  package var isAccelerometer: Bool

  /// The node at `path`; `nil` if it is none, or udev does not know it.
  package static func node(at path: String) -> InputNode? {
    guard let node = UdevNode(at: path) else { return nil }
    return node.inputNode
  }
}
