import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import LibinputTouch

/// The calibration that is in progress, and the client that wants it.
struct ActiveCalibration {
  let panel: PanelID
  let client: ObjectIdentifier
  var session: CalibrationSession
}

extension EngineHost {
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
    let size = engine.size(ofSurface: panel.surface)
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
    guard calibration?.panel == id, let panel = panels[id] else { return }
    calibration = nil
    publish(
      .calibration(
        .init(time: clock().microseconds, node: panel.info.path, surface: panel.surface, phase: .cancelled)
      )
    )
  }

  /// Handles a frame of the panel that is calibrated.
  ///
  /// - Returns: whether it is that panel's.
  func calibrate(with frame: TouchFrame, of id: PanelID) -> Bool {
    guard calibration?.panel == id, let panel = panels[id] else { return false }
    guard let step = calibration?.session.handle(frame) else { return true }
    publishCalibration(of: panel, step)
    if case .done = step { calibration = nil }
    return true
  }

  /// The step of the calibration that a front end has to draw now.
  var calibrationNote: CalibrationNote? {
    guard let calibration, let panel = panels[calibration.panel] else { return nil }
    return note(.cross(calibration.session.current, residual: nil), calibration.session, panel)
  }

  private func publishCalibration(of panel: PanelRegistry.Panel, _ step: CalibrationSession.Step) {
    guard let session = calibration?.session else { return }
    publish(.calibration(note(step, session, panel)))
  }

  private func note(
    _ step: CalibrationSession.Step,
    _ session: CalibrationSession,
    _ panel: PanelRegistry.Panel
  ) -> CalibrationNote {
    let size = engine.size(ofSurface: panel.surface)
    var note = CalibrationNote(
      time: clock().microseconds,
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
    let connected = panels.connected
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
