import DeckConfiguration
import UnixSocket

/// What a program's page says beyond its help: a section with a list of names.
struct ProgramNotes {
  var heading: String
  /// The macro that marks the names.
  var marked: String
  var rows: [(name: String, text: String)]

  static func of(_ program: String) -> [ProgramNotes] {
    switch program {
    case "deckd": [environment([state]), signals, files]
    case "deckd-actions": [actions, commands, environment([]), reload, actionFiles]
    case "deckd-web": [environment([token])]
    case "deckd-mqtt": [environment([position, credentials])]
    default: [environment([])]
    }
  }

  private static func environment(_ others: [(name: String, text: String)]) -> ProgramNotes {
    let socket = [
      (name: SocketPath.variable, text: "The path of the daemon's socket where --socket does not name it."),
      (name: "XDG_RUNTIME_DIR", text: "The folder of the socket deckd.sock where the system's folder has none."),
    ]
    return ProgramNotes(heading: "ENVIRONMENT", marked: "Ev", rows: socket + others)
  }

  private static let state = (
    name: "STATE_DIRECTORY", text: "The folder of the state where --state-dir does not name it. The service sets it."
  )

  private static let token = (
    name: "DECKD_WEB_TOKEN", text: "The token that pages must show where --token-file does not name one."
  )

  private static let position = (
    name: "STATE_DIRECTORY",
    text: "The folder of the position where --state-dir does not name it. The service sets it."
  )

  private static let credentials = (
    name: "CREDENTIALS_DIRECTORY",
    text: "The folder whose file password has the password where --password-file does not name one."
  )

  private static let actions = ProgramNotes(
    heading: "ACTIONS",
    marked: "Cm",
    rows: ActionTable.keys.map { key in
      let fallback = key.fallback.map { "Default: \($0)." } ?? "It is required."
      return (name: key.name, text: "\(key.summary) It takes \(key.values). \(fallback)")
    }
  )

  private static let commands = ProgramNotes(
    heading: "ENVIRONMENT OF COMMANDS",
    marked: "Ev",
    rows: [
      ("DECKD_EVENT", "The event's type, such as card.swiped."),
      ("DECKD_ACTION", "The action's name."),
      ("DECKD_JSON", "The whole event, as deckd sent it."),
      ("DECKD_SOCKET", "The socket on which deckd takes requests, for deckctl."),
      (
        "DECKD_CARD",
        "The event's member card, and so on for each text, number, true and false: undoDepth is DECKD_UNDO_DEPTH, and "
          + "name of surface is DECKD_SURFACE_NAME."
      ),
      ("PATH", "A fixed one, with the system's folders of programs."),
      ("HOME", "That of deckd-actions, as are LANG, TZ and XDG_RUNTIME_DIR. There is nothing else."),
    ]
  )

  private static let reload = ProgramNotes(
    heading: "SIGNALS",
    marked: "Dv",
    rows: [
      ("SIGHUP", "Reads the actions again. What is wrong with them is logged, and the former ones stay."),
      ("SIGINT", "Ends the commands that run, within a second, and then the program. SIGTERM does the same."),
    ]
  )

  private static let actionFiles = ProgramNotes(
    heading: "FILES",
    marked: "Pa",
    rows: [(ActionFile.usualPath, "The actions. Only root and the program's user may be able to write it.")]
  )

  private static let signals = ProgramNotes(
    heading: "SIGNALS",
    marked: "Dv",
    rows: [
      ("SIGHUP", "Reads the configuration again. What is wrong with it is logged, and the running one stays."),
      ("SIGINT", "Stores the state and ends. SIGTERM does the same."),
    ]
  )

  private static let files = ProgramNotes(
    heading: "FILES",
    marked: "Pa",
    rows: [
      (ConfigurationFile.usualPath, "The configuration, which may be missing."),
      (SocketPath.system, "The socket, with mode 0660 and the group deckd."),
      (SocketPath.observing(beside: SocketPath.system), "The socket that serves only what changes nothing."),
      ("/var/lib/deckd", "The state of the service: cards, decisions and events."),
    ]
  )
}

extension ManualText {
  /// The names of the pages, with their sections.
  private static let pages = [
    ("deckctl", 1), ("deckd.toml", 5), ("deckd", 8), ("deckd-actions", 8), ("deckd-mqtt", 8),
    ("deckd-web", 8),
  ]

  /// Writes the beginning of a page.
  mutating func head(_ name: String, section: Int, summary: String, release: ManualRelease) {
    macro("Dd", release.date)
    macro("Dt", Self.word(name.uppercased()), "\(section)")
    macro("Os", "deckd", release.version)
    macro("Sh", "NAME")
    macro("Nm", Self.word(name))
    let end = summary.last == "." ? summary.dropLast() : summary[...]
    macro("Nd", "\(end.prefix(1).lowercased())\(Self.escaped(end.dropFirst()))")
  }

  /// Writes a section with a list of names.
  mutating func list(_ heading: String, _ marked: String, _ rows: [(name: String, text: String)]) {
    macro("Sh", heading)
    macro("Bl", "-tag", "-width", "Ds")
    for (name, text) in rows {
      macro("It", marked, Self.word(name))
      prose(text)
    }
    macro("El")
  }

  /// Writes the section that names the other pages.
  mutating func seeAlso(except name: String) {
    macro("Sh", "SEE ALSO")
    let others = Self.pages.filter { $0.0 != name }
    for (number, page) in others.enumerated() {
      macro("Xr", Self.word(page.0), "\(page.1)", number + 1 < others.count ? "," : "")
    }
  }
}
