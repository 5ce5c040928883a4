import JSON

/// The results of requests, as they are written.
extension Reply {
  /// The result of `hello`.
  package struct Greeting: DefinedObject {
    package var version: String
    package var access: Access
    package var grants: [Grant]
    package var limits: DaemonStatus.Limits?
    package var decks: [DeckEntry]

    private static let capabilities = Topic.allCases.map(\.rawValue) + ClientRequest.methodNames

    package static let object = ObjectWriter<Self>(
      .init("server", .constant("\"deckd\""), "The daemon's name.") { _ in "deckd" },
      .init("version", .text(least: 1), "The daemon's version.", at: \.version),
      .init("protocol", .constant("\(protocolNumber)"), "The protocol number that the daemon speaks.") { _ in
        protocolNumber
      },
      .init(
        "capabilities",
        .list(.openChoice(capabilities), isUnique: true),
        "The topics and methods that the daemon has."
      ) { _ in capabilities },
      .init("access", "What the client's socket permits.", at: \.access),
      .init("grants", .list(Grant.schema, isUnique: true), "The client's permissions besides.", at: \.grants),
      .init(
        optional: "limits",
        "The most that a client may send and subscribe to; an older daemon leaves it out.",
        at: \.limits
      ),
      .init("decks", "The decks, in the order of the configuration.", at: \.decks)
    )

    package static let definition = define(
      "helloResult",
      "Result of hello",
      "The daemon, and what the client may do with it."
    )
  }

  /// The result of `deck.list`.
  package struct DeckList: DefinedObject {
    package var decks: [DeckEntry]

    package static let object = ObjectWriter<Self>(
      .init("decks", "The decks, in the order of the configuration.", at: \.decks)
    )

    package static let definition = define("deckListResult", "Result of deck.list", "The decks.")
  }

  /// The result of `surface.list`.
  package struct SurfaceList: DefinedObject {
    package var surfaces: [SurfaceEntry]

    package static let object = ObjectWriter<Self>(
      .init("surfaces", "The surfaces, in the order of the configuration.", at: \.surfaces)
    )

    package static let definition = define("surfaceListResult", "Result of surface.list", "The surfaces.")
  }

  /// The result of `subscribe` and of `deck.get`.
  package struct Subscribed: DefinedObject {
    package var snapshot: DeckSnapshot?
    package var snapshots: [DeckSnapshot]?
    package var sequence: UInt64?
    package var journal: String?
    package var resync: Bool

    package static let object = ObjectWriter<Self>(
      .init(optional: "snapshot", "The deck as it is now; left out of a subscription to all decks.", at: \.snapshot),
      .init(
        optional: "snapshots",
        "Only of subscribe: the decks as they are now, where it is to all of them.",
        at: \.snapshots
      ),
      .init(
        optional: "seq",
        "Only of subscribe to all decks: the number of the last event that the snapshots include, also where there is no deck.",
        at: \.sequence
      ),
      .init(
        optional: "journal",
        .pattern("^[0-9a-f]{16}$"),
        "Only of subscribe: the journal that the events' numbers belong to, to be sent with since; left out where events are not stored.",
        at: \.journal
      ),
      .init(
        optional: "resync",
        .constant("true"),
        "Only of subscribe: the events after since are not available; the snapshot replaces them."
      ) { $0.resync ? true : nil }.about(\.resync)
    )

    package static let definition = define(
      "snapshotResult",
      "Result of subscribe and deck.get",
      "A deck's state, or that of all decks; after subscribe, the streams continue from it with no gap and no overlap.",
      rules: [.exactlyOne(["snapshot", "snapshots"], expected: "")]
    )
  }

  /// The result of `deck.settings`.
  package struct SettingList: DefinedObject {
    package var settings: [SettingDescription]

    package static let object = ObjectWriter<Self>(
      .init(
        "settings",
        "The settings that a deck of this kind has, in the order of their documentation.",
        at: \.settings
      )
    )

    package static let definition = define(
      "settingsResult",
      "Result of deck.settings",
      "The deck's settings; the snapshot has the values that hold."
    )
  }

  /// The result of a command.
  package struct Done: DefinedObject {
    package var sequence: UInt64

    package static let object = ObjectWriter<Self>(
      .init(
        "seq",
        .lastSequence,
        "The number of the request's last event, or of the last event before it.",
        at: \.sequence
      )
    )

    package static let definition = define("commandResult", "Result of a command", "The request was performed.")
  }

  /// The result of `deck.stage`.
  package struct Staged: DefinedObject {
    package var count: Int

    package static let object = ObjectWriter<Self>(
      .init(
        "staged",
        .total,
        "How many cards the connection has staged for the deck: from of its next request.",
        at: \.count
      )
    )

    package static let definition = define(
      "stageResult",
      "Result of deck.stage",
      "The cards are staged; the deck has not changed."
    )
  }

  /// The result of `daemon.reload`.
  package struct Reloaded: DefinedObject {
    package var sequence: UInt64
    package var restart: [String]
    package var kept: [String]

    package static let object = ObjectWriter<Self>(
      .init("seq", .lastSequence, "The number of the last event.", at: \.sequence),
      .init("restart", "The keys of the file whose changes take effect after a restart only.", at: \.restart),
      .init(
        "kept",
        .list(.deckID),
        "The decks that keep cards which are not the file's; deck.load replaces them.",
        at: \.kept
      )
    )

    package static let definition = define(
      "reloadResult",
      "Result of daemon.reload",
      "The file's configuration is in effect."
    )
  }
}

extension Reply.DeckEntry: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("id", .deckID, "The deck's name.", at: \.id),
    .init("kind", .deckKind, "What the deck is for.", at: \.kind),
    .init("preset", .preset, "The preset that the deck's settings start from.", at: \.preset)
  )
}

extension ProtocolError: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init(
      "code",
      .numbers(Code.allCases.map(\.rawValue)),
      Code.allCases.map { "\($0.rawValue): \($0.meaning)." }.joined(separator: " ")
    ) { $0.code.rawValue },
    .init("message", .text(least: 1), "The error in a few words.", at: \.message),
    .init("data", .object(particulars.schema), "Where the error is, and what was expected.") { Particulars($0) }
  )

  private static let particulars = ObjectWriter<Self>(
    .init(
      "field",
      "The path of the wrong field, such as \"params.topics[1]\"; \"byte 17\", from 0, where the line is not JSON; the file and its line after daemon.reload; empty where the line as a whole is wrong.",
      at: \.field
    ),
    .init("expected", .text(least: 1), "What was expected, or what to do.", at: \.expected)
  )

  private struct Particulars: WireValue {
    static var schema: ValueSchema { .object(particulars.schema) }

    let error: ProtocolError

    init(_ error: ProtocolError) { self.error = error }

    func write(to json: inout JSONWriter) { particulars.write(error, to: &json) }
  }

  package static let definition = define("error", "Error", "What was wrong, where, and what was expected.")
}

extension ProtocolError.Code {
  fileprivate var meaning: String {
    switch self {
    case .parse: "the line is not JSON"
    case .invalidRequest: "the JSON is not a request"
    case .unknownMethod: "there is no such method"
    case .invalidParameters: "a parameter is missing, unknown or wrong"
    case .refused: "the request cannot be met now, or the client may not make it"
    }
  }
}

extension Reply.SurfaceEntry: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("surface", "The surface.", at: \.surface),
    .init("asleep", "Whether the next finger only wakes it.", at: \.isAsleep),
    .init("gestures", "Its gestures, in the order of the configuration.", at: \.gestures)
  )
}

extension Reply.SurfaceEntry.Gesture: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("name", "The gesture's name.", at: \.name),
    .init("kind", "What the fingers do.", at: \.kind),
    .init("fingers", .integer(least: 1, most: 5), "How many fingers.", at: \.fingers),
    .init("motion", "What the fingers do, in the words of the configuration, such as `swipe up`.", at: \.motion),
    .init(
      optional: "zone",
      "Where they come down, in the words of the configuration: `bottom`, `top left`, or a rectangle as a text, "
        + "`[0, 0.25, 0.5, 0.5]`, which is x, y, width and height in shares of the surface; left out for anywhere.",
      at: \.zone
    )
  )
}
