package import JSON

/// A daemon's state: the result of `daemon.status`.
public struct DaemonStatus: Hashable, Sendable {
  /// A deck and its state.
  public struct Deck: Hashable, Sendable {
    /// Its id, kind and preset.
    public var entry: Reply.DeckEntry
    /// The name of the deck's surface.
    public var surface: String
    /// The deck's phase.
    public var phase: DeckPhase
    /// The phase of the round; `nil` in a deck without rounds.
    public var round: RoundPhase?
    /// The front card's index, and how many cards and decisions there are.
    public var counts: DeckCounts
    /// The size of its cards' data, in bytes.
    public var dataBytes: Int
    /// Whether a client is the deck's delegate.
    public var hasDelegate: Bool
    /// For how many seconds a finger has been down without moving, where that is so long that the next one takes the
    /// deck (`touch.stuckAfter`).
    public var stuck: Double?

    /// A deck on a surface.
    public init(
      _ entry: Reply.DeckEntry,
      surface: String,
      phase: DeckPhase,
      round: RoundPhase?,
      counts: DeckCounts,
      dataBytes: Int,
      hasDelegate: Bool,
      stuck: Double?
    ) {
      self.entry = entry
      self.surface = surface
      self.phase = phase
      self.round = round
      self.counts = counts
      self.dataBytes = dataBytes
      self.hasDelegate = hasDelegate
      self.stuck = stuck
    }
  }

  /// A client's connection.
  public struct Connection: Hashable, Sendable {
    /// The client's name, as it introduced itself.
    public var name: String?
    /// The id of the client's process.
    public var process: Int
    /// The id of the process's user.
    public var user: Int
    /// The access that its socket permits.
    public var access: Access
    /// The decks that the client subscribes to.
    public var subscriptions: [String]
    /// Bytes queued until the client reads them.
    public var queued: Int

    /// A connection of a process.
    public init(
      name: String?,
      process: Int,
      user: Int,
      access: Access,
      subscriptions: [String],
      queued: Int
    ) {
      self.name = name
      self.process = process
      self.user = user
      self.access = access
      self.subscriptions = subscriptions
      self.queued = queued
    }
  }

  /// The daemon's queues.
  public struct Queues: Hashable, Sendable {
    /// Bytes queued until clients read them.
    public var bytes: Int
    /// Lines from clients that have not been handled yet.
    public var requests: Int
    /// Commands that wait for a delegate.
    public var commands: Int
    /// Messages held until the events before them are on the disk.
    public var disk: Int
    /// Files that have not been read yet.
    public var files: Int

    /// The queues' sizes.
    public init(bytes: Int, requests: Int, commands: Int, disk: Int, files: Int) {
      self.bytes = bytes
      self.requests = requests
      self.commands = commands
      self.disk = disk
      self.files = files
    }
  }

  /// The limits on what a client may send and subscribe to.
  public struct Limits: Hashable, Sendable {
    /// Bytes in a request's line.
    public var line: Int
    /// Nesting levels of arrays and objects in a request.
    public var depth: Int
    /// Cards, or ids of cards, in a request.
    public var requestCards: Int
    /// Cards in a deck.
    public var cards: Int
    /// Bytes in a card's data.
    public var cardData: Int
    /// Bytes in the data of all cards of a deck.
    public var deckData: Int
    /// Decks that a connection may subscribe to individually.
    public var subscriptions: Int

    /// The limits' values.
    public init(
      line: Int,
      depth: Int,
      requestCards: Int,
      cards: Int,
      cardData: Int,
      deckData: Int,
      subscriptions: Int
    ) {
      self.line = line
      self.depth = depth
      self.requestCards = requestCards
      self.cards = cards
      self.cardData = cardData
      self.deckData = deckData
      self.subscriptions = subscriptions
    }
  }

  /// The journal, which stores events.
  public struct Journal: Hashable, Sendable {
    /// The name that clients send with `since`.
    public var name: String
    /// The number of the last event that is on the disk.
    public var sequence: UInt64

    /// A journal up to the event numbered `sequence`.
    public init(name: String, sequence: UInt64) {
      self.name = name
      self.sequence = sequence
    }
  }

  /// The daemon's version.
  public var version: String
  /// Seconds since the daemon started.
  public var uptime: Double
  /// The configuration file; `nil` for the built-in configuration.
  public var configuration: String?
  /// The state directory; `nil` if events are not stored.
  public var stateDirectory: String?
  /// The connected touch panels.
  public var panels: [PanelState]
  /// The surfaces, in the order of the configuration.
  public var surfaces: [DeckPlacement.Surface]
  /// The decks, in the order of the configuration.
  public var decks: [Deck]
  /// The connections, oldest first.
  public var clients: [Connection]
  /// The sizes of the daemon's queues.
  public var queues: Queues
  /// The limits on what a client may send and subscribe to.
  public var limits: Limits
  /// The journal; `nil` if events are not stored.
  public var journal: Journal?

  /// A daemon's state.
  public init(
    version: String,
    uptime: Double,
    configuration: String?,
    stateDirectory: String?,
    panels: [PanelState],
    surfaces: [DeckPlacement.Surface],
    decks: [Deck],
    clients: [Connection],
    queues: Queues,
    limits: Limits,
    journal: Journal?
  ) {
    self.version = version
    self.uptime = uptime
    self.configuration = configuration
    self.stateDirectory = stateDirectory
    self.panels = panels
    self.surfaces = surfaces
    self.decks = decks
    self.clients = clients
    self.queues = queues
    self.limits = limits
    self.journal = journal
  }
}

// MARK: - On the wire

extension DaemonStatus: WireValue {
  private static let object = ObjectWriter<Self>(
    .init("version", .text(least: 1), "The daemon's version.") { $0.version },
    .init("uptime", .number(least: 0), "Seconds since the daemon started.") { $0.uptime },
    .init(optional: "configuration", "The configuration file; left out for the built-in configuration.") {
      $0.configuration
    },
    .init(optional: "stateDirectory", "The state directory; left out where events are not stored.") {
      $0.stateDirectory
    },
    .init("panels", "The panels that are connected.") { $0.panels },
    .init("surfaces", "The surfaces, in the order of the configuration.") { $0.surfaces },
    .init("decks", "The decks, in the order of the configuration.") { $0.decks },
    .init("clients", "The connections, in the order of their processes.") { $0.clients },
    .init("queues", "What waits in the daemon.") { $0.queues },
    .init("limits", "The most that a client may send and subscribe to (limits in the configuration).") { $0.limits },
    .init(optional: "journal", "Where events are stored; left out where they are not.") { $0.journal }
  )

  package static let definition = Definition(
    "statusResult",
    "Result of daemon.status",
    "What the daemon is doing.",
    .object(object.schema)
  )

  package static var schema: ValueSchema { .defined(definition) }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}

extension DaemonStatus.Deck: WireValue {
  private static let object = ObjectWriter<Self>(
    .init("id", .deckID, "The deck's name.") { $0.entry.id },
    .init("kind", .deckKind, "What the deck is for.") { $0.entry.kind },
    .init("preset", .preset, "The preset that the deck's settings start from.") { $0.entry.preset },
    .init("surface", .surfaceID, "The surface that the deck is drawn on.") { $0.surface },
    .init("phase", "What the deck is doing.") { $0.phase },
    .init(optional: "round", "How far the round is; left out in a deck that has none.") { $0.round },
    .init("current", .total, "The front card's index, as in a snapshot.") { $0.counts.current },
    .init("count", .total, "How many cards the deck has.") { $0.counts.count },
    .init("undoDepth", .total, "How many decisions can be undone.") { $0.counts.undoDepth },
    .init("dataBytes", .total, "How many bytes the cards' data have.") { $0.dataBytes },
    .init("delegate", "Whether a client is the deck's delegate.") { $0.hasDelegate },
    .init(
      optional: "stuck",
      .number(least: 0),
      "For how long a finger has not moved that loses the deck to the next one."
    ) {
      $0.stuck
    }
  )

  package static var schema: ValueSchema { .object(object.schema) }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}

extension DaemonStatus.Connection: WireValue {
  private static let object = ObjectWriter<Self>(
    .init(optional: "name", "What the client calls itself in hello.") { $0.name },
    .init("pid", .total, "The process that connected.") { $0.process },
    .init("uid", .total, "The process's user.") { $0.user },
    .init("access", "What its socket permits.") { $0.access },
    .init("subscriptions", .list(.deckID), "The decks that the client subscribes to.") { $0.subscriptions },
    .init("queued", .total, "Bytes that wait for the client to read them.") { $0.queued }
  )

  package static var schema: ValueSchema { .object(object.schema) }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}

extension DaemonStatus.Queues: WireValue {
  private static let object = ObjectWriter<Self>(
    .init("bytes", .total, "Bytes that wait for clients to read them.") { $0.bytes },
    .init("requests", .total, "Lines that clients sent and that were not handled yet.") { $0.requests },
    .init("commands", .total, "Commands that wait for a delegate.") { $0.commands },
    .init("disk", .total, "Messages that wait until the events before them are on the disk.") { $0.disk },
    .init("files", .total, "Files that are still to be read.") { $0.files }
  )

  package static var schema: ValueSchema { .object(object.schema) }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}

extension DaemonStatus.Limits: WireValue {
  private static let object = ObjectWriter<Self>(
    .init("line", .total, "Bytes of a request's line.") { $0.line },
    .init("depth", .total, "Levels of arrays and objects in a request.") { $0.depth },
    .init("requestCards", .total, "Cards, or ids of cards, of a request.") { $0.requestCards },
    .init("cards", .total, "Cards of a deck.") { $0.cards },
    .init("cardData", .total, "Bytes of a card's data.") { $0.cardData },
    .init("deckData", .total, "Bytes of the data of all cards of a deck.") { $0.deckData },
    .init("subscriptions", .total, "Decks that a connection may subscribe to one by one.") { $0.subscriptions }
  )

  package static var schema: ValueSchema { .object(object.schema) }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}

extension DaemonStatus.Journal: WireValue {
  private static let object = ObjectWriter<Self>(
    .init("name", .pattern("^[0-9a-f]{16}$"), "The name that clients send with since.") { $0.name },
    .init("seq", .lastSequence, "The number of the last event that is on the disk.") { $0.sequence }
  )

  package static var schema: ValueSchema { .object(object.schema) }

  package func write(to json: inout JSONWriter) { Self.object.write(self, to: &json) }
}
