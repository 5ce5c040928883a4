import DeckConfiguration
import DeckEngine
import DeckProtocol
import EventLoop
import Gestures
import Kinetics
import LibinputTouch

extension Daemon {
  /// Rotates a surface if `change` says so, and returns the command for its other settings; the engine replies.
  func set(_ change: ClientRequest.SurfaceChange, of surface: String) -> SurfaceCommand {
    if let rotation = change.rotation.flatMap({ PanelRotation(rawValue: $0) }) { turn(surface, to: rotation) }
    return .set(reducedMotion: change.reducedMotion, refresh: change.refresh)
  }

  /// Rotates every panel on a surface, present and future ones.
  private func turn(_ surface: String, to rotation: PanelRotation) {
    guard let covering = panels.rotate(surface, to: rotation) else { return }
    // Active touches would jump.
    publish(engine.handle(.surface(.cancelTouches, name: surface, ticket: 0), at: Loop.now))
    resize(surface, under: covering.first?.info, rotation: rotation)
    for panel in covering { publish(.added, panel) }
  }

  /// Sets a surface to the size that it has under a panel, or without one.
  func resize(_ surface: String, under panel: PanelInfo?, rotation: PanelRotation) {
    let configuration = options.configuration
    let (size, scale) = configuration.surfaceSize(
      surface,
      panel: panel?.description,
      rotation: rotation,
      configured: panel.map { configuration.mapping(for: PanelIdentity($0)).rotation } ?? PanelRotation.none
    )
    publish(engine.handle(.resize(surface: surface, size: size, pointsPerMillimetre: scale), at: Loop.now))
  }
}
