package import DeckConfiguration
import DeckEngine
import DeckProtocol
import Evdev
package import Gestures
import Kinetics
package import LibinputTouch
import Logging
import MessageText

extension EngineHost {
  /// Adds a panel that was connected.
  package func add(_ info: PanelInfo, under configuration: DaemonConfiguration, isGrabbed: Bool = false) {
    let mapping = configuration.mapping(for: PanelIdentity(info))
    let (panel, sizesSurface) = panels.add(info, mapping: mapping, isGrabbed: isGrabbed)
    if sizesSurface { resize(panel.surface, under: info, rotation: panel.rotation, configuration) }
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
    warnOfMapping(of: panel)
  }

  /// Warns of an area that the panel does not have, and of a surface of another shape than the panel.
  private func warnOfMapping(of panel: PanelRegistry.Panel) {
    let description = panel.info.description
    let metadata: Logger.Metadata = ["name": "\(description.name)", "node": "\(panel.info.path)"]
    if let problem = panel.mapping.areaProblem(with: description) { log.warning("\(problem)", metadata: metadata) }
    let size = engine.size(ofSurface: panel.surface)
    guard let stretch = panel.placement.stretch(of: description, on: size) else { return }
    func text(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
    log.warning(
      """
      the surface has another shape than what the panel covers it with: pictures and touches are stretched \
      \(text(stretch)) times; set width and height of the surface to that shape, or leave them out
      """,
      metadata: metadata.merging(
        ["surface": "\(panel.surface)", "size": "\(text(size.width))x\(text(size.height)) pt"]
      ) { $1 }
    )
  }

  /// Removes a panel that was disconnected.
  package func remove(_ id: PanelID) {
    endCalibration(of: id)
    passthrough.remove(id)
    guard let panel = panels.remove(id) else { return }
    publish(.removed, panel)
    log.notice("panel gone", metadata: ["name": "\(panel.info.description.name)", "node": "\(panel.info.path)"])
  }

  /// Handles a panel's frame on the surface that the panel covers.
  package func touch(_ id: PanelID, _ frame: TouchFrame) {
    if calibration != nil, calibrate(with: frame, of: id) { return pass(frame, of: id) { _ in true } }
    guard let (mapped, surface) = panels.map(frame, of: id, now: clock(), onto: { engine.surfaces.size(of: $0) })
    else { return }
    if !mapped.contacts.isEmpty { handle(.touches(mapped, surface: surface), at: mapped.time) }
    pass(frame, of: id) { contact in
      // Outside of the panel's active area, the contact is not in the mapped frame.
      guard let contact = panels[id]?.onSurface(contact) else { return false }
      return mapped.contacts.contains { $0.id == contact } && engine.contactsOnDecks.contains(contact)
    }
    panels.recycle(mapped)
  }

  /// Gives other programs the contacts of a frame that are not taken when they come down, where the panel's mapping says
  /// so.
  private func pass(_ frame: TouchFrame, of id: PanelID, isTaken: (ContactID) -> Bool) {
    do throws(EvdevError) {
      try passthrough.pass(frame, of: id, isTaken: isTaken)
    } catch {
      log.error("\(error)")
    }
  }

  /// Records whether other programs receive a panel's touches, and publishes a change.
  func setGrabbed(_ id: PanelID, _ isGrabbed: Bool) {
    if let panel = panels.setGrabbed(id, isGrabbed) { publish(.added, panel) }
  }

  /// Creates and removes virtual touchscreens as the mappings of the panels say.
  func applyPassthrough() {
    for panel in panels.connected {
      do throws(EvdevError) {
        try passthrough.set(panel.mapping.isPassedThrough, for: panel.info)
      } catch {
        log.error("\(error)", metadata: ["panel": "\(panel.info.description.name)", "node": "\(panel.info.path)"])
      }
    }
  }

  /// Replaces the configuration: of the panels, whose touches are cancelled where the mapping changes, then of the
  /// engine.
  package func reconfigure(_ configuration: DaemonConfiguration) {
    // Deadlines that are already due are handled under the old configuration.
    handle(.deadline)
    // The file overrides again what clients have set on the surfaces.
    panels.forgetRotations()
    let (changed, sizing) = panels.remap { configuration.mapping(for: PanelIdentity($0)) }
    for change in changed {
      endCalibration(of: change.panel)
      cancel(change.contacts, on: change.surface)
      guard let panel = panels[change.panel] else { continue }
      log.notice("panel", metadata: ["name": "\(panel.info.description.name)", "surface": "\(panel.surface)"])
    }
    let sized = sizing.map { (PanelIdentity($0), $0.description) }
    reconfigure(configuration.engineConfiguration(panels: sized, requested: panels.requestedSizes))
    for change in changed {
      guard let panel = panels[change.panel] else { continue }
      publish(.added, panel)
      // With the size that the surface has now.
      warnOfMapping(of: panel)
    }
  }

  /// Cancels the contacts on a panel.
  func cancelTouches(on id: PanelID) {
    guard let surface = panels[id]?.surface else { return }
    cancel(panels.takeContacts(of: id), on: surface)
  }

  private func cancel(_ contacts: [ContactID], on surface: String) {
    guard !contacts.isEmpty else { return }
    let cut = contacts.sorted().map { Contact(id: $0, phase: .cancelled, position: Point(x: 0, y: 0)) }
    let now = clock()
    handle(.touches(TouchFrame(time: now, contacts: cut), surface: surface), at: now)
  }

  /// Rotates every panel on a surface, present and future ones.
  func rotate(_ surface: String, to rotation: PanelRotation, under configuration: DaemonConfiguration) {
    guard let covering = panels.rotate(surface, to: rotation) else { return }
    for panel in covering { endCalibration(of: panel.info.id) }
    // Active touches would jump.
    handle(.surface(.cancelTouches, name: surface, ticket: 0))
    resize(surface, under: covering.first?.info, rotation: rotation, configuration)
    for panel in covering { publish(.added, panel) }
  }

  private func resize(
    _ surface: String,
    under panel: PanelInfo?,
    rotation: PanelRotation,
    _ configuration: DaemonConfiguration
  ) {
    let requested = panels.requestedSizes[surface]
    handle(configuration.resizing(surface, under: panel, rotation: rotation, requested: requested))
  }

  /// Throws why a client cannot size a surface: something else does.
  func checkSizing(of surface: String, under configuration: DaemonConfiguration) throws(ProtocolError) {
    func refusal(_ source: String, _ expected: String) -> ProtocolError {
      let message = "surface \(truncatedQuote(surface)) has its size from \(source)"
      return ProtocolError(.refused, message, field: "params.w", expected: expected)
    }
    if configuration.surfaces.contains(where: { $0.name == surface && $0.size != nil }) {
      throw refusal("the configuration file", "a surface without width and height in the file")
    }
    let mapping = { configuration.mapping(for: PanelIdentity($0)) }
    guard let panel = panels.sizingPanel(of: surface, mapping) else { return }
    guard mapping(panel).covering(panel.description).sensibleMillimetres != nil else { return }
    throw refusal("panel \(truncatedQuote(panel.description.name))", "a surface without a panel of a known size")
  }

  /// Gives a surface that nothing else sizes the size that a client asks for.
  func resize(_ surface: String, to size: Size, under configuration: DaemonConfiguration) {
    panels.request(size, for: surface)
    guard engine.size(ofSurface: surface) != size else { return }
    let covering = panels.connected.filter { $0.surface == surface }.sorted { $0.number < $1.number }
    for panel in covering { endCalibration(of: panel.info.id) }
    // Active touches would jump.
    handle(.surface(.cancelTouches, name: surface, ticket: 0))
    resize(surface, under: covering.first?.info, rotation: covering.first?.rotation ?? .none, configuration)
    for panel in covering { publish(.added, panel) }
  }

  /// The connected panels as clients receive them.
  var panelStates: [PanelState] {
    panels.connected.map { PanelState($0, size: engine.size(ofSurface: $0.surface)) }
  }

  /// Sends the connected panels to a new subscriber.
  func sendPanels(to client: Client) {
    for state in panelStates {
      let note = PanelNote(.added, time: clock().microseconds, panel: state)
      clients.send(DeckNotification.panel(note).line, to: client)
    }
    if let calibrationNote { clients.send(DeckNotification.calibration(calibrationNote).line, to: client) }
  }

  /// Publishes that a panel was connected, disconnected or mapped differently.
  private func publish(_ change: PanelNote.Change, _ panel: PanelRegistry.Panel) {
    let state = PanelState(panel, size: engine.size(ofSurface: panel.surface))
    publish(.panel(PanelNote(change, time: clock().microseconds, panel: state)))
  }
}
