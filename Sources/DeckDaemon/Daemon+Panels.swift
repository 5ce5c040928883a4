import DeckConfiguration
import DeckEngine
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
  }

  /// More slots than any panel has (the kernel allows 1024 with `ABS_MT_SLOT`).
  private static let slotsPerPanel = 1 << 16

  /// Takes everything that libinput has.
  func readPanels() {
    do {
      for report in try libinput.dispatch() { take(report) }
    } catch {
      log.critical("\(error)")
      stop(because: "libinput failed", isFailure: true)
    }
    for refusal in libinput.drainRefusals() { log.error("\(refusal)") }
    for line in libinput.drainLog() {
      log.log(level: line.priority == .error ? .warning : .debug, "libinput: \(line.text)")
    }
  }

  private func take(_ report: PanelReport) {
    switch report {
    case .added(let info): add(info)
    case .removed(let id): remove(id)
    case .frame(let id, let frame): touch(id, frame)
    }
  }

  private func add(_ info: PanelInfo) {
    let mapping = options.configuration.mapping(for: PanelIdentity(info))
    // The first panel on a surface gives it its size; the others cover the same surface.
    if !panels.values.contains(where: { $0.surface == mapping.surface }) {
      let (size, scale) = options.configuration.surfaceSize(
        mapping.surface,
        panel: info.description,
        rotation: mapping.rotation
      )
      publish(
        engine.handle(.resize(surface: mapping.surface, size: size, pointsPerMillimetre: scale), at: Loop.now)
      )
    }
    let size = engine.size(ofSurface: mapping.surface)
    let number = (0...panels.count).first { number in !panels.values.contains { $0.number == number } }
    panels[info.id] = Panel(
      info: info,
      surface: mapping.surface,
      rotation: mapping.rotation,
      number: number ?? panels.count
    )
    log.notice(
      "panel",
      metadata: [
        "name": "\(info.description.name)", "node": "\(info.path)", "surface": "\(mapping.surface)",
        "size": "\(Int(size.width.rounded()))x\(Int(size.height.rounded())) pt",
        "rotation": "\(mapping.rotation.rawValue)",
      ]
    )
  }

  private func remove(_ id: PanelID) {
    guard let panel = panels.removeValue(forKey: id) else { return }
    log.notice("panel gone", metadata: ["name": "\(panel.info.description.name)", "node": "\(panel.info.path)"])
  }

  private func touch(_ id: PanelID, _ frame: TouchFrame) {
    guard let panel = panels[id] else { return }
    let geometry = PanelGeometry(surface: engine.size(ofSurface: panel.surface), rotation: panel.rotation)
    var mapped = geometry.map(frame)
    // A stamp from the future would hold everything after it up to its own moment.
    mapped.time = min(mapped.time, Loop.now)
    for index in mapped.contacts.indices {
      mapped.contacts[index].id.rawValue += panel.number * Self.slotsPerPanel
    }
    publish(engine.handle(.touches(mapped, surface: panel.surface), at: mapped.time))
  }
}

extension PanelIdentity {
  fileprivate init(_ info: PanelInfo) {
    self.init(
      name: info.description.name,
      vendor: Int(info.vendor),
      product: Int(info.product),
      path: info.location ?? info.path,
      properties: info.properties
    )
  }
}
