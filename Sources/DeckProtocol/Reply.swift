/// The daemon's answers to requests, each one line with its newline.
public enum Reply {
  /// The protocol's number; changes within it are additive only.
  public static let protocolNumber = 1

  /// A deck in the answers to `hello` and `deck.list`.
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

  /// The answer to `hello`; `access` is that of the client's socket, and `grants` what it may besides.
  public static func hello(
    id: [UInt8],
    version: String,
    access: Access,
    grants: [Grant],
    decks: [DeckEntry]
  ) -> [UInt8] {
    result(id) { json in
      json.object { json in
        json.member("server", "deckd")
        json.member("version", version)
        json.member("protocol", protocolNumber)
        json.key("capabilities")
        json.array(Topic.allCases.map(\.rawValue) + ClientRequest.methodNames) { $0.value($1) }
        json.member("access", access.rawValue)
        json.key("grants")
        json.array(grants) { $0.value($1.rawValue) }
        write(decks, to: &json)
      }
    }
  }

  /// The answer to `deck.list`.
  public static func decks(id: [UInt8], _ decks: [DeckEntry]) -> [UInt8] {
    result(id) { json in json.object { write(decks, to: &$0) } }
  }

  /// The answer to `subscribe`; `journal` is the one whose events can be asked for again, `resync` when those since the
  /// number asked for are not to be had.
  public static func subscribed(
    id: [UInt8],
    _ snapshot: DeckSnapshot,
    journal: String? = nil,
    resync: Bool
  ) -> [UInt8] {
    result(id) { json in
      json.object { json in
        json.key("snapshot")
        snapshot.write(to: &json)
        if let journal { json.member("journal", journal) }
        if resync { json.member("resync", true) }
      }
    }
  }

  /// The answer to `deck.get`.
  public static func snapshot(id: [UInt8], _ snapshot: DeckSnapshot) -> [UInt8] {
    result(id) { json in
      json.object { json in
        json.key("snapshot")
        snapshot.write(to: &json)
      }
    }
  }

  /// The answer to `deck.cards`.
  public static func cards(id: [UInt8], _ page: CardPage) -> [UInt8] {
    result(id) { page.write(to: &$0) }
  }

  /// The answer to a command that was carried out: the number of its last event.
  public static func done(id: [UInt8], sequence: UInt64) -> [UInt8] {
    result(id) { json in json.object { $0.member("seq", sequence) } }
  }

  /// The answer to `daemon.reload`; `restart` are the keys of the file that hold after a restart only, and `kept` the
  /// decks that have other cards than the file's and keep them.
  public static func reloaded(id: [UInt8], sequence: UInt64, restart: [String], kept: [String]) -> [UInt8] {
    result(id) { json in
      json.object { json in
        json.member("seq", sequence)
        json.key("restart")
        json.array(restart) { $0.value($1) }
        json.key("kept")
        json.array(kept) { $0.value($1) }
      }
    }
  }

  /// The answer to a request that failed.
  public static func failure(id: [UInt8], _ error: ProtocolError) -> [UInt8] {
    message(id) { json in
      json.member("error") { json in
        json.member("code", error.code.rawValue)
        json.member("message", error.message)
        json.member("data") { json in
          json.member("field", error.field)
          json.member("expected", error.expected)
        }
      }
    }
  }

  private static func write(_ decks: [DeckEntry], to json: inout JSONWriter) {
    json.key("decks")
    json.array(decks) { json, deck in
      json.object { json in
        json.member("id", deck.id)
        json.member("kind", deck.kind)
        json.member("preset", deck.preset)
      }
    }
  }

  private static func result(_ id: [UInt8], _ value: (inout JSONWriter) -> Void) -> [UInt8] {
    message(id) { json in
      json.key("result")
      value(&json)
    }
  }

  private static func message(_ id: [UInt8], _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(capacity: 1024)
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
