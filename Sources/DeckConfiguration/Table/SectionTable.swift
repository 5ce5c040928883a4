import DeckEngine
import DeckProtocol
import Gestures

/// The keys of every table in the configuration file, except the settings.
///
/// The reader, the example file and the documentation all use these rows.
enum SectionTable {
  static let points = NumberCodec.number(1...100_000, "pt")
  private static let pattern = TextForm(expectation: "text, in which * stands for any characters", parse: Glob.init)

  /// The tables of the file.
  static let file: [SectionRow<DaemonConfiguration>] = [
    SectionRow(
      "surfaces",
      takes: "an array of tables, [[surfaces]]",
      default: "one surface \"main\"",
      example: "[[surfaces]]",
      summary: "The drawing areas to which panels are mapped.",
      members: surface.map(\.key)
    ) { reader, node, expected, configuration in
      configuration.surfaces = reader.surfaces(node, expected: expected)
    },
    SectionRow(
      "panels",
      takes: "an array of tables, [[panels]]",
      default: "every panel covers the first surface",
      example: "[[panels]]",
      summary: "Which panel covers which surface. The first entry that matches a panel applies to it; a panel that "
        + "matches none covers the first surface, without rotation.",
      members: panel.map(\.key)
    ) { reader, node, expected, configuration in
      configuration.panels = reader.panels(node, expected: expected)
    },
    SectionRow(
      "decks",
      takes: "an array of tables, [[decks]]",
      default: "one deck \"main\" with ten cards on the first surface",
      example: "[[decks]]",
      summary: "The decks, each in a rectangle of a surface.",
      members: deck.map(\.key)
    ) { reader, node, expected, configuration in
      configuration.decks = reader.decks(node, expected: expected)
    },
    SectionRow(
      "gestures",
      takes: "an array of tables, [[gestures]]",
      default: "none",
      example: "[[gestures]]",
      summary: "What fingers may do on a surface, whatever decks it has: each performed gesture is an event, "
        + "gesture.performed.",
      members: gesture.map(\.key)
    ) { reader, node, expected, configuration in
      configuration.gestures = reader.gestures(node, expected: expected)
    },
    SectionRow(
      "haptics",
      at: \.haptics,
      rows: haptics,
      takes: "a table, [haptics]",
      example: "[haptics]",
      summary: "The vibration motor (evdev force feedback) that plays the decks' haptic feedback. A deck's own is "
        + "`haptics.enabled` of its settings."
    ),
    SectionRow(
      "shake",
      at: \.shake,
      rows: shake,
      takes: "a table, [shake]",
      example: "[shake]",
      summary: "The accelerometer by which the daemon notices that the device is shaken: every stack bounces."
    ),
    SectionRow(
      "latency",
      at: \.latency,
      rows: latency,
      takes: "a table, [latency]",
      example: "[latency]",
      summary: "What deckd asks of the kernel to react sooner; both keys cost others something."
    ),
    SectionRow(
      "socket",
      at: \.socket,
      rows: socket,
      takes: "a table, [socket]",
      example: "[socket]",
      summary: "Which users can connect. A socket passed by systemd (named control or observe) has the permissions of "
        + "its unit."
    ),
    SectionRow(
      "access",
      at: \.access,
      rows: access,
      takes: "a table, [access]",
      example: "[access]",
      summary: "Permissions that must be granted explicitly. User and groups are those of the connecting process."
    ),
    SectionRow(
      "limits",
      at: \.limits,
      rows: limits,
      takes: "a table, [limits]",
      example: "[limits]",
      summary: "Limits on what clients can make the daemon hold; anything beyond them is rejected with an error."
    ),
    SectionRow(
      "journal",
      at: \.journal,
      rows: journal,
      takes: "a table, [journal]",
      example: "[journal]",
      summary: "How many events are kept, and for how long, for clients that reconnect; requires a state directory "
        + "(--state-dir)."
    ),
  ]

  /// The keys of `[[surfaces]]`.
  static let surface: [SectionRow<SurfaceDraft>] = [
    SectionRow(
      "name",
      at: \.section.name,
      takes: .name(),
      default: nil,
      example: "\"main\"",
      summary: "The name by which panels and decks refer to the surface."
    ),
    SectionRow(
      "width",
      at: \.width,
      takes: points,
      default: "from the panel",
      example: "400",
      summary: "The width after rotation; requires `height`."
    ),
    SectionRow(
      "height",
      at: \.height,
      takes: points,
      default: "from the panel",
      example: "800",
      summary: "The height after rotation; requires `width`. Without both, the size is the panel's in millimeters × "
        + "`pointsPerMillimetre`, or follows from `shortSide` if that is unknown; 400 × 800 without a panel."
    ),
    SectionRow(
      "refresh",
      at: \.section.refresh,
      takes: .number(1...1000, "Hz"),
      default: "60",
      summary: "Frames per second while something moves."
    ),
    SectionRow(
      "pointsPerMillimetre",
      at: \.section.sizing.pointsPerMillimetre,
      takes: .number(0.1...100, "pt/mm"),
      default: "6.4",
      summary: "Points per millimeter of a surface without a configured size, and of settings in millimeters if the "
        + "panel's size is unknown."
    ),
    SectionRow(
      "shortSide",
      at: \.section.sizing.shortSide,
      takes: points,
      default: "400",
      summary: "The shorter side of a surface without a configured size, if the panel's size is unknown."
    ),
    SectionRow(
      "reducedMotion",
      at: \.section.reducedMotion,
      takes: .flag,
      default: "false",
      summary: "Whether every animation ends immediately; cards still follow fingers."
    ),
    SectionRow(
      "wakePause",
      at: \.section.wakePause,
      takes: .number(0...10, "s"),
      default: "0.3",
      summary: "For how long touches do nothing after one that woke the surface (surface.set with asleep, or `screen`)."
    ),
    SectionRow(
      "screen",
      at: \.section.screen,
      takes: ScreenFileParser(),
      default: "none",
      example: "\"/sys/class/backlight/10-0045/bl_power\"",
      summary: "The file that says whether the screen is dark: `bl_power` or `brightness` of a backlight, `dpms` of a "
        + "connector. A touch on the dark screen only wakes it."
    ),
  ]

  /// The keys of `[[panels]]`.
  static let panel: [SectionRow<PanelSection>] = [
    SectionRow(
      "match",
      at: \.match,
      rows: match,
      takes: "a table such as { name = \"Goodix*\" }",
      default: "every panel",
      example: "{ name = \"Goodix*\", id = \"0416:038f\", property = { WL_OUTPUT = \"DSI-1\" } }",
      summary: "Criteria for the panel; all that are given must match."
    ),
    SectionRow(
      "surface",
      at: \.mapping.surface,
      takes: .name(),
      default: "the first surface",
      example: "\"main\"",
      summary: "The surface that the panel covers."
    ),
    SectionRow(
      "rotation",
      at: \.mapping.rotation,
      takes: RotationParser(),
      default: "0",
      summary: "The panel's rotation relative to its surface, in degrees clockwise: 0, 90, 180 or 270."
    ),
    SectionRow(
      "flip",
      at: \.mapping.flip,
      takes: .choice("flip"),
      default: "\"none\"",
      summary: "The axes of the panel that run the other way, before rotation: none, horizontal, vertical or both."
    ),
    SectionRow(
      "calibration",
      takes: "six numbers, each −1000…1000, such as [1, 0, 0, 0, 1, 0]",
      default: "udev's LIBINPUT_CALIBRATION_MATRIX, else [1, 0, 0, 0, 1, 0]",
      example: "[1, 0, 0, 0, 1, 0]",
      summary: "The calibration matrix [a, b, c, d, e, f], in place of udev's: a touch at the fractions x, y of the "
        + "panel is at a·x + b·y + c, d·x + e·y + f. deckctl calibrate measures it. Applied first, then area, flip and "
        + "rotation."
    ) { reader, node, expected, section in
      section.mapping.calibration = reader.calibration(node, expected: expected)
    },
    SectionRow(
      "area",
      takes: "a table such as { x = 0.1, y = \"4mm\", width = 0.8, height = 0.5 }",
      default: "the whole panel",
      example: "{ x = 0.1, y = \"4mm\", width = 0.8, height = 0.5 }",
      summary: "The part of the calibrated panel that covers the surface, in fractions of the panel or in millimeters. "
        + "A contact that comes down elsewhere is ignored until it ends.",
      members: panelArea.map(\.key)
    ) { reader, node, expected, section in
      section.mapping.area = reader.panelArea(node, expected: expected)
    },
    SectionRow(
      "grab",
      at: \.mapping.isGrabbed,
      takes: .flag,
      default: "false",
      summary: "Whether deckd alone receives the panel's touches (EVIOCGRAB): a compositor, an X server or a browser "
        + "beside it does not act on them."
    ),
    SectionRow(
      "passthrough",
      at: \.mapping.isPassedThrough,
      takes: .flag,
      default: "false",
      summary: "Whether a grabbed panel's touches that begin beside every deck go to other programs, through a virtual "
        + "touchscreen (/dev/uinput). Requires grab = true."
    ),
    SectionRow(
      "liftFilter",
      at: \.mapping.filtersLift,
      takes: .flag,
      default: "false",
      summary:
        "Whether the last sample of a finger is dropped where it is farther away than the finger's speed allows: "
        + "resistive panels, such as those of an ADS7846, report a far-off point just before the lift."
    ),
  ]

  /// The keys of a panel's `area`.
  static let panelArea: [SectionRow<PanelAreaSection>] = [
    SectionRow("x", at: \.x, takes: .position, default: "0", summary: "The left edge."),
    SectionRow("y", at: \.y, takes: .position, default: "0", summary: "The top edge."),
    SectionRow("width", at: \.width, takes: .extent, default: "1", summary: "The width."),
    SectionRow("height", at: \.height, takes: .extent, default: "1", summary: "The height."),
  ]

  /// The keys of `match`, of a panel or of another device.
  static let match: [SectionRow<PanelMatch>] = [
    SectionRow(
      "name",
      at: \.name,
      takes: pattern,
      default: "any",
      example: "\"Goodix*\"",
      summary: "The device's name; `*` stands for any characters."
    ),
    SectionRow(
      "id",
      at: \.id,
      takes: TextForm(
        expectation: "vendor and product in hexadecimal, such as \"0416:038f\"",
        noun: "an id",
        parse: PanelMatch.ID.init
      ),
      default: "any",
      example: "\"0416:038f\"",
      summary: "Vendor and product ID in hexadecimal."
    ),
    SectionRow(
      "path",
      at: \.path,
      takes: pattern,
      default: "any",
      example: "\"platform-*\"",
      summary: "The udev property ID_PATH, or the device node of a panel without one; `*` stands for any characters."
    ),
    SectionRow(
      "property",
      takes: "a table of texts such as { WL_OUTPUT = \"DSI-1\" }",
      default: "any",
      example: "{ WL_OUTPUT = \"DSI-1\" }",
      summary: "udev properties with their exact values."
    ) { reader, node, expected, match in
      match.properties = reader.texts(node, expected: expected)
    },
  ]
}
