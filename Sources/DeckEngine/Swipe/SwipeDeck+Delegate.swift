import DeckProtocol
import Kinetics

/// Questions that the cards leave open are asked ahead, for the visible cards, so that the answers are known when a
/// finger comes down: it uses those known then. Only whether a card may be decided is asked during a drag, when it
/// enters a direction, and may delay a decision.
extension SwipeDeck {
  /// The delegate's answers about a card when a finger came down on it: a drag keeps its rules.
  struct Rules: Equatable, Sendable {
    var allowed: [Direction]?
    var threshold: Double?
  }

  /// A swipe of the front card that waits for the delegate's answer.
  struct Pending: Equatable, Sendable {
    var direction: Direction
    /// How a finger released the card, which stays where it is; `nil` for a command, which awaits its reply.
    var release: Release?

    var isByFinger: Bool { release != nil }
  }

  // MARK: What holds for a card

  /// Returns the directions that a card may be swiped in: its own, the delegate's, or the deck's.
  func allowed(of card: Card) -> [Direction] {
    card.allowed ?? rules(of: card).allowed ?? settings.commitAllowed
  }

  /// Returns the progress that commits a card: its own, the delegate's, or the deck's.
  func threshold(of card: Card) -> Double {
    card.threshold ?? rules(of: card).threshold ?? settings.commitThreshold
  }

  /// Returns whether a finger may move a card.
  func isDraggable(_ card: Card) -> Bool {
    card.draggable ?? isPermitted(queries.answer(to: .init(card: card.id, subject: .shouldDrag)))
  }

  /// Returns the delegate's answers about a card.
  func knownRules(of card: Card) -> Rules {
    var rules = Rules()
    guard !queries.topics.isEmpty else { return rules }
    if case .directions(let directions) = queries.answer(to: .init(card: card.id, subject: .allowedDirections)) {
      rules.allowed = directions
    }
    if case .threshold(let threshold) = queries.answer(to: .init(card: card.id, subject: .threshold)) {
      rules.threshold = threshold
    }
    return rules
  }

  /// Returns the delegate's rules for the front card; under a finger, those known when it came down.
  private func rules(of card: Card) -> Rules {
    interaction?.start.rules ?? knownRules(of: card)
  }

  /// Returns whether the front card may be decided in a direction; `nil` while the delegate has not answered.
  func permission(_ direction: Direction) -> Bool? {
    guard let front else { return false }
    if let own = front.swipeable { return own }
    guard queries.topics.contains(.shouldSwipe) else { return true }
    let key = DelegateQueries.Key(card: front.id, subject: .shouldSwipe(direction))
    return queries.isSettled(key) ? isPermitted(queries.answer(to: key)) : nil
  }

  /// Whether the delegate still has to answer in which directions the front card may be swiped.
  var awaitsDirections: Bool {
    front.map { queries.isOpen(.init(card: $0.id, subject: .allowedDirections)) } ?? false
  }

  private func isPermitted(_ answer: DelegateAnswer?) -> Bool {
    if case .permission(let isPermitted) = answer { return isPermitted }
    return true
  }

  // MARK: Asking

  /// Asks what is not known about the visible cards, and about the swipe under way; forgets what concerns other cards.
  mutating func ask(now: Instant) -> [DeckOutcome] {
    guard !queries.topics.isEmpty else { return [] }
    // At least the next card, which may come to the front at any moment.
    let ahead = min(max(settings.visible, 2), settings.loop ? cards.count : cards.count - current)
    let near = (0..<ahead).map { (current + $0) % cards.count }
    // An undo must not make a finger wait, either.
    let kept = Set((near + history.suffix(1).map(\.index)).map { cards[$0].id })
    let swipe = proposal
    queries.forget { key in
      if case .shouldSwipe = key.subject, swipe == nil { return true }
      return !kept.contains(key.card)
    }
    let deadline = now.advanced(bySeconds: settings.delegateDeadline)
    var outcomes: [DeckOutcome] = []
    for index in near {
      let card = cards[index]
      var subjects: [DelegateQuestion.Subject] = []
      if card.draggable == nil { subjects.append(.shouldDrag) }
      if card.allowed == nil { subjects.append(.allowedDirections) }
      if card.threshold == nil { subjects.append(.threshold) }
      if index == current, card.swipeable == nil, let direction = swipe ?? nil {
        subjects.append(.shouldSwipe(direction))
      }
      for subject in subjects {
        let key = DelegateQueries.Key(card: card.id, subject: subject)
        guard let ticket = queries.ask(key, index: index, until: deadline) else { continue }
        outcomes.append(.ask(ticket: ticket, question(key, index: index)))
      }
    }
    return outcomes
  }

  /// The direction that the front card may be decided in, `.some(nil)` for none yet; `nil` without a swipe.
  private var proposal: Direction?? {
    if let pending { return .some(pending.direction) }
    guard case .dragging(_, let translation, _) = interaction else { return nil }
    return .some(decides ? progress(for: translation).direction : nil)
  }

  private func question(_ key: DelegateQueries.Key, index: Int) -> DelegateQuestion {
    DelegateQuestion(deck: definition.id, card: key.card, index: index, subject: key.subject)
  }

  /// The question with this number while it is open.
  func question(_ ticket: UInt64) -> DelegateQuestion? {
    queries.open.first { $0.ticket == ticket }.map { question($0.key, index: $0.index) }
  }

  /// The number of the last question.
  var lastQuestion: UInt64 { queries.lastTicket }

  // MARK: Answers

  /// Handles the delegate's answer; `nil` leaves the question to the deck.
  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome] {
    queries.settle(ticket, answer)
    return concluded([], now: now)
  }

  /// Forgets the answers about these cards, or about all; a swipe that waits keeps waiting.
  mutating func forgetAnswers(about ids: Set<String>?) {
    guard !queries.topics.isEmpty else { return }
    let isWaiting = pending != nil
    queries.forget { key in
      if case .shouldSwipe = key.subject, isWaiting { return false }
      return ids?.contains(key.card) ?? true
    }
  }

  // MARK: Swipes that wait

  /// Decides the front card, which has not been refused, or waits for the delegate's answer.
  ///
  /// - Parameters:
  ///   - direction: the direction of the swipe.
  ///   - release: how a finger released the card; `nil` for a command.
  ///   - now: the current instant.
  /// - Returns: the immediate outcomes.
  mutating func propose(_ direction: Direction, _ release: Release? = nil, now: Instant) -> [DeckOutcome] {
    switch permission(direction) {
    case true where release != nil || !awaitsDirections:
      let decided = decide(direction, byFinger: release != nil, now: now)
      return decided + .explaining(release.map { .swipe($0, .decided) })
    case true, false, nil:
      pending = Pending(direction: direction, release: release)
      guard let release else { return [.undecided] }
      interaction = nil
      return [.explain(.swipe(release, .awaitsDelegate))]
    }
  }

  /// Performs a swipe that waited, if its answer has arrived.
  mutating func resolve(now: Instant) -> [DeckOutcome] {
    guard let pending, let front, let isPermitted = permission(pending.direction) else { return [] }
    if let release = pending.release {
      self.pending = nil
      let outcomes =
        isPermitted
        ? decide(pending.direction, byFinger: true, now: now) + [.explain(.swipe(release, .decided))]
        : giveBack(.delegate, release, now: now)
      return outcomes + [.redraw]
    }
    guard !awaitsDirections else { return [] }
    self.pending = nil
    guard allowed(of: front).contains(pending.direction) else {
      return [.decided(notAllowed(pending.direction, front))]
    }
    guard isPermitted else { return [.decided(.notPermitted(pending.direction, front))] }
    let outcomes = decide(pending.direction, byFinger: false, now: now)
    return outcomes + roundChange(now: now) + [.decided(nil), .redraw]
  }

  /// Gives up a swipe that waits, because a finger or a command takes the card: it must not be decided later.
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome] {
    guard let pending else { return [] }
    self.pending = nil
    return pending.release.map { giveBack(.caught, $0, now: now) } ?? [.decided(.overtaken)]
  }

  /// Moves the front card back to its position, undecided.
  mutating func giveBack(
    _ reason: DeckEvent.Reset.Reason,
    _ release: Release,
    velocity: Vector = .zero,
    now: Instant
  ) -> [DeckOutcome] {
    guard let front else { return [] }
    let drag = interaction
    interaction = nil
    snapBack(from: drag, velocity: velocity, now: now)
    let reset = DeckEvent.Reset(
      card: front.id,
      index: current,
      reason: reason,
      direction: release.direction,
      progress: release.progress,
      threshold: release.threshold
    )
    let isOwn = reason == .delegate && front.swipeable == false
    return [.event(.cardReset(reset)), .explain(.swipe(release, isOwn ? .notSwipeable : .reset(reason)))]
  }

  func notAllowed(_ direction: Direction, _ card: Card) -> ProtocolError {
    ProtocolError(
      .invalidParameters,
      "\(card.id) cannot be swiped \(direction.rawValue)",
      field: "params.direction",
      expected: "one of \(allowed(of: card).map(\.rawValue).joined(separator: ", "))"
    )
  }
}

extension ProtocolError {
  /// The delegate, or the card itself, does not permit it.
  static func notPermitted(_ direction: Direction, _ card: Card) -> ProtocolError {
    let who = card.swipeable == nil ? "the delegate does not let \(card.id)" : "\(card.id) is not swipeable: it may not"
    return ProtocolError(
      .refused,
      "\(who) be swiped \(direction.rawValue)",
      field: "params.direction",
      expected: "a direction that is permitted, or force, which asks nobody"
    )
  }

  /// A command waited for a delegate, and another command or a finger came first.
  fileprivate static let overtaken = ProtocolError(
    .refused,
    "the swipe was given up: a finger or another command took the card while the delegate was asked",
    field: "params.deck",
    expected: "a deck that nobody else moves; try again"
  )
}
