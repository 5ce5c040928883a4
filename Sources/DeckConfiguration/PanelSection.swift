package import Gestures

/// What a panel must be for a section to hold for it; everything that is given must match.
package struct PanelMatch: Hashable, Sendable {
  package var name: Glob?
  package var vendor: Int?
  package var product: Int?
  package var path: Glob?
  /// udev properties with their exact values.
  package var properties: [String: String]

  /// A match; without any condition it matches every panel.
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

  /// Whether `panel` is such a panel.
  package func matches(_ panel: PanelIdentity) -> Bool {
    (name?.matches(panel.name) ?? true)
      && (vendor.map { $0 == panel.vendor } ?? true)
      && (product.map { $0 == panel.product } ?? true)
      && (path?.matches(panel.path) ?? true)
      && properties.allSatisfy { panel.properties[$0.key] == $0.value }
  }
}

/// How a panel lies on a surface.
package struct PanelMapping: Hashable, Sendable {
  /// The surface's name.
  package var surface: String
  package var rotation: PanelRotation

  /// A panel that covers `surface`, turned by `rotation`.
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

  /// Panels like `match`, on `surface`.
  package init(match: PanelMatch = PanelMatch(), surface: String, rotation: PanelRotation = .none) {
    self.match = match
    self.surface = surface
    self.rotation = rotation
  }
}
