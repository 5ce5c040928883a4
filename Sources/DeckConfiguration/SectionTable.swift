import DeckEngine

/// The keys of every table in the configuration file, except the settings.
enum SectionTable {
  /// The range of a length on a surface, in points.
  private static let points = SectionKey.Form.number(1...100_000, unit: "pt")
  private static let name = SectionKey.Form.name(SettingText.nameLength)

  /// The tables of the file.
  enum File {
    static let surfaces = SectionKey(
      name: "surfaces",
      form: .other("an array of tables, [[surfaces]]"),
      fallback: "one surface \"main\"",
      example: "[[surfaces]]",
      summary: "The drawing areas to which panels are mapped."
    )
    static let panels = SectionKey(
      name: "panels",
      form: .other("an array of tables, [[panels]]"),
      fallback: "every panel covers the first surface",
      example: "[[panels]]",
      summary: "Which panel covers which surface. The first entry that matches a panel applies to it; a panel that "
        + "matches none covers the first surface, without rotation."
    )
    static let decks = SectionKey(
      name: "decks",
      form: .other("an array of tables, [[decks]]"),
      fallback: "one deck \"main\" with ten cards on the first surface",
      example: "[[decks]]",
      summary: "The decks, each in a rectangle of a surface."
    )
    static let socket = SectionKey(
      name: "socket",
      form: .other("a table, [socket]"),
      fallback: "see its keys",
      example: "[socket]",
      summary: "Which users can connect. A socket passed by systemd (named control or observe) has the permissions of "
        + "its unit."
    )
    static let access = SectionKey(
      name: "access",
      form: .other("a table, [access]"),
      fallback: "see its keys",
      example: "[access]",
      summary: "Permissions that must be granted explicitly. User and groups are those of the connecting process."
    )
    static let limits = SectionKey(
      name: "limits",
      form: .other("a table, [limits]"),
      fallback: "see its keys",
      example: "[limits]",
      summary: "Limits on what clients can make the daemon hold; anything beyond them is rejected with an error."
    )
    static let journal = SectionKey(
      name: "journal",
      form: .other("a table, [journal]"),
      fallback: "see its keys",
      example: "[journal]",
      summary: "How many events are kept, and for how long, for clients that reconnect; requires a state directory "
        + "(--state-dir)."
    )
    static let all = [surfaces, panels, decks, socket, access, limits, journal]
  }

  /// The keys of `[[surfaces]]`.
  enum Surface {
    static let name = SectionKey(
      name: "name",
      form: SectionTable.name,
      fallback: nil,
      example: "\"main\"",
      summary: "The name by which panels and decks refer to the surface."
    )
    static let width = SectionKey(
      name: "width",
      form: points,
      fallback: "from the panel",
      example: "400",
      summary: "The width after rotation; requires `height`."
    )
    static let height = SectionKey(
      name: "height",
      form: points,
      fallback: "from the panel",
      example: "800",
      summary: "The height after rotation; requires `width`. Without both, the size is the panel's in millimeters × "
        + "`pointsPerMillimetre`, or follows from `shortSide` if that is unknown; 400 × 800 without a panel."
    )
    static let refresh = SectionKey(
      name: "refresh",
      form: .number(1...1000, unit: "Hz"),
      fallback: "60",
      example: "60",
      summary: "Frames per second while something moves."
    )
    static let pointsPerMillimetre = SectionKey(
      name: "pointsPerMillimetre",
      form: .number(0.1...100, unit: "pt/mm"),
      fallback: "6.4",
      example: "6.4",
      summary: "Points per millimeter of a surface without a configured size, and of settings in millimeters if the "
        + "panel's size is unknown."
    )
    static let shortSide = SectionKey(
      name: "shortSide",
      form: points,
      fallback: "400",
      example: "400",
      summary: "The shorter side of a surface without a configured size, if the panel's size is unknown."
    )
    static let reducedMotion = SectionKey(
      name: "reducedMotion",
      form: .flag,
      fallback: "false",
      example: "false",
      summary: "Whether every animation ends immediately; cards still follow fingers."
    )
    static let all = [name, width, height, refresh, pointsPerMillimetre, shortSide, reducedMotion]
  }

  /// The keys of `[[panels]]`.
  enum Panel {
    static let match = SectionKey(
      name: "match",
      form: .other("a table such as { name = \"Goodix*\" }"),
      fallback: "every panel",
      example: "{ name = \"Goodix*\", id = \"0416:038f\", property = { WL_OUTPUT = \"DSI-1\" } }",
      summary: "Criteria for the panel; all that are given must match."
    )
    static let surface = SectionKey(
      name: "surface",
      form: SectionTable.name,
      fallback: "the first surface",
      example: "\"main\"",
      summary: "The surface that the panel covers."
    )
    static let rotation = SectionKey(
      name: "rotation",
      form: .other("0, 90, 180 or 270 (degrees clockwise)"),
      fallback: "0",
      example: "0",
      summary: "The panel's rotation relative to its surface, in degrees clockwise: 0, 90, 180 or 270."
    )
    static let all = [match, surface, rotation]
  }

  /// The keys of a panel's `match`.
  enum Match {
    static let name = SectionKey(
      name: "name",
      form: .other("text, in which * stands for any characters"),
      fallback: "any",
      example: "\"Goodix*\"",
      summary: "The device's name; `*` stands for any characters."
    )
    static let id = SectionKey(
      name: "id",
      form: .other("vendor and product in hexadecimal, such as \"0416:038f\""),
      fallback: "any",
      example: "\"0416:038f\"",
      summary: "Vendor and product ID in hexadecimal."
    )
    static let path = SectionKey(
      name: "path",
      form: .other("text, in which * stands for any characters"),
      fallback: "any",
      example: "\"platform-*\"",
      summary: "The udev property ID_PATH, or the device node of a panel without one; `*` stands for any characters."
    )
    static let property = SectionKey(
      name: "property",
      form: .other("a table of texts such as { WL_OUTPUT = \"DSI-1\" }"),
      fallback: "any",
      example: "{ WL_OUTPUT = \"DSI-1\" }",
      summary: "udev properties with their exact values."
    )
    static let all = [name, id, path, property]
  }
}
