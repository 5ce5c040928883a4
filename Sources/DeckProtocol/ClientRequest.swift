/// What a client asks for.
public struct ClientRequest: Hashable, Sendable {
  /// What to subscribe to.
  public struct Subscription: Hashable, Sendable {
    /// The deck; may be left out when there is one.
    public var deck: String?
    /// The streams that are wanted, at least one.
    public var topics: [Topic]
    /// The last event the client has seen.
    public var since: UInt64?
    /// The journal that the event was of; `nil` for whichever there is.
    public var journal: String?
    /// Frames a second, at the most.
    public var rate: Double?

    /// A subscription to `topics` of a deck.
    public init(
      deck: String?,
      topics: [Topic],
      since: UInt64? = nil,
      journal: String? = nil,
      rate: Double? = nil
    ) {
      self.deck = deck
      self.topics = topics
      self.since = since
      self.journal = journal
      self.rate = rate
    }
  }

  /// Where a stack is to scroll to.
  public enum ScrollPlace: Hashable, Sendable {
    /// So many points from the start.
    case offset(Double)
    /// Where the card with this id is seen.
    case card(String)

    /// The offsets that can be asked for: farther than the ends of any stack, which scrolls to the nearer of them.
    ///
    /// A million cards, the most that a deck may have, a thousand points apart.
    public static let offsets = -1e9...1e9
  }

  /// Which cards have what they show.
  public enum LoadedCards: Hashable, Sendable {
    /// The one with this id.
    case card(String)
    /// Those with these ids, at least one.
    case cards([String])

    /// The cards' ids.
    public var ids: [String] {
      switch self {
      case .card(let id): [id]
      case .cards(let ids): ids
      }
    }
  }

  /// What is to be different about a surface; `nil` for what stays.
  public struct SurfaceChange: Hashable, Sendable {
    /// Whether every animation is at its end at once.
    public var reducedMotion: Bool?
    /// Degrees clockwise that its panels are turned against it: 0, 90, 180 or 270.
    public var rotation: Int?
    /// Frames a second.
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
    /// Every contact that something happened to, in points of the surface; none twice.
    public var contacts: [TouchNote.Contact]

    /// Contacts at a time.
    public init(time: Int64? = nil, contacts: [TouchNote.Contact]) {
      self.time = time
      self.contacts = contacts
    }
  }

  /// The methods that exist, with their parameters.
  public enum Method: Hashable, Sendable {
    case hello(protocolNumber: Int?, client: String?)
    case subscribe(Subscription)
    case deckList
    case deckGet(deck: String?)
    /// `count` is `nil` for as many as an answer holds.
    case deckCards(deck: String?, from: Int, count: Int?)
    case deckSwipe(deck: String?, direction: Direction, force: Bool)
    case deckUndo(deck: String?)
    /// `card` is the id of the card that is chosen; `nil` for whichever is in front.
    case deckSelect(deck: String?, card: String?)
    case deckDismiss(deck: String?)
    case deckBounce(deck: String?)
    case deckScroll(deck: String?, ScrollPlace)
    case deckAppear(deck: String?)
    case deckReset(deck: String?)
    /// `cards` is `nil` for those of the configuration.
    case deckLoad(deck: String?, cards: [Card]?, current: Int)
    /// `cards` is `nil` for those that the deck has.
    case deckReload(deck: String?, cards: [Card]?)
    /// `at` is `nil` for the end of the deck.
    case deckInsert(deck: String?, cards: [Card], at: Int?)
    case deckRemove(deck: String?, from: Int, count: Int)
    case deckUpdate(deck: String?, cards: [Card])
    case deckMove(deck: String?, card: String, to: Int)
    /// What these cards show is there now, of so many bytes each.
    case cardLoaded(deck: String?, LoadedCards, bytes: Int?)
    /// The client answers these questions of the deck's from now on.
    case delegateRegister(deck: String?, questions: [DelegateTopic])
    case delegateUnregister(deck: String?)
    /// What the client has said about these cards, or about all of them, holds no longer.
    case delegateInvalidate(deck: String?, cards: [String]?)
    /// `length` is that of the card's content, in points.
    case detailLayout(deck: String?, card: String, length: Double)
    /// `settings` are at least one.
    case deckConfigure(deck: String?, settings: [SettingChange])
    /// The configuration file is read again.
    case daemonReload
    case surfaceSet(surface: String?, SurfaceChange)
    /// A vertical sync at `time`, and every `period` from it, both in microseconds of CLOCK_MONOTONIC.
    case surfaceVsync(surface: String?, time: Int64, period: Double?)
    /// Touches of a client's own; a frame without a time is of the moment at which it arrives.
    case inputInject(surface: String?, frames: [InjectedFrame])
    /// Verdicts of recognizers as notifications; `deck` is `nil` for all decks.
    case explain(deck: String?, isOn: Bool)
  }

  /// The request's id as it was written; `nil` for a notification, which gets no answer.
  public var id: [UInt8]?
  /// What is asked for.
  public var method: Method

  /// A request with its id as JSON.
  public init(id: [UInt8]?, method: Method) {
    self.id = id
    self.method = method
  }
}

/// A line that is no valid request, with what is known of its id.
public struct RejectedRequest: Error, Hashable, Sendable {
  /// The request's id as it was written; `nil` when it was a notification, which gets no answer.
  public var id: [UInt8]?
  /// What is wrong with it.
  public var error: ProtocolError

  /// A refusal of the request with this id.
  public init(id: [UInt8]?, error: ProtocolError) {
    self.id = id
    self.error = error
  }
}
