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
      bus: inputAttribute("id/bustype").flatMap { Int($0, radix: 16) },
      physicalPath: physicalPath,
      systemPath: udev_device_get_syspath(device).map { String(cString: $0) } ?? "",
      properties: properties,
      isDirect: Self.hasBit(Self.direct, in: inputAttribute("properties") ?? ""),
      absoluteAxes: Self.bits(in: inputAttribute("capabilities/abs") ?? ""),
      hasForceFeedback: inputAttribute("capabilities/ff").map { $0 != "0" } ?? false,
      isAccelerometer: Self.hasBit(Self.accelerometer, in: inputAttribute("properties") ?? "")
    )
  }

  /// An attribute of the input device, which is the node's parent in sysfs.
  private func inputAttribute(_ name: String) -> String? {
    // The node keeps the reference.
    guard let parent = udev_device_get_parent(device) else { return nil }
    return udev_device_get_sysattr_value(parent, name).map { String(cString: $0) }
  }

  /// `INPUT_PROP_DIRECT` and `INPUT_PROP_ACCELEROMETER` of the kernel.
  private static let (direct, accelerometer) = (1, 6)

  /// Whether a bit is set in a bitmap of sysfs.
  private static func hasBit(_ bit: Int, in bitmap: String) -> Bool { bits(in: bitmap).contains(bit) }

  /// The bits that are set in a bitmap of sysfs: long words in hexadecimal, the lowest last.
  private static func bits(in bitmap: String) -> Set<Int> {
    var bits: Set<Int> = []
    for (index, word) in bitmap.split(separator: " ").reversed().enumerated() {
      guard let word = UInt(word, radix: 16) else { continue }
      for bit in 0..<UInt.bitWidth where word >> bit & 1 == 1 { bits.insert(index * UInt.bitWidth + bit) }
    }
    return bits
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
  /// The kernel's number of the bus, such as 3 for USB.
  package var bus: Int?
  /// How the device is connected (`EVIOCGPHYS`); `nil` if the kernel does not say.
  package var physicalPath: String?
  /// The node's folder in `/sys`.
  package var systemPath: String
  /// Every udev property of the node.
  package var properties: [String: String]
  /// Whether what is touched is where it is displayed, as on a screen (`INPUT_PROP_DIRECT`).
  package var isDirect: Bool
  /// The codes of its axes, such as `ABS_MT_SLOT`.
  package var absoluteAxes: Set<Int>
  package var hasForceFeedback: Bool
  package var isAccelerometer: Bool

  /// A node with what a device has at least; everything else can be set.
  package init(path: String, name: String, properties: [String: String] = [:]) {
    self.init(
      path: path,
      name: name,
      vendor: nil,
      product: nil,
      bus: nil,
      physicalPath: nil,
      systemPath: "",
      properties: properties,
      isDirect: false,
      absoluteAxes: [],
      hasForceFeedback: false,
      isAccelerometer: false
    )
  }

  fileprivate init(
    path: String,
    name: String,
    vendor: Int?,
    product: Int?,
    bus: Int?,
    physicalPath: String?,
    systemPath: String,
    properties: [String: String],
    isDirect: Bool,
    absoluteAxes: Set<Int>,
    hasForceFeedback: Bool,
    isAccelerometer: Bool
  ) {
    (self.path, self.name, self.systemPath) = (path, name, systemPath)
    (self.vendor, self.product, self.bus, self.physicalPath) = (vendor, product, bus, physicalPath)
    (self.properties, self.isDirect, self.absoluteAxes) = (properties, isDirect, absoluteAxes)
    (self.hasForceFeedback, self.isAccelerometer) = (hasForceFeedback, isAccelerometer)
  }

  /// The event nodes of the kernel, also those that udev has not finished with, by number.
  package static func all() throws(UdevError) -> [InputNode] {
    guard let udev = udev_new() else { throw UdevError(errno: errno) }
    defer { udev_unref(udev) }
    return found(by: udev, onlyFinished: false).sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
  }

  /// The event nodes of the kernel, all of them or only those that udev has finished with.
  static func found(by udev: OpaquePointer, onlyFinished: Bool) -> [InputNode] {
    guard let enumeration = udev_enumerate_new(udev) else { return [] }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, "input")
    if onlyFinished { udev_enumerate_add_match_is_initialized(enumeration) }
    udev_enumerate_scan_devices(enumeration)
    var nodes: [InputNode] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry {
      entry = udev_list_entry_get_next(current)
      guard let path = udev_list_entry_get_name(current), let device = udev_device_new_from_syspath(udev, path) else {
        continue
      }
      if let node = UdevNode(adopting: device).inputNode { nodes.append(node) }
    }
    return nodes
  }

  /// The node at `path`; `nil` if it is none, or udev does not know it.
  package static func node(at path: String) -> InputNode? {
    guard let node = UdevNode(at: path) else { return nil }
    return node.inputNode
  }
}
