import DeckClient
import DeckProtocol
import Glibc
import JSON
import Logging

/// The life of one connection to the broker, with the connections to deckd that it outlives.
struct BridgeSession {
  /// How many events may wait for the broker's acknowledgment before no more are read from deckd.
  ///
  /// Five times what a broker usually has in flight, so that the way back and forth is filled.
  private static let eventLimit = 100
  /// How many commands may wait: for deckd's reply, or for the broker to acknowledge it.
  private static let commandLimit = 64
  /// How many may, with those that are refused because so many wait; the reply to any other is left out.
  private static let replyLimit = 2 * commandLimit
  /// Seconds between two snapshots of a deck, so that a hand that swipes without pause costs five a second.
  private static let snapshotInterval = 0.2
  /// Seconds between two requests for the gestures: no event reports that a reload changed them.
  private static let gesturesInterval = 10.0
  /// Seconds between two writes of the position, for the sake of a panel's flash memory.
  private static let saveInterval = 1.0
  /// The longest wait, in seconds, a quarter of the keep-alive interval.
  private static let longestWait = 5.0

  private enum Subject: Hashable {
    case deck(String)
    case gesture(String)
  }

  private let options: BridgeOptions
  private let log: Logger
  private let report: @Sendable (Bridge.State) -> Void
  private let discovery: HomeAssistant?

  private let broker: BrokerConnection
  /// When the broker accepted the client.
  private var connected: Double?
  /// Whether earlier attempts failed; the log then waits for a connection that lasts.
  private let isRetry: Bool
  private var isAnnounced = false
  private var endReason: String?

  private var link: DaemonLink<RequestPurpose>?
  private var linkDelay = RetryDelay.ofDaemon
  /// Since when deckd sends events; `nil` while it does not.
  private var subscribed: Double?
  private var linkDue = 0.0
  private var linkError: String?

  /// The messages with replies that the broker has not acknowledged.
  private var replies: Set<Int32> = []
  private var window: EventWindow
  private var isFromBeginning: Bool
  private var journal: String?
  private var saved: BridgeRecord
  private var saveDue = 0.0
  private var saveError: PositionFileError?
  /// When the next snapshot of a deck is due, and when the last one was requested.
  private var snapshotsDue: [String: Double] = [:]
  private var snapshotsRequested: [String: Double] = [:]
  /// When the gestures are due again; `nil` while deckd is asked, and without discovery.
  private var gesturesDue: Double?
  private var triggers: GestureTriggers
  /// The retained messages that the broker has not acknowledged, each with what it is about.
  ///
  /// The next snapshot of a deck waits for its own: a broker that acknowledges nothing would have the bridge hold each.
  private var unacknowledged: [Int32: Subject] = [:]
  /// The decks with topics; those of the last run until deckd has said which there are.
  private var decks: Set<String>
  /// Decks without topics.
  private var leftOut: Set<String> = []
  /// The last state that was published of each deck.
  private var states: [String: [UInt8]] = [:]

  init(
    _ options: BridgeOptions,
    after record: BridgeRecord,
    fromBeginning: Bool,
    isRetry: Bool,
    log: Logger,
    report: @escaping @Sendable (Bridge.State) -> Void
  ) throws(BrokerConnection.Failure) {
    let offline = Publication(topic: options.topics.availability, payload: Array("offline".utf8), isRetained: true)
    broker = try BrokerConnection(options.broker, will: offline)
    try broker.connect()
    (self.options, self.log, self.report) = (options, log, report)
    discovery = options.discovery.map { HomeAssistant(prefix: $0, options.topics, options.policy) }
    window = EventWindow(after: record.position)
    isFromBeginning = fromBeginning
    self.isRetry = isRetry
    (saved, decks, triggers) = (record, record.decks, GestureTriggers(record.gestures))
  }

  /// What the broker has.
  ///
  /// A deck or a gesture that is gone counts until the broker has removed all of it.
  var record: BridgeRecord {
    var record = BridgeRecord(position: window.acknowledged, decks: decks, gestures: triggers.gestures)
    for subject in unacknowledged.values {
      switch subject {
      case .deck(let id): record.decks.insert(id)
      case .gesture(let name): record.gestures.insert(name)
      }
    }
    return record
  }

  /// For how many seconds the broker has had the client.
  var age: Double { connected.map { Self.now - $0 } ?? 0 }

  /// Whether the connection has worked for as long as it takes to refuse something.
  var isLasting: Bool { age >= Self.longestWait }

  /// Carries until the connection to the broker ends, and returns why.
  mutating func run(_ stop: StopPipe) -> String {
    while endReason == nil, !stop.isStopped {
      let now = Self.now
      attend(at: now)
      let (readable, writable) = wait(until: nextDue(at: now), stop)
      broker.exchange(isReadable: readable, isWritable: writable)
      for happening in broker.takeHappenings() { handle(happening) }
      readLink()
    }
    if endReason == nil {
      // Without acknowledgment: behind events that wait for theirs it would not be sent before the end.
      publishAvailability(false, isAcknowledged: false)
      broker.disconnect()
    }
    save()
    return endReason ?? "stopped"
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: - The loop

  /// Does what is due.
  private mutating func attend(at now: Double) {
    if connected != nil, !isAnnounced, !isRetry || isLasting {
      isAnnounced = true
      log.notice("connected", metadata: ["broker": "\(options.broker.address)"])
    }
    if connected != nil, link == nil, now >= linkDue { connectLink() }
    for (deck, due) in requestableSnapshots where now >= due {
      snapshotsDue[deck] = nil
      snapshotsRequested[deck] = now
      request("deck.get", deck: deck, for: .snapshot(deck: deck))
    }
    if link != nil, let due = gesturesDue, now >= due {
      gesturesDue = nil
      request("surface.list", Array("{}".utf8), for: .surfaces)
    }
    if now >= saveDue, record != saved {
      saveDue = now + Self.saveInterval
      save()
    }
  }

  /// When the next snapshot is due of each deck of which the broker has the last one.
  private var requestableSnapshots: [String: Double] {
    let waiting = Set(unacknowledged.values)
    return snapshotsDue.filter { !waiting.contains(.deck($0.key)) }
  }

  private func nextDue(at now: Double) -> Double {
    var due = now + Self.longestWait
    if connected != nil, link == nil { due = min(due, linkDue) }
    if link != nil { due = [due, requestableSnapshots.values.min(), gesturesDue].compactMap(\.self).min() ?? due }
    if record != saved { due = min(due, saveDue) }
    return due
  }

  private func wait(until due: Double, _ stop: StopPipe) -> (readable: Bool, writable: Bool) {
    guard let socket = broker.descriptor else { return (false, false) }
    let events = Int16(POLLIN) | (broker.wantsWrite ? Int16(POLLOUT) : 0)
    var requests = [
      pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: socket, events: events, revents: 0),
    ]
    if let link, window.count < Self.eventLimit {
      requests.append(pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let milliseconds = max(((due - Self.now) * 1000).rounded(.up), 0)
    guard poll(&requests, nfds_t(requests.count), Int32(milliseconds)) > 0 else { return (false, false) }
    let found = Int32(requests[1].revents)
    return (found & ~POLLOUT != 0, found & POLLOUT != 0)
  }

  private mutating func save() { save(record) }

  private mutating func save(_ record: BridgeRecord) {
    guard record != saved else { return }
    do throws(PositionFileError) {
      try options.positions.save(record)
      (saved, saveError) = (record, nil)
    } catch {
      if saveError != error { log.error("\(error); after a restart, events since the last write are published again") }
      saveError = error
    }
  }

  // MARK: - The broker

  private mutating func handle(_ happening: BrokerConnection.Happening) {
    switch happening {
    case .connected:
      connected = Self.now
      if !options.policy.isEmpty { broker.subscribe(to: options.topics.commandFilters) }
      report(.waitingForDaemon)
    case .acknowledged(let message):
      replies.remove(message)
      unacknowledged[message] = nil
      window.acknowledge(message)
    case .refused(let message, let reason) where replies.remove(message) != nil:
      // Whoever commands chooses the topic: a wrong one must not take the panel offline.
      log.info("the broker refuses a reply: \(reason)")
    case .refused(_, let reason):
      endReason = "the broker refuses a message: \(reason); may the user publish below deckd/?"
    case .message(let message): command(message)
    case .ended(let reason): endReason = reason
    }
  }

  private func publishAvailability(_ isAvailable: Bool, isAcknowledged: Bool = true) {
    let payload = Array((isAvailable ? "online" : "offline").utf8)
    publish(options.topics.availability, payload, isRetained: true, isAcknowledged: isAcknowledged)
  }

  /// Publishes a message; returns its number, or `nil` if it is too large for the broker.
  @discardableResult
  private func publish(
    _ topic: String,
    _ payload: [UInt8],
    isRetained: Bool = false,
    isAcknowledged: Bool = true,
    correlation: [UInt8]? = nil
  ) -> Int32? {
    let message = broker.publish(
      Publication(
        topic: topic,
        payload: payload,
        isAcknowledged: isAcknowledged,
        isRetained: isRetained,
        correlation: correlation
      )
    )
    if message == nil {
      log.error(
        "not published, since the broker takes no message as long",
        metadata: ["topic": "\(topic)", "bytes": "\(payload.count)"]
      )
    }
    return message
  }

  /// Publishes what replaces the topic's last message about a deck or a gesture.
  private mutating func publish(_ topic: String, _ payload: [UInt8], of subject: Subject) {
    if let message = publish(topic, payload, isRetained: true) { unacknowledged[message] = subject }
  }

  // MARK: - Commands

  private mutating func command(_ message: BrokerConnection.Message) {
    guard let command = options.topics.command(at: message.topic) else { return }
    guard !message.isRetained else {
      // It would be performed again at each connection.
      return log.warning("a retained command is not performed", metadata: ["topic": "\(message.topic)"])
    }
    let asked = message.responseTopic.flatMap { options.topics.canReply(to: $0) ? $0 : nil }
    let reply = RequestPurpose.CommandReply(
      topic: asked ?? options.topics.reply(command.method, command.deck),
      correlation: message.correlation
    )
    do throws(CommandPolicy.Refusal) {
      let parameters = try options.policy.parameters(command, message.payload)
      guard link != nil else {
        throw CommandPolicy.Refusal(message: "deckd does not answer", field: "", expected: "a running deckd")
      }
      guard waitingCommands < Self.commandLimit else {
        throw CommandPolicy.Refusal(
          message: "too many commands",
          field: "",
          expected: "at most \(Self.commandLimit) that wait"
        )
      }
      request(command.method, parameters, for: .command(reply))
    } catch {
      log.info("command refused: \(error.message)", metadata: ["topic": "\(message.topic)"])
      guard waitingCommands < Self.replyLimit else {
        return log.warning("commands are left without a reply: the broker has not taken \(Self.replyLimit) others")
      }
      answer(reply, Payloads.refusal(error.message, field: error.field, expected: error.expected))
    }
  }

  /// The commands that wait for deckd's replies, in the order in which they came.
  private var unanswered: [RequestPurpose.CommandReply] { link?.purposes.compactMap(\.commandReply) ?? [] }

  /// How many commands have not had the reply that the broker acknowledges.
  private var waitingCommands: Int { unanswered.count + replies.count }

  private mutating func answer(_ reply: RequestPurpose.CommandReply, _ payload: [UInt8]) {
    if let message = publish(reply.topic, payload, correlation: reply.correlation) { replies.insert(message) }
  }

  // MARK: - deckd

  private mutating func connectLink() {
    do {
      var link = try DaemonLink<RequestPurpose>(path: options.socket, client: "deckd-mqtt")
      try link.request("subscribe", subscription(), for: .subscription)
      self.link = link
    } catch {
      loseLink("\(error)")
    }
  }

  private func subscription() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("deck", "*")
      json.key("topics")
      json.array([.events] + (options.frameRate == nil ? [] : [Topic.frames])) { $0.value($1.rawValue) }
      if let rate = options.frameRate { json.member("rate", rate) }
      if let position = window.position {
        json.member("since", position.sequence)
        json.member("journal", position.journal)
      } else if isFromBeginning {
        json.member("since", 0)
      }
    }
    return json.bytes
  }

  private mutating func loseLink(_ reason: String) {
    if link != nil { publishAvailability(false) }
    let unanswered = unanswered
    if reason != linkError { log.warning("\(reason)") }
    if let subscribed { linkDelay.connectionEnded(after: Self.now - subscribed) }
    (link, linkError, subscribed) = (nil, reason, nil)
    linkDue = Self.now + linkDelay.next()
    for reply in unanswered {
      let refusal = Payloads.refusal("deckd ended before it replied", field: "", expected: "a look at the deck's state")
      answer(reply, refusal)
    }
    report(.waitingForDaemon)
  }

  private mutating func request(_ method: String, deck: String, for purpose: RequestPurpose) {
    var json = JSONWriter()
    json.object { $0.member("deck", deck) }
    request(method, json.bytes, for: purpose)
  }

  private mutating func request(_ method: String, _ parameters: [UInt8], for purpose: RequestPurpose) {
    do {
      try link?.request(method, parameters, for: purpose)
    } catch {
      loseLink("\(error)")
    }
  }

  /// Takes what deckd has sent, as far as the broker keeps up.
  private mutating func readLink() {
    while window.count < Self.eventLimit, endReason == nil {
      do {
        guard let arrival = try link?.receive() else { return }
        guard take(arrival) else {
          return loseLink("not a message of deckd; is another program listening on \(options.socket)?")
        }
      } catch {
        return loseLink("\(error)")
      }
    }
  }

  /// Returns whether the message is one of deckd.
  private mutating func take(_ arrival: DaemonLink<RequestPurpose>.Arrival) -> Bool {
    switch arrival {
    case .notification("event", let event): return take(event)
    case .notification("frame", let frame):
      // A frame that would wait is of no use.
      if let deck = Received<DeckFrame>(frame.value).deck, !broker.wantsWrite {
        publish(options.topics.frame(deck), Array(frame.source), isAcknowledged: false)
      }
    case .reply(.subscription, .success(let result)): return begin(Received(result.value))
    case .reply(.subscription, .failure(let refusal)): loseLink("subscribe was refused: \(refusal.message)")
    case .reply(.snapshot(let deck), .success(let result)): return take(result.value, result.source, of: deck)
    case .reply(.surfaces, .success(let result)): return takeSurfaces(result.value)
    case .reply(.command(let reply), .success(let result)):
      answer(reply, Payloads.reply("result", result.source))
    case .reply(.command(let reply), .failure(let refusal)):
      answer(reply, Payloads.reply("error", refusal.source))
    case .warning(let message): log.warning("deckd: \(message)")
    // A deck without a snapshot has been removed meanwhile; a deckd without surface.list has no gestures.
    case .reply(.snapshot, .failure), .reply(.surfaces, .failure), .notification, .other: break
    }
    return true
  }

  /// Begins with the decks of a subscription.
  private mutating func begin(_ result: Received<Reply.Subscribed>) -> Bool {
    let numbers = result.snapshots.compactMap { $0[\.model.sequence] }
    guard numbers.count == result.snapshots.count else { return false }
    let newest = result.sequence ?? numbers.max() ?? 0
    (subscribed, linkError) = (Self.now, nil)
    journal = result.journal
    let position = journal.map { JournalPosition(journal: $0, sequence: newest) }
    if result.resync ?? false {
      let payload = Payloads.resync(at: position, after: window.position)
      log.warning(
        "deckd no longer has the events after the last one; continuing with the next one",
        metadata: ["seq": "\(newest)"]
      )
      window.begin(at: position)
      publish(options.topics.resync, payload)
    } else if window.position == nil || journal == nil {
      window.begin(at: isFromBeginning ? journal.map { JournalPosition(journal: $0, sequence: 0) } : position)
    }
    isFromBeginning = false
    let present = result.snapshots.compactMap { $0[\.model.deck] }
    // No event says so of decks that left the configuration while deckd did not run.
    for deck in decks.subtracting(present) { remove(deck) }
    for deck in present { add(deck) }
    if discovery != nil { gesturesDue = Self.now }
    publishAvailability(true)
    report(.connected)
    return true
  }

  private mutating func take(_ member: JSONValue.Member) -> Bool {
    let event = Received<DeckEvent>(member.value)
    guard let sequence = event.sequence, let type = event.type else { return false }
    if let deck = event.deck {
      take(sequence, deck, type, member.source)
    } else if let surface = event.as(DeckEvent.Gesture.self).surface {
      take(sequence, ofSurface: surface, member.source)
    }
    return true
  }

  private mutating func take(_ sequence: UInt64, ofSurface name: String, _ parameters: ArraySlice<UInt8>) {
    let payload = Payloads.event(parameters, journal: journal)
    let isCarried = TopicTree.isSurface(name)
    if !isCarried { warn(ofName: name, "a surface whose name no topic can have is left out", "surface") }
    window.send(sequence, as: isCarried ? publish(options.topics.event(ofSurface: name), payload) : nil)
  }

  private mutating func take(_ sequence: UInt64, _ deck: String, _ type: String, _ parameters: ArraySlice<UInt8>) {
    let message =
      carries(deck) ? publish(options.topics.event(deck), Payloads.event(parameters, journal: journal)) : nil
    window.send(sequence, as: message)
    switch type {
    case DeckEvent.TypeName.deckAdded.rawValue: add(deck)
    case DeckEvent.TypeName.deckRemoved.rawValue: remove(deck)
    default: if decks.contains(deck) { refresh(deck) }
    }
  }

  /// Whether a deck has topics; the log says so once where it has none.
  private mutating func carries(_ deck: String) -> Bool {
    if TopicTree.isDeck(deck) { return true }
    warn(ofName: deck, "a deck whose id no topic can have is left out", "deck")
    return false
  }

  /// Logs once that something is left out because of its name.
  private mutating func warn(ofName name: String, _ message: Logger.Message, _ key: String) {
    if leftOut.insert(name).inserted { log.warning(message, metadata: [key: "\(name)"]) }
  }

  private mutating func add(_ deck: String) {
    guard carries(deck) else { return }
    // Recorded at once, so that a kill leaves nothing behind that the next run does not know of.
    if decks.insert(deck).inserted { saveDue = 0 }
    for configuration in discovery?.configurations(of: deck) ?? [] {
      publish(configuration.topic, configuration.payload, isRetained: true)
    }
    refresh(deck)
  }

  private mutating func remove(_ deck: String) {
    guard carries(deck) else { return }
    decks.remove(deck)
    (snapshotsDue[deck], states[deck]) = (nil, nil)
    for topic in [options.topics.state(deck), options.topics.snapshot(deck)] { publish(topic, [], of: .deck(deck)) }
    for configuration in discovery?.configurations(of: deck, isGone: true) ?? [] {
      publish(configuration.topic, configuration.payload, of: .deck(deck))
    }
  }

  private mutating func takeSurfaces(_ result: JSONValue) -> Bool {
    guard let discovery, let changes = triggers.adopt(result, discovery) else { return false }
    gesturesDue = Self.now + Self.gesturesInterval
    for name in triggers.leftOut {
      warn(ofName: name, "a gesture is left out: its name, or its surface's, cannot be in a trigger", "gesture")
    }
    // Recorded first, as decks are, with those that are gone, until the broker has removed their triggers.
    var record = record
    record.gestures.formUnion(changes.map(\.gesture))
    save(record)
    for change in changes {
      publish(change.configuration.topic, change.configuration.payload, of: .gesture(change.gesture))
    }
    return true
  }

  private mutating func refresh(_ deck: String) {
    guard snapshotsDue[deck] == nil else { return }
    snapshotsDue[deck] = max(Self.now, (snapshotsRequested[deck] ?? 0) + Self.snapshotInterval)
  }

  private mutating func take(_ result: JSONValue, _ source: ArraySlice<UInt8>, of deck: String) -> Bool {
    guard decks.contains(deck) else { return true }
    guard let snapshot = Received<Reply.Subscribed>(result).snapshot,
      let state = Payloads.state(snapshot, journal: journal)
    else { return false }
    if states[deck] != state { publish(options.topics.state(deck), state, of: .deck(deck)) }
    states[deck] = state
    // Where cards are while they move is of no use later.
    if snapshot.phase == DeckPhase.rest.rawValue {
      publish(options.topics.snapshot(deck), Array(source), of: .deck(deck))
    } else {
      refresh(deck)
    }
    return true
  }
}
