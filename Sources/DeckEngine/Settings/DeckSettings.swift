import DeckProtocol

/// Everything that can be tuned in a deck; `SettingsTable` names, bounds and documents each member.
package struct DeckSettings: Hashable, Sendable {
  private enum Own: Hashable, Sendable {
    case swipe(SwipeSettings)
    case stack(StackSettings)
    case carousel(CarouselSettings)
  }

  // Touch (I10, G7, M7)
  package var edgeMargin = Length.points(0)
  package var maximumContacts = 0
  package var ghostFilter = false
  package var stuckAfter = 20.0
  package var prediction = -1.0
  package var leadLimit = Length.points(32)

  // Drag (S3)
  package var dragDistance = Length.points(10)

  // Appear (S15, W2)
  package var appears = false
  package var appearsToFrontEnds = true
  package var appearIdle = 5.0
  package var appearBlocksTouches = true

  // Edits (S17)
  package var insertDuration = 0.2
  package var pushOutDuration = 0.05
  package var loop = false

  // Haptics (S21, W12)
  package var haptics = true

  // Accessibility (S22)
  package var accessible = true
  package var accessibilityHint = ""
  package var announces = false

  // Prefetch (S20)
  package var prefetchAhead = 10
  package var prefetchBehind = 10
  package var prefetchHigh = 5
  package var prefetchBackground = 10
  package var prefetchBudget = 0

  /// The settings that only the deck's kind has.
  @Shared private var own: Own

  /// The settings of a swipe deck, with the defaults of those that other kinds have as well.
  package init(_ own: SwipeSettings) { self.own = .swipe(own) }

  /// The settings of a stack, with the defaults of those that other kinds have as well.
  package init(_ own: StackSettings) { self.own = .stack(own) }

  /// The settings of a carousel, with the defaults of those that other kinds have as well.
  package init(_ own: CarouselSettings) { self.own = .carousel(own) }

  /// The kind of deck that the settings are for.
  package var kind: DeckKind {
    switch own {
    case .swipe: .swipe
    case .stack: .stack
    case .carousel: .carousel
    }
  }
}

/// The settings that decks of one kind alone have.
package protocol KindSettings: Hashable, Sendable {
  /// The kind.
  static var kind: DeckKind { get }
  /// Where a deck's settings have them; `nil` in a deck of another kind.
  static var path: any WritableKeyPath<DeckSettings, Self?> & Sendable { get }

  /// The defaults.
  init()
}

extension KindSettings {
  /// The kind's own settings of a deck; the defaults if it is of another kind.
  package init(of deck: DeckSettings) { self = deck[keyPath: Self.path] ?? Self() }
}

extension DeckSettings {
  /// The settings of a swipe deck; a stack or a carousel has none, and takes none.
  package var swipe: SwipeSettings? {
    get { if case .swipe(let settings) = own { settings } else { nil } }
    set { if let newValue, kind == .swipe { own = .swipe(newValue) } }
  }

  /// The settings of a stack; a deck of another kind has none, and takes none.
  package var stack: StackSettings? {
    get { if case .stack(let settings) = own { settings } else { nil } }
    set { if let newValue, kind == .stack { own = .stack(newValue) } }
  }

  /// The settings of a carousel; a deck of another kind has none, and takes none.
  package var carousel: CarouselSettings? {
    get { if case .carousel(let settings) = own { settings } else { nil } }
    set { if let newValue, kind == .carousel { own = .carousel(newValue) } }
  }
}
