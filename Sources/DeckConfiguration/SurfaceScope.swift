/// The surfaces that panels and decks can name while a file is read.
struct SurfaceScope: Sendable {
  private var sections: [SurfaceSection]
  /// Whether a surface could not be read, so that one which seems not to be there may well be.
  private var isIncomplete: Bool

  /// The surfaces of a file, `nil` for those that could not be read; the built-in ones when there are none.
  init(_ surfaces: [SurfaceSection?]) {
    sections = surfaces.isEmpty ? DaemonConfiguration.builtIn.surfaces : surfaces.compactMap(\.self)
    isIncomplete = surfaces.contains(nil)
  }

  /// The surface of those who name none.
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

  /// Whether there cannot be a surface with this name.
  func lacks(_ name: String) -> Bool {
    !isIncomplete && surface(named: name) == nil
  }
}
