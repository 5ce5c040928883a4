package import DeckConfiguration
import DeckEngine
import DeckProtocol
import Evdev
package import Gestures
package import Kinetics
package import LibinputTouch
import Logging
import MessageText

/// The panels of the engine's surfaces: maps their touches, passes some on to other programs, and calibrates.
package final class PanelHost {
  /// The calibration that is in progress, and the client that wants it.
  private struct ActiveCalibration {
    let panel: PanelID
    let client: ObjectIdentifier
    var session: CalibrationSession
  }

  private unowned let host: EngineHost
  package private(set) var registry = PanelRegistry()
  private var passthrough = PassthroughRegistry()
  private var screens = ScreenWatch()
  private var calibration: ActiveCalibration?

  init(_ host: EngineHost) {
    self.host = host
  }

  // MARK: - Panels

  /// Adds a panel that was connected.
  package func add(_ info: PanelInfo, under configuration: DaemonConfiguration, isGrabbed: Bool = false) {
    let mapping = configuration.mapping(for: PanelIdentity(info))
    let (panel, sizesSurface) = registry.add(info, mapping: mapping, isGrabbed: isGrabbed)
    if sizesSurface { resize(panel.surface, under: info, rotation: panel.rotation, configuration) }
    let size = host.engine.size(ofSurface: panel.surface)
    publish(.added, panel)
    host.log.notice(
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
    if let problem = panel.mapping.areaProblem(with: description) { host.log.warning("\(problem)", metadata: metadata) }
    let size = host.engine.size(ofSurface: panel.surface)
    guard let stretch = panel.placement.stretch(of: description, on: size) else { return }
    func text(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
    host.log.warning(
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
    guard let panel = registry.remove(id) else { return }
    publish(.removed, panel)
    host.log.notice("panel gone", metadata: ["name": "\(panel.info.description.name)", "node": "\(panel.info.path)"])
  }

  /// Handles a panel's frame on the surface that the panel covers.
  package func touch(_ id: PanelID, _ frame: TouchFrame) {
    let now = host.clock()
    if calibration != nil, calibrate(with: frame, of: id) { return pass(frame, of: id, at: now) { _, _ in .taken } }
    guard let (mapped, surface) = registry.map(frame, of: id, now: now, onto: { host.engine.size(ofSurface: $0) })
    else { return }
    if !mapped.contacts.isEmpty { touch(mapped, on: surface, at: mapped.time) }
    pass(frame, of: id, at: now) { contact, isNew in
      guard let onSurface = registry[id]?.onSurface(contact) else { return .free }
      // Outside of the panel's active area, the contact is not in the mapped frame.
      if isNew, !mapped.contacts.contains(where: { $0.id == onSurface }) { return .free }
      return host.engine.claim(on: onSurface, ofSurface: surface, isNew: isNew)
    }
    registry.recycle(mapped)
  }

  /// Handles touches of a panel or a client; a finger that comes down on a dark screen finds the surface asleep.
  package func touch(_ frame: TouchFrame, on surface: String, at now: Instant) {
    if !screens.isEmpty, frame.contacts.contains(where: { $0.phase == .down }), !host.engine.isWaking(surface, at: now),
      screens.isDark(surface, log: host.log)
    {
      host.handle(.surface(.set(reducedMotion: nil, refresh: nil, asleep: true), name: surface, ticket: 0), at: now)
    }
    host.handle(.touches(frame, surface: surface), at: now)
  }

  /// Reads from now on, when a finger comes down, whether the screens of these surfaces are dark.
  package func watchScreens(of surfaces: [SurfaceSection]) { screens.adopt(surfaces, log: host.log) }

  /// When `passDue()` must be called, if no touch comes before.
  var deadline: Instant? { passthrough.deadline }

  /// Gives other programs the contacts that were held back for long enough, and takes those back that a gesture has
  /// taken meanwhile.
  func passDue() {
    for id in passthrough.undecided {
      guard let panel = registry[id] else { continue }
      let isCalibrated = calibration?.panel == id
      pass(nil, of: id, at: host.clock()) { contact, isNew in
        isCalibrated
          ? .taken
          : host.engine.claim(on: panel.onSurface(contact), ofSurface: panel.surface, isNew: isNew)
      }
    }
  }

  /// Gives other programs what is theirs of a frame, and of what was held back, where the panel's mapping says so.
  private func pass(
    _ frame: TouchFrame?,
    of id: PanelID,
    at now: Instant,
    claim: PassedContacts.Claim
  ) {
    do throws(EvdevError) {
      try passthrough.pass(frame, of: id, at: now, claim: claim)
    } catch {
      host.log.error("\(error)")
    }
  }

  /// Records whether other programs receive a panel's touches, and publishes a change.
  func setGrabbed(_ id: PanelID, _ isGrabbed: Bool) {
    if let panel = registry.setGrabbed(id, isGrabbed) { publish(.added, panel) }
  }

  /// Creates and removes virtual touchscreens as the mappings of the panels say.
  func applyPassthrough() {
    for panel in registry.connected {
      do throws(EvdevError) {
        try passthrough.set(panel.mapping.isPassedThrough ? panel.surface : nil, for: panel.info)
      } catch {
        host.log.error("\(error)", metadata: ["panel": "\(panel.info.description.name)", "node": "\(panel.info.path)"])
      }
    }
  }

  /// Replaces the configuration: of the panels, whose touches are canceled where the mapping changes, then of the
  /// engine.
  package func reconfigure(_ configuration: DaemonConfiguration) {
    // Deadlines that are already due are handled under the old configuration.
    host.handle(.deadline)
    watchScreens(of: configuration.surfaces)
    // The file overrides again what clients have set on the surfaces.
    registry.forgetRotations()
    let (changed, sizing) = registry.remap { configuration.mapping(for: PanelIdentity($0)) }
    for change in changed {
      endCalibration(of: change.panel)
      cancel(change.contacts, on: change.surface)
      guard let panel = registry[change.panel] else { continue }
      host.log.notice("panel", metadata: ["name": "\(panel.info.description.name)", "surface": "\(panel.surface)"])
    }
    let sized = sizing.map { (PanelIdentity($0), $0.description) }
    host.reconfigure(configuration.engineConfiguration(panels: sized, requested: registry.requestedSizes))
    for change in changed {
      guard let panel = registry[change.panel] else { continue }
      publish(.added, panel)
      // With the size that the surface has now.
      warnOfMapping(of: panel)
    }
  }

  /// Cancels the contacts on a panel.
  func cancelTouches(on id: PanelID) {
    guard let surface = registry[id]?.surface else { return }
    cancel(registry.takeContacts(of: id), on: surface)
  }

  private func cancel(_ contacts: [ContactID], on surface: String) {
    guard !contacts.isEmpty else { return }
    let cut = contacts.sorted().map { Contact(id: $0, phase: .cancelled, position: Point(x: 0, y: 0)) }
    let now = host.clock()
    host.handle(.touches(TouchFrame(time: now, contacts: cut), surface: surface), at: now)
  }

  /// Rotates every panel on a surface, present and future ones.
  func rotate(_ surface: String, to rotation: PanelRotation, under configuration: DaemonConfiguration) {
    guard let covering = registry.rotate(surface, to: rotation) else { return }
    for panel in covering { endCalibration(of: panel.info.id) }
    // Active touches would jump.
    host.handle(.surface(.cancelTouches, name: surface, ticket: 0))
    resize(surface, under: covering.first?.info, rotation: rotation, configuration)
    for panel in covering { publish(.added, panel) }
  }

  private func resize(
    _ surface: String,
    under panel: PanelInfo?,
    rotation: PanelRotation,
    _ configuration: DaemonConfiguration
  ) {
    let requested = registry.requestedSizes[surface]
    host.handle(configuration.resizing(surface, under: panel, rotation: rotation, requested: requested))
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
    guard let panel = registry.sizingPanel(of: surface, mapping) else { return }
    guard mapping(panel).covering(panel.description).sensibleMillimetres != nil else { return }
    throw refusal("panel \(truncatedQuote(panel.description.name))", "a surface without a panel of a known size")
  }

  /// Gives a surface that nothing else sizes the size that a client asks for.
  func resize(_ surface: String, to size: Size, under configuration: DaemonConfiguration) {
    registry.request(size, for: surface)
    guard host.engine.size(ofSurface: surface) != size else { return }
    let covering = registry.connected.filter { $0.surface == surface }.sorted { $0.number < $1.number }
    for panel in covering { endCalibration(of: panel.info.id) }
    // Active touches would jump.
    host.handle(.surface(.cancelTouches, name: surface, ticket: 0))
    resize(surface, under: covering.first?.info, rotation: covering.first?.rotation ?? .none, configuration)
    for panel in covering { publish(.added, panel) }
  }

  /// The connected panels as clients receive them.
  var states: [PanelState] {
    registry.connected.map { PanelState($0, size: host.engine.size(ofSurface: $0.surface)) }
  }

  /// Sends the connected panels to a new subscriber.
  func sendState(to client: Client) {
    for state in states {
      let note = PanelNote(.added, time: host.clock().microseconds, panel: state)
      host.clients.send(DeckNotification.panel(note).line, to: client)
    }
    if let calibrationNote { host.clients.send(DeckNotification.calibration(calibrationNote).line, to: client) }
  }

  /// Publishes that a panel was connected, disconnected or mapped differently.
  private func publish(_ change: PanelNote.Change, _ panel: PanelRegistry.Panel) {
    let state = PanelState(panel, size: host.engine.size(ofSurface: panel.surface))
    host.publish(.panel(PanelNote(change, time: host.clock().microseconds, panel: state)))
  }

  // MARK: - Calibration

  /// Starts the calibration of a panel for a client, whose touches on the panel no deck receives until it ends.
  ///
  /// `panel` is the node or the name of one, and may be `nil` if there is only one.
  func calibrate(_ panel: String?, crosses: [Point]?, for client: Client) throws(ProtocolError) {
    let panel = try connectedPanel(panel)
    let id = ObjectIdentifier(client)
    if let calibration {
      guard calibration.client == id else {
        throw ProtocolError(
          .refused,
          "another client calibrates a panel",
          field: "method",
          expected: "to be repeated when that has ended"
        )
      }
      endCalibration(of: calibration.panel)
    }
    cancelTouches(on: panel.info.id)
    let size = host.engine.size(ofSurface: panel.surface)
    let session = CalibrationSession(panel.placement, on: size, crosses: crosses ?? CalibrationSession.usualCrosses)
    calibration = ActiveCalibration(panel: panel.info.id, client: id, session: session)
    publishCalibration(of: panel, .cross(0, residual: nil))
  }

  /// Ends the calibration that a client started, if there is one.
  func endCalibration(for client: Client) {
    guard let calibration, calibration.client == ObjectIdentifier(client) else { return }
    endCalibration(of: calibration.panel)
  }

  /// Ends the calibration of a panel, if there is one: the panel is removed, or lies differently from here on.
  func endCalibration(of id: PanelID) {
    guard calibration?.panel == id, let panel = registry[id] else { return }
    calibration = nil
    host.publish(
      .calibration(
        .init(time: host.clock().microseconds, node: panel.info.path, surface: panel.surface, phase: .cancelled)
      )
    )
  }

  /// Handles a frame of the panel that is calibrated.
  ///
  /// - Returns: whether it is that panel's.
  func calibrate(with frame: TouchFrame, of id: PanelID) -> Bool {
    guard calibration?.panel == id, let panel = registry[id] else { return false }
    guard let step = calibration?.session.handle(frame) else { return true }
    publishCalibration(of: panel, step)
    if case .done = step { calibration = nil }
    return true
  }

  /// The step of the calibration that a front end has to draw now.
  var calibrationNote: CalibrationNote? {
    guard let calibration, let panel = registry[calibration.panel] else { return nil }
    return note(.cross(calibration.session.current, residual: nil), calibration.session, panel)
  }

  private func publishCalibration(of panel: PanelRegistry.Panel, _ step: CalibrationSession.Step) {
    guard let session = calibration?.session else { return }
    host.publish(.calibration(note(step, session, panel)))
  }

  private func note(
    _ step: CalibrationSession.Step,
    _ session: CalibrationSession,
    _ panel: PanelRegistry.Panel
  ) -> CalibrationNote {
    let size = host.engine.size(ofSurface: panel.surface)
    var note = CalibrationNote(
      time: host.clock().microseconds,
      node: panel.info.path,
      surface: panel.surface,
      phase: .cross
    )
    switch step {
    case .cross(let index, let residual):
      let place = session.crosses[index]
      note.cross = .init(
        index: index,
        count: session.crosses.count,
        x: place.x * size.width,
        y: place.y * size.height
      )
      note.residual = residual.map { self.residual($0, on: panel, size) }
    case .done(let matrix, let residual):
      note.phase = .done
      note.matrix = matrix.numbers
      note.residual = self.residual(residual, on: panel, size)
    }
    return note
  }

  private func residual(_ points: Double, on panel: PanelRegistry.Panel, _ size: Size) -> CalibrationNote.Residual {
    // By the areas: the panel's axes may turn out to be swapped.
    let part = panel.placement.covering(panel.info.description).millimetres
    let scale = part.map { (size.width * size.height / ($0.width * $0.height)).squareRoot() }
    return .init(points: points, millimetres: scale.map { points / $0 })
  }

  private func connectedPanel(_ name: String?) throws(ProtocolError) -> PanelRegistry.Panel {
    let connected = registry.connected
    let named = connected.filter { panel in
      name.map { $0 == panel.info.path || $0 == panel.info.description.name } ?? true
    }
    if named.count == 1 { return named[0] }
    let nodes = connected.map(\.info.path).joined(separator: ", ")
    throw ProtocolError(
      .invalidParameters,
      connected.isEmpty ? "no panel is connected" : "params.panel names \(named.count) panels",
      field: "params.panel",
      expected: connected.isEmpty ? "a panel to be connected first" : "one of \(nodes)"
    )
  }
}
