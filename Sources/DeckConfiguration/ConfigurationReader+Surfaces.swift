import DeckEngine
import Gestures
import Kinetics

extension ConfigurationReader {
  /// The surfaces of the file; `nil` for one whose name could not be read.
  mutating func surfaces(_ node: TOMLNode?) -> [SurfaceSection?] {
    var seen: [String: String] = [:]
    return elements(node, SectionTable.File.surfaces).map { element in
      guard let section = section(element, SectionTable.Surface.all),
        let surface = surface(section)
      else { return nil }
      if let other = seen[surface.name] {
        let path = section[SectionTable.Surface.name] ?? element
        report(path, "\(SettingText.quoted(surface.name)) is \(other) already", expected: "a name of its own")
      }
      seen[surface.name] = seen[surface.name] ?? element.path
      return surface
    }
  }

  private mutating func surface(_ section: Section) -> SurfaceSection? {
    typealias Key = SectionTable.Surface
    let name = text(Key.name, in: section)
    let width = number(Key.width, in: section)
    let height = number(Key.height, in: section)
    for (given, other) in [(Key.width, Key.height), (Key.height, Key.width)] {
      guard let node = section[given], section[other] == nil else { continue }
      report(node, "given without \(other.name)", expected: "both or neither")
    }
    let refresh = number(Key.refresh, in: section)
    var sizing = SurfaceSizing()
    sizing.pointsPerMillimetre = number(Key.pointsPerMillimetre, in: section) ?? sizing.pointsPerMillimetre
    sizing.shortSide = number(Key.shortSide, in: section) ?? sizing.shortSide
    let reducedMotion = flag(Key.reducedMotion, in: section)
    guard let name else { return nil }
    var surface = SurfaceSection(name: name, sizing: sizing)
    surface.refresh = refresh ?? surface.refresh
    surface.reducedMotion = reducedMotion ?? surface.reducedMotion
    if let width, let height { surface.size = Size(width: width, height: height) }
    return surface
  }
}
