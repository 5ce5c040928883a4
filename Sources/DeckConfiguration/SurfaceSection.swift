package import Gestures
package import Kinetics

/// `[[surfaces]]`: a drawing area that panels map to.
package struct SurfaceSection: Hashable, Sendable {
  package var name: String
  /// In points, after rotation; `nil` when the panel tells it.
  package var size: Size?
  /// Frames a second while something moves, 1…1000.
  package var refresh: Double
  /// How large the surface is when `size` is `nil`.
  package var sizing: SurfaceSizing
  /// Whether every animation is at its end at once.
  package var reducedMotion: Bool

  /// The scale for settings in millimetres where the panel's size is not known.
  package var pointsPerMillimetre: Double {
    sizing.pointsPerMillimetre
  }

  /// A surface that takes its size from the panel and is refreshed 60 times a second unless said otherwise.
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

  /// The surface's size, and points to the millimetre, once `panel` covers it.
  ///
  /// A size that does not follow from the panel is that of one which is turned as `configured`; a panel that is turned
  /// on its side against that turns the surface with it.
  package func size(
    under panel: PanelDescription?,
    rotation: PanelRotation,
    configured: PanelRotation? = nil
  ) -> (size: Size, pointsPerMillimetre: Double) {
    let given = size ?? (panel == nil ? SurfaceSizing.withoutPanel : nil)
    let isTurned = rotation.swapsAxes != (configured ?? rotation).swapsAxes
    let size =
      given.map { isTurned ? Size(width: $0.height, height: $0.width) : $0 }
      ?? panel.map { sizing.surface(for: $0, rotation: rotation) } ?? SurfaceSizing.withoutPanel
    guard let millimetres = panel?.sensibleMillimetres else { return (size, pointsPerMillimetre) }
    return (size, size.width / (rotation.swapsAxes ? millimetres.height : millimetres.width))
  }
}
