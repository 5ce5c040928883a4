package import DeckEngine
package import DeckProtocol
import DeckSocket
package import DeckStore
package import Kinetics
import MessageText

/// Who receives what: subscriptions to decks and surfaces, the frames held back for their rates, and the replay of missed events.
///
/// A subscription begins with the deck as it was at the time of the request, followed by the events after `since` up to
/// then, and continues with every later event: with no gap and no overlap.
package final class SubscriptionHub {
  private let clients: ClientRegistry
  private var subscribers: [ObjectIdentifier: Subscriber] = [:]
  private var encoder = NotificationEncoder()
  /// Whether a frame may be held back: otherwise no touch has to look at each subscription.
  private var mayHoldFrames = false

  /// A hub that sends to clients of a registry.
  package init(_ clients: ClientRegistry) {
    self.clients = clients
  }

  // MARK: - What the engine must publish

  /// The topics with a subscriber; events are published always.
  package var topics: Set<Topic> {
    var topics: Set<Topic> = [.events]
    for subscriber in subscribers.values {
      for subscription in subscriber.subscriptions { topics.formUnion(subscription.topics) }
      if let everything = subscriber.everything { topics.formUnion(everything.topics) }
    }
    return topics
  }

  /// Whether any client wants explanations.
  package var explains: Bool { subscribers.values.contains { !$0.explained.isEmpty } }

  /// When the first frame that was held back for a client's rate is due.
  package var deadline: Instant? {
    guard mayHoldFrames else { return nil }
    return subscribers.values.reduce(nil) { .earlier($0, $1.deadline) }
  }

  // MARK: - The subscriptions of a client

  /// The decks that a client subscribes to, or of which it subscribes to `topic`.
  package func decks(of client: Client, _ topic: Topic? = nil) -> [String] {
    let subscriptions = self[client]?.subscriptions ?? []
    return subscriptions.filter { topic.map($0.topics.contains) ?? true }.compactMap(\.subject.deck)
  }

  /// How many subscriptions to single decks and surfaces a client has beside one to `subject`; `nil` if it has that.
  package func count(of client: Client, beside subject: Subject) -> Int? {
    guard let subscriber = self[client] else { return 0 }
    let named = (subscriber.subscriptions + subscriber.absent).filter { !$0.isOfAll }
    return named.contains { $0.subject == subject } ? nil : named.count
  }

  /// Whether a client subscribes to anything, or wants explanations.
  package func serves(_ client: Client) -> Bool {
    self[client].map { $0.isSubscribed || !$0.explained.isEmpty } ?? false
  }

  /// Ends everything of a client.
  package func remove(_ client: Client) {
    subscribers[ObjectIdentifier(client)] = nil
  }

  private subscript(_ client: Client) -> Subscriber? { subscribers[ObjectIdentifier(client)] }

  private func subscriber(_ client: Client) -> Subscriber {
    if let subscriber = self[client] { return subscriber }
    let subscriber = Subscriber(client)
    subscribers[ObjectIdentifier(client)] = subscriber
    return subscriber
  }

  private func add(_ subject: Subject, to subscriber: Subscriber, _ topics: Set<Topic>, rate: Double?, isOfAll: Bool) {
    subscriber.add(subject, encoder.key(for: subject.key), topics, rate: rate, isOfAll: isOfAll)
  }

  // MARK: - Notifications

  /// Queues a deck's frame for its subscribers, in place of an older one.
  ///
  /// It is encoded once, whatever the number and the rates of the subscribers, and all queues share its bytes. Once
  /// they are written, the encoder is the only owner of the buffer again, and a later frame allocates nothing.
  package func send(_ frame: consuming DeckFrame) {
    // As a constant, it would be copied.
    withUnsafePointer(to: &frame) { send($0) }
  }

  private func send(_ frame: UnsafePointer<DeckFrame>) {
    let now = Instant(microseconds: frame.pointee.time)
    var encoded: [UInt8]?
    for subscriber in subscribers.values {
      guard let index = subscriber.indexOfFrames(of: frame.pointee.deck) else { continue }
      let key = subscriber.subscriptions[index].key
      let line = encoded ?? encoder.encode(frame, key)
      encoded = line
      if let line = subscriber.offer(line, at: index, now: now) {
        clients.send(frame: line, key: key, to: subscriber.client)
      } else {
        mayHoldFrames = true
      }
    }
  }

  /// Queues a notification for its subscribers, encoded once; `surface` returns the surface of a deck.
  package func send(_ notification: DeckNotification, surface: (String) -> String?) {
    if case .frame(let frame) = notification { return send(frame) }
    guard !subscribers.isEmpty else { return }
    let (topic, scope) = (notification.topic, notification.scope)
    var encoded: [UInt8]?
    for subscriber in subscribers.values {
      // A surface's touches, and panels, may concern several decks of the client: once is enough.
      let isConcerned = subscriber.subscriptions.contains { subscription in
        subscription.mask.contains(topic) && scope.concerns(subscription.subject, surface)
      }
      guard isConcerned || scope.isOfSurface && subscriber.everything?.mask.contains(topic) ?? false else { continue }
      let line = encoded ?? encoder.encode(notification)
      encoded = line
      clients.send(line, to: subscriber.client, isShared: true)
    }
  }

  /// Queues the frames that were held back for a client's rate and are due.
  package func sendHeldFrames(at now: Instant) {
    guard mayHoldFrames else { return }
    for subscriber in subscribers.values {
      for index in subscriber.subscriptions.indices {
        guard let line = subscriber.takeDue(at: index, now: now) else { continue }
        clients.send(frame: line, key: subscriber.subscriptions[index].key, to: subscriber.client)
      }
    }
    mayHoldFrames = deadline != nil
  }

  /// Queues an event for the clients that subscribe to its deck or surface and have received all earlier events.
  package func send(_ event: DeckEvent, as line: [UInt8]) {
    for subscriber in subscribers.values where subscriber.receivesEvents(of: Subject(event)) {
      clients.send(line, to: subscriber.client, isShared: true)
    }
  }

  // MARK: - Explanations

  /// Sends a client explanations of decks and surfaces from here on, or no more of them.
  package func explain(_ subjects: Set<Subject>, to client: Client, isOn: Bool) {
    guard isOn || self[client] != nil else { return }
    subscriber(client).explain(subjects, isOn: isOn)
  }

  /// Sends an explanation to the clients that requested explanations of its deck; of its surface, or of any deck there, if
  /// no deck has the touch.
  package func send(_ explanation: GestureExplanation, surface: (String) -> String?) {
    let note = explanation.note
    var encoded: [UInt8]?
    for subscriber in subscribers.values {
      let concerns = subscriber.explained.contains { subject in
        switch subject {
        case .deck(let deck): note.deck.map { $0 == deck } ?? (surface(deck) == note.surface)
        case .surface(let name): note.deck == nil && name == note.surface
        }
      }
      guard concerns else { continue }
      let line = encoded ?? note.line
      encoded = line
      clients.send(line, to: subscriber.client)
    }
  }

  // MARK: - The begin of a subscription

  /// Returns a subscription to decks as they are now, and requests what it missed of the journal.
  package func prepare(
    _ wanted: ClientRequest.Subscription,
    _ decks: PendingSubscription.Decks,
    for client: Client,
    _ ledger: inout Ledger
  ) -> PendingSubscription {
    var pending = PendingSubscription(wanted: wanted, decks: decks, batch: clients.batch)
    let sequence = decks.sequence
    guard let since = wanted.since, since != sequence || wanted.journal != nil else { return pending }
    let isOfAnother = wanted.journal.map { $0 != ledger.journal?.name } ?? false
    pending.isLost = ledger.journal == nil || isOfAnother || since > sequence
    guard !pending.isLost, since < sequence else { return pending }
    pending.question = ledger.read(
      after: since,
      upTo: min(sequence, since + Self.firstEvents),
      about: decks.subject,
      share: min(client.share, Self.firstPart)
    )
    return pending
  }

  /// Begins a subscription; the reply and `sendState(_:to:from:)` must follow, once the engine publishes the topics.
  ///
  /// - Returns: the missed events that the client receives at once, after its reply, and whether others are
  ///   unavailable.
  package func begin(
    _ pending: PendingSubscription,
    for client: Client,
    _ missed: Result<JournalAnswer, StoreError>?
  ) -> (lines: [UInt8], isLost: Bool) {
    let subscriber = subscriber(client)
    let (rate, isOfAll) = (pending.wanted.rate, pending.decks.subject == nil)
    let (isLost, lines, rest) = catchUp(client, pending, missed)
    if isOfAll {
      subscriber.end { _ in true }
      subscriber.addAll(pending.topics, rate: rate)
    }
    for snapshot in pending.decks.snapshots {
      add(.deck(snapshot.model.deck), to: subscriber, pending.topics, rate: rate, isOfAll: isOfAll)
    }
    if case .surface(let name, _) = pending.decks {
      add(.surface(name), to: subscriber, pending.topics, rate: rate, isOfAll: false)
    }
    subscriber.replay = rest
    return (lines, isLost)
  }

  /// Returns whether missed events are unavailable, those that the client receives now, and those it has yet to
  /// receive.
  private func catchUp(
    _ client: Client,
    _ pending: PendingSubscription,
    _ missed: Result<JournalAnswer, StoreError>?
  ) -> (isLost: Bool, lines: [UInt8], rest: Subscriber.MissedEvents?) {
    switch missed {
    case nil: return (pending.isLost, [], nil)
    case .success(.lines(let bytes, let through)):
      guard pending.topics.contains(.events) else { return (pending.isLost, [], nil) }
      // The missed events of many decks at once would exceed the queue's limit before the client has read any of them.
      let hasRoom = client.connection.outgoing.lineBytes < client.share
      let last = hasRoom ? through : pending.wanted.since ?? through
      let sequence = pending.decks.sequence
      let rest =
        last < sequence ? Subscriber.MissedEvents(subject: pending.decks.subject, since: last, last: sequence) : nil
      return (pending.isLost, hasRoom ? bytes : [], rest)
    case .success(.tooOld), .success(.ahead), .failure: return (true, [], nil)
    }
  }

  /// Sends what a new subscription begins with, after the reply to its request: the state that its topics are about.
  ///
  /// - Returns: the decks whose next frame must be sent in any case: while the client waited for the disk, they may
  ///   have come to rest, and no further frame would show that.
  package func sendState(_ pending: PendingSubscription, to client: Client, from engine: borrowing Engine) -> [String] {
    let topics = pending.topics
    let decks = pending.decks.snapshots.map(\.model.deck)
    for deck in decks { sendPrefetch(of: deck, to: client, topics, from: engine) }
    return pending.batch != clients.batch && topics.contains(.frames) ? decks : []
  }

  private func sendPrefetch(of deck: String, to client: Client, _ topics: Set<Topic>, from engine: borrowing Engine) {
    guard topics.contains(.prefetch), let note = engine.prefetch(of: deck) else { return }
    clients.send(DeckNotification.prefetch(note).line, to: client)
  }

  /// Subscribes the clients of all decks, and those that name it, to a deck that a reload has added, before they
  /// receive its first event.
  package func join(_ deck: String) {
    for subscriber in subscribers.values {
      guard let wanted = subscriber.wanted(of: deck), !subscriber.client.phase.isLeaving else { continue }
      // One that has missed events of the deck yet to come receives the addition after them, whatever was requested.
      if subscriber.replay?.subject == .deck(deck) {
        subscriber.replay?.end = nil
        subscriber.replay?.last = .max
      }
      add(.deck(deck), to: subscriber, wanted.topics, rate: wanted.rate, isOfAll: wanted.isOfAll)
    }
  }

  /// Sends the clients that subscribe to a deck added by a reload what a snapshot of it would contain; those that have
  /// missed events of it yet to come receive it after them.
  ///
  /// - Returns: whether the deck's next frame must be sent in any case.
  package func introduce(_ deck: String, from engine: borrowing Engine, at now: Instant) -> Bool {
    var isDrawn = false
    for subscriber in subscribers.values {
      if subscriber.misses(.deck(deck)) {
        subscriber.replay?.added.insert(deck)
      } else if introduce(deck, to: subscriber, from: engine, at: now) {
        isDrawn = true
      }
    }
    return isDrawn
  }

  private func introduce(_ deck: String, to subscriber: Subscriber, from engine: borrowing Engine, at now: Instant)
    -> Bool
  {
    // It may have been removed again.
    guard engine.surfaceName(of: deck) != nil,
      let topics = subscriber.subscriptions.first(where: { $0.subject == .deck(deck) })?.topics
    else { return false }
    if topics.contains(.motions) {
      for motion in engine.motions(of: deck, at: now) {
        clients.send(DeckNotification.motion(motion).line, to: subscriber.client)
      }
    }
    sendPrefetch(of: deck, to: subscriber.client, topics, from: engine)
    return topics.contains(.frames)
  }

  // MARK: - The end of a subscription

  /// Ends a client's subscription to a deck or a surface, or all of its subscriptions.
  package func unsubscribe(_ client: Client, from subject: Subject?) throws(ProtocolError) {
    if let subject, !(self[client]?.subjects.contains(subject) ?? false) {
      let noun = subject.deck == nil ? "surface" : "deck"
      let names = self[client]?.subjects.filter { ($0.deck == nil) == (subject.deck == nil) } ?? []
      throw ProtocolError(
        .refused,
        "not subscribed to \(truncatedQuote(subject.name))",
        field: "params.\(noun)",
        expected: names.isEmpty
          ? "a \(noun) that this connection subscribes to; it subscribes to none"
          : "one of \(names.map(\.name).joined(separator: ", "))"
      )
    }
    self[client]?.end { subject == nil || $0 == subject }
    if subject == nil { self[client]?.endAll() }
  }

  /// Ends the subscriptions to a deck that was removed, and whose last event is queued, until it is added again; one
  /// that has missed events yet to come ends after those up to `last`.
  package func end(_ deck: String, upTo last: UInt64) {
    for subscriber in subscribers.values {
      if subscriber.replay?.subject == .deck(deck) {
        subscriber.replay?.end = last
      } else {
        subscriber.suspend(deck)
      }
    }
    // A client that sends no more and receives nothing any more has no reason to stay.
    for client in clients.all where client.phase.isHalfClosed && !(self[client]?.isSubscribed ?? false) {
      clients.leave(client)
    }
  }

  // MARK: - Missed events

  /// Sends a client a reply, after the missed events that it has yet to receive.
  package func send(reply line: [UInt8], to client: Client) {
    if client.isCatchingUp, let subscriber = self[client] {
      subscriber.hold(line)
    } else {
      clients.send(line, to: client)
    }
  }

  /// How much of its missed events a subscription begins with, in bytes: those of a short absence.
  ///
  /// They are read in less than a millisecond. The others are read when it is the client's turn.
  private static let firstPart = 16 << 10
  /// How many events the disk looks through for that, and for more: those of a deck may be few among all.
  private static let (firstEvents, mostEvents): (UInt64, UInt64) = (256, 8192)

  /// Requests more missed events, up to the event `last`, for the client that has waited longest of those that have read
  /// the earlier ones; while some are being read, does nothing.
  package func requestReplay(upTo last: UInt64, _ ledger: inout Ledger) {
    guard !ledger.isReplaying else { return }
    let waiting = subscribers.values.filter { subscriber in
      guard let replay = subscriber.replay, replay.asked == nil else { return false }
      let client = subscriber.client
      return !client.phase.isLeaving && client.connection.outgoing.lineBytes < client.share
    }
    guard let next = waiting.min(by: { $0.turn < $1.turn }), var replay = next.replay else { return }
    replay.last = replay.end ?? last
    let through = min(replay.last, replay.since + Self.mostEvents)
    replay.asked = ledger.read(after: replay.since, upTo: through, about: replay.subject, share: next.client.share)
    guard let ticket = replay.asked else { return }
    next.replay = replay
    next.turn = ticket.number
    ledger.append(.replay(next.client, ticket), isInStep: false)
  }

  /// Sends more missed events; after the last of them, the client receives replies and new events.
  ///
  /// - Returns: the decks whose next frame must be sent in any case.
  package func replay(
    _ missed: Result<JournalAnswer, StoreError>,
    asked ticket: StateTicket,
    to client: Client,
    from engine: borrowing Engine,
    at now: Instant
  ) -> [String] {
    guard let subscriber = self[client], var replay = subscriber.replay, replay.asked == ticket else { return [] }
    guard case .success(.lines(let lines, let through)) = missed else {
      clients.dismiss(
        client,
        "disconnected: the events after \(replay.since) are no longer available",
        expected: "a client that reads faster, or a larger journal (journal.events); subscribe again"
      )
      return []
    }
    (replay.since, replay.asked) = (through, nil)
    let isOver = through >= replay.end ?? replay.last
    subscriber.replay = isOver ? nil : replay
    if !lines.isEmpty { clients.send(lines, to: client) }
    guard isOver else { return [] }
    for line in subscriber.takeReplies() { clients.send(line, to: client) }
    if replay.end != nil {
      if let deck = replay.subject?.deck { subscriber.suspend(deck) }
      if client.phase.isHalfClosed, !subscriber.isSubscribed { clients.leave(client) }
    }
    return replay.added.sorted().filter { introduce($0, to: subscriber, from: engine, at: now) }
  }

  /// Allows the missed events that the request `ticket` was for to be requested again.
  package func withdraw(_ ticket: StateTicket, of client: Client) {
    guard let subscriber = self[client], subscriber.replay?.asked == ticket else { return }
    subscriber.replay?.asked = nil
  }
}

/// What a notification is about.
private enum NotificationScope {
  case deck(String)
  case surface(String)
  case everything

  /// Whether it is about a surface, whatever decks it has.
  var isOfSurface: Bool { if case .surface = self { true } else { false } }

  /// Returns whether it is of interest to those that follow `subject`.
  func concerns(_ subject: Subject, _ surface: (String) -> String?) -> Bool {
    switch (self, subject) {
    case (.deck(let changed), .deck(let deck)): changed == deck
    case (.deck(let changed), .surface(let name)): surface(changed) == name
    case (.surface(let touched), .deck(let deck)): surface(deck) == touched
    case (.surface(let touched), .surface(let name)): touched == name
    case (.everything, _): true
    }
  }
}

extension DeckNotification {
  fileprivate var scope: NotificationScope {
    switch self {
    case .event(let event): event.deck.map { .deck($0) } ?? .surface(event.surface ?? event.type.rawValue)
    case .frame(let frame): .deck(frame.deck)
    case .gesture(let note): .deck(note.deck)
    case .haptic(let note): .deck(note.deck)
    case .motion(let motion): .deck(motion.deck)
    case .panel, .calibration: .everything
    case .prefetch(let note): .deck(note.deck)
    case .surfaceGesture(let note): .surface(note.surface)
    case .touch(let note): .surface(note.surface)
    }
  }
}
