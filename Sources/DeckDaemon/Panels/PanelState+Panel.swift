import DeckConfiguration
import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import LibinputTouch
import MessageText

extension PanelState {
  /// A panel as clients receive it, on its surface of `size`.
  init(_ panel: PanelRegistry.Panel, size: Size) {
    let info = panel.info
    self.init(
      name: info.description.name,
      id: [info.vendor, info.product].map { padded($0 & 0xFFFF, to: 4, radix: 16) }.joined(separator: ":"),
      node: info.path,
      path: info.location ?? info.path,
      properties: info.properties,
      millimetres: info.description.millimetres.map { .init(width: $0.width, height: $0.height) },
      size: .init(width: size.width, height: size.height),
      surface: panel.surface,
      rotation: panel.rotation.rawValue,
      flip: panel.placement.flip.rawValue,
      calibration: panel.placement.calibration.numbers,
      area: panel.placement.area.map {
        .init(x: $0.origin.x, y: $0.origin.y, width: $0.size.width, height: $0.size.height)
      },
      grabbed: panel.isGrabbed,
      contacts: panel.contacts.count,
      stretch: panel.placement.stretch(of: info.description, on: size).map { ($0 * 100).rounded() / 100 }
    )
  }
}

extension PanelIdentity {
  init(_ info: PanelInfo) {
    self.init(
      name: info.description.name,
      vendor: Int(info.vendor),
      product: Int(info.product),
      path: info.location ?? info.path,
      properties: info.properties
    )
  }
}

extension DaemonConfiguration {
  /// Returns the input that gives a surface the size that it has under a panel, or without one; `requested` is the size
  /// that a client has asked for.
  func resizing(
    _ surface: String,
    under panel: PanelInfo?,
    rotation: PanelRotation,
    requested: Size?
  ) -> EngineInput {
    let mapped = panel.map { (mapping: mapping(for: PanelIdentity($0)), panel: $0.description) }
    let (size, scale) = surfaceSize(
      surface,
      panel: mapped.map { $0.mapping.covering($0.panel) },
      rotation: rotation,
      configured: mapped?.mapping.rotation ?? PanelRotation.none,
      requested: requested
    )
    return .resize(surface: surface, size: size, pointsPerMillimetre: scale)
  }
}
