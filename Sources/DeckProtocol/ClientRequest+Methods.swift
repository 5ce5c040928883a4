extension ClientRequest.Method {
  /// The method of this name, with its parameters.
  init(_ name: ClientRequest.MethodName, _ fields: Fields) throws(ProtocolError) {
    switch name {
    case .hello:
      self = .hello(
        protocolNumber: try fields.optionalInteger("protocol", in: 1...1_000_000).map { Int($0) },
        client: try fields.optionalString("client")
      )
    case .subscribe: self = .subscribe(try ClientRequest.Subscription(fields))
    case .deckList: self = .deckList
    case .deckGet: self = .deckGet(deck: try fields.deck)
    case .deckCards:
      self = .deckCards(
        deck: try fields.deck,
        from: try fields.optionalIndex("from") ?? 0,
        count: try fields.optionalCount("count")
      )
    case .deckSwipe:
      self = .deckSwipe(
        deck: try fields.deck,
        direction: try fields.choice("direction"),
        force: try fields.optionalFlag("force") ?? false
      )
    case .deckUndo: self = .deckUndo(deck: try fields.deck)
    case .deckSelect: self = .deckSelect(deck: try fields.deck, card: try fields.optionalString("card"))
    case .deckDismiss: self = .deckDismiss(deck: try fields.deck)
    case .deckBounce: self = .deckBounce(deck: try fields.deck)
    case .deckScroll: self = .deckScroll(deck: try fields.deck, try fields.scrollPlace)
    case .deckAppear: self = .deckAppear(deck: try fields.deck)
    case .deckReset: self = .deckReset(deck: try fields.deck)
    case .deckLoad:
      self = .deckLoad(
        deck: try fields.deck,
        cards: try fields.optionalCards("cards"),
        current: try fields.optionalIndex("current") ?? 0
      )
    case .deckReload: self = .deckReload(deck: try fields.deck, cards: try fields.optionalCards("cards"))
    case .deckInsert:
      self = .deckInsert(deck: try fields.deck, cards: try fields.cards("cards"), at: try fields.optionalIndex("at"))
    case .deckRemove:
      self = .deckRemove(
        deck: try fields.deck,
        from: try fields.index("at"),
        count: try fields.optionalCount("count") ?? 1
      )
    case .deckUpdate: self = .deckUpdate(deck: try fields.deck, cards: try fields.cards("cards"))
    case .deckMove:
      self = .deckMove(deck: try fields.deck, card: try fields.string("card"), to: try fields.index("to"))
    case .cardLoaded:
      self = .cardLoaded(
        deck: try fields.deck,
        try fields.loadedCards,
        bytes: try fields.optionalIndex("bytes")
      )
    case .delegateRegister:
      self = .delegateRegister(
        deck: try fields.deck,
        questions: try fields.optionalChoices("questions") ?? DelegateTopic.allCases
      )
    case .delegateUnregister: self = .delegateUnregister(deck: try fields.deck)
    case .delegateInvalidate:
      self = .delegateInvalidate(deck: try fields.deck, cards: try fields.optionalStrings("cards"))
    case .detailLayout:
      self = .detailLayout(
        deck: try fields.deck,
        card: try fields.string("card"),
        length: try fields.number("length", in: 0...1_000_000)
      )
    case .deckConfigure:
      self = .deckConfigure(deck: try fields.deck, settings: try fields.settingChanges("settings"))
    case .daemonReload: self = .daemonReload
    case .surfaceSet:
      self = .surfaceSet(surface: try fields.optionalString("surface"), try fields.surfaceChange)
    case .surfaceVsync:
      self = .surfaceVsync(
        surface: try fields.optionalString("surface"),
        time: try fields.time("t"),
        period: try fields.optionalNumber("period", in: 1000...1_000_000)
      )
    case .inputInject:
      self = .inputInject(surface: try fields.optionalString("surface"), frames: try fields.injectedFrames)
    case .explain:
      self = .explain(deck: try fields.deck, isOn: try fields.flag("on"))
    }
  }
}

extension ClientRequest.Subscription {
  fileprivate init(_ fields: Fields) throws(ProtocolError) {
    self.init(
      deck: try fields.deck,
      topics: try fields.choices("topics"),
      since: try fields.optionalInteger("since", in: 0...Fields.largestInteger),
      journal: try fields.optionalString("journal"),
      rate: try fields.optionalNumber("rate", in: 0.1...1000)
    )
  }
}

extension Fields {
  /// The deck that is meant; may be left out when there is one.
  fileprivate var deck: String? {
    get throws(ProtocolError) { try optionalString("deck") }
  }

  /// The id of one `card`, or those of `cards`, and not both.
  fileprivate var loadedCards: ClientRequest.LoadedCards {
    get throws(ProtocolError) {
      switch (try optionalString("card"), try optionalStrings("cards")) {
      case (let card?, nil): return .card(card)
      case (nil, let cards?): return .cards(cards)
      case (nil, nil): throw missing("card", "the id of a card, or cards with several")
      case (.some, .some): throw wrong("cards", "either card or cards, not both")
      }
    }
  }

  /// An offset `to`, or a `card`, and not both: which of them was meant, nobody could tell.
  fileprivate var scrollPlace: ClientRequest.ScrollPlace {
    get throws(ProtocolError) {
      switch (try optionalNumber("to", in: ClientRequest.ScrollPlace.offsets), try optionalString("card")) {
      case (let offset?, nil): return .offset(offset)
      case (nil, let card?): return .card(card)
      case (nil, nil): throw missing("to", "a number of points, or a card in its place")
      case (.some, .some): throw wrong("card", "either to or card, not both")
      }
    }
  }
}
