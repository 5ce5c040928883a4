import DeckEngine

/// The tables that describe the daemon itself.
extension SectionTable {
  private static let mode = SectionKey.Form.other("the permissions in octal digits, such as \"0660\"")
  private static let group = SectionKey.Form.other("a group by its name or number")

  /// The keys of `[socket]`.
  enum Socket {
    static let mode = SectionKey(
      name: "mode",
      form: SectionTable.mode,
      fallback: "\"0660\"",
      example: "\"0660\"",
      summary: "The permissions of the control socket, on which every method is available."
    )
    static let group = SectionKey(
      name: "group",
      form: SectionTable.group,
      fallback: "\"\(SocketSection.usualGroup)\" where there is such a group that deckd may give, else deckd's own",
      example: "\"root\"",
      summary: "The group of the control socket."
    )
    static let observe = SectionKey(
      name: "observe",
      form: .other("a table, [socket.observe]"),
      fallback: "on",
      example: "[socket.observe]",
      summary: "A second, read-only socket, whose clients can observe and change nothing."
    )
    static let all = [mode, group, observe]
  }

  /// The keys of `[socket.observe]`.
  enum Observe {
    static let enabled = SectionKey(
      name: "enabled",
      form: .flag,
      fallback: "true",
      example: "true",
      summary: "Whether this socket is available."
    )
    static let name = SectionKey(
      name: "name",
      form: .other("a file's name of 1…64 characters without /"),
      fallback: "that of the control socket with -observe, so deckd-observe.sock",
      example: "\"deckd-observe.sock\"",
      summary: "The socket's file name, in the directory of the control socket."
    )
    static let mode = SectionKey(
      name: "mode",
      form: SectionTable.mode,
      fallback: "\"0660\"",
      example: "\"0660\"",
      summary: "The permissions of the socket. With \"0666\" every user sees the cards and every touch on the panel."
    )
    static let group = SectionKey(
      name: "group",
      form: SectionTable.group,
      fallback: "that of the control socket",
      example: "\"root\"",
      summary: "The group of the socket."
    )
    static let all = [enabled, name, mode, group]
  }

  /// The keys of `[access]`.
  enum Access {
    static let injectUsers = SectionKey(
      name: "injectUsers",
      form: .other("an array of users by their names or numbers, such as [\"kiosk\", 1000]"),
      fallback: "[]",
      example: "[\"root\"]",
      summary: "Users that may inject touches (input.inject) on the control socket, besides root and deckd's own user."
    )
    static let injectGroups = SectionKey(
      name: "injectGroups",
      form: .other("an array of groups by their names or numbers, such as [\"testers\", 1000]"),
      fallback: "[]",
      example: "[\"root\"]",
      summary: "Groups whose members may inject touches as well."
    )
    static let all = [injectUsers, injectGroups]
  }

  /// The keys of `[limits]`, each with the source of its default.
  enum Limits {
    static let rows: [WholeNumberRow<LimitsSection>] = [
      WholeNumberRow(
        \.clients,
        "clients",
        1...100_000,
        unit: "connections",
        "Maximum number of connections. [a thousand subscribers (SPEC Q4) of one user, and some of others]"
      ),
      WholeNumberRow(
        \.clientsPerUser,
        "clientsPerUser",
        1...100_000,
        unit: "connections",
        "Maximum number of connections of one user. [a thousand subscribers (SPEC Q4), and some to command]"
      ),
      WholeNumberRow(
        \.subscriptions,
        "subscriptions",
        1...10_000,
        unit: "decks",
        "Maximum number of decks that one connection can subscribe to individually. "
          + "[more than any front end draws; each holds its newest frame]"
      ),
      WholeNumberRow(
        \.line,
        "line",
        1024...1 << 26,
        unit: "bytes",
        "Maximum length of a line that a client sends. [SPEC P10]"
      ),
      WholeNumberRow(
        \.depth,
        "depth",
        16...64,
        unit: "levels",
        "Maximum nesting depth of arrays and objects in a line. [deeper than any message of the protocol]"
      ),
      WholeNumberRow(
        \.backlog,
        "backlog",
        1 << 16...1 << 26,
        unit: "bytes",
        "Maximum size of the events and replies that wait for a client when others arrive. A client with more unread "
          + "is disconnected when an event arrives; while half of it waits, none of its requests are read. [SPEC P6]"
      ),
      WholeNumberRow(\.cards, "cards", 1...1_000_000, unit: "cards", "Maximum number of cards in a deck. [SPEC Q6]"),
      WholeNumberRow(
        \.cardData,
        "cardData",
        16...1 << 26,
        unit: "bytes",
        "Maximum size of one card's data, as JSON. [a quarter of a line: pictures belong into files that data names]"
      ),
      WholeNumberRow(
        \.deckData,
        "deckData",
        16...1 << 30,
        unit: "bytes",
        "Maximum total size of the data of a deck's cards, as JSON. [some 600 bytes for each of 100,000 cards]"
      ),
    ]
    static let all = rows.map(\.key)
  }
  /// The keys of `[journal]`, each with the source of its default.
  enum Journal {
    static let rows: [WholeNumberRow<JournalSection>] = [
      WholeNumberRow(
        \.events,
        "events",
        100...10_000_000,
        unit: "events",
        "Maximum number of events to keep, the newest. [weeks of a busy panel, some 20 MB]"
      ),
      WholeNumberRow(
        \.days,
        "days",
        1...3650,
        unit: "days",
        "How long events are kept. [a client that was away for longer starts from a snapshot]"
      ),
    ]
    static let all = rows.map(\.key)
  }
}
