/// The surfaces that panels and decks can name while a file is read.
struct SurfaceScope: Sendable {
  private var sections: [SurfaceSection]
  /// Whether a surface could not be read, so that a name that seems unknown may be valid.
  private var isIncomplete: Bool

  /// The surfaces of a file, `nil` for those that could not be read; the built-in ones if there are none.
  init(_ surfaces: [SurfaceSection?]) {
    sections = surfaces.isEmpty ? DaemonConfiguration.builtIn.surfaces : surfaces.compactMap(\.self)
    isIncomplete = surfaces.contains(nil)
  }

  /// The default surface of panels and decks that name none.
  var first: String {
    sections.first?.name ?? "main"
  }

  var names: [String] {
    sections.map(\.name)
  }

  /// The surface with this name.
  func surface(named name: String) -> SurfaceSection? {
    sections.first { $0.name == name }
  }

  /// Whether there is certainly no surface with this name.
  func lacks(_ name: String) -> Bool {
    !isIncomplete && surface(named: name) == nil
  }
}
