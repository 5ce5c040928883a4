/// A request of a client.
public struct ClientRequest: Hashable, Sendable {
  /// What to subscribe to.
  public struct Subscription: Hashable, Sendable {
    /// Which decks the subscription is for.
    public enum Scope: Hashable, Sendable {
      /// The only deck, or all where there are several.
      case unnamed
      /// The deck with this id.
      case deck(String)
      /// All decks, also those that a reload adds.
      case all
    }

    /// Which decks.
    public var scope: Scope
    /// The streams, at least one.
    public var topics: [Topic]
    /// The last event that the client has seen.
    public var since: UInt64?
    /// The journal that the event was in; `nil` for whichever there is.
    public var journal: String?
    /// Frames per second of each deck, at most.
    public var rate: Double?

    /// A subscription to `topics`.
    public init(
      _ scope: Scope,
      topics: [Topic],
      since: UInt64? = nil,
      journal: String? = nil,
      rate: Double? = nil
    ) {
      self.scope = scope
      self.topics = topics
      self.since = since
      self.journal = journal
      self.rate = rate
    }
  }

  /// Which of a deck's cards are requested.
  public enum CardSelection: Hashable, Sendable {
    /// `count` cards from an index on; `nil` for as many as a reply holds.
    case page(from: Int, count: Int?)
    /// The cards with these ids, at least one.
    case ids([String])
  }

  /// What to change about a surface; `nil` for what stays.
  public struct SurfaceChange: Hashable, Sendable {
    /// Whether every animation is at its end at once.
    public var reducedMotion: Bool?
    /// Degrees clockwise that its panels are turned against it: 0, 90, 180 or 270.
    public var rotation: Int?
    /// Frames per second.
    public var refresh: Double?

    /// A change of what is not `nil`.
    public init(reducedMotion: Bool? = nil, rotation: Int? = nil, refresh: Double? = nil) {
      self.reducedMotion = reducedMotion
      self.rotation = rotation
      self.refresh = refresh
    }
  }

  /// What a client's fingers do at one moment.
  public struct InjectedFrame: Hashable, Sendable {
    /// Microseconds of CLOCK_MONOTONIC; `nil` for now.
    public var time: Int64?
    /// The contacts that something happens to, in points of the surface; none twice.
    public var contacts: [TouchNote.Contact]

    /// Contacts at a time.
    public init(time: Int64? = nil, contacts: [TouchNote.Contact]) {
      self.time = time
      self.contacts = contacts
    }
  }

  /// A method with its parameters.
  ///
  /// `deck` and `surface` are `nil` where the request leaves them out: it may where there is one.
  public enum Method: Hashable, Sendable {
    case hello(protocolNumber: Int?, client: String?)
    case subscribe(Subscription)
    /// `deck` is `nil` for every subscription of the connection.
    case unsubscribe(deck: String?)
    case deckList
    case deckGet(deck: String?)
    case deckCards(deck: String?, CardSelection)
    /// A command that the deck carries out.
    case command(DeckCommand, deck: String?)
    /// The client answers these questions of the deck from now on.
    case delegateRegister(deck: String?, questions: [DelegateTopic])
    case delegateUnregister(deck: String?)
    /// The client's answers about these cards, or about all of them, hold no longer.
    case delegateInvalidate(deck: String?, cards: [String]?)
    /// `settings` are at least one.
    case deckConfigure(deck: String?, settings: [SettingChange])
    case daemonStatus
    /// Read the configuration file again.
    case daemonReload
    case surfaceSet(surface: String?, SurfaceChange)
    /// A vertical sync at `time`, and every `period` from it, both in microseconds of CLOCK_MONOTONIC.
    case surfaceVsync(surface: String?, time: Int64, period: Double?)
    /// Touches of the client's own; a frame without a time is of the moment at which it arrives.
    case inputInject(surface: String?, frames: [InjectedFrame])
    /// Verdicts of recognizers as notifications; `deck` is `nil` for all decks.
    case explain(deck: String?, isOn: Bool)
  }

  /// The request's id as it was written; `nil` for a notification, which gets no reply.
  public var id: [UInt8]?
  /// The method's name.
  public var name: MethodName
  /// The method with its parameters.
  public var method: Method

  /// A request with its id as JSON.
  public init(id: [UInt8]?, name: MethodName, method: Method) {
    self.id = id
    self.name = name
    self.method = method
  }
}

/// A line that is no valid request, with what is known of its id.
public struct RejectedRequest: Error, Hashable, Sendable {
  /// The request's id as it was written; `nil` when it was a notification, which gets no reply.
  public var id: [UInt8]?
  /// What is wrong with it.
  public var error: ProtocolError

  /// A rejection of the request with this id.
  public init(id: [UInt8]?, error: ProtocolError) {
    self.id = id
    self.error = error
  }
}
