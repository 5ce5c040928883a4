package import DeckEngine
package import Gestures
package import Kinetics

/// What a configuration file says, or the built-in one: surfaces, the panels on them, decks, and the daemon itself.
package struct DaemonConfiguration: Equatable, Sendable {
  /// At least one; the names differ.
  package var surfaces: [SurfaceSection]
  /// The first that matches a panel holds for it; each names a surface that there is.
  package var panels: [PanelSection]
  /// The ids differ; each names a surface that there is.
  package var decks: [DeckDefinition]
  /// The files that decks have their cards from, by the decks' ids.
  package var cardFiles: [String: CardFile] = [:]
  package var socket = SocketSection()
  package var access = AccessSection()
  package var limits = LimitsSection()
  package var journal = JournalSection()
  /// The file that it was read from; `nil` for the built-in one.
  package var file: String?

  /// What holds without a file: the deck `main` with ten cards on the surface `main`, which any panel covers.
  package static let builtIn = DaemonConfiguration(
    surfaces: [SurfaceSection(name: "main")],
    panels: [],
    decks: [.builtIn()]
  )

  init(surfaces: [SurfaceSection], panels: [PanelSection], decks: [DeckDefinition]) {
    self.surfaces = surfaces
    self.panels = panels
    self.decks = decks
  }

  /// The configuration that a TOML text describes; what it leaves out is as in the built-in one.
  ///
  /// `file` is named in errors, and files that the text names are looked for beside it. Throws everything that is wrong
  /// with the text, not only the first.
  package init(toml text: String, file: String) throws(ConfigurationError) {
    let root: TOMLNode
    var reader: ConfigurationReader
    do {
      let read = try TOMLReader.read(text)
      root = read.root
      reader = ConfigurationReader(findings: read.findings, folder: CardFile.folder(of: file))
    } catch {
      throw ConfigurationError(file: file, problems: [error])
    }
    self = reader.configuration(root)
    guard reader.findings.isEmpty else { throw ConfigurationError(file: file, findings: reader.findings) }
  }

  /// The surface that a panel covers, and how it is turned.
  package func mapping(for identity: PanelIdentity) -> PanelMapping {
    if let section = panels.first(where: { $0.match.matches(identity) }) {
      return PanelMapping(surface: section.surface, rotation: section.rotation)
    }
    return otherPanels
  }

  /// How panels lie that no section matches.
  var otherPanels: PanelMapping {
    PanelMapping(surface: surfaces.first?.name ?? "main")
  }

  /// Size in points, and points to the millimetre, of a surface once `panel` covers it.
  ///
  /// With a panel of a known and sensible size the scale is the surface's width in points divided by the panel's
  /// in millimetres, after rotation; otherwise it is the configured one. A surface that is not configured is one
  /// without a size. A given size is that of a panel turned as `configured`; turned otherwise, it turns as well.
  package func surfaceSize(
    _ name: String,
    panel: PanelDescription?,
    rotation: PanelRotation,
    configured: PanelRotation? = nil
  ) -> (size: Size, pointsPerMillimetre: Double) {
    let section = surfaces.first { $0.name == name } ?? SurfaceSection(name: name)
    return section.size(under: panel, rotation: rotation, configured: configured ?? rotation)
  }

  /// What an engine starts from while `panels` are plugged in; of several on one surface the first gives its size.
  package func engineConfiguration(panels: [(PanelIdentity, PanelDescription)]) -> EngineConfiguration {
    let mapped = panels.map { identity, panel in (mapping: mapping(for: identity), panel: panel) }
    return EngineConfiguration(
      surfaces: surfaces.map { section in
        let cover = mapped.first { $0.mapping.surface == section.name }
        let (size, scale) = section.size(under: cover?.panel, rotation: cover?.mapping.rotation ?? .none)
        return SurfaceConfiguration(
          name: section.name,
          size: size,
          refresh: section.refresh,
          pointsPerMillimetre: scale,
          reducedMotion: section.reducedMotion
        )
      },
      decks: decks
    )
  }
}
