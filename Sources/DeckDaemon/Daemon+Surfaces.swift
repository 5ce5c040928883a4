import DeckConfiguration
import DeckEngine
import DeckProtocol
import EventLoop
import Gestures
import Kinetics
import LibinputTouch

extension Daemon {
  /// Changes a surface; the engine answers.
  func set(_ change: ClientRequest.SurfaceChange, of surface: String) -> SurfaceCommand {
    if let rotation = change.rotation.flatMap({ PanelRotation(rawValue: $0) }) { turn(surface, to: rotation) }
    return .set(reducedMotion: change.reducedMotion, refresh: change.refresh)
  }

  /// Turns every panel that gives a surface its size, those to come as well.
  private func turn(_ surface: String, to rotation: PanelRotation) {
    rotations[surface] = rotation
    let covering = panels.filter { $0.value.surface == surface }.sorted { $0.value.number < $1.value.number }
    guard covering.contains(where: { $0.value.rotation != rotation }) || covering.isEmpty else { return }
    // Fingers that are down would leap.
    publish(engine.handle(.surface(.letGo, name: surface, ticket: 0), at: Loop.now))
    for (id, _) in covering { panels[id]?.rotation = rotation }
    resize(surface, under: covering.first?.value.info, rotation: rotation)
    for (id, _) in covering { publish(.added, id) }
  }

  /// Gives a surface the size that it has under a panel, or under none.
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
