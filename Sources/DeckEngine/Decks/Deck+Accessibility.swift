import DeckProtocol

/// What a screen reader exposes and announces (S22): only the card on top, with actions that replace the gestures.
extension PresentableDeck {
  /// Returns what a screen reader exposes while `cards` are visible; `nil` if there is no card, or the settings disable
  /// it.
  ///
  /// `actions` are those of the last call; they are returned again if they have not changed.
  func accessibility(
    among cards: [CardFrame],
    like actions: [DeckFrame.Accessibility.Action]
  ) -> DeckFrame.Accessibility? {
    guard settings.accessible, let (index, selected, actions) = exposed(among: cards, like: actions) else { return nil }
    let card = self.cards[index]
    return DeckFrame.Accessibility(
      card: card.id,
      label: card.label ?? card.id,
      hint: card.hint ?? settings.accessibilityHint,
      selected: selected,
      actions: actions
    )
  }
}

extension CardDeck {
  /// Returns the announcement of an event; `nil` if the event has none.
  func announcement(of event: DeckEvent.Kind) -> DeckEvent.Kind? {
    switch event {
    case .cardInserted, .cardRemoved, .cardUpdated: return nil
    case _ where !settings.announces: return nil
    case .cardSwiped(let swipe):
      let decision = swipe.decision ?? swipe.direction.rawValue
      return announce(settings.swipe?.announceSwiped, swipe.card, swipe.index, decision: decision)
    case .deckRewound(let rewind): return announce(settings.swipe?.announceUndone, rewind.card, rewind.index)
    case .deckExhausted: return announce(settings.swipe?.announceExhausted)
    // Not every kind of deck opens the card that is selected.
    case .cardSelected(let opened) where open == opened.card:
      return announce(settings.stack?.announceOpened, opened.card, opened.index)
    case .cardDismissed(let closed): return announce(settings.stack?.announceClosed, closed.card, closed.index)
    case .cardShown, .cardReset, .cardSelected, .cardMoved, .deckAdded,
      .deckLoaded, .deckReset, .deckAppeared, .deckBounced, .stackFanned, .stackGathered, .deckRemoved, .deckConfigured,
      .surfaceChanged, .roundChanged,
      .announcement, .gesturePerformed, .surfaceWoken:
      return nil
    }
  }

  private func announce(
    _ text: String?,
    _ id: String? = nil,
    _ index: Int? = nil,
    decision: String = ""
  ) -> DeckEvent.Kind? {
    guard let text, !text.isEmpty else { return nil }
    // A card that was closed because it was removed is no longer in the deck.
    let card = index.flatMap { cards.indices.contains($0) && cards[$0].id == id ? cards[$0] : nil }
    let places = [
      "label": card?.label ?? id ?? "", "decision": decision, "left": "\(max(cards.count - current, 0))",
    ]
    return .announcement(.init(card: id, text: AnnouncementCodec.text(text, filling: places)))
  }
}

extension SwipeDeck {
  func exposed(
    among cards: [CardFrame],
    like actions: [DeckFrame.Accessibility.Action]
  ) -> (index: Int, selected: Bool, actions: [DeckFrame.Accessibility.Action])? {
    guard let directions = rules?.allowed else { return nil }
    // Each frame compares them: only what may differ.
    let isSame = actions.elementsEqual(directions) { action, direction in
      action.direction == direction && action.name == Self.name(of: direction, own.decisions[direction])
    }
    if isSame { return (current, true, actions) }
    let decisions = own.decisions
    return (current, true, directions.map { Self.swipe($0, decisions[$0]) })
  }

  /// Returns the action that replaces a swipe, with the name of its decision.
  private static func swipe(_ direction: Direction, _ decision: String) -> DeckFrame.Accessibility.Action {
    DeckFrame.Accessibility.Action(name: name(of: direction, decision), method: "deck.swipe", direction: direction)
  }

  private static func name(of direction: Direction, _ decision: String) -> String {
    decision.isEmpty ? direction.rawValue : decision
  }
}

extension StackDeck {
  private static let dismissing = [DeckFrame.Accessibility.Action(name: "dismiss", method: "deck.dismiss")]
  private static let selecting = [DeckFrame.Accessibility.Action(name: "select", method: "deck.select")]

  func exposed(
    among cards: [CardFrame],
    like actions: [DeckFrame.Accessibility.Action]
  ) -> (index: Int, selected: Bool, actions: [DeckFrame.Accessibility.Action])? {
    if let open = openIndex { return (open, true, Self.dismissing) }
    guard let top = cards.lazy.filter({ $0.role != .leaving }).max(by: { $0.z < $1.z }) else { return nil }
    return (top.index, false, Self.selecting)
  }
}
