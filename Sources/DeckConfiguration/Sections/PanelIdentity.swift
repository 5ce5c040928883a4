/// The properties that identify a touch panel.
package struct PanelIdentity: Hashable, Sendable {
  /// The device's name in the kernel.
  package var name: String
  /// USB or bus vendor; `nil` if the device has none.
  package var vendor: Int?
  package var product: Int?
  /// The udev property `ID_PATH`; the device node if udev has none.
  package var path: String
  /// The udev properties.
  package var properties: [String: String]

  /// A panel, of which only the name is required.
  package init(
    name: String,
    vendor: Int? = nil,
    product: Int? = nil,
    path: String = "",
    properties: [String: String] = [:]
  ) {
    self.name = name
    self.vendor = vendor
    self.product = product
    self.path = path
    self.properties = properties
  }
}
