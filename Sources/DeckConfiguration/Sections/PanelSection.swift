/// The conditions for a section to apply to a panel; all of them must match.
package struct PanelMatch: Hashable, Sendable {
  /// A vendor with one of its products.
  package struct ID: Hashable, Sendable {
    package var vendor: Int
    package var product: Int

    /// The numbers in a text such as `0416:038f`: one to four hexadecimal digits each.
    init?(_ text: String) {
      let halves = text.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, halves.allSatisfy({ (1...4).contains($0.utf8.count) && $0.allSatisfy(\.isHexDigit) }),
        let vendor = Int(halves[0], radix: 16), let product = Int(halves[1], radix: 16)
      else { return nil }
      (self.vendor, self.product) = (vendor, product)
    }
  }

  package var name: Glob?
  package var id: ID?
  package var path: Glob?
  /// udev properties with their exact values.
  package var properties: [String: String] = [:]

  /// A match without conditions, which every panel meets.
  package init() {}

  /// Whether `panel` meets the conditions.
  package func matches(_ panel: PanelIdentity) -> Bool {
    (name?.matches(panel.name) ?? true)
      && (id.map { $0.vendor == panel.vendor && $0.product == panel.product } ?? true)
      && (path?.matches(panel.path) ?? true)
      && properties.allSatisfy { panel.properties[$0.key] == $0.value }
  }
}

/// `[[panels]]`: panels and the surface that they cover.
package struct PanelSection: Hashable, Sendable {
  package var match: PanelMatch
  package var mapping: PanelMapping

  /// Panels that match `match`, mapped by `mapping`.
  package init(match: PanelMatch = PanelMatch(), mapping: PanelMapping) {
    self.match = match
    self.mapping = mapping
  }
}
