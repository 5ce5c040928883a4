import DeckConfiguration
import Gestures
import JSON
import Kinetics
import MessageText

extension Checkup {
  /// Checks how the panels lie on the surfaces of the configuration.
  mutating func checkMapping(_ configuration: DaemonConfiguration) {
    let panels = usableDevices
    for panel in panels { checkSize(of: panel, in: configuration) }
    checkSections(configuration, panels)
    checkSharing(configuration, panels)
    if configuration.panels.contains(where: { $0.mapping.isPassedThrough }), !subject.tree.has("/dev/uinput") {
      report(
        .uinputMissing,
        "passthrough of [[panels]] needs /dev/uinput, which is missing",
        command: "modprobe uinput\(reloadSuffix)"
      )
    }
  }

  private mutating func checkSize(of panel: InputDevice, in configuration: DaemonConfiguration) {
    guard let description = panel.description else { return }
    let mapping = configuration.mapping(for: panel.identity)
    let name = "\(panel.path) (\(panel.name))"
    if let problem = mapping.areaProblem(with: description) {
      report(.panelArea, "\(name): \(problem)", command: editCommand(line: line(of: "area")))
    }
    checkStretch(of: description, name, mapping, in: configuration)
    let isConfigured = configuration.surfaces.first { $0.name == mapping.surface }?.size != nil
    guard description.sensibleMillimetres == nil, !isConfigured else { return }
    let size = configuration.surfaceSize(
      mapping.surface,
      panel: mapping.covering(description),
      rotation: mapping.rotation
    ).size
    let reported = description.millimetres.map { "\(rounded($0.width)) × \(rounded($0.height)) mm is no panel's size" }
    report(
      .panelSize,
      """
      \(name): \(reported ?? "it reports no resolution"), so its size is unknown, and the surface \(mapping.surface) \
      is taken to be \(rounded(size.width)) × \(rounded(size.height)) pt; set its size, 6.4 pt for each mm
      """,
      command: command(sizing: mapping.surface, size) + reloadSuffix
    )
  }

  /// Checks whether the configured surface has the panel's shape.
  private mutating func checkStretch(
    of panel: PanelDescription,
    _ name: String,
    _ mapping: PanelMapping,
    in configuration: DaemonConfiguration
  ) {
    guard let surface = configuration.surfaces.first(where: { $0.name == mapping.surface }), let size = surface.size,
      let stretch = mapping.placement(of: panel).stretch(of: panel, on: size)
    else { return }
    let shape = surface.sizing.surface(for: mapping.covering(panel), rotation: mapping.rotation)
    report(
      .panelStretch,
      """
      \(name): the surface \(surface.name), \(rounded(size.width)) × \(rounded(size.height)) pt, has another shape than \
      the panel, so pictures and touches are stretched \((stretch * 100).rounded() / 100) times; \
      \(rounded(shape.width)) × \(rounded(shape.height)) pt has the panel's
      """,
      command: command(resizing: size, to: shape, in: configuration)
    )
  }

  /// The command that replaces the size of the configuration's only surface.
  private func command(resizing size: Size, to shape: Size, in configuration: DaemonConfiguration) -> String {
    let section = line(of: "[[surfaces]]")
    guard let section, configuration.surfaces.count == 1,
      let width = line(of: "width = \(rounded(size.width))", from: section),
      let height = line(of: "height = \(rounded(size.height))", from: section), width != height,
      max(width, height) <= section + 6
    else { return editCommand(line: section ?? line(of: "surfaces")) }
    let edits =
      "\(width)s/\(rounded(size.width))/\(rounded(shape.width))/;\(height)s/\(rounded(size.height))/\(rounded(shape.height))/"
    return "sed -i '\(edits)' \(ShellWord.quoted(configurationPath))\(reloadSuffix)"
  }

  /// The command that gives a surface a size in the configuration.
  private func command(sizing surface: String, _ size: Size) -> String {
    let file = ShellWord.quoted(configurationPath)
    let keys = "width = \(rounded(size.width))\\nheight = \(rounded(size.height))"
    guard let section = line(of: "[[surfaces]]") else {
      return "printf '\\n[[surfaces]]\\nname = \"%s\"\\n\(keys)\\n' \(ShellWord.quoted(surface)) >> \(file)"
    }
    // The name's line within its section.
    guard let name = line(of: "name = \"\(surface)\"", from: section) else { return editCommand(line: section) }
    return "sed -i '\(name)a \(keys)' \(file)"
  }

  /// Sections that apply to no panel that is there.
  private mutating func checkSections(_ configuration: DaemonConfiguration, _ panels: [InputDevice]) {
    guard !panels.isEmpty else { return }
    let unmatched = panels.filter { panel in !configuration.panels.contains { $0.match.matches(panel.identity) } }
    for section in configuration.panels where !panels.contains(where: { section.match.matches($0.identity) }) {
      let names = unmatched.isEmpty ? panels.map(\.name) : unmatched.map(\.name)
      let pattern = section.match.name?.pattern
      let line = pattern.flatMap { self.line(of: "\"\($0)\"") }
      var command = editCommand(line: line ?? self.line(of: "[[panels]]"))
      if let pattern, let line, unmatched.count == 1, let only = names.first, onlyName(in: section.match),
        // Within a string of the file.
        !only.contains(where: { "\"\\".contains($0) })
      {
        command =
          "sed -i \(ShellWord.quoted("\(line)s/\"\(escaped(pattern))\"/\"\(escaped(only))\"/")) "
          + ShellWord.quoted(configurationPath) + reloadSuffix
      }
      report(
        .sectionUnmatched,
        """
        \(configurationPath): no panel that is there matches [[panels]] with \(section.match.text); there is \
        \(names.joined(separator: ", "))
        """,
        weight: unmatched.isEmpty ? .note : .problem,
        command: command
      )
    }
  }

  /// Whether a match has a name and no other condition.
  private func onlyName(in match: PanelMatch) -> Bool {
    match.id == nil && match.path == nil && match.properties.isEmpty
  }

  /// A text between the slashes of sed.
  private func escaped(_ text: String) -> String {
    String(text.flatMap { #"/\.*[]^$&"#.contains($0) ? ["\\", $0] : [$0] })
  }

  /// Surfaces that several panels cover.
  private mutating func checkSharing(_ configuration: DaemonConfiguration, _ panels: [InputDevice]) {
    for surface in configuration.surfaces.map(\.name) {
      let covering = panels.filter { configuration.mapping(for: $0.identity).surface == surface }
      guard covering.count > 1 else { continue }
      report(
        .surfaceShared,
        """
        \(covering.map { "\($0.path) (\($0.name))" }.joined(separator: " and ")) cover the surface \(surface) \
        together, and the first gives it its size; give each a surface of its own
        """,
        weight: .note,
        command: editCommand(line: line(of: "[[panels]]") ?? line(of: "[[surfaces]]"))
      )
    }
  }

  /// The first line of the configuration with a text, from 1.
  private func line(of text: String, from first: Int = 1) -> Int? {
    let content = SystemTree().text(of: configurationPath) ?? ""
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.first { $0 >= first - 1 && lines[$0].contains(text) }.map { $0 + 1 }
  }
}
