public import DeckProtocol
public import JSON

/// The protocol of a client, without input or output: a value that is given what arrives, and returns what follows.
///
/// The shell reports with `connect()`, `disconnect()` and `receive(_:)` what happened, and performs the effects in
/// order. `DeckClient` is the shell with a socket; a program with an event loop of its own can be another.
public struct DeckSession: Sendable {
  /// What a session subscribes to.
  public struct Options: Sendable {
    /// The deck; `*` for all decks.
    public var deck = "*"
    /// The topics of the subscription.
    public var topics: [Topic] = [.events, .motions]
    /// Whether the model has the decks' cards.
    public var cards = true
    /// The client's name, for the daemon's log.
    public var client = "swift"
    /// The decks whose delegate the session is, with the questions that it answers.
    public var delegates: [String: Set<DelegateTopic>] = [:]

    /// All decks with their cards, their events and their motions.
    public init() {}
  }

  /// What the shell has to do.
  public enum Effect: Equatable, Sendable {
    /// Send a line, which ends with a newline.
    case send([UInt8])
    /// Deliver an update to the author.
    case deliver(DeckUpdate)
    /// Pass the result of the author's request with this id, as a value and as it was written.
    case answer(Int, JSONValue, source: [UInt8])
    /// Report why the author's request with this id has no result.
    case fail(Int, DeckRequestError)
    /// Ask the delegate, and pass its answer to `answer(_:with:)` with this id.
    case ask(DelegateQuestion, id: [UInt8])
    /// The question with this id has ended without its answer: cancel what the delegate does about it.
    case close(id: [UInt8])
  }

  enum Phase: Sendable {
    case disconnected
    case subscribing
    case following
  }

  let options: Options
  var phase = Phase.disconnected
  var requests = PendingRequests()
  /// The author's requests that are made in parts, the first under way: they would mix what they stage.
  private var divided: [(id: Int, parts: RequestParts)] = []
  /// What a request has at most, as the daemon's greeting says.
  var limits = RequestParts.Limits()
  var effects: [Effect] = []
  var followers: [String: DeckFollower] = [:]
  var motions: [String: MotionTable] = [:]
  /// By the decks of which a front end draws pictures.
  private var pictures: [String: PictureReport] = [:]
  /// How many followers there have been.
  var followerCount = 0
  /// The journal to resume with; `nil` for a new beginning.
  var journal: String?
  /// The last event that was received.
  var last: UInt64 = 0
  /// The last event that the snapshots of the present subscription include.
  var floor: UInt64 = 0
  /// Whether there was a subscription before.
  var hasSubscribed = false

  /// A session that is not connected yet.
  public init(_ options: Options = Options()) {
    self.options = options
  }

  /// Whether the session has subscribed on the present connection.
  public var isFollowing: Bool { phase == .following }

  // MARK: - The model

  /// The decks with all of their cards, by their ids.
  public var decks: [String: FollowedDeck] { followers.compactMapValues(\.shown) }

  /// The deck with this id; `nil` if there is none, or its cards are not here yet.
  public subscript(deck: String) -> FollowedDeck? { followers[deck]?.shown }

  /// Everything that a deck shows at `time`, in microseconds of the daemon's clock.
  public func places(of deck: String, at time: Int64) -> DeckPlaces {
    motions[deck]?.places(at: Double(time)) ?? DeckPlaces()
  }

  /// Whether anything that a deck shows changes after `time`, in microseconds of the daemon's clock.
  public func isMoving(_ deck: String, after time: Int64) -> Bool {
    motions[deck]?.changes(after: Double(time)) ?? false
  }

  // MARK: - What happened

  /// A connection is up.
  public mutating func connect() -> [Effect] {
    pictures = [:]
    request("hello", .greeting) { [options] json in
      json.member("protocol", Reply.protocolNumber)
      json.member("client", options.client)
    }
    subscribe()
    return takeEffects()
  }

  /// The connection is lost, or could not be made: requests that wait fail, and the model stays as it is.
  public mutating func disconnect(_ reason: String) -> [Effect] {
    phase = .disconnected
    effects += (requests.removeAll() + divided.dropFirst().map(\.id)).map { .fail($0, .connectionLost) }
    divided = []
    effects.append(.deliver(.disconnected(reason)))
    return takeEffects()
  }

  /// A line arrived; after an error, the shell closes the connection and begins another.
  public mutating func receive(_ line: [UInt8]) throws(DeckSessionError) -> [Effect] {
    guard !ClientMessage.isBlank(line) else { return [] }
    do {
      try take(line)
    } catch {
      effects = []
      throw error
    }
    return takeEffects()
  }

  /// The author makes a request, and receives its result by the id that is returned.
  ///
  /// One with more cards than the daemon takes at once is made in parts, each after the reply to the one before. A deck
  /// takes the cards of `deck.load` and `deck.reload` all at once even so, or none; those of other methods up to the
  /// part that fails.
  public mutating func request(
    _ method: String,
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) -> (id: Int, effects: [Effect]) {
    let id = requests.reserve()
    if phase == .disconnected { return (id, [.fail(id, .notConnected)]) }
    var json = JSONWriter()
    json.object(parameters)
    let parts = RequestParts(method, json.bytes, under: limits)
    if parts.isDivided { divided.append((id, parts)) }
    if !parts.isDivided || divided.count == 1 { make(parts, for: id, as: id) }
    return (id, takeEffects())
  }

  /// A picture of a deck came at `time`, and one comes each `period`, 2,000 to 50,000, both in microseconds.
  ///
  /// It is reported where that is new, so that a drag is drawn ahead of its finger (`surface.vsync`).
  public mutating func drew(_ deck: String, at time: Int64, period: Double) -> [Effect] {
    guard isFollowing, let surface = self[deck]?.model.placement.surface.name, period > 0 else { return [] }
    guard pictures[deck, default: PictureReport()].take(time, period: period) else { return [] }
    notify("surface.vsync") { json in
      json.member("surface", surface)
      json.member("t", time)
      json.member("period", Int(period.rounded()))
    }
    return takeEffects()
  }

  /// The delegate answered the question with this id; `nil` leaves the answer to the deck.
  public mutating func answer(_ id: [UInt8], with answer: DelegateAnswer?) -> [Effect] {
    guard phase != .disconnected else { return [] }
    respond(to: id) { json in
      if let answer { answer.write(to: &json) } else { json.raw(Array("null".utf8)[...]) }
    }
    return takeEffects()
  }

  /// The author's request with this id has its result: the next one that is made in parts begins.
  mutating func finish(_ id: Int) {
    guard divided.first?.id == id else { return }
    divided.removeFirst()
    if let next = divided.first { make(next.parts, for: next.id, as: next.id) }
  }

  private mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }
}
