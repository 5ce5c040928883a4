import JSON

/// The daemon's replies to requests, each one line with its newline.
public enum Reply {
  /// The protocol's number; changes within one number are additive only.
  public static let protocolNumber = 1

  /// A deck in the replies to `hello` and `deck.list`.
  public struct DeckEntry: Hashable, Sendable {
    /// The deck's id.
    public var id: String
    /// `swipe` or `stack`.
    public var kind: String
    /// The preset that the deck's settings started from.
    public var preset: String

    /// A deck with its kind and preset.
    public init(id: String, kind: String, preset: String) {
      self.id = id
      self.kind = kind
      self.preset = preset
    }
  }

  /// A surface in the reply to `surface.list`.
  public struct SurfaceEntry: Hashable, Sendable {
    /// A gesture of a surface.
    public struct Gesture: Hashable, Sendable {
      /// The gesture's name in the configuration.
      public var name: String
      /// What the fingers do.
      public var kind: SurfaceGestureKind
      /// How many fingers.
      public var fingers: Int
      /// What the fingers do, in the words of the configuration: `swipe up`, `double tap`.
      public var motion: String
      /// The edge, corner or rectangle where they come down, in the words of the configuration; `nil` for anywhere.
      public var zone: String?

      /// A gesture with its name.
      public init(name: String, kind: SurfaceGestureKind, fingers: Int, motion: String, zone: String?) {
        (self.name, self.kind, self.fingers, self.motion, self.zone) = (name, kind, fingers, motion, zone)
      }
    }

    /// The surface.
    public var surface: DeckPlacement.Surface
    /// Whether the next finger only wakes it.
    public var isAsleep: Bool
    /// Its gestures, in the order of the configuration.
    public var gestures: [Gesture]

    /// A surface with its gestures.
    public init(surface: DeckPlacement.Surface, isAsleep: Bool, gestures: [Gesture]) {
      (self.surface, self.isAsleep, self.gestures) = (surface, isAsleep, gestures)
    }
  }

  /// The reply to `surface.list`.
  public static func surfaces(id: [UInt8], _ surfaces: [SurfaceEntry]) -> [UInt8] {
    result(id, SurfaceList(surfaces: surfaces))
  }

  /// The reply to `hello`; `access` is that of the client's socket, and `grants` are its additional permissions.
  public static func hello(
    id: [UInt8],
    version: String,
    access: Access,
    grants: [Grant],
    limits: DaemonStatus.Limits,
    decks: [DeckEntry]
  ) -> [UInt8] {
    result(id, Greeting(version: version, access: access, grants: grants, limits: limits, decks: decks))
  }

  /// The reply to `deck.list`.
  public static func decks(id: [UInt8], _ decks: [DeckEntry]) -> [UInt8] {
    result(id, DeckList(decks: decks))
  }

  /// The reply to `subscribe` for one deck.
  ///
  /// `journal` names the journal that `since` refers to; `resync` is set if the events after `since` are not available.
  public static func subscribed(
    id: [UInt8],
    _ snapshot: DeckSnapshot,
    journal: String? = nil,
    resync: Bool
  ) -> [UInt8] {
    result(id, Subscribed(snapshot: snapshot, journal: journal, resync: resync), size: snapshot.dataSize)
  }

  /// The reply to `subscribe` for all decks; `sequence` is the number of the last event that the snapshots include.
  public static func subscribed(
    id: [UInt8],
    all snapshots: [DeckSnapshot],
    sequence: UInt64,
    journal: String? = nil,
    resync: Bool
  ) -> [UInt8] {
    // Beyond its data, each has some kilobytes.
    let size = snapshots.reduce(0) { $0 + $1.dataSize + 8192 }
    return result(
      id,
      Subscribed(snapshots: snapshots, sequence: sequence, journal: journal, resync: resync),
      size: size
    )
  }

  /// The reply to `deck.get`.
  public static func snapshot(id: [UInt8], _ snapshot: DeckSnapshot) -> [UInt8] {
    result(id, Subscribed(snapshot: snapshot, resync: false), size: snapshot.dataSize)
  }

  /// The reply to `deck.cards`.
  public static func cards(id: [UInt8], _ page: CardPage) -> [UInt8] {
    result(id, page)
  }

  /// The reply to `deck.settings`.
  public static func settings(id: [UInt8], _ settings: [SettingDescription]) -> [UInt8] {
    result(id, SettingList(settings: settings))
  }

  /// The reply to `daemon.status`.
  public static func status(id: [UInt8], _ status: DaemonStatus) -> [UInt8] {
    result(id, status)
  }

  /// The reply to a command that was executed: the number of its last event.
  public static func done(id: [UInt8], sequence: UInt64) -> [UInt8] {
    result(id, Done(sequence: sequence))
  }

  /// The reply to `deck.stage`.
  public static func staged(id: [UInt8], count: Int) -> [UInt8] {
    result(id, Staged(count: count))
  }

  /// The reply to `daemon.reload`; `restart` lists the file's keys that take effect only after a restart, and `kept`
  /// the decks that keep their cards although the file's differ.
  public static func reloaded(id: [UInt8], sequence: UInt64, restart: [String], kept: [String]) -> [UInt8] {
    result(id, Reloaded(sequence: sequence, restart: restart, kept: kept))
  }

  /// The reply to a request that failed.
  public static func failure(id: [UInt8], _ error: ProtocolError) -> [UInt8] {
    message(id) { json in
      json.key("error")
      error.write(to: &json)
    }
  }

  private static func result(_ id: [UInt8], _ value: some WireValue, size: Int = 0) -> [UInt8] {
    message(id, size: size) { json in
      json.key("result")
      value.write(to: &json)
    }
  }

  /// `size` is about how many bytes the message has beyond some kilobytes: a buffer that grows to megabytes is copied into
  /// new memory each time that its size doubles.
  private static func message(_ id: [UInt8], size: Int = 0, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(capacity: size == 0 ? 1024 : 8192 + size)
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.key("id")
      json.raw(id)
      body(&json)
    }
    json.newline()
    return json.bytes
  }
}
