package import JSON

/// The results of requests, as they are written.
extension Reply {
  /// The result of `hello`.
  struct Greeting: Result {
    var version: String
    var access: Access
    var grants: [Grant]
    var limits: DaemonStatus.Limits
    var decks: [DeckEntry]

    private static let capabilities = Topic.allCases.map(\.rawValue) + ClientRequest.methodNames

    static let object = ObjectWriter<Self>(
      .init("server", .constant("\"deckd\""), "The daemon's name.") { _ in "deckd" },
      .init("version", .text(least: 1), "The daemon's version.") { $0.version },
      .init("protocol", .constant("\(protocolNumber)"), "The protocol number that the daemon speaks.") { _ in
        protocolNumber
      },
      .init(
        "capabilities",
        .list(.openChoice(capabilities), isUnique: true),
        "The topics and methods that the daemon has."
      ) { _ in capabilities },
      .init("access", "What the client's socket permits.") { $0.access },
      .init("grants", .list(Grant.schema, isUnique: true), "The client's permissions besides.") { $0.grants },
      .init(optional: "limits", "The most that a client may send and subscribe to; an older daemon leaves it out.") {
        $0.limits
      },
      .init("decks", "The decks, in the order of the configuration.") { $0.decks }
    )

    static let definition = define("helloResult", "Result of hello", "The daemon, and what the client may do with it.")
  }

  /// The result of `deck.list`.
  struct DeckList: Result {
    var decks: [DeckEntry]

    static let object = ObjectWriter<Self>(
      .init("decks", "The decks, in the order of the configuration.") { $0.decks }
    )

    static let definition = define("deckListResult", "Result of deck.list", "The decks.")
  }

  /// The result of `surface.list`.
  struct SurfaceList: Result {
    var surfaces: [SurfaceEntry]

    static let object = ObjectWriter<Self>(
      .init("surfaces", "The surfaces, in the order of the configuration.") { $0.surfaces }
    )

    static let definition = define("surfaceListResult", "Result of surface.list", "The surfaces.")
  }

  /// The result of `subscribe` and of `deck.get`.
  struct Subscribed: Result {
    enum Decks {
      case one(DeckSnapshot)
      case all([DeckSnapshot], sequence: UInt64)
    }

    var decks: Decks
    var journal: String?
    var resync: Bool

    static let object = ObjectWriter<Self>(
      .init(optional: "snapshot", "The deck as it is now; left out of a subscription to all decks.") {
        if case .one(let snapshot) = $0.decks { snapshot } else { nil }
      },
      .init(optional: "snapshots", "Only of subscribe: the decks as they are now, where it is to all of them.") {
        if case .all(let snapshots, _) = $0.decks { snapshots } else { nil }
      },
      .init(
        optional: "seq",
        "Only of subscribe to all decks: the number of the last event that the snapshots include, also where there is no deck."
      ) {
        if case .all(_, let sequence) = $0.decks { sequence } else { nil }
      },
      .init(
        optional: "journal",
        .pattern("^[0-9a-f]{16}$"),
        "Only of subscribe: the journal that the events' numbers belong to, to be sent with since; left out where events are not stored."
      ) { $0.journal },
      .init(
        optional: "resync",
        .constant("true"),
        "Only of subscribe: the events after since are not available; the snapshot replaces them."
      ) { $0.resync ? true : nil }
    )

    static let definition = define(
      "snapshotResult",
      "Result of subscribe and deck.get",
      "A deck's state, or that of all decks; after subscribe, the streams continue from it with no gap and no overlap.",
      rules: [.exactlyOne(["snapshot", "snapshots"], expected: "")]
    )
  }

  /// The result of `deck.settings`.
  struct SettingList: Result {
    var settings: [SettingDescription]

    static let object = ObjectWriter<Self>(
      .init("settings", "The settings that a deck of this kind has, in the order of their documentation.") {
        $0.settings
      }
    )

    static let definition = define(
      "settingsResult",
      "Result of deck.settings",
      "The deck's settings; the snapshot has the values that hold."
    )
  }

  /// The result of a command.
  struct Done: Result {
    var sequence: UInt64

    static let object = ObjectWriter<Self>(
      .init("seq", .lastSequence, "The number of the request's last event, or of the last event before it.") {
        $0.sequence
      }
    )

    static let definition = define("commandResult", "Result of a command", "The request was performed.")
  }

  /// The result of `deck.stage`.
  struct Staged: Result {
    var count: Int

    static let object = ObjectWriter<Self>(
      .init("staged", .total, "How many cards the connection has staged for the deck: from of its next request.") {
        $0.count
      }
    )

    static let definition = define(
      "stageResult",
      "Result of deck.stage",
      "The cards are staged; the deck has not changed."
    )
  }

  /// The result of `daemon.reload`.
  struct Reloaded: Result {
    var sequence: UInt64
    var restart: [String]
    var kept: [String]

    static let object = ObjectWriter<Self>(
      .init("seq", .lastSequence, "The number of the last event.") { $0.sequence },
      .init("restart", "The keys of the file whose changes take effect after a restart only.") { $0.restart },
      .init(
        "kept",
        .list(.deckID),
        "The decks that keep cards which are not the file's; deck.load replaces them."
      ) { $0.kept }
    )

    static let definition = define("reloadResult", "Result of daemon.reload", "The file's configuration is in effect.")
  }

  /// The result of a method.
  protocol Result: WireValue {
    static var object: ObjectWriter<Self> { get }
    static var definition: Definition { get }
  }
}

extension Reply.Result {
  static var schema: ValueSchema { .defined(definition) }

  func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }

  fileprivate static func define(
    _ name: String,
    _ title: String,
    _ summary: String,
    rules: [MemberRule] = []
  ) -> Definition {
    Definition(name, title, summary, .object(ObjectSchema(object.schema.members, rules: rules)))
  }
}

extension Reply.DeckEntry: WireValue {
  private static let object = ObjectWriter<Self>(
    .init("id", .deckID, "The deck's name.") { $0.id },
    .init("kind", .deckKind, "What the deck is for.") { $0.kind },
    .init("preset", .preset, "The preset that the deck's settings start from.") { $0.preset }
  )

  package static var schema: ValueSchema { .object(object.schema) }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}

extension ProtocolError: WireValue {
  private static let object = ObjectWriter<Self>(
    .init(
      "code",
      .numbers(Code.allCases.map(\.rawValue)),
      Code.allCases.map { "\($0.rawValue): \($0.meaning)." }.joined(separator: " ")
    ) { $0.code.rawValue },
    .init("message", .text(least: 1), "The error in a few words.") { $0.message },
    .init("data", .object(particulars.schema), "Where the error is, and what was expected.") { Particulars($0) }
  )

  private static let particulars = ObjectWriter<Self>(
    .init(
      "field",
      "The path of the wrong field, such as \"params.topics[1]\"; \"byte 17\", from 0, where the line is not JSON; the file and its line after daemon.reload; empty where the line as a whole is wrong."
    ) { $0.field },
    .init("expected", .text(least: 1), "What was expected, or what to do.") { $0.expected }
  )

  private struct Particulars: WireValue {
    static var schema: ValueSchema { .object(particulars.schema) }

    let error: ProtocolError

    init(_ error: ProtocolError) { self.error = error }

    func write(to json: inout JSONWriter) { particulars.write(error, to: &json) }
  }

  package static var schema: ValueSchema {
    .defined(
      Definition(
        "error",
        "Error",
        "What was wrong, where, and what was expected.",
        .object(object.schema)
      )
    )
  }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
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
    .init("surface", "The surface.") { $0.surface },
    .init("asleep", "Whether the next finger only wakes it.") { $0.isAsleep },
    .init("gestures", "Its gestures, in the order of the configuration.") { $0.gestures }
  )

  package static var schema: ValueSchema { .object(object.schema) }
}

extension Reply.SurfaceEntry.Gesture: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("name", "The gesture's name.") { $0.name },
    .init("kind", "What the fingers do.") { $0.kind },
    .init("fingers", .integer(least: 1, most: 5), "How many fingers.") { $0.fingers }
  )

  package static var schema: ValueSchema { .object(object.schema) }
}
