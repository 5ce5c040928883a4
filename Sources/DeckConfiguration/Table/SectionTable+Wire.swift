import DeckEngine
import DeckProtocol
import UnixSocket

/// The tables that describe the daemon itself.
extension SectionTable {
  private static let group = AccountParser(expectation: "a group by its name or number")
  /// Permissions are a text: TOML also has numbers, but 660 is not 0o660.
  private static let permissions = TextForm(
    expectation: "the permissions in octal digits, such as \"0660\"",
    noun: "such permissions"
  ) { text -> UInt32? in
    guard (3...4).contains(text.utf8.count), !text.hasPrefix("+"), let mode = UInt32(text, radix: 8) else { return nil }
    return mode <= 0o777 ? mode : nil
  }

  /// The keys of `[socket]`.
  static let socket: [SectionRow<SocketSection>] = [
    SectionRow(
      "mode",
      at: \.mode,
      takes: permissions,
      default: "\"0660\"",
      summary: "The permissions of the control socket, on which every method is available."
    ),
    SectionRow(
      "group",
      at: \.group,
      takes: group,
      default: "\"\(SocketSection.usualGroup)\" where there is such a group that deckd may give, else deckd's own",
      example: "\"root\"",
      summary: "The group of the control socket."
    ),
    SectionRow(
      "observe",
      at: \.observe,
      rows: observe,
      takes: "a table, [socket.observe]",
      default: "on",
      example: "[socket.observe]",
      summary: "A second, read-only socket, whose clients can observe and change nothing."
    ),
  ]

  /// The keys of `[socket.observe]`.
  private static let observe: [SectionRow<SocketSection.Observe>] = [
    SectionRow(
      "enabled",
      at: \.isEnabled,
      takes: .flag,
      takesEffect: .afterRestart,
      default: "true",
      summary: "Whether this socket is available."
    ),
    SectionRow(
      "name",
      at: \.name,
      takes: TextForm(expectation: "a file's name of 1…64 characters without /", noun: "such a name") { name in
        SettingText.isName(name) && !name.contains("/") && name != "." && name != ".." ? name : nil
      },
      takesEffect: .afterRestart,
      default: "that of the control socket with -observe, so deckd-observe.sock",
      example: "\"deckd-observe.sock\"",
      summary: "The socket's file name, in the directory of the control socket."
    ),
    SectionRow(
      "mode",
      at: \.mode,
      takes: permissions,
      default: "\"0660\"",
      summary: "The permissions of the socket. With \"0666\" every user sees the cards and every touch on the panel."
    ),
    SectionRow(
      "group",
      at: \.group,
      takes: group,
      default: "that of the control socket",
      example: "\"root\"",
      summary: "The group of the socket."
    ),
  ]

  /// The keys of `[access]`.
  static let access: [SectionRow<AccessSection>] = [
    SectionRow(
      "injectUsers",
      takes: "an array of users by their names or numbers, such as [\"kiosk\", 1000]",
      default: "[]",
      example: "[\"root\"]",
      summary: "Users that may inject touches (input.inject) on the control socket, besides root and deckd's own user."
    ) { reader, node, expected, access in
      access.injectUsers = reader.values(node, AccountParser(expectation: expected), expected: expected)
    },
    SectionRow(
      "injectGroups",
      takes: "an array of groups by their names or numbers, such as [\"testers\", 1000]",
      default: "[]",
      example: "[\"root\"]",
      summary: "Groups whose members may inject touches as well."
    ) { reader, node, expected, access in
      access.injectGroups = reader.values(node, AccountParser(expectation: expected), expected: expected)
    },
  ]

  /// The keys of `[limits]`, each with the source of its default.
  static let limits: [SectionRow<LimitsSection>] = [
    SectionRow(
      "clients",
      at: \.clients,
      takes: .count(1...100_000, "connections"),
      summary: "Maximum number of connections to each of the two sockets. "
        + "[a thousand subscribers of one user, and some of others]"
    ),
    SectionRow(
      "clientsPerUser",
      at: \.clientsPerUser,
      takes: .count(1...100_000, "connections"),
      summary: "Maximum number of connections of one user to each socket. [a thousand subscribers, and some to command]"
    ),
    SectionRow(
      "subscriptions",
      at: \.subscriptions,
      takes: .count(1...10_000, "decks"),
      summary: "Maximum number of decks that one connection can subscribe to individually. "
        + "[more than any front end draws; each holds its newest frame]"
    ),
    SectionRow(
      "line",
      at: \.line,
      takes: .count(1024...LineFraming.defaultLimit, "bytes"),
      summary: "Maximum length of a line that a client sends. [the daemon reads it in a millisecond or two]"
    ),
    SectionRow(
      "depth",
      at: \.depth,
      takes: .count(16...64, "levels"),
      summary: "Maximum nesting depth of arrays and objects in a line. [deeper than any message of the protocol]"
    ),
    SectionRow(
      "backlog",
      at: \.backlog,
      takes: .count(1 << 16...1 << 26, "bytes"),
      summary: "Maximum size of the events and replies that wait for a client when others arrive. A client with more "
        + "unread is disconnected when an event arrives; while half of it waits, none of its requests are read."
    ),
    SectionRow(
      "replies",
      at: \.replies,
      takes: .count(1 << 20...1 << 32, "bytes"),
      summary: "Maximum size of the replies that wait, and of the lines that are not complete, for all clients "
        + "together. Above it, the client for which most is held longest is disconnected. [half of the memory that deckd is to take at most]"
    ),
    SectionRow(
      "cards",
      at: \.cards,
      takes: .count(1...100_000, "cards"),
      summary: "Maximum number of cards in a deck. [the longest deck that the benchmarks measure]"
    ),
    SectionRow(
      "cardData",
      at: \.cardData,
      takes: .count(16...1 << 14, "bytes"),
      summary:
        "Maximum size of one card's data, as JSON. [pages of text: pictures belong into files that data names]"
    ),
    SectionRow(
      "deckData",
      at: \.deckData,
      takes: .count(16...1 << 30, "bytes"),
      summary: "Maximum total size of the data of a deck's cards, as JSON. [some 600 bytes for each of 100,000 cards]"
    ),
  ]

  /// The keys of `[journal]`, each with the source of its default.
  static let journal: [SectionRow<JournalSection>] = [
    SectionRow(
      "events",
      at: \.events,
      takes: .count(100...10_000_000, "events"),
      takesEffect: .afterRestart,
      summary: "Maximum number of events to keep, the newest. [weeks of a busy panel, some 20 MB]"
    ),
    SectionRow(
      "days",
      at: \.days,
      takes: .count(1...3650, "days"),
      takesEffect: .afterRestart,
      summary: "How long events are kept. [a client that was away for longer starts from a snapshot]"
    ),
  ]
}
