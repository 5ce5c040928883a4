/// What tells one touch panel from another.
package struct PanelIdentity: Hashable, Sendable {
  /// The device's name, as the kernel gives it.
  package var name: String
  /// USB or bus vendor; `nil` when the device has none.
  package var vendor: Int?
  package var product: Int?
  /// The udev property `ID_PATH`; the device node where udev tells none.
  package var path: String
  /// The udev properties.
  package var properties: [String: String]

  /// A panel, of which nothing but the name needs to be known.
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
