import DeckConfiguration
import DeckEngine
import DeckProtocol
import EventLoop
import Gestures
import Kinetics
import LibinputTouch
import Logging

extension Daemon {
  /// Reads and handles all pending reports of libinput.
  func readPanels() {
    do {
      try libinput.dispatch(into: &reports)
    } catch {
      log.critical("\(error)")
      stop(because: "libinput failed", isFailure: true)
    }
    for report in reports { handle(report) }
    reports.removeAll(keepingCapacity: true)
    for refusal in libinput.drainRefusals() { log.error("\(refusal)") }
    for line in libinput.drainLog() {
      log.log(level: line.priority == .error ? .warning : .debug, "libinput: \(line.text)")
    }
  }

  private func handle(_ report: PanelReport) {
    switch report {
    case .added(let info): add(info)
    case .removed(let id): remove(id)
    case .frame(let id, let frame): touch(id, frame)
    }
  }

  private func add(_ info: PanelInfo) {
    let mapping = options.configuration.mapping(for: PanelIdentity(info))
    let (panel, sizesSurface) = panels.add(info, mapping: mapping)
    if sizesSurface { resize(panel.surface, under: info, rotation: panel.rotation) }
    let size = engine.size(ofSurface: panel.surface)
    publish(.added, panel)
    log.notice(
      "panel",
      metadata: [
        "name": "\(info.description.name)", "node": "\(info.path)", "surface": "\(panel.surface)",
        "size": "\(Int(size.width.rounded()))x\(Int(size.height.rounded())) pt",
        "rotation": "\(panel.rotation.rawValue)",
      ]
    )
  }

  private func remove(_ id: PanelID) {
    guard let panel = panels.remove(id) else { return }
    publish(.removed, panel)
    log.notice("panel gone", metadata: ["name": "\(panel.info.description.name)", "node": "\(panel.info.path)"])
  }

  private func touch(_ id: PanelID, _ frame: TouchFrame) {
    guard let surface = panels[id]?.surface,
      let mapped = panels.map(frame, of: id, onto: engine.size(ofSurface: surface), now: Loop.now)
    else { return }
    publish(engine.handle(.touches(mapped, surface: surface), at: mapped.time))
    panels.recycle(mapped)
  }

  /// Maps the panels to the surfaces of `configuration`, and cancels the touches of panels whose mapping changes.
  ///
  /// - Returns: the engine's configuration with the surfaces that the panels size, and the panels whose mapping
  ///   changed.
  func remap(to configuration: DaemonConfiguration) -> (EngineConfiguration, remapped: [PanelID]) {
    let (changed, sizing) = panels.remap { configuration.mapping(for: PanelIdentity($0)) }
    for change in changed {
      let cut = change.contacts.map { Contact(id: $0, phase: .cancelled, position: Point(x: 0, y: 0)) }
      let now = Loop.now
      if !cut.isEmpty {
        publish(engine.handle(.touches(TouchFrame(time: now, contacts: cut), surface: change.surface), at: now))
      }
      guard let panel = panels[change.panel] else { continue }
      log.notice("panel", metadata: ["name": "\(panel.info.description.name)", "surface": "\(panel.surface)"])
    }
    let surfaces = sizing.map { (PanelIdentity($0), $0.description) }
    return (configuration.engineConfiguration(panels: surfaces), changed.map(\.panel))
  }

  /// Sends the connected panels to a new subscriber.
  func sendPanels(to client: Client) {
    for panel in panels.connected {
      let note = PanelNote(.added, time: Loop.now.microseconds, panel: state(of: panel))
      reply(DeckNotification.panel(note).line, to: client)
    }
  }

  /// Publishes that a panel was connected, disconnected or mapped differently.
  func publish(_ change: PanelNote.Change, _ panel: PanelRegistry.Panel) {
    publish { send(.panel(PanelNote(change, time: Loop.now.microseconds, panel: state(of: panel)))) }
  }

  /// A panel as clients receive it.
  func state(of panel: PanelRegistry.Panel) -> PanelState {
    let (info, size) = (panel.info, engine.size(ofSurface: panel.surface))
    return PanelState(
      name: info.description.name,
      id: [info.vendor, info.product].map { padded($0 & 0xFFFF, to: 4, radix: 16) }.joined(separator: ":"),
      node: info.path,
      path: info.location ?? info.path,
      properties: info.properties,
      millimetres: info.description.millimetres.map { .init(width: $0.width, height: $0.height) },
      size: .init(width: size.width, height: size.height),
      surface: panel.surface,
      rotation: panel.rotation.rawValue,
      // libinput opens panels without EVIOCGRAB: other processes receive the touches, too.
      grabbed: false,
      contacts: panel.contacts.count
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
