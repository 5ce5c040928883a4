import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import MessageText
import UnixSocket

extension DaemonConfiguration {
  /// A summary of the configuration, one fact per line, for `deckd --check-config`.
  package var report: [String] {
    surfaces.map(line) + panelLines + deckLines + gestureLines + [hapticsLine, shakeLine] + latencyLines
      + [socketLine, observeLine, injectLine] + limitLines + [journalLine]
  }

  private var deckLines: [String] {
    if !decks.isEmpty { return decks.flatMap(lines) }
    return ["no deck: front ends have nothing to show" + (gestures.isEmpty ? "" : ", but receive gestures")]
  }

  private var gestureLines: [String] {
    gestures.map { section in
      let gesture = section.gesture
      let fingers = pluralized(gesture.fingers, "finger")
      return "gesture \(SettingText.quoted(gesture.name)): \(gesture.words) of \(fingers) on "
        + SettingText.quoted(section.surface)
    }
  }

  private var hapticsLine: String {
    guard haptics.isEnabled else { return "haptics: not played" }
    let device = haptics.hasDevice ? "the device with \(haptics.match.text)" : "each panel's own motor"
    return "haptics: \(device), strength \(SettingText.number(haptics.strength))"
  }

  private var shakeLine: String {
    guard shake.isEnabled else { return "shake: not noticed" }
    return "shake: accelerometers with \(shake.match.text), from \(SettingText.number(shake.threshold)) g, "
      + "pause \(SettingText.number(shake.pause)) s"
  }

  /// What differs from the defaults.
  private var latencyLines: [String] {
    let hold = "latency: processors do not sleep deeply while a finger is down or something moves"
    return (latency.holdsProcessors ? [hold] : []) + (latency.locksMemory ? ["latency: memory is not swapped out"] : [])
  }

  private var socketLine: String {
    let usual = "\(SettingText.quoted(SocketSection.usualGroup)) if there is one"
    return "control socket: mode \(octal(socket.mode)), group \(socket.group?.description ?? usual)"
  }

  private var observeLine: String {
    let observe = socket.observe
    guard observe.isEnabled else { return "no observe socket" }
    let name = observe.name.map { ": \(SettingText.quoted($0))," } ?? ":"
    let group = observe.group.map { "group \($0)" } ?? "the same group"
    return "observe socket\(name) mode \(octal(observe.mode)), \(group)"
  }

  private var injectLine: String {
    let users = access.injectUsers.map { ", user \($0)" }
    let groups = access.injectGroups.map { ", group \($0)" }
    return "input.inject: root and deckd's own user" + (users + groups).joined()
  }

  /// The limits that differ from the defaults.
  private var limitLines: [String] {
    SectionTable.limits.compactMap { row in
      let (value, usual) = (row.text(limits), row.text(LimitsSection()))
      return value == usual ? nil : "limit \(row.key.name) = \(value) (default: \(usual))"
    }
  }

  private var journalLine: String {
    "journal: the newest \(journal.events) events of \(journal.days) days"
  }

  private func octal(_ mode: UInt32) -> String { padded(mode, to: 4, radix: 8) }

  private func line(_ surface: SurfaceSection) -> String {
    let size =
      if let size = surface.size {
        size.text
      } else {
        "size from its panel (\(SettingText.number(surface.pointsPerMillimetre)) pt/mm, else short side "
          + "\(SettingText.number(surface.sizing.shortSide)) pt)"
      }
    return "surface \(SettingText.quoted(surface.name)): \(size), \(SettingText.number(surface.refresh)) Hz"
      + (surface.reducedMotion ? ", reduced motion" : "")
  }

  private var panelLines: [String] {
    let lines = panels.map { section in
      "panel with \(section.match.text): " + text(section.mapping)
    }
    guard !panels.contains(where: { $0.match == PanelMatch() }) else { return lines }
    let others = panels.isEmpty ? "every" : "any other"
    return lines + ["\(others) panel: " + text(otherPanels)]
  }

  private func text(_ mapping: PanelMapping) -> String {
    var facts = ["surface \(SettingText.quoted(mapping.surface))", "rotation \(mapping.rotation.rawValue)°"]
    if mapping.flip != .none { facts.append("flip \(mapping.flip.rawValue)") }
    if let matrix = mapping.calibration {
      facts.append("calibration [\(matrix.numbers.map(SettingText.number).joined(separator: ", "))]")
    }
    if let area = mapping.area {
      facts.append("area \(area.width.text) × \(area.height.text) at \(area.x.text), \(area.y.text)")
    }
    if mapping.isGrabbed { facts.append(mapping.isPassedThrough ? "grabbed with passthrough" : "grabbed") }
    if mapping.filtersLift { facts.append("lift filter") }
    return facts.joined(separator: ", ")
  }

  private func lines(_ deck: DeckDefinition) -> [String] {
    let place =
      if let area = deck.area {
        "\(area.text) of surface"
      } else {
        "all of surface"
      }
    let cards = deck.cards.count == 1 ? "1 card" : "\(deck.cards.count) cards"
    let head =
      "deck \(SettingText.quoted(deck.id)): \(deck.preset.rawValue), \(place) \(SettingText.quoted(deck.surface)), \(cards)"
    let preset = deck.preset.settings
    let rows = SettingsTable.rows(for: deck.preset.kind)
    let changes = rows.filter { $0.literal(in: deck.settings) != $0.literal(in: preset) }
    return [head]
      + changes.map { row in
        let unit = row.unit.isEmpty ? "" : " \(row.unit)"
        return "  \(row.name) = \(row.literal(in: deck.settings)) (preset: \(row.literal(in: preset))\(unit))"
      }
  }
}

extension PanelLength {
  fileprivate var text: String {
    switch self {
    case .fraction(let fraction): SettingText.number(fraction)
    case .millimetres(let millimetres): "\(SettingText.number(millimetres)) mm"
    }
  }
}

extension PanelMatch {
  /// The conditions as text.
  package var text: String {
    var conditions: [String] = []
    if let name { conditions.append("name \(SettingText.quoted(name.pattern))") }
    if let id { conditions.append("id \(hexadecimal(id.vendor)):\(hexadecimal(id.product))") }
    if let path { conditions.append("path \(SettingText.quoted(path.pattern))") }
    for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
      conditions.append("\(key) \(SettingText.quoted(value))")
    }
    return conditions.isEmpty ? "any name" : conditions.joined(separator: ", ")
  }

  private func hexadecimal(_ number: Int) -> String { padded(number, to: 4, radix: 16) }
}
