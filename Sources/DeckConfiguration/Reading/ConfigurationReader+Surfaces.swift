import DeckEngine
import Gestures
import Kinetics
import MessageText

/// A surface while its table is read.
struct SurfaceDraft: Sendable {
  var section = SurfaceSection(name: "")
  var width: Double?
  var height: Double?
}

extension ConfigurationReader {
  /// The surfaces of the file, to which panels and decks then refer; the built-in ones if there are none.
  mutating func surfaces(_ node: TOMLNode, expected: String) -> [SurfaceSection] {
    var paths: [String: String] = [:]
    let surfaces = tables(node, "surfaces", expected: expected).map { surface($0, besides: &paths) }
    scope = SurfaceScope(surfaces)
    let sections = surfaces.compactMap(\.self)
    return sections.isEmpty ? DaemonConfiguration.builtIn.surfaces : sections
  }

  /// A surface; `nil` if its name could not be read.
  private mutating func surface(_ node: TOMLNode, besides paths: inout [String: String]) -> SurfaceSection? {
    var draft = SurfaceDraft()
    guard let members = read(node, SectionTable.surface, into: &draft) else { return nil }
    for (given, other) in [("width", "height"), ("height", "width")] {
      guard let node = members[given], members[other] == nil else { continue }
      report(node, "given without \(other)", expected: "both or neither")
    }
    guard !draft.section.name.isEmpty else { return nil }
    claim(draft.section.name, of: node, at: members["name"], in: &paths, expected: "a name of its own")
    if let width = draft.width, let height = draft.height {
      draft.section.size = Size(width: width, height: height)
    }
    return draft.section
  }

  /// The panel sections of the file.
  mutating func panels(_ node: TOMLNode, expected: String) -> [PanelSection] {
    tables(node, "panels", expected: expected).compactMap { element in
      var section = PanelSection(mapping: PanelMapping(surface: scope.first))
      guard let members = read(element, SectionTable.panel, into: &section) else { return nil }
      if let node = members["surface"] { checkSurface(section.mapping.surface, node) }
      if let node = members["passthrough"], section.mapping.isPassedThrough, !section.mapping.isGrabbed {
        report(
          node,
          "is true without grab = true: other programs would receive each touch twice",
          expected: "grab = true"
        )
      }
      return section
    }
  }

  /// The six numbers of a calibration matrix; `nil` if they are invalid.
  mutating func calibration(_ node: TOMLNode, expected: String) -> CalibrationMatrix? {
    let count = findings.count
    let numbers = values(node, NumberCodec.number(-1000...1000), expected: expected)
    guard findings.count == count else { return nil }
    guard numbers.count == 6 else {
      report(node, "has \(pluralized(numbers.count, "number"))", expected: expected)
      return nil
    }
    let matrix = CalibrationMatrix(numbers)
    if matrix == nil {
      report(node, "maps the whole panel to a line", expected: "a matrix with a·e − b·d other than 0")
    }
    return matrix
  }

  /// The area of a panel; `nil` if it is invalid.
  mutating func panelArea(_ node: TOMLNode, expected: String) -> PanelAreaSection? {
    var area = PanelAreaSection()
    let count = findings.count
    guard let members = read(node, SectionTable.panelArea, into: &area, expected: expected) else { return nil }
    for (start, extent, name) in [(area.x, area.width, "width"), (area.y, area.height, "height")] {
      guard case .fraction(let start) = start, case .fraction(let extent) = extent, start + extent > 1 + 1e-9 else {
        continue
      }
      let reach = SettingText.number(start + extent)
      report(members[name] ?? node, "reaches to \(reach) of the panel", expected: "at most 1")
    }
    return findings.count == count ? area : nil
  }

  /// Reports a name that no surface has.
  mutating func checkSurface(_ name: String, _ node: TOMLNode) {
    guard scope.lacks(name) else { return }
    let known = scope.names.map(SettingText.quoted).joined(separator: ", ")
    report(node, "there is no surface \(SettingText.quoted(name))", expected: "one of \(known)")
  }

  /// The members of a table of texts, such as udev properties.
  mutating func texts(_ node: TOMLNode, expected: String) -> [String: String] {
    guard case .table(let members) = node.value else {
      reportType(node, expected: expected)
      return [:]
    }
    var texts: [String: String] = [:]
    for member in members {
      texts[member.key] = value(of: member.node, TextForm(expectation: "the property's value as a text") { $0 })
    }
    return texts
  }
}
