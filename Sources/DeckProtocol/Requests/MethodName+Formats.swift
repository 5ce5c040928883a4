/// The formats of all methods: the only definition of their parameters.
extension ClientRequest.MethodName {
  private static let deck = Field(optional: "deck", Common.deck, "The deck; may be left out where there is one.")
  private static let surface = Field(
    optional: "surface",
    Common.surface,
    "The surface; may be left out where there is one."
  )
  /// The card that a command is meant for.
  private static func guarded(_ summary: String) -> Field<String?> { Field(optional: "card", Common.card, summary) }

  static let helloFormat = MethodFormat(
    "introduces the client and describes the daemon",
    result: Reply.Greeting.definition,
    isReadOnly: true,
    Field(optional: "protocol", .integer(1...1_000_000), "The protocol number that the client speaks."),
    Field(optional: "client", .text, "The client's name, for the log.")
  ) { .hello(protocolNumber: $0, client: $1) }

  static let subscribeFormat = MethodFormat(
    "starts the streams of a deck, or of all decks, from a snapshot on, with no gap and no overlap",
    result: Reply.Subscribed.definition,
    isReadOnly: true,
    Field(
      optional: "deck",
      Common.deck,
      "The deck, or \"*\" for all decks, also those that a reload adds; where left out, the only deck, or all where there are several."
    ),
    Field("topics", .names(Topic.self), "The streams."),
    Field(
      optional: "since",
      .sequence,
      "The number of the last event that the client has received; the daemon sends the events after it."
    ),
    Field(optional: "journal", .text, "The journal that the event belongs to; where left out, the daemon's."),
    Field(optional: "rate", .number(0.1...1000), "Frames per second of each deck, at most.")
  ) { deck, topics, since, journal, rate in
    let scope: ClientRequest.Subscription.Scope =
      switch deck {
      case nil: .unnamed
      case "*": .all
      case .some(let deck): .deck(deck)
      }
    return .subscribe(.init(scope, topics: topics, since: since, journal: journal, rate: rate))
  }

  static let unsubscribeFormat = MethodFormat(
    "ends the subscription to a deck, or all subscriptions of the connection",
    isReadOnly: true,
    Field(optional: "deck", Common.deck, "The deck, or \"*\"; every subscription of the connection where left out.")
  ) { .unsubscribe(deck: $0 == "*" ? nil : $0) }

  static let deckListFormat = MethodFormat(
    "lists the decks",
    result: Reply.DeckList.definition,
    isReadOnly: true
  ) { .deckList }

  static let deckGetFormat = MethodFormat(
    "returns a deck's state",
    result: Reply.Subscribed.definition,
    isReadOnly: true,
    deck
  ) { .deckGet(deck: $0) }

  static let deckCardsFormat = MethodFormat(
    "returns cards of a deck by their indexes or ids",
    result: CardPage.definition,
    isReadOnly: true,
    rules: [.excludes("ids", ["from", "count"])],
    deck,
    Field(optional: "from", Common.givenIndex, "The index of the first card; 0 where left out."),
    Field(optional: "count", .count, "How many cards, at most; as many as a reply holds where left out."),
    Field(optional: "ids", Common.cardIDs, "The cards, in this order.")
  ) { deck, from, count, ids in
    .deckCards(deck: deck, ids.map { .ids($0) } ?? .page(from: from ?? 0, count: count))
  }

  static let deckSwipeFormat = MethodFormat(
    "decides the front card as a finger would",
    deck,
    Field("direction", .name, "One of the directions that the card allows."),
    Field("force", .flag, else: false, "Decides without asking the delegate."),
    guarded("The card that is meant: the request is refused where another one is in front.")
  ) { .command(.swipe($1, force: $2, card: $3), deck: $0) }

  static let deckUndoFormat = MethodFormat(
    "undoes the last decision",
    deck,
    guarded("The card whose decision is meant: the request is refused where the last decision is about another one.")
  ) { .command(.undo(card: $1), deck: $0) }

  static let deckSelectFormat = MethodFormat(
    "selects a card as a tap would",
    deck,
    guarded(
      "In a stack the card, the one on top where left out; in a swipe deck the card that is meant: the request is refused where another one is in front."
    )
  ) { .command(.select(card: $1), deck: $0) }

  static let deckDismissFormat = MethodFormat("closes the open card of a stack", deck) { .command(.dismiss, deck: $0) }

  static let deckBounceFormat = MethodFormat("makes the cards of a stack jump, one after the other", deck) {
    .command(.bounce, deck: $0)
  }

  static let deckScrollFormat = MethodFormat(
    "scrolls a stack to an offset or to a card; a carousel settles on a card",
    rules: [.exactlyOne(["to", "card"], expected: "a number of points, or a card in its place")],
    deck,
    Field(
      optional: "to",
      .number(DeckCommand.ScrollTarget.offsets),
      "From the start of the stack, pt; an offset beyond an end is that end."
    ),
    Field(optional: "card", Common.card, "The card to scroll to.")
  ) { deck, offset, card in
    .command(.scroll(offset.map { .offset($0) } ?? .card(card ?? "")), deck: deck)
  }

  static let deckAppearFormat = MethodFormat("plays the animation that a deck appears with", deck) {
    .command(.appear, deck: $0)
  }

  static let deckResetFormat = MethodFormat("goes back to the first card and forgets all decisions", deck) {
    .command(.reset, deck: $0)
  }

  static let deckLoadFormat = MethodFormat(
    "replaces the cards and forgets all decisions",
    deck,
    Field(optional: "cards", .cards(), "The cards; those of the configuration where left out."),
    Field(
      "current",
      Common.givenIndex,
      else: 0,
      "The index of the front card; the cards before it can be undone."
    )
  ) { .command(.load($1, current: $2), deck: $0) }

  static let deckReloadFormat = MethodFormat(
    "lays the cards out again, or replaces them, and keeps the front index",
    deck,
    Field(optional: "cards", .cards(), "The cards; those that the deck has where left out.")
  ) { .command(.reload($1), deck: $0) }

  static let deckInsertFormat = MethodFormat(
    "inserts cards",
    deck,
    Field("cards", .cards(least: 1), "The cards, with new ids."),
    Field(optional: "at", Common.givenIndex, "The index of the first of them; the end of the deck where left out.")
  ) { .command(.insert($1, at: $2), deck: $0) }

  static let deckRemoveFormat = MethodFormat(
    "removes cards",
    deck,
    Field("at", Common.givenIndex, "The index of the first of them."),
    Field("count", .count, else: 1, "How many cards.")
  ) { .command(.remove($1..<$1 + $2), deck: $0) }

  static let deckUpdateFormat = MethodFormat(
    "replaces the cards that have the same ids",
    deck,
    Field("cards", .cards(least: 1), "Cards with ids of the deck's.")
  ) { .command(.update($1), deck: $0) }

  static let deckMoveFormat = MethodFormat(
    "moves a card of a stack or a carousel to another index",
    deck,
    Field("card", Common.card, "The card."),
    Field("to", Common.givenIndex, "The index that it has afterwards.")
  ) { .command(.move(card: $1, to: $2), deck: $0) }

  static let cardLoadedFormat = MethodFormat(
    "marks the contents of cards as loaded",
    rules: [.exactlyOne(["card", "cards"], expected: "the id of a card, or cards with several")],
    deck,
    Field(optional: "card", Common.card, "The card."),
    Field(optional: "cards", Common.cardIDs, "The cards."),
    Field(optional: "bytes", Common.givenIndex, "The size of the content of each of them; unknown where left out.")
  ) { deck, card, cards, bytes in
    .command(.markLoaded(card.map { .card($0) } ?? .cards(cards ?? []), bytes: bytes), deck: deck)
  }

  static let detailLayoutFormat = MethodFormat(
    "sets the length of a card's content, so that it can be scrolled while the card is open",
    deck,
    Field("card", Common.card, "The card; the length of one that is not open applies when it opens."),
    Field("length", .number(0...1_000_000), "The content's length in the direction in which it scrolls, pt.")
  ) { .command(.layOutDetail(card: $1, length: $2), deck: $0) }

  static let delegateRegisterFormat = MethodFormat(
    "makes the client the delegate of a deck",
    deck,
    Field(
      "questions",
      .names(DelegateTopic.self),
      else: DelegateTopic.allCases,
      "The questions that the client answers; all where left out."
    )
  ) { .delegateRegister(deck: $0, questions: $1) }

  static let delegateUnregisterFormat = MethodFormat("ends what delegate.register began", deck) {
    .delegateUnregister(deck: $0)
  }

  static let delegateInvalidateFormat = MethodFormat(
    "discards the delegate's answers about cards, so that the daemon asks again",
    deck,
    Field(optional: "cards", Common.cardIDs, "The cards; all where left out.")
  ) { .delegateInvalidate(deck: $0, cards: $1) }

  static let deckConfigureFormat = MethodFormat(
    "changes settings of a deck, all of them or none",
    deck,
    Field("settings", SettingChange.values, "Values by the settings' dotted names; null for the configuration's own.")
  ) { .deckConfigure(deck: $0, settings: $1) }

  static let daemonStatusFormat = MethodFormat(
    "describes the daemon: panels, surfaces, decks, clients, queues and journal",
    result: DaemonStatus.definition,
    isReadOnly: true
  ) { .daemonStatus }

  static let daemonReloadFormat = MethodFormat(
    "reads the configuration file again",
    result: Reply.Reloaded.definition
  ) { .daemonReload }

  static let surfaceSetFormat = MethodFormat(
    "changes a surface until the daemon ends or reads its configuration again",
    rules: [
      .atLeastOne(
        ["reducedMotion", "rotation", "refresh"],
        expected: "reducedMotion, rotation or refresh: what is to change"
      )
    ],
    surface,
    Field(optional: "reducedMotion", .flag, "Whether animations are skipped; cards follow fingers all the same."),
    Field(
      optional: "rotation",
      .rightAngle,
      "How far the panels that cover the surface are turned, degrees clockwise."
    ),
    Field(optional: "refresh", .number(1...1000), "Frames per second while something moves.")
  ) { .surfaceSet(surface: $0, .init(reducedMotion: $1, rotation: $2, refresh: $3)) }

  static let surfaceVsyncFormat = MethodFormat(
    "aligns the ticks of a surface's decks with the client's vertical sync",
    surface,
    Field("t", .time, "A vertical sync, µs of CLOCK_MONOTONIC, within 10 s of now."),
    Field(
      optional: "period",
      .number(1000...1_000_000),
      "From one to the next, µs; that of the surface's refresh rate where left out."
    )
  ) { .surfaceVsync(surface: $0, time: $1, period: $2) }

  static let inputInjectFormat = MethodFormat(
    "injects touches as a panel would report them",
    rules: [
      .exactlyOne(
        ["contacts", "frames"],
        expected: "\(ClientRequest.InjectedFrame.contacts.expected), or frames with several moments"
      ), .excludes("frames", ["t"]),
    ],
    surface,
    Field(
      optional: "contacts",
      ClientRequest.InjectedFrame.contacts,
      "What happens to contacts at one moment; others that are down stay where they are."
    ),
    Field(
      optional: "t",
      .time,
      "The moment, µs of CLOCK_MONOTONIC: not in the future and not before the client's last injected touch; now where left out."
    ),
    Field(optional: "frames", ClientRequest.InjectedFrame.frames, "Several moments, in order.")
  ) { surface, contacts, time, frames in
    .inputInject(surface: surface, frames: frames ?? [.init(time: time, contacts: contacts ?? [])])
  }

  static let explainFormat = MethodFormat(
    "starts or stops explanations of what touches do",
    isReadOnly: true,
    Field(optional: "deck", Common.deck, "The deck; all where left out."),
    Field("on", .flag, "true starts, false stops.")
  ) { .explain(deck: $0, isOn: $1) }
}

extension Common {
  /// An index from a client; only the engine knows whether it is in the deck's range.
  static let givenIndex = ValueCodec<Int>.integer(0...Fields.largestInteger)
}

extension ValueCodec<Int> {
  /// A number of quarter turns, in degrees.
  fileprivate static let rightAngle = ValueCodec(.numbers([0, 90, 180, 270]), expected: "0, 90, 180 or 270") {
    (fields, name) throws(ProtocolError) in
    guard let degrees = try fields.optionalInteger(name, in: 0...270) else { return nil }
    guard degrees % 90 == 0 else { throw fields.wrong(name, "0, 90, 180 or 270, not \(degrees)") }
    return Int(degrees)
  }
}
