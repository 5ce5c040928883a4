import JSON

/// The formats of all methods: the only definition of their parameters.
extension ClientRequest.MethodName {
  fileprivate static let deck = Field(optional: "deck", Common.deck, "The deck; may be left out where there is one.")
  private static let surface = Field(
    optional: "surface",
    Common.surface,
    "The surface; may be left out where there is one."
  )

  static let helloFormat = MethodFormat(
    "introduces the client and describes the daemon",
    result: Reply.Greeting.definition,
    isReadOnly: true,
    Field(optional: "protocol", .integer(1...1_000_000), "The protocol number that the client speaks."),
    Field(optional: "client", .text, "The client's name, for the log.")
  ) { .hello(protocolNumber: $0, client: $1) }

  static let subscribeFormat = MethodFormat(
    "starts the streams of a deck, of all decks and surfaces, or of a surface, with no gap and no overlap",
    result: Reply.Subscribed.definition,
    isReadOnly: true,
    rules: [.excludes("surface", ["deck", "rate"])],
    Field(
      optional: "deck",
      Common.deck,
      "The deck, or \"*\" for all decks and surfaces, also those that a reload adds; where left out, the only deck, or all where there are several."
    ),
    Field(
      optional: "surface",
      Common.surface,
      "Instead of a deck, a surface, whatever decks it has: its topics are events, gestures and touches."
    ),
    Field("topics", .names(Topic.self), "The streams."),
    Field(
      optional: "since",
      .sequence,
      "The number of the last event that the client has received; the daemon sends the events after it."
    ),
    Field(optional: "journal", .text, "The journal that the event belongs to; where left out, the daemon's."),
    Field(optional: "rate", .number(0.1...1000), "Frames per second of each deck, at most.")
  ) { deck, surface, topics, since, journal, rate in
    let scope: ClientRequest.Subscription.Scope =
      switch (deck, surface) {
      case (_, let surface?): .surface(surface)
      case (nil, nil): .unnamed
      case ("*", nil): .all
      case (let deck?, nil): .deck(deck)
      }
    return .subscribe(.init(scope, topics: topics, since: since, journal: journal, rate: rate))
  }

  static let unsubscribeFormat = MethodFormat(
    "ends the subscription to a deck or a surface, or all subscriptions of the connection",
    isReadOnly: true,
    rules: [.excludes("surface", ["deck"])],
    Field(optional: "deck", Common.deck, "The deck, or \"*\"; every subscription of the connection where left out."),
    Field(optional: "surface", Common.surface, "Instead of a deck, the surface.")
  ) { .unsubscribe(deck: $0 == "*" ? nil : $0, surface: $1) }

  static let deckListFormat = MethodFormat(
    "lists the decks",
    result: Reply.DeckList.definition,
    isReadOnly: true
  ) { .deckList }

  static let surfaceListFormat = MethodFormat(
    "lists the surfaces, with their gestures",
    result: Reply.SurfaceList.definition,
    isReadOnly: true
  ) { .surfaceList }

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

  static let deckSettingsFormat = MethodFormat(
    "describes the settings of a deck: their units, values and defaults",
    result: Reply.SettingList.definition,
    isReadOnly: true,
    deck,
    Field(optional: "preset", Common.preset, "Whose values are the defaults; the deck's own preset where left out.")
  ) { .deckSettings(deck: $0, preset: $1) }

  static let deckSwipeFormat = MethodFormat(
    "decides the front card as a finger would",
    DeckCommand.Swipe.codec,
    DeckCommand.swipe
  )

  static let deckUndoFormat = MethodFormat("undoes the last decision", DeckCommand.Undo.codec, DeckCommand.undo)

  static let deckSelectFormat = MethodFormat(
    "selects a card as a tap would",
    DeckCommand.Selection.codec,
    DeckCommand.select
  )

  static let deckDismissFormat = MethodFormat(
    "closes the open card of a stack; cancels the swipe that waits for the delegate of a swipe deck",
    .dismiss
  )

  static let deckBounceFormat = MethodFormat("makes the cards of a stack jump, one after the other", .bounce)

  static let deckScrollFormat = MethodFormat(
    "scrolls a stack to an offset or to a card; a carousel settles on a card",
    DeckCommand.Scroll.codec,
    DeckCommand.scroll
  )

  static let deckAppearFormat = MethodFormat("plays the animation that a deck appears with", .appear)

  static let deckResetFormat = MethodFormat("goes back to the first card and forgets all decisions", .reset)

  static let deckStageFormat = MethodFormat(
    "stages cards: any number of requests, whose cards deck.load or deck.reload puts into force at once",
    result: Reply.Staged.definition,
    deck,
    Field(
      "from",
      Common.givenIndex,
      "How many cards the connection has staged for the deck: these follow them; 0 drops them and begins again."
    ),
    Field("cards", .cards(most: DeckCommand.mostCards), "The next cards, with ids of their own.")
  ) { .deckStage(deck: $0, from: $1, cards: $2) }

  static let deckLoadFormat = MethodFormat(
    "replaces the cards and forgets all decisions",
    DeckCommand.Load.codec,
    DeckCommand.load,
    staged: { .load(count: $0, current: $1.current) }
  )

  static let deckReloadFormat = MethodFormat(
    "lays the cards out again, or replaces them, and keeps the front index",
    DeckCommand.Reload.codec,
    DeckCommand.reload,
    staged: { count, _ in .reload(count: count) }
  )

  static let deckInsertFormat = MethodFormat("inserts cards", DeckCommand.Insertion.codec, DeckCommand.insert)

  static let deckRemoveFormat = MethodFormat("removes cards", DeckCommand.Removal.codec, DeckCommand.remove)

  static let deckUpdateFormat = MethodFormat(
    "replaces the cards that have the same ids",
    DeckCommand.Update.codec,
    DeckCommand.update
  )

  static let deckMoveFormat = MethodFormat(
    "moves a card of a stack or a carousel to another index",
    DeckCommand.Move.codec,
    DeckCommand.move
  )

  static let cardLoadedFormat = MethodFormat(
    "marks the contents of cards as loaded",
    DeckCommand.LoadedContent.codec,
    DeckCommand.markLoaded
  )

  static let detailLayoutFormat = MethodFormat(
    "sets the length of a card's content, so that it can be scrolled while the card is open",
    DeckCommand.DetailLayout.codec,
    DeckCommand.layOutDetail
  )

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
        ["reducedMotion", "rotation", "refresh", "asleep", "w", "h"],
        expected: "reducedMotion, rotation, refresh, asleep, or w and h: what is to change"
      ), .paired("w", "h"),
    ],
    surface,
    Field(optional: "reducedMotion", .flag, "Whether animations are skipped; cards follow fingers all the same."),
    Field(
      optional: "rotation",
      .rightAngle,
      "How far the panels that cover the surface are turned, degrees clockwise."
    ),
    Field(optional: "refresh", .number(1...1000), "Frames per second while something moves."),
    Field(
      optional: "asleep",
      .flag,
      "Whether its screen is dark: the next finger only wakes it (surface.woken), and no deck, gesture or program receives its touch."
    ),
    Field(
      optional: "w",
      .number(100...10_000),
      "Width, pt, of a surface that neither the configuration file nor a panel sizes; with `h`."
    ),
    Field(optional: "h", .number(100...10_000), "Height, pt, with `w`.")
  ) { surface, reducedMotion, rotation, refresh, asleep, width, height in
    .surfaceSet(
      surface: surface,
      .init(
        reducedMotion: reducedMotion,
        rotation: rotation,
        refresh: refresh,
        asleep: asleep,
        width: width,
        height: height
      )
    )
  }

  static let surfaceVsyncFormat = MethodFormat(
    "reports when the client draws: decks are drawn for that moment, ahead of the finger",
    isReadOnly: true,
    surface,
    Field("t", .time, "A vertical sync, µs of CLOCK_MONOTONIC, within 10 s of now."),
    Field(
      optional: "period",
      .number(2000...50_000),
      "From one to the next, µs; that of the surface's refresh rate where left out."
    )
  ) { .surfaceVsync(surface: $0, time: $1, period: $2) }

  static let panelCalibrateFormat = MethodFormat(
    "starts or ends the calibration of a panel, whose touches no deck receives until then; calibration reports it",
    Field(optional: "panel", .text, "The panel's node or name; may be left out where there is one."),
    Field(
      optional: "crosses",
      ClientRequest.crosses,
      "Where the crosses are, in fractions of the surface; a tenth of it from its edges where left out."
    ),
    Field(optional: "on", .flag, "false ends the client's calibration; true where left out.")
  ) { .panelCalibrate(panel: $0, crosses: $1, isOn: $2 ?? true) }

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
    rules: [.excludes("surface", ["deck"])],
    Field(optional: "deck", Common.deck, "The deck; every touch of every surface where left out."),
    Field(optional: "surface", Common.surface, "Instead of a deck, the surface."),
    Field("on", .flag, "true starts, false stops.")
  ) { .explain(deck: $0, surface: $1, isOn: $2) }
}

extension MethodFormat {
  private static let deck = ClientRequest.MethodName.deck

  /// The format of a command to a deck, with these parameters after the deck's id.
  fileprivate init<Parameters: Sendable>(
    _ summary: String,
    _ codec: ObjectCodec<Parameters>,
    _ command: @escaping @Sendable (Parameters) -> DeckCommand
  ) {
    self.init(
      summary,
      parameters: ObjectSchema([Self.deck.schema] + codec.schema.members, rules: codec.schema.rules)
    ) { (fields) throws(ProtocolError) in
      let deck = try Self.deck.read(fields)
      return .command(command(try codec.readMembers(fields)), deck: deck)
    }
  }

  /// The format of a command that replaces a deck's cards by those that it has, or by the staged ones.
  fileprivate init<Parameters: Sendable>(
    _ summary: String,
    _ codec: ObjectCodec<Parameters>,
    _ command: @escaping @Sendable (Parameters) -> DeckCommand,
    staged: @escaping @Sendable (_ count: Int, Parameters) -> StagedCommand
  ) {
    let count = Field(
      optional: "staged",
      Common.givenIndex,
      "How many cards the connection has staged for the deck with deck.stage: they are the cards."
    )
    self.init(
      summary,
      parameters: ObjectSchema(
        [Self.deck.schema] + codec.schema.members + [count.schema],
        rules: codec.schema.rules + [.excludes("staged", ["cards"])]
      )
    ) { (fields) throws(ProtocolError) in
      let (deck, parameters) = (try Self.deck.read(fields), try codec.readMembers(fields))
      guard let count = try count.read(fields) else { return .command(command(parameters), deck: deck) }
      return .commit(staged(count, parameters), deck: deck)
    }
  }

  /// The format of a command to a deck that takes no parameters.
  fileprivate init(_ summary: String, _ command: DeckCommand) {
    self.init(summary, Self.deck) { .command(command, deck: $0) }
  }
}

extension Common {
  /// An index from a client; only the engine knows whether it is in the deck's range.
  static let givenIndex = ValueCodec<Int>.integer(0...JSONValue.largestInteger)
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
