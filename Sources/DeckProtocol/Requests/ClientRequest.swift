/// A request from a client.
public struct ClientRequest: Hashable, Sendable {
  /// What to subscribe to.
  public struct Subscription: Hashable, Sendable {
    /// Which decks, or which surface, the subscription is for.
    public enum Scope: Hashable, Sendable {
      /// The only deck, or all of several decks.
      case unnamed
      /// The deck with this id.
      case deck(String)
      /// All decks and surfaces, including those that a reload adds.
      case all
      /// The surface with this name, whatever decks it has.
      case surface(String)
    }

    /// The decks that the subscription is for.
    public var scope: Scope
    /// The topics, at least one.
    public var topics: [Topic]
    /// The last event that the client has received.
    public var since: UInt64?
    /// The journal that contains that event; `nil` for the current one.
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

  /// Selects the cards of a `deck.cards` request.
  public enum CardSelection: Hashable, Sendable {
    /// `count` cards from an index on; `nil` for as many as fit in a reply.
    case page(from: Int, count: Int?)
    /// The cards with these ids, at least one.
    case ids([String])
  }

  /// A change to a surface; `nil` for a property that stays the same.
  public struct SurfaceChange: Hashable, Sendable {
    /// Whether animations are skipped.
    public var reducedMotion: Bool?
    /// The rotation of its panels relative to it, in degrees clockwise: 0, 90, 180 or 270.
    public var rotation: Int?
    /// Frames per second.
    public var refresh: Double?
    /// Whether the next finger only wakes it.
    public var asleep: Bool?
    /// In points; with a height.
    public var width: Double?
    /// In points; with a width.
    public var height: Double?

    /// A change of the properties that are not `nil`.
    public init(
      reducedMotion: Bool? = nil,
      rotation: Int? = nil,
      refresh: Double? = nil,
      asleep: Bool? = nil,
      width: Double? = nil,
      height: Double? = nil
    ) {
      self.reducedMotion = reducedMotion
      self.rotation = rotation
      self.refresh = refresh
      self.asleep = asleep
      self.width = width
      self.height = height
    }
  }

  /// Where a cross is, in fractions of the surface.
  public struct CrossPosition: Hashable, Sendable {
    /// 0 is the surface's left edge, 1 its right edge.
    public var x: Double
    /// 0 is the surface's upper edge, 1 its lower edge.
    public var y: Double

    /// A cross at fractions of the surface's width and height.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A client's injected contacts at one moment.
  public struct InjectedFrame: Hashable, Sendable {
    /// Microseconds of CLOCK_MONOTONIC; `nil` for now.
    public var time: Int64?
    /// The contacts that change, in points of the surface; each at most once.
    public var contacts: [TouchNote.Contact]

    /// Contacts at a time.
    public init(time: Int64? = nil, contacts: [TouchNote.Contact]) {
      self.time = time
      self.contacts = contacts
    }
  }

  /// A method with its parameters.
  ///
  /// `deck` and `surface` are `nil` if the request omits them, which it may if there is only one.
  public enum Method: Hashable, Sendable {
    case hello(protocolNumber: Int?, client: String?)
    case subscribe(Subscription)
    /// `deck` is `nil` for every subscription of the connection.
    case unsubscribe(deck: String?, surface: String? = nil)
    case deckList
    case surfaceList
    case deckGet(deck: String?)
    case deckCards(deck: String?, CardSelection)
    /// With the defaults of the deck's preset, or of another one for its kind of deck.
    case deckSettings(deck: String?, preset: String?)
    /// A command that the deck executes.
    case command(DeckCommand, deck: String?)
    /// Appends cards to the `from` ones that the client has staged for the deck; 0 begins again.
    case deckStage(deck: String?, from: Int, cards: CardSequence)
    /// Puts the staged cards into force.
    case commit(StagedCommand, deck: String?)
    /// Registers the client as the deck's delegate for these questions.
    case delegateRegister(deck: String?, questions: [DelegateTopic])
    case delegateUnregister(deck: String?)
    /// Discards the client's answers about these cards, or about all cards.
    case delegateInvalidate(deck: String?, cards: [String]?)
    /// `settings` has at least one element.
    case deckConfigure(deck: String?, settings: [SettingChange])
    case daemonStatus
    /// Reads the configuration file again.
    case daemonReload
    case surfaceSet(surface: String?, SurfaceChange)
    /// A vertical sync at `time`, and every `period` after it, both in microseconds of CLOCK_MONOTONIC.
    case surfaceVsync(surface: String?, time: Int64, period: Double?)
    /// Starts the calibration of a panel, with crosses at fractions of its surface, or ends the client's.
    case panelCalibrate(panel: String?, crosses: [CrossPosition]?, isOn: Bool)
    /// Injects touches; a frame without a time gets its time of arrival.
    case inputInject(surface: String?, frames: [InjectedFrame])
    /// Sends recognizers' verdicts as notifications; `deck` is `nil` for all decks.
    case explain(deck: String?, surface: String? = nil, isOn: Bool)
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

/// A line that is not a valid request, with its id if known.
public struct RejectedRequest: Error, Hashable, Sendable {
  /// The request's id as it was written; `nil` when it was a notification, which gets no reply.
  public var id: [UInt8]?
  /// What is wrong with the request.
  public var error: ProtocolError

  /// A rejection of the request with this id.
  public init(id: [UInt8]?, error: ProtocolError) {
    self.id = id
    self.error = error
  }
}
