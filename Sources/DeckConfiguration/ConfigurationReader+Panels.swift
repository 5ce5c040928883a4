import DeckEngine
import Gestures

extension ConfigurationReader {
  /// The panel sections of the file.
  mutating func panels(_ node: TOMLNode?, on surfaces: SurfaceScope) -> [PanelSection] {
    elements(node, SectionTable.File.panels).compactMap { element in
      section(element, SectionTable.Panel.all).map { panel($0, on: surfaces) }
    }
  }

  private mutating func panel(_ section: Section, on surfaces: SurfaceScope) -> PanelSection {
    typealias Key = SectionTable.Panel
    return PanelSection(
      match: section[Key.match].map { match($0) } ?? PanelMatch(),
      surface: surface(Key.surface, in: section, on: surfaces),
      rotation: section[Key.rotation].map { rotation($0) } ?? .none
    )
  }

  /// The name of an existing surface; that of the first one if none is given.
  mutating func surface(_ key: SectionKey, in section: Section, on surfaces: SurfaceScope) -> String {
    guard let node = section[key], let name = text(key, in: section) else { return surfaces.first }
    if surfaces.lacks(name) {
      let known = surfaces.names.map(SettingText.quoted).joined(separator: ", ")
      report(node, "there is no surface \(SettingText.quoted(name))", expected: "one of \(known)")
    }
    return name
  }

  private mutating func rotation(_ node: TOMLNode) -> PanelRotation {
    let expected = SectionTable.Panel.rotation.expectation
    guard let number = node.number else {
      reportType(node, expected: expected)
      return .none
    }
    guard let rotation = Int(exactly: number).flatMap(PanelRotation.init) else {
      report(node, "\(SettingText.number(number)) is not a rotation", expected: expected)
      return .none
    }
    return rotation
  }

  private mutating func match(_ node: TOMLNode) -> PanelMatch {
    typealias Key = SectionTable.Match
    guard let section = section(node, Key.all, expected: SectionTable.Panel.match.expectation) else {
      return PanelMatch()
    }
    var match = PanelMatch()
    match.name = text(Key.name, in: section).map(Glob.init)
    match.path = text(Key.path, in: section).map(Glob.init)
    if let node = section[Key.id], let text = text(Key.id, in: section) {
      let halves = text.split(separator: ":", omittingEmptySubsequences: false).map(hexadecimal)
      if halves.count == 2, let vendor = halves[0], let product = halves[1] {
        match.vendor = vendor
        match.product = product
      } else {
        report(node, "\(SettingText.quoted(text)) is not an id", expected: Key.id.expectation)
      }
    }
    if let node = section[Key.property] { match.properties = properties(node) }
    return match
  }

  /// A number of one to four hexadecimal digits.
  private func hexadecimal(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.allSatisfy(\.isHexDigit) else { return nil }
    return Int(text, radix: 16)
  }

  private mutating func properties(_ node: TOMLNode) -> [String: String] {
    guard case .table(let members) = node.value else {
      reportType(node, expected: SectionTable.Match.property.expectation)
      return [:]
    }
    var properties: [String: String] = [:]
    for member in members {
      if case .string(let text) = member.node.value {
        properties[member.key] = text
      } else {
        reportType(member.node, expected: "the property's value as a text")
      }
    }
    return properties
  }
}
