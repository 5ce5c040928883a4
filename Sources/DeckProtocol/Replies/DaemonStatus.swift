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

extension DaemonStatus: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("version", .text(least: 1), "The daemon's version.", at: \.version),
    .init("uptime", .number(least: 0), "Seconds since the daemon started.", at: \.uptime),
    .init(
      optional: "configuration",
      "The configuration file; left out for the built-in configuration.",
      at: \.configuration
    ),
    .init(
      optional: "stateDirectory",
      "The state directory; left out where events are not stored.",
      at: \.stateDirectory
    ),
    .init("panels", "The panels that are connected.", at: \.panels),
    .init("surfaces", "The surfaces, in the order of the configuration.", at: \.surfaces),
    .init("decks", "The decks, in the order of the configuration.", at: \.decks),
    .init("clients", "The connections, in the order of their processes.", at: \.clients),
    .init("queues", "What waits in the daemon.", at: \.queues),
    .init("limits", "The most that a client may send and subscribe to (limits in the configuration).", at: \.limits),
    .init(optional: "journal", "Where events are stored; left out where they are not.", at: \.journal)
  )

  package static let definition = define("statusResult", "Result of daemon.status", "What the daemon is doing.")
}

extension DaemonStatus.Deck: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("id", .deckID, "The deck's name.", at: \.entry.id),
    .init("kind", .deckKind, "What the deck is for.", at: \.entry.kind),
    .init("preset", .preset, "The preset that the deck's settings start from.", at: \.entry.preset),
    .init("surface", .surfaceID, "The surface that the deck is drawn on.", at: \.surface),
    .init("phase", "What the deck is doing.", at: \.phase),
    .init(optional: "round", "How far the round is; left out in a deck that has none.", at: \.round),
    .init("current", .total, "The front card's index, as in a snapshot.", at: \.counts.current),
    .init("count", .total, "How many cards the deck has.", at: \.counts.count),
    .init("undoDepth", .total, "How many decisions can be undone.", at: \.counts.undoDepth),
    .init("dataBytes", .total, "How many bytes the cards' data have.", at: \.dataBytes),
    .init("delegate", "Whether a client is the deck's delegate.", at: \.hasDelegate),
    .init(
      optional: "stuck",
      .number(least: 0),
      "For how long a finger has not moved that loses the deck to the next one.",
      at: \.stuck
    )
  )
}

extension DaemonStatus.Connection: WireObject {
  package static let object = ObjectWriter<Self>(
    .init(optional: "name", "What the client calls itself in hello.", at: \.name),
    .init("pid", .total, "The process that connected.", at: \.process),
    .init("uid", .total, "The process's user.", at: \.user),
    .init("access", "What its socket permits.", at: \.access),
    .init("subscriptions", .list(.deckID), "The decks that the client subscribes to.", at: \.subscriptions),
    .init("queued", .total, "Bytes that wait for the client to read them.", at: \.queued)
  )
}

extension DaemonStatus.Queues: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("bytes", .total, "Bytes that wait for clients to read them.", at: \.bytes),
    .init("requests", .total, "Lines that clients sent and that were not handled yet.", at: \.requests),
    .init("commands", .total, "Commands that wait for a delegate.", at: \.commands),
    .init("disk", .total, "Messages that wait until the events before them are on the disk.", at: \.disk),
    .init("files", .total, "Files that are still to be read.", at: \.files)
  )
}

extension DaemonStatus.Limits: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("line", .total, "Bytes of a request's line.", at: \.line),
    .init("depth", .total, "Levels of arrays and objects in a request.", at: \.depth),
    .init("requestCards", .total, "Cards, or ids of cards, of a request.", at: \.requestCards),
    .init("cards", .total, "Cards of a deck.", at: \.cards),
    .init("cardData", .total, "Bytes of a card's data.", at: \.cardData),
    .init("deckData", .total, "Bytes of the data of all cards of a deck.", at: \.deckData),
    .init("subscriptions", .total, "Decks that a connection may subscribe to one by one.", at: \.subscriptions)
  )
}

extension DaemonStatus.Journal: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("name", .pattern("^[0-9a-f]{16}$"), "The name that clients send with since.", at: \.name),
    .init("seq", .lastSequence, "The number of the last event that is on the disk.", at: \.sequence)
  )
}
