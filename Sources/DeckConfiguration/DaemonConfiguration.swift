package import DeckEngine
package import Gestures
package import Kinetics

/// The content of a configuration file, or the built-in one: surfaces, their panels, decks, and the daemon itself.
package struct DaemonConfiguration: Equatable, Sendable {
  /// At least one, with unique names.
  package var surfaces: [SurfaceSection]
  /// The first section that matches a panel applies to it; each names an existing surface.
  package var panels: [PanelSection]
  /// With unique ids; each names an existing surface.
  package var decks: [DeckDefinition]
  package var gestures: [GestureSection] = []
  /// The files that define decks' cards, by the decks' ids.
  package var cardFiles: [String: CardFile] = [:]
  package var haptics = HapticsSection()
  package var shake = ShakeSection()
  package var latency = LatencySection()
  package var socket = SocketSection()
  package var access = AccessSection()
  package var limits = LimitsSection()
  package var journal = JournalSection()
  /// The file that it was read from; `nil` for the built-in one.
  package var file: String?

  /// The configuration without a file: the deck `main` with ten cards on the surface `main`, which any panel covers.
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

  /// The configuration in a TOML text, with the built-in defaults for anything it omits.
  ///
  /// `file` is named in errors, and relative paths in the text refer to its folder. Throws all problems of the text,
  /// not only the first.
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

  /// Restores the values of a running daemon that change only with a restart; returns the keys that differ.
  package mutating func keepUntilRestart(_ running: DaemonConfiguration) -> [String] {
    SectionTable.file.flatMap { $0.keep(running, &self) }
  }

  /// The surface that a panel covers, and how the panel lies on it.
  package func mapping(for identity: PanelIdentity) -> PanelMapping {
    panels.first { $0.match.matches(identity) }?.mapping ?? otherPanels
  }

  /// The mapping of panels that no section matches.
  var otherPanels: PanelMapping {
    PanelMapping(surface: surfaces.first?.name ?? "main")
  }

  /// The size of a surface in points, and its points per millimeter, once `panel` covers it.
  ///
  /// With a panel of a known and plausible size, the scale is the surface's width in points divided by the panel's
  /// in millimeters, after rotation; otherwise it is the configured one. An unconfigured surface is treated as one
  /// without a size. A configured size is for a panel rotated as `configured`; with another rotation, it rotates too.
  /// The size that a client has `requested` is for a surface that nothing else sizes.
  package func surfaceSize(
    _ name: String,
    panel: PanelDescription?,
    rotation: PanelRotation,
    configured: PanelRotation? = nil,
    requested: Size? = nil
  ) -> (size: Size, pointsPerMillimetre: Double) {
    let section = surfaces.first { $0.name == name } ?? SurfaceSection(name: name)
    return section.size(under: panel, rotation: rotation, configured: configured ?? rotation, requested: requested)
  }

  /// The engine's initial configuration with `panels`; of several on one surface the first determines its size.
  ///
  /// `requested` has the sizes that clients have asked for, by the surfaces' names.
  package func engineConfiguration(
    panels: [(PanelIdentity, PanelDescription)],
    requested: [String: Size] = [:]
  ) -> EngineConfiguration {
    let mapped = panels.map { identity, panel in (mapping: mapping(for: identity), panel: panel) }
    return EngineConfiguration(
      surfaces: surfaces.map { section in
        let cover = mapped.first { $0.mapping.surface == section.name }
        let (size, scale) = section.size(
          under: cover.map { $0.mapping.covering($0.panel) },
          rotation: cover?.mapping.rotation ?? .none,
          requested: requested[section.name]
        )
        var surface = SurfaceConfiguration(
          name: section.name,
          size: size,
          refresh: section.refresh,
          pointsPerMillimetre: scale,
          reducedMotion: section.reducedMotion
        )
        surface.gestures = gestures.filter { $0.surface == section.name }.map(\.gesture)
        surface.wakePause = section.wakePause
        return surface
      },
      decks: decks
    )
  }

  /// Shares the cards of the decks whose cards are equal to those of `other`.
  package mutating func shareCards(of other: DaemonConfiguration) {
    for index in decks.indices {
      let same = other.decks.first { $0.id == decks[index].id && $0.cards == decks[index].cards }
      if let same { decks[index].cards = same.cards }
    }
  }
}
