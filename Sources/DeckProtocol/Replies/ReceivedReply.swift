public import JSON

/// The reply to `subscribe`, as a client reads it.
public struct ReceivedSubscription: Sendable {
  /// A deck in the reply.
  public struct Deck: Sendable {
    /// The deck's state, without its cards.
    public var model: DeckModel
    /// The motions of everything visible; empty unless the client subscribes to them.
    public var motions: [DeckMotion]
  }

  /// The decks of the subscription.
  public var decks: [Deck]
  /// The number of the last event that the decks include.
  public var sequence: UInt64
  /// The journal that the events' numbers belong to; `nil` if the daemon stores no events.
  public var journal: String?
  /// Whether events after `since` are no longer available.
  public var resync: Bool

  /// Reads the result of `subscribe`.
  public static func read(_ result: JSONValue) throws(ProtocolError) -> ReceivedSubscription {
    let fields = try Fields(published: result)
    let snapshots =
      fields.has("snapshots")
      ? try fields.elements("snapshots", "an array of snapshots") : [try fields.value("snapshot", "a snapshot")]
    var decks: [Deck] = []
    for snapshot in snapshots {
      let model = try DeckModel.read(snapshot)
      var motions: [DeckMotion] = []
      let fields = try Fields(published: snapshot)
      if fields.has("motions") {
        for motion in try fields.elements("motions", "an array of motions") {
          if let motion = try DeckMotion.read(motion) { motions.append(motion) }
        }
      }
      decks.append(Deck(model: model, motions: motions))
    }
    let newest = decks.map(\.model.sequence).max() ?? 0
    return ReceivedSubscription(
      decks: decks,
      sequence: fields.has("seq") ? try Field("seq", .sequence, "").read(fields) : newest,
      journal: try fields.optionalString("journal"),
      resync: try fields.optionalFlag("resync") ?? false
    )
  }
}

/// A card as `deck.cards` returns it, perhaps from a newer daemon.
public struct ReceivedCard: Equatable, Sendable {
  /// The card.
  public var card: Card
  /// The members that this version does not know.
  public var others: [JSONValue.Member]

  /// Writes the card with all of its members.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      Card.codec.writeMembers(of: card, to: &json)
      for other in others {
        json.key(other.key)
        json.raw(other.source)
      }
    }
  }
}

/// The reply to `deck.cards`, as a client reads it.
public struct ReceivedCards: Sendable {
  /// The cards of this page.
  public var cards: [ReceivedCard]
  /// The `from` of the next page, or the position in `ids` at which it begins; `nil` for the last one.
  public var next: Int?
  /// The requested ids that the deck does not have.
  public var missing: [String]
  /// The number of the last event that the cards include.
  public var sequence: UInt64

  /// Reads the result of `deck.cards`.
  public static func read(_ result: JSONValue) throws(ProtocolError) -> ReceivedCards {
    let fields = try Fields(published: result)
    let expected = "an array of cards"
    guard let objects = try fields.optionalObjects("cards", expected) else { throw fields.missing("cards", expected) }
    var cards: [ReceivedCard] = []
    cards.reserveCapacity(objects.count)
    for object in objects {
      cards.append(ReceivedCard(card: try Card.codec.read(object), others: object.unknown(to: Card.codec.schema)))
    }
    var missing: [String] = []
    if fields.has("missing") {
      for id in try fields.elements("missing", "an array of ids") {
        if case .string(let id) = id { missing.append(id) }
      }
    }
    return ReceivedCards(
      cards: cards,
      next: try Field(optional: "next", Common.total, "").read(fields),
      missing: missing,
      sequence: try Field("seq", .sequence, "").read(fields)
    )
  }
}

extension ProtocolError {
  /// Reads the `error` of a reply; a code that is not known counts as `refused`.
  public static func read(_ json: JSONValue) throws(ProtocolError) -> ProtocolError {
    let fields = try Fields(published: json)
    let data = try fields.optionalObject("data", "an object")
    var code: Code?
    if case .number(let number) = try fields.value("code", "a number") {
      code = Int(exactly: number).flatMap(Code.init(rawValue:))
    }
    return ProtocolError(
      code ?? .refused,
      try fields.string("message"),
      field: try data?.optionalString("field") ?? "",
      expected: try data?.optionalString("expected") ?? ""
    )
  }
}

extension PrefetchNote {
  /// Reads the `params` of a `prefetch` notification.
  public static func read(_ json: JSONValue) throws(ProtocolError) -> PrefetchNote {
    let fields = try Fields(published: json)
    func ids(_ name: String) throws(ProtocolError) -> [String] {
      var ids: [String] = []
      for id in try fields.elements(name, "an array of ids") {
        if case .string(let id) = id { ids.append(id) }
      }
      return ids
    }
    return PrefetchNote(
      deck: try fields.string("deck"),
      load: try ids("load"),
      high: try Field("high", Common.total, "").read(fields),
      background: try ids("background"),
      evict: try ids("evict")
    )
  }
}

extension DelegateQuestion {
  /// Reads a request to a delegate; `nil` for an unknown question, which has no answer.
  public static func read(_ method: String, _ parameters: JSONValue) throws(ProtocolError) -> DelegateQuestion? {
    let prefix = "delegate."
    guard method.hasPrefix(prefix), let topic = DelegateTopic(rawValue: String(method.dropFirst(prefix.count)))
    else { return nil }
    let fields = try Fields(published: parameters)
    let subject: Subject
    switch topic {
    case .shouldSwipe: subject = .shouldSwipe(try Field("direction", .name, "").read(fields))
    case .shouldDrag: subject = .shouldDrag
    case .allowedDirections: subject = .allowedDirections
    case .threshold: subject = .threshold
    }
    return DelegateQuestion(
      deck: try fields.string("deck"),
      card: try fields.string("card"),
      index: try Field("index", Common.index, "").read(fields),
      subject: subject
    )
  }
}

extension DelegateAnswer {
  /// Writes the answer as the `result` of a response.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .permission(let flag): json.value(flag)
    case .directions(let directions): json.array(directions) { $0.value($1.rawValue) }
    case .threshold(let progress): json.value(progress)
    }
  }
}
