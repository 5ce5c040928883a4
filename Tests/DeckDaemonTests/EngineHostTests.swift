import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import EventLoop
import Gestures
import Kinetics
import LibinputTouch
import TestSupport
import Testing

private final class VirtualTime {
  var now = Instant(microseconds: 0)
}

@Suite
struct `A host of the engine` {
  private let folder: TemporaryFolder
  private let reports = Mailbox<StateReport>()
  private let host: EngineHost
  private let access = AccessPolicy(InjectGrants(users: [], groups: []), LimitsSection(), controlPath: "/c")

  init() throws {
    folder = try TemporaryFolder()
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let configuration = EngineConfiguration(surfaces: [surface], decks: [.builtIn(count: 100)])
    host = EngineHost(try Engine(configuration, at: Instant(microseconds: 0)), ClientRegistry())
  }

  /// Persists in a file of at most `pages` pages, with a journal of `events` events.
  private func persist(pages: Int? = nil, events: Int = 1000) throws {
    var surroundings = StateStore.Surroundings()
    surroundings.pageLimit = pages
    let retention = Retention(events: events, age: 1000)
    let store = try StateStore(directory: folder.path, retention: retention, surroundings: surroundings)
    host.persist(in: store) { [reports] in reports.add($0) }
  }

  private func peer(backlog: Int = 1 << 20) throws -> Peer {
    let peer = try Peer(ConnectionLimits(backlog: backlog))
    host.clients.add(peer.client)
    return peer
  }

  private static func request(
    _ id: Int,
    _ name: ClientRequest.MethodName,
    _ method: ClientRequest.Method
  ) -> ClientRequest {
    ClientRequest(id: Array("\(id)".utf8), name: name, method: method)
  }

  private func send(_ command: DeckCommand, as id: Int, from peer: Peer) {
    let request = Self.request(id, .deckSwipe, .command(command, deck: nil))
    host.handle(request, of: peer.client) { .command(command, deck: "main", ticket: $0) }
  }

  private func subscribe(
    _ peer: Peer,
    _ id: Int,
    to scope: ClientRequest.Subscription.Scope = .deck("main"),
    topics: [Topic] = [.events],
    since: UInt64? = nil
  ) throws {
    let wanted = ClientRequest.Subscription(scope, topics: topics, since: since)
    let decks = try host.engine.decks(of: wanted.scope, at: Loop.now)
    try host.subscribe(peer.client, Self.request(id, .subscribe, .subscribe(wanted)), wanted, to: decks, access)
  }

  private func swipe() { host.handle(.command(.swipe(.init(.right, force: true)), deck: "main", ticket: 0)) }

  /// Handles reports until nothing waits for the disk.
  private func settle(redo: (ClientRequest, Client) -> Void = { _, _ in }) {
    while host.isWaiting {
      if host.hasDeliveries { host.deliverMore() } else { host.handle(reports.next(), redo: redo) }
    }
    host.writeToClients()
  }

  /// Returns the id of each reply, with a mark for an error, and the number of each event.
  private static func words(_ lines: [String]) -> [String] {
    lines.map { line in
      if let match = line.firstMatch(of: /"seq":(\d+),"t"/) { return "event \(match.1)" }
      let id = line.firstMatch(of: /"id":(\d+)/).map { String($0.1) } ?? "?"
      return line.contains("\"error\"") ? "\(id) failed" : id
    }
  }

  @Test
  func `publishes an event and the reply once they are on disk, in order`() throws {
    try persist()
    let peer = try peer()
    try subscribe(peer, 1)
    settle()
    #expect(Self.words(peer.lines()) == ["1"])
    send(.swipe(.init(.right, force: true)), as: 2, from: peer)
    host.send(.line(peer.client, Reply.failure(id: Array("3".utf8), AccessDenial.mayNotInject.error)))
    #expect(peer.lines().isEmpty)
    settle()
    let lines = Self.words(peer.lines())
    #expect(lines.suffix(2) == ["2", "3 failed"] && lines.dropLast(2).allSatisfy { $0.hasPrefix("event") })
    #expect(lines.count > 2 && host.journal?.sequence == host.engine.sequence)
    host.finish()
  }

  @Test
  func `rolls back in order: errors for changes, other lines as they are, reads again, and no event`() throws {
    try persist(pages: 60)
    let peer = try peer()
    try subscribe(peer, 1)
    settle()
    _ = peer.lines()
    let (sequence, count) = (host.engine.sequence, host.engine.position(of: "main")?.count)
    let data = Array("\"\(String(repeating: "x", count: 100_000))\"".utf8)
    let large = (0..<8).map { Card(id: "large-\($0)", data: data) }
    send(.insert(.init(large)), as: 2, from: peer)
    #expect(host.engine.sequence > sequence && host.engine.position(of: "main")?.count == 108)
    let list = Self.request(3, .deckList, .deckList)
    host.send(.answer(peer.client, list, .encoded(Reply.decks(id: Array("3".utf8), []))))
    host.send(.line(peer.client, Reply.failure(id: Array("4".utf8), AccessDenial.mayNotInject.error)))
    send(.swipe(.init(.right, force: true)), as: 5, from: peer)
    // A snapshot with what is rolled back, before it is encoded.
    let get = Self.request(7, .deckGet, .deckGet(deck: nil))
    let snapshot = try #require(host.engine.snapshot(of: "main", at: Loop.now) as DeckSnapshot?)
    host.send(.answer(peer.client, get, .snapshot(snapshot)))
    var again: [ClientRequest] = []
    settle { request, client in
      again.append(request)
      host.send(.line(client, Reply.decks(id: request.id ?? [], [])))
    }
    #expect(Self.words(peer.lines()) == ["2 failed", "3", "4 failed", "5 failed", "7"] && again == [list, get])
    #expect(host.engine.sequence == sequence && host.engine.position(of: "main")?.count == count)
    // What fits is kept again, and the numbers continue without a gap.
    send(.swipe(.init(.right, force: true)), as: 6, from: peer)
    settle()
    let lines = Self.words(peer.lines())
    #expect(lines.first == "event \(sequence + 1)" && lines.last == "6")
    host.finish()
  }

  @Test
  func `keeps the order of a client's requests where a subscription reads missed events after a rollback`() throws {
    try persist(pages: 60)
    let peer = try peer()
    swipe()
    settle()
    let data = Array("\"\(String(repeating: "x", count: 100_000))\"".utf8)
    send(.insert(.init((0..<8).map { Card(id: "large-\($0)", data: data) })), as: 1, from: peer)
    let get = Self.request(2, .deckList, .deckList)
    host.send(.answer(peer.client, get, .encoded(Reply.decks(id: Array("2".utf8), []))))
    let end = Self.request(3, .unsubscribe, .unsubscribe(deck: nil))
    host.send(.unsubscription(peer.client, end, from: nil, sequence: 1))
    try subscribe(peer, 4, since: 1)
    host.send(.line(peer.client, Reply.failure(id: Array("5".utf8), AccessDenial.mayNotInject.error)))
    settle { request, client in
      if case .subscribe = request.method {
        #expect(throws: Never.self) { try subscribe(peer, 4, since: 1) }
      } else {
        host.send(.answer(client, request, .encoded(Reply.decks(id: request.id ?? [], []))))
      }
    }
    let replies = Self.words(peer.lines()).filter { !$0.hasPrefix("event") }
    #expect(replies == ["1 failed", "2", "3", "4", "5 failed"])
    #expect(host.subscriptions.serves(peer.client))
    host.finish()
  }

  @Test
  func `replays missed events in shares without a gap, while new ones happen`() throws {
    try persist()
    // A share is 1,000 bytes, about seven events: enough for five shares however reads and writes take turns.
    for _ in 0..<50 { swipe() }
    settle()
    let peer = try peer(backlog: 4000)
    try subscribe(peer, 1, since: 0)
    var lines: [String] = []
    var shares = 0
    while host.isWaiting {
      if shares < 5 { swipe() }
      host.handle(reports.next()) { _, _ in }
      let share = peer.lines()
      if !share.isEmpty { shares += 1 }
      lines += share
    }
    let words = Self.words(lines)
    #expect(words.first == "1" && shares > 4)
    #expect(words.dropFirst().elementsEqual((1...host.engine.sequence).map { "event \($0)" }))
    // From here on it receives events as they happen.
    swipe()
    settle()
    #expect(!peer.lines().isEmpty)
    host.finish()
  }

  @Test
  func `lets a client's requests wait for what it missed, up to the end of a deck that is removed`() throws {
    try persist()
    for _ in 0..<50 { swipe() }
    settle()
    let peer = try peer(backlog: 4000)
    try subscribe(peer, 1, since: 0)
    #expect(peer.client.isHeld)
    host.handle(reports.next()) { _, _ in }
    host.send(.line(peer.client, Reply.failure(id: Array("2".utf8), AccessDenial.mayNotInject.error)))
    #expect(peer.client.isHeld)
    removeDeck()
    settle()
    #expect(!peer.client.isHeld && host.scheduler.next() === peer.client)
    // Its removal is the last that it missed.
    let words = Self.words(peer.lines())
    #expect(words == ["1"] + (1...host.engine.sequence).map { "event \($0)" } + ["2 failed"])
    #expect(!host.subscriptions.serves(peer.client))
    host.finish()
  }

  @Test(arguments: [Access.control, .observe])
  func `lets decks appear to the first front end, and again only to one that may change them`(access: Access) throws {
    let time = VirtualTime()
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let configuration = EngineConfiguration(surfaces: [surface], decks: [.builtIn(preset: .koloda)])
    let host = EngineHost(try Engine(configuration, at: time.now), ClientRegistry(), clock: { time.now })
    host.start()
    func appearsToNext() throws -> Bool {
      time.now = time.now.advanced(bySeconds: 10)
      host.handle(.deadline)
      let peer = try Peer(access: access)
      host.clients.add(peer.client)
      let wanted = ClientRequest.Subscription(.deck("main"), topics: [.frames])
      let decks = try host.engine.decks(of: wanted.scope, at: time.now)
      try host.subscribe(peer.client, Self.request(1, .subscribe, .subscribe(wanted)), wanted, to: decks, self.access)
      defer { host.clients.leave(peer.client); host.writeToClients() }
      return host.engine.nextDeadline != nil
    }
    #expect(try appearsToNext() && appearsToNext() == (access == .control))
  }

  /// Handles a report, and returns what the peer receives by it.
  private func handle(_ report: StateReport, reading peer: Peer) -> [String] {
    host.handle(report) { _, _ in }
    return peer.lines()
  }

  private func configure(_ decks: [DeckDefinition]) {
    host.reconfigure(EngineConfiguration(surfaces: host.engine.surfaceConfigurations, decks: decks))
  }

  private func removeDeck() { configure([]) }

  /// Removes the deck and adds it again while the missed events of a peer are still read, and returns what it receives.
  private func returnDeck(whileCatchingUp peer: Peer) -> [String] {
    host.handle(reports.next()) { _, _ in }
    #expect(peer.client.isCatchingUp)
    removeDeck()
    configure([.builtIn(count: 100)])
    var lines: [String] = []
    while host.isWaiting { lines += handle(reports.next(), reading: peer) }
    return lines
  }

  @Test
  func `keeps another configuration that the disk refuses, and tells subscribers when the disk takes it`() throws {
    try persist(pages: 60)
    let (everyone, peer) = (try peer(), try peer())
    try subscribe(everyone, 1, to: .all)
    try subscribe(peer, 1)
    settle()
    _ = (everyone.lines(), peer.lines())
    let sequence = host.engine.sequence
    let data = Array("\"\(String(repeating: "x", count: 100_000))\"".utf8)
    send(.insert(.init((0..<8).map { Card(id: "large-\($0)", data: data) })), as: 2, from: peer)
    let change = SettingChange("visible", to: .number(2))
    let request = Self.request(3, .deckConfigure, .deckConfigure(deck: nil, settings: [change]))
    host.handle(request, of: peer.client) { .configure([change], deck: "main", ticket: $0) }
    var other = DeckDefinition.builtIn(count: 3)
    other.id = "other"
    configure([other])
    settle()
    let replies = peer.lines()
    #expect(Self.words(replies) == ["2 failed", "3"] && replies.last?.contains("\"seq\":\(sequence)}") == true)
    #expect(host.engine.deckEntries.map(\.id) == ["other"] && everyone.lines().isEmpty)
    host.handle(.command(.swipe(.init(.right, force: true)), deck: "other", ticket: 0))
    settle()
    let types = everyone.lines().compactMap { $0.firstMatch(of: /"type":"([a-z.]+)"/).map { String($0.1) } }
    #expect(types.prefix(4) == ["deck.removed", "deck.added", "deck.loaded", "card.shown"])
    #expect(types.contains("card.swiped"))
    #expect(Self.words(peer.lines()) == ["event \(sequence + 1)"] && !host.subscriptions.serves(peer.client))
    host.finish()
  }

  @Test
  func `gives who subscribes to all decks the events of one that comes and goes while the disk writes`() throws {
    try persist()
    let peer = try peer()
    try subscribe(peer, 1, to: .all)
    settle()
    _ = peer.lines()
    var other = DeckDefinition.builtIn(count: 3)
    other.id = "other"
    configure([.builtIn(count: 100), other])
    host.handle(.command(.swipe(.init(.right, force: true)), deck: "other", ticket: 0))
    configure([.builtIn(count: 100)])
    swipe()
    settle()
    let numbers = Self.words(peer.lines())
    #expect(numbers == (1...host.engine.sequence).map { "event \($0)" } && numbers.count > 5)
    host.finish()
  }

  @Test
  func `replies to unsubscribe with the last event before it, not with the last one on disk`() throws {
    try persist()
    let peer = try peer()
    try subscribe(peer, 1)
    settle()
    _ = peer.lines()
    swipe()
    let sequence = host.engine.sequence
    let request = Self.request(2, .unsubscribe, .unsubscribe(deck: nil))
    host.send(.unsubscription(peer.client, request, from: nil, sequence: sequence))
    swipe()
    settle()
    let lines = peer.lines()
    #expect(host.engine.sequence > sequence && Self.words(lines).last == "2")
    #expect(lines.last?.contains(#""seq":\#(sequence)}"#) == true)
    host.finish()
  }

  @Test
  func `gives who subscribes to all decks one that returns while what was missed of it is still read`() throws {
    try persist()
    for _ in 0..<50 { swipe() }
    settle()
    let peer = try peer(backlog: 4000)
    try subscribe(peer, 1, to: .all)
    settle()
    _ = peer.lines()
    try subscribe(peer, 2, since: 0)
    var lines = returnDeck(whileCatchingUp: peer)
    swipe()
    settle()
    lines += peer.lines()
    #expect(Self.words(lines) == ["2"] + (1...host.engine.sequence).map { "event \($0)" })
    host.finish()
  }

  @Test(arguments: [Topic.motions, .frames])
  func `shows a deck that returns after its addition, also while what was missed of it is still read`(
    topic: Topic
  ) throws {
    try persist()
    for _ in 0..<50 { swipe() }
    settle()
    let peer = try peer(backlog: 4000)
    try subscribe(peer, 1, topics: [.events, topic], since: 0)
    var lines = returnDeck(whileCatchingUp: peer)
    settle()
    lines += peer.lines()
    let added = try #require(lines.lastIndex { $0.contains("deck.added") })
    let shown = lines[added...].filter { $0.contains(#""method":"\#(topic == .frames ? "frame" : "motion")""#) }
    #expect(!shown.isEmpty, "\(lines.suffix(4))")
    host.finish()
  }

  @Test(arguments: 1...20)
  func `gives who subscribes to all decks one that returns before its last missed events are requested`(
    count: Int
  ) throws {
    try persist()
    for _ in 0..<count { swipe() }
    settle()
    let peer = try peer(backlog: 8000)
    try subscribe(peer, 1, to: .all)
    settle()
    _ = peer.lines()
    try subscribe(peer, 2, since: 0)
    removeDeck()
    // The missed events are read, and the removal is on disk.
    var reported = [reports.next()]
    while reported.reduce(0, { $0 + $1.answers.count }) < 2 { reported.append(reports.next()) }
    configure([.builtIn(count: 100)])
    var lines = reported.flatMap { handle($0, reading: peer) }
    while host.isWaiting { lines += handle(reports.next(), reading: peer) }
    swipe()
    settle()
    lines += peer.lines()
    #expect(Self.words(lines) == ["2"] + (1...host.engine.sequence).map { "event \($0)" })
    host.finish()
  }

  @Test
  func `looks through as many events at a time for those of a deck as a commit can wait for`() throws {
    try persist(events: 100_000)
    var other = DeckDefinition.builtIn(count: 3)
    other.id = "other"
    configure([.builtIn(count: 100), other])
    settle()
    swipe()
    let cards = (0..<20_000).map { Card(id: "new-\($0)") }
    host.handle(.command(.insert(.init(cards)), deck: "other", ticket: 0))
    settle()
    let peer = try peer()
    try subscribe(peer, 1, since: 0)
    var reads = 0
    while host.isWaiting {
      let report = reports.next()
      reads += report.answers.count { if case .events = $0.outcome { true } else { false } }
      host.handle(report) { _, _ in }
    }
    // The first 256 events, then 8192 each.
    #expect(reads == 4 && !peer.client.isCatchingUp)
    host.finish()
  }

  private func insert(_ count: Int, as id: Int, from peer: Peer) {
    send(.insert(.init((0..<count).map { Card(id: "new-\(id)-\($0)") })), as: id, from: peer)
  }

  @Test
  func `publishes the events of many cards as soon as they are on disk`() throws {
    try persist()
    let peer = try peer()
    try subscribe(peer, 1)
    settle()
    insert(500, as: 2, from: peer)
    swipe()
    // The writer has encoded them.
    settle()
    let lines = Self.words(peer.lines())
    #expect(lines.filter { $0 != "1" && $0 != "2" } == (1...host.engine.sequence).map { "event \($0)" })
    #expect(lines.firstIndex(of: "2") == 501)
    host.finish()
  }

  @Test
  func `ends a half-closed client's subscriptions with its decks, and then the client`() throws {
    let peer = try peer()
    try subscribe(peer, 1)
    #expect(host.subscriptions.serves(peer.client))
    host.halfClose(peer.client)
    swipe()
    #expect(host.clients.contains(peer.client))
    removeDeck()
    #expect(!host.clients.contains(peer.client) && !host.subscriptions.serves(peer.client))
  }

  @Test
  func `disconnects who reads no notes of panels, which no effect of the engine accompanies`() throws {
    let peer = try peer(backlog: 1 << 16)
    let wanted = ClientRequest.Subscription(.all, topics: [.panels])
    let decks = try host.engine.decks(of: wanted.scope, at: Loop.now)
    try host.subscribe(peer.client, Self.request(1, .subscribe, .subscribe(wanted)), wanted, to: decks, access)
    let info = PanelInfo(
      id: PanelID(1),
      description: PanelDescription(
        name: String(repeating: "a panel ", count: 100),
        axes: Size(width: 1000, height: 2000),
        millimetres: nil
      ),
      systemName: "event0",
      path: "/dev/input/event0",
      vendor: 0,
      product: 0
    )
    let configuration = try DaemonConfiguration(
      toml: #"surfaces = [{ name = "main", width = 400, height = 800 }]"#,
      file: folder.path + "/deckd.toml"
    )
    for _ in 0..<1000 where !peer.client.phase.isLeaving {
      host.panels.add(info, under: configuration, isGrabbed: false)
      host.panels.remove(info.id)
    }
    #expect(peer.client.phase.isLeaving)
  }

  @Test
  func `publishes only topics that have a subscriber`() throws {
    let peer = try peer()
    #expect(host.engine.interest == [.events])
    let wanted = ClientRequest.Subscription(.all, topics: [.frames, .motions])
    let decks = try host.engine.decks(of: wanted.scope, at: Loop.now)
    try host.subscribe(peer.client, Self.request(1, .subscribe, .subscribe(wanted)), wanted, to: decks, access)
    #expect(host.engine.interest == [.events, .frames, .motions])
    host.clients.leave(peer.client)
    host.writeToClients()
    #expect(host.engine.interest == [.events])
  }
}
