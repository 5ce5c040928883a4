package import Gestures

/// The conditions for a section to apply to a panel; all of them must match.
package struct PanelMatch: Hashable, Sendable {
  package var name: Glob?
  package var vendor: Int?
  package var product: Int?
  package var path: Glob?
  /// udev properties with their exact values.
  package var properties: [String: String]

  /// A match; without conditions it matches every panel.
  package init(
    name: Glob? = nil,
    vendor: Int? = nil,
    product: Int? = nil,
    path: Glob? = nil,
    properties: [String: String] = [:]
  ) {
    self.name = name
    self.vendor = vendor
    self.product = product
    self.path = path
    self.properties = properties
  }

  /// Whether `panel` meets the conditions.
  package func matches(_ panel: PanelIdentity) -> Bool {
    (name?.matches(panel.name) ?? true)
      && (vendor.map { $0 == panel.vendor } ?? true)
      && (product.map { $0 == panel.product } ?? true)
      && (path?.matches(panel.path) ?? true)
      && properties.allSatisfy { panel.properties[$0.key] == $0.value }
  }
}

/// The mapping of a panel to a surface.
package struct PanelMapping: Hashable, Sendable {
  /// The surface's name.
  package var surface: String
  package var rotation: PanelRotation

  /// A panel that covers `surface`, rotated by `rotation`.
  package init(surface: String, rotation: PanelRotation = .none) {
    self.surface = surface
    self.rotation = rotation
  }
}

/// `[[panels]]`: panels and the surface that they cover.
package struct PanelSection: Hashable, Sendable {
  package var match: PanelMatch
  package var surface: String
  package var rotation: PanelRotation

  /// Panels that match `match`, on `surface`.
  package init(match: PanelMatch = PanelMatch(), surface: String, rotation: PanelRotation = .none) {
    self.match = match
    self.surface = surface
    self.rotation = rotation
  }
}
