import DeckConfiguration
import DeckEngine
import DeckProtocol
import EventLoop
import Gestures
import Kinetics
import LibinputTouch
import Logging

extension Daemon {
  /// A panel that is plugged in, and where its touches go.
  struct Panel {
    var info: PanelInfo
    var surface: String
    var rotation: PanelRotation
    /// Keeps contacts of several panels on one surface apart; no other panel has it now.
    var number: Int
    /// The contacts that are down, by their numbers on the surface.
    var contacts: Set<ContactID> = []
  }

  /// More slots than any panel has (the kernel allows 1024 with `ABS_MT_SLOT`).
  private static let slotsPerPanel = 1 << 16

  /// Takes everything that libinput has.
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
    let rotation = rotations[mapping.surface] ?? mapping.rotation
    // The first panel on a surface gives it its size; the others cover the same surface.
    if !panels.values.contains(where: { $0.surface == mapping.surface }) {
      sizingPanels[mapping.surface] = info
      resize(mapping.surface, under: info, rotation: rotation)
    }
    let size = engine.size(ofSurface: mapping.surface)
    let number = (0...panels.count).first { number in !panels.values.contains { $0.number == number } }
    panels[info.id] = Panel(
      info: info,
      surface: mapping.surface,
      rotation: rotation,
      number: number ?? panels.count
    )
    publish(.added, info.id)
    log.notice(
      "panel",
      metadata: [
        "name": "\(info.description.name)", "node": "\(info.path)", "surface": "\(mapping.surface)",
        "size": "\(Int(size.width.rounded()))x\(Int(size.height.rounded())) pt",
        "rotation": "\(rotation.rawValue)",
      ]
    )
  }

  private func remove(_ id: PanelID) {
    guard var panel = panels[id] else { return }
    panel.contacts = []
    panels[id] = panel
    publish(.removed, id)
    panels[id] = nil
    log.notice("panel gone", metadata: ["name": "\(panel.info.description.name)", "node": "\(panel.info.path)"])
  }

  private func touch(_ id: PanelID, _ frame: TouchFrame) {
    guard let panel = panels[id] else { return }
    let geometry = PanelGeometry(surface: engine.size(ofSurface: panel.surface), rotation: panel.rotation)
    // Out of its place, so that nobody else has its room while it is filled.
    var mapped = TouchFrame(time: frame.time, contacts: [])
    swap(&mapped, &mappedFrame)
    defer { swap(&mapped, &mappedFrame) }
    geometry.map(frame, into: &mapped)
    // A stamp from the future would hold everything after it up to its own moment.
    mapped.time = min(mapped.time, Loop.now)
    for index in mapped.contacts.indices {
      mapped.contacts[index].id.rawValue += panel.number * Self.slotsPerPanel
      let contact = mapped.contacts[index]
      switch contact.phase {
      case .down, .moved, .stationary:
        // Asked first: a change in a dictionary's value takes memory.
        if !panel.contacts.contains(contact.id) { panels[id]?.contacts.insert(contact.id) }
      case .up, .cancelled: panels[id]?.contacts.remove(contact.id)
      }
    }
    publish(engine.handle(.touches(mapped, surface: panel.surface), at: mapped.time))
  }
}

extension Daemon {
  /// Maps the panels to the surfaces that `configuration` gives them; what it makes of the surfaces, and the panels whose
  /// mapping changed.
  ///
  /// Fingers on those are taken away.
  func remap(to configuration: DaemonConfiguration) -> (EngineConfiguration, remapped: [PanelID]) {
    let plugged = panels.sorted { $0.key < $1.key }
    var remapped: [PanelID] = []
    for (id, panel) in plugged {
      let mapping = configuration.mapping(for: PanelIdentity(panel.info))
      guard mapping != PanelMapping(surface: panel.surface, rotation: panel.rotation) else { continue }
      let cut = panel.contacts.map { Contact(id: $0, phase: .cancelled, position: Point(x: 0, y: 0)) }
      let now = Loop.now
      if !cut.isEmpty {
        publish(engine.handle(.touches(TouchFrame(time: now, contacts: cut), surface: panel.surface), at: now))
      }
      panels[id]?.contacts = []
      panels[id]?.surface = mapping.surface
      panels[id]?.rotation = mapping.rotation
      remapped.append(id)
      log.notice("panel", metadata: ["name": "\(panel.info.description.name)", "surface": "\(mapping.surface)"])
    }
    // The panel that a surface has its size from goes first, though it may be gone: it may come back.
    let infos = sizingPanels.sorted { $0.key < $1.key }.map(\.value) + plugged.map(\.value.info)
    for info in infos.reversed() { sizingPanels[configuration.mapping(for: PanelIdentity(info)).surface] = info }
    let surfaces = infos.map { (PanelIdentity($0), $0.description) }
    return (configuration.engineConfiguration(panels: surfaces), remapped)
  }
}

extension Daemon {
  /// The panels that are connected, as clients receive them.
  var panelStates: [PanelState] { panels.keys.sorted().compactMap(state(ofPanel:)) }

  /// Sends the panels that are connected to a client that has just subscribed.
  func sendPanels(to client: Client) {
    for panel in panelStates {
      let note = PanelNote(.added, time: Loop.now.microseconds, panel: panel)
      reply(DeckNotification.panel(note).line, to: client)
    }
  }

  /// Publishes that a panel was connected, disconnected or mapped differently.
  func publish(_ change: PanelNote.Change, _ id: PanelID) {
    guard let panel = state(ofPanel: id) else { return }
    publish { send(.panel(PanelNote(change, time: Loop.now.microseconds, panel: panel))) }
  }

  private func state(ofPanel id: PanelID) -> PanelState? {
    guard let panel = panels[id] else { return nil }
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
      // libinput opens panels without EVIOCGRAB: others receive the touches too.
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
