import DeckClient
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import FuzzSupport
import Glibc
import JSON

/// The other end of a connection: a client that follows a deck or all (`DeckSession`), or one that sends anything.
///
/// What arrives is compared with the ledger, line by line, and with the rules of order (`Protocol.md`, Order).
final class VirtualClient {
  /// What it subscribes to.
  enum Decks: Equatable {
    case all, one(String)

    func contains(_ deck: String) -> Bool { self == .all || self == .one(deck) }
  }

  /// How much it reads by itself.
  enum Pace: CaseIterable {
    case everything, little, nothing
  }

  private struct Connection {
    let client: Client
    let descriptor: Int32
    var framing = LineFraming(limit: 1 << 24)
    /// What the socket has not accepted yet.
    var unsent: [UInt8] = []
    /// The last subscription's request.
    var subscription: (id: Double, since: UInt64?)?
    /// The last event that the subscription has delivered; `nil` before the reply.
    var position: UInt64?
    /// Its requests that have no reply, in order; a swipe may wait for a delegate, which others do not wait for.
    var requests: [(id: Double, isSwipe: Bool)] = []
  }

  /// `nil` for one that sends anything.
  let decks: Decks?
  var pace = Pace.everything
  private(set) var session: DeckSession
  private var connection: Connection?
  private var journal: String?
  private var pending: Set<Int> = []
  private let ledger: () -> Ledger

  init(following decks: Decks?, ledger: @escaping () -> Ledger) {
    self.decks = decks
    self.ledger = ledger
    session = Self.session(decks)
  }

  private static func session(_ decks: Decks?) -> DeckSession {
    var options = DeckSession.Options()
    if case .one(let deck) = decks { options.deck = deck }
    options.topics = [.events, .motions, .frames]
    options.delegates = ["main": [.shouldSwipe]]
    return DeckSession(options)
  }

  deinit { if let connection { close(connection.descriptor) } }

  var client: Client? { connection?.client }

  var follows: Bool { decks != nil }

  /// Whether all that it sent is with the daemon.
  var isIdle: Bool { connection?.unsent.isEmpty ?? true }

  func connect(_ limits: ConnectionLimits) throws {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try require(socketpair(AF_UNIX, type, 0, &ends) == 0, "no sockets")
    // A small buffer, so that what a client does not read waits in the daemon.
    var size: Int32 = 8192
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    let own = try ClientConnection(descriptor: ends[0], limits: limits)
    let client = Client(own, access: .init(access: .control, inject: true))
    connection = Connection(client: client, descriptor: ends[1])
    if follows { try perform(session.connect()) }
  }

  /// The connection ends at this side; the daemon notices, or has ended it.
  func disconnect() throws {
    guard let connection else { return }
    close(connection.descriptor)
    self.connection = nil
    if follows { try perform(session.disconnect("simulated")) }
    try require(pending.isEmpty, "requests \(pending.sorted()) have no result after the connection")
  }

  func halfClose() { if let connection { shutdown(connection.descriptor, Int32(SHUT_WR)) } }

  /// Sends a request whose result must come.
  func request(_ method: String, _ parameters: (inout JSONWriter) -> Void) throws {
    let (id, effects) = session.request(method, parameters)
    pending.insert(id)
    try perform(effects)
  }

  func send(_ bytes: [UInt8]) {
    connection?.unsent += bytes
    flush()
  }

  /// Passes on what the socket accepts; returns whether that was anything.
  @discardableResult
  func flush() -> Bool {
    guard var own = connection, !own.unsent.isEmpty else { return false }
    let count = Glibc.send(own.descriptor, own.unsent, own.unsent.count, Int32(MSG_NOSIGNAL))
    if count > 0 { own.unsent.removeFirst(count) } else if errno != EAGAIN { own.unsent = [] }
    connection = own
    return count > 0
  }

  /// Reads up to `limit` bytes; returns whether there were any.
  @discardableResult
  func read(upTo limit: Int) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    var rest = limit
    while rest > 0, let descriptor = connection?.descriptor {
      let count = Glibc.read(descriptor, &buffer, min(buffer.count, rest))
      guard count > 0 else {
        if count == 0 || errno != EAGAIN { try disconnect() }
        break
      }
      rest -= count
      let lines = connection?.framing.append(Array(buffer[..<count]).span) ?? []
      for case .complete(let line) in lines { try take(line) }
    }
    return rest < limit
  }

  private func take(_ line: [UInt8]) throws {
    let message: JSONValue
    do { message = try JSONReader.read(line) } catch {
      throw Violation("not JSON: \(String(decoding: line, as: UTF8.self))")
    }
    guard follows else { return }
    if case .string("event") = message["method"] { try check(line) }
    if case .number(let id) = message["id"], message["method"] == nil {
      try checkReply(id, message)
      if let result = message["result"], id == connection?.subscription?.id {
        try begin(try ReceivedSubscription.read(result))
      }
    }
    try perform(session.receive(line))
  }

  /// Replies come in the order of the requests, each after all events up to its `seq` and before all others.
  ///
  /// Only a swipe that waits for a delegate is answered later.
  private func checkReply(_ id: Double, _ message: JSONValue) throws {
    let place = connection?.requests.firstIndex { $0.id == id || !$0.isSwipe }
    let next = place.flatMap { connection?.requests[$0].id }
    try require(next == id, "the reply to request \(id) comes before the one to \(next ?? .nan)")
    if let place { connection?.requests.remove(at: place) }
    guard case .number(let number) = message["result"]?["seq"], let sequence = UInt64(exactly: number),
      let position = connection?.position, let journal
    else { return }
    let event = entry(after: position, of: journal)?.sequence ?? .max
    try require(position <= sequence, "event \(position) came before the reply to \(id), which has seq \(sequence)")
    try require(event > sequence, "the reply to \(id) has seq \(sequence), and overtakes event \(event)")
  }

  /// The first event of a journal after a number that this client subscribes to.
  private func entry(after sequence: UInt64, of journal: String) -> Ledger.Entry? {
    ledger().entry(after: sequence, of: journal) { [decks] in
      $0.event.deck.flatMap { id in decks?.contains(id) } ?? false
    }
  }

  /// Nothing is missing before an event, and it is the one on the disk.
  private func check(_ line: [UInt8]) throws {
    guard let position = connection?.position, let journal else { throw Violation("an event before the reply") }
    guard let next = entry(after: position, of: journal) else {
      throw Violation("an event after \(position) is not on the disk: \(String(decoding: line, as: UTF8.self))")
    }
    try require(
      next.line == line,
      "event \(next.sequence) follows \(position), not \(String(decoding: line, as: UTF8.self))"
    )
    connection?.position = next.sequence
  }

  private func begin(_ subscription: ReceivedSubscription) throws {
    guard let request = connection?.subscription else { return }
    connection?.subscription = nil
    let snapshot = subscription.decks.map(\.model.sequence).max() ?? 0
    try require(subscription.journal != nil, "a subscription without a journal")
    let isResumed = request.since != nil && !subscription.resync
    try require(!isResumed || journal == subscription.journal, "resumed with another journal")
    journal = subscription.journal
    connection?.position = isResumed ? request.since : snapshot
  }

  private func perform(_ effects: [DeckSession.Effect]) throws {
    for effect in effects {
      switch effect {
      case .send(let line):
        try note(line)
        send(line)
      case .answer(let id, _, _), .fail(let id, _):
        try require(pending.remove(id) != nil, "request \(id) has two results, or none was requested")
      case .ask(_, let id): try perform(session.answer(id, with: id.count.isMultiple(of: 2) ? .permission(true) : nil))
      case .deliver, .close: break
      }
    }
  }

  /// Remembers from where on a subscription continues.
  private func note(_ line: [UInt8]) throws {
    let message = try JSONReader.read(line)
    guard case .number(let id) = message["id"], message["method"] != nil else { return }
    connection?.requests.append((id, message["method"] == .string("deck.swipe")))
    guard case .string("subscribe") = message["method"] else { return }
    var since: UInt64?
    if case .number(let number) = message["params"]?["since"] { since = UInt64(number) }
    connection?.subscription = (id, since)
    connection?.position = nil
  }

  /// A client that has read everything knows what a fresh snapshot has, and has received every event and reply.
  func check(against engine: borrowing Engine, journal current: String) throws {
    guard let decks, let connection, session.isFollowing, connection.client.phase.isOpen else { return }
    let last = max(ledger().last(of: current), 0)
    try require(journal == current, "the client follows journal \(journal ?? "-"), not \(current)")
    let missing = connection.position.flatMap { entry(after: $0, of: current) }
    try require(missing == nil, "event \(missing?.sequence ?? 0) of \(last) never came")
    try require(pending.isEmpty, "requests \(pending.sorted()) have no reply")
    let states = engine.states.filter { decks.contains($0.deck) }
    for state in states {
      guard let fresh = engine.model(of: state.deck), let own = session[state.deck] else {
        throw Violation("the client does not know \(state.deck)")
      }
      if let difference = own.model.difference(from: fresh) { throw Violation("for the client \(difference)") }
      let ids = state.cards.map(\.id)
      try require(own.model.cards == ids, "\(ids); the client has \(own.model.cards ?? [])")
    }
    try require(session.decks.count == states.count, "the client knows \(session.decks.keys.sorted())")
  }
}
