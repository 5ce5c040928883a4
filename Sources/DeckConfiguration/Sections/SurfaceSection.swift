package import Gestures
package import Kinetics

/// `[[surfaces]]`: a drawing area that panels map to.
package struct SurfaceSection: Hashable, Sendable {
  package var name: String
  /// In points, after rotation; `nil` to use the panel's.
  package var size: Size?
  /// Frames per second while something moves, 1…1000.
  package var refresh: Double
  /// The surface's size if `size` is `nil`.
  package var sizing: SurfaceSizing
  /// Whether animations are skipped.
  package var reducedMotion: Bool
  /// For how long touches do nothing after one that woke it, in seconds.
  package var wakePause = 0.3
  /// Says whether the screen is dark, when the next touch only wakes it; `nil` if only clients say so.
  package var screen: ScreenFile?

  /// The scale for settings in millimeters if the panel's size is unknown.
  package var pointsPerMillimetre: Double {
    sizing.pointsPerMillimetre
  }

  /// A surface that by default takes its size from the panel and is refreshed 60 times per second.
  package init(
    name: String,
    size: Size? = nil,
    refresh: Double = 60,
    sizing: SurfaceSizing = SurfaceSizing(),
    reducedMotion: Bool = false
  ) {
    self.name = name
    self.size = size
    self.refresh = refresh
    self.sizing = sizing
    self.reducedMotion = reducedMotion
  }

  /// The surface's size, and its points per millimeter, once `panel` covers it.
  ///
  /// `requested` is the size that a client has asked for, for a surface that neither the file nor a panel with a known
  /// and plausible size in millimeters sizes.
  ///
  /// A configured size is for a panel rotated as `configured`; a panel that is rotated by a quarter turn from that
  /// rotates the surface as well.
  package func size(
    under panel: PanelDescription?,
    rotation: PanelRotation,
    configured: PanelRotation? = nil,
    requested: Size? = nil
  ) -> (size: Size, pointsPerMillimetre: Double) {
    if let requested, size == nil, panel?.sensibleMillimetres == nil { return (requested, pointsPerMillimetre) }
    let given = size ?? (panel == nil ? SurfaceSizing.withoutPanel : nil)
    let isTurned = rotation.swapsAxes != (configured ?? rotation).swapsAxes
    let size =
      given.map { isTurned ? Size(width: $0.height, height: $0.width) : $0 }
      ?? panel.map { sizing.surface(for: $0, rotation: rotation) } ?? SurfaceSizing.withoutPanel
    guard let millimetres = panel?.sensibleMillimetres else { return (size, pointsPerMillimetre) }
    return (size, size.width / (rotation.swapsAxes ? millimetres.height : millimetres.width))
  }
}
