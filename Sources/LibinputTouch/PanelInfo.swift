import CLibinput
package import Gestures
import Kinetics
import Udev

/// A panel's properties when it was added.
package struct PanelInfo: Hashable, Sendable {
  package var id: PanelID
  /// Name, axes and size; the axes' span is 0 × 0 if it could not be read from the node.
  package var description: PanelDescription
  /// The kernel's name for the node: `event3`.
  package var systemName: String
  /// The node: `/dev/input/event3`.
  package var path: String
  package var vendor: UInt32
  package var product: UInt32
  /// The panel's output according to udev (`WL_OUTPUT`).
  package var outputName: String?
  /// The number of contacts that the panel can distinguish; `nil` if it is unknown.
  package var touchCount: Int?
  /// Every udev property of the node.
  package var properties: [String: String]

  /// A panel as reported when added.
  package init(
    id: PanelID,
    description: PanelDescription,
    systemName: String,
    path: String,
    vendor: UInt32,
    product: UInt32,
    outputName: String? = nil,
    touchCount: Int? = nil,
    properties: [String: String] = [:]
  ) {
    self.id = id
    self.description = description
    self.systemName = systemName
    self.path = path
    self.vendor = vendor
    self.product = product
    self.outputName = outputName
    self.touchCount = touchCount
    self.properties = properties
  }

  /// The product name that the kernel reports.
  package var name: String {
    description.name
  }

  /// The panel's connection path (`ID_PATH`), which is the same after it is plugged in there again.
  package var location: String? {
    properties["ID_PATH"]
  }

  /// The panel's serial number, or its bus's equivalent (`ID_SERIAL`).
  package var serial: String? {
    properties["ID_SERIAL"]
  }
}

extension PanelInfo {
  /// The properties of `device` from libinput and udev; `axes` returns the span of a node's axes.
  init(id: PanelID, device: OpaquePointer, axes: (String) -> Size?) {
    var path = ""
    var properties: [String: String] = [:]
    if let node = UdevNode(of: device) {
      path = node.path ?? ""
      properties = node.properties
    }
    let touches = libinput_device_touch_get_touch_count(device)
    self.init(
      id: id,
      description: PanelDescription(
        name: String(cString: libinput_device_get_name(device)),
        axes: axes(path) ?? Size(width: 0, height: 0),
        millimetres: Self.millimetres(of: device),
        calibration: Self.calibration(of: device)
      ),
      systemName: String(cString: libinput_device_get_sysname(device)),
      path: path,
      vendor: UInt32(libinput_device_get_id_vendor(device)),
      product: UInt32(libinput_device_get_id_product(device)),
      outputName: libinput_device_get_output_name(device).map { String(cString: $0) },
      // 0 is "unknown" and -1 "no touch device" (libinput.h).
      touchCount: touches > 0 ? Int(touches) : nil,
      properties: properties
    )
  }

  /// udev's `LIBINPUT_CALIBRATION_MATRIX` (`libinput_device_config_calibration_get_default_matrix`), whatever is in
  /// force.
  private static func calibration(of device: OpaquePointer) -> CalibrationMatrix {
    var numbers = [Float](repeating: 0, count: 6)
    guard libinput_device_config_calibration_get_default_matrix(device, &numbers) != 0 else { return .identity }
    // By way of the decimal number that udev has: 0.9, not 0.899999976.
    return CalibrationMatrix(numbers.compactMap { Double($0.description) }) ?? .identity
  }

  /// The size (`libinput_device_get_size`); `nil` if the device reports no resolution.
  private static func millimetres(of device: OpaquePointer) -> Size? {
    var width = 0.0
    var height = 0.0
    guard libinput_device_get_size(device, &width, &height) == 0 else { return nil }
    return Size(width: width, height: height)
  }
}
