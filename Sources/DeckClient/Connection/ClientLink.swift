import DeckProtocol
import EventLoop
import Glibc
import JSON
import SystemCalls
import UnixSocket

/// A session and its connection: the thread that reads, writes and connects again.
///
/// Callers on other threads only change `state`, and wake the thread through a pipe.
final class ClientLink: Sendable {
  typealias Answer = @Sendable (Result<JSONValue, DeckRequestError>) -> Void

  private struct State: Sendable {
    var session: DeckSession
    /// Bytes that the socket has not accepted yet.
    var outgoing: [UInt8] = []
    var answers: [Int: Answer] = [:]
    var sinks: [Int: AsyncStream<DeckUpdate>.Continuation] = [:]
    var sinkCount = 0
    var queues: [QueueReference] = []
    /// The questions of the line that is received, with their ids.
    var questions: [(DelegateQuestion, id: [UInt8])] = []
    /// What decides the questions that were asked, by their ids.
    var decisions: [[UInt8]: Task<Void, Never>] = [:]
    var isClosed = false
  }

  private let socket: String?
  private let delegates: [String: DeckDelegate]
  private let state: Lock<State>
  private let waker = WakePipe()

  init(socket: String?, _ session: DeckSession, delegates: [String: DeckDelegate]) {
    self.socket = socket
    self.delegates = delegates
    state = Lock(State(session: session))
  }

  // MARK: - For callers

  func session<Value: Sendable>(_ read: (borrowing DeckSession) -> Value) -> Value {
    state.withLock { read($0.session) }
  }

  func updates() -> AsyncStream<DeckUpdate> {
    let (stream, continuation) = AsyncStream<DeckUpdate>.makeStream()
    let number = state.withLock { state in
      guard !state.isClosed else {
        continuation.finish()
        return 0
      }
      state.sinkCount += 1
      state.sinks[state.sinkCount] = continuation
      if state.session.isFollowing { continuation.yield(.connected) }
      return state.sinkCount
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.sinks[number] = nil }
    }
    return stream
  }

  func updateQueue() -> UpdateQueue {
    let queue = UpdateQueue()
    state.withLock { state in
      if state.session.isFollowing { queue.append(.connected) }
      state.queues.append(QueueReference(queue: queue))
    }
    return queue
  }

  func request(_ method: String, _ parameters: (inout JSONWriter) -> Void, _ answer: @escaping Answer) {
    state.withLock { state in
      let (id, effects) = state.session.request(method, parameters)
      state.answers[id] = answer
      Self.perform(effects, &state)
    }
    waker.wake()
  }

  func drew(_ deck: String, at time: Int64, period: Double) {
    let isNew = state.withLock { state in
      let effects = state.session.drew(deck, at: time, period: period)
      Self.perform(effects, &state)
      return !effects.isEmpty
    }
    if isNew { waker.wake() }
  }

  func close() {
    let sinks = state.withLock { state in
      state.isClosed = true
      Self.perform(state.session.disconnect("the client was closed"), &state)
      defer { state.sinks = [:] }
      return Array(state.sinks.values)
    }
    // Outside of the lock, which ending a stream takes.
    for sink in sinks { sink.finish() }
    waker.wake()
  }

  private static func perform(_ effects: [DeckSession.Effect], _ state: inout State) {
    for effect in effects {
      switch effect {
      case .send(let line): state.outgoing += line
      case .deliver(let update):
        for sink in state.sinks.values { sink.yield(update) }
        state.queues.removeAll { $0.queue?.append(update) == nil }
      case .answer(let id, let value, _): state.answers.removeValue(forKey: id)?(.success(value))
      case .fail(let id, let error): state.answers.removeValue(forKey: id)?(.failure(error))
      case .ask(let question, let id): state.questions.append((question, id))
      case .close(let id): state.decisions.removeValue(forKey: id)?.cancel()
      }
    }
  }

  // MARK: - The thread

  /// Connects until the client is closed.
  func run() {
    var backoff = Backoff()
    var reported: String?
    while !isClosed {
      do {
        let path = SocketPath.forConnecting(explicit: socket, environment: SocketPath.environment)
        let descriptor = try DeckConnection.open(path, .nonBlocking)
        backoff.connected()
        let end = converse(descriptor)
        Glibc.close(descriptor)
        if end.wasGood { backoff.reset() }
        reported = end.reason
        lose(end.reason)
      } catch {
        if reported != error.description { lose(error.description) }
        reported = error.description
      }
      if !isClosed { waker.wait(milliseconds: backoff.next()) }
    }
  }

  private var isClosed: Bool { state.withLock(\.isClosed) }

  /// Reports that there is no connection.
  private func lose(_ reason: String) {
    state.withLock { state in
      state.outgoing = []
      for decision in state.decisions.values { decision.cancel() }
      state.decisions = [:]
      Self.perform(state.session.disconnect(reason), &state)
    }
  }

  /// Why a connection ended, and whether it had a subscription and no wrong message.
  private struct End {
    var reason: String
    var wasGood: Bool
  }

  /// Exchanges lines until the connection ends.
  private func converse(_ descriptor: Int32) -> End {
    state.withLock { Self.perform($0.session.connect(), &$0) }
    var framing = LineFraming(limit: LineFraming.clientLimit)
    var reason = "deckd closed the connection"
    var isWrong = false
    do {
      while !isClosed {
        try write(to: descriptor)
        let hasOutgoing = state.withLock { !$0.outgoing.isEmpty }
        guard waker.wait(for: descriptor, writable: hasOutgoing) else { continue }
        let lines = try StreamSocket.receive(descriptor, atMost: 1 << 16) { bytes in
          bytes.isEmpty ? nil : framing.append(bytes)
        }
        guard let lines else { break }
        for line in lines { try take(line.bytes()) }
      }
    } catch let error as Errno {
      if error.code != ECONNRESET { reason = error.description }
    } catch {
      reason = "\(error)"
      isWrong = true
    }
    return End(reason: reason, wasGood: !isWrong && session(\.isFollowing))
  }

  private func take(_ line: [UInt8]) throws(DeckSessionError) {
    try state.withLock { (state) throws(DeckSessionError) in
      Self.perform(try state.session.receive(line), &state)
      for (question, id) in state.questions { state.decisions[id] = decide(question, id: id) }
      state.questions = []
    }
  }

  /// Lets the delegate answer a question, unless that ends meanwhile.
  private func decide(_ question: DelegateQuestion, id: [UInt8]) -> Task<Void, Never> {
    Task {
      let answer = try? await delegates[question.deck]?.answer(question)
      state.withLock { state in
        // Another daemon may ask another question by the same id.
        guard !Task.isCancelled else { return }
        state.decisions[id] = nil
        Self.perform(state.session.answer(id, with: answer ?? nil), &state)
      }
      waker.wake()
    }
  }

  /// Writes as much as the socket accepts.
  private func write(to descriptor: Int32) throws(Errno) {
    try state.withLock { (state) throws(Errno) in
      while !state.outgoing.isEmpty {
        do throws(Errno) {
          let count = try StreamSocket.send(descriptor, state.outgoing.span.bytes)
          state.outgoing.removeFirst(count)
        } catch {
          guard error.code == EAGAIN else { throw error }
          return
        }
      }
    }
  }
}

/// A queue, as long as its owner keeps it.
private struct QueueReference: Sendable {
  weak var queue: UpdateQueue?
}

/// When to connect again: at once, then after 0.1 s, doubling up to 2 s; connections begin at least 0.1 s apart.
///
/// A message that is wrong is likely to come again, so that the delay grows after it.
private struct Backoff {
  private static let shortest = Duration.milliseconds(100)
  private static let longest = Duration.seconds(2)

  private var delay = Duration.zero
  private var begun: ContinuousClock.Instant?

  mutating func connected() { begun = .now }

  mutating func reset() { delay = .zero }

  /// The next delay in milliseconds.
  mutating func next() -> Int32 {
    defer { delay = min(max(delay * 2, Self.shortest), Self.longest) }
    let sinceBegun = begun.map { .now - $0 } ?? Self.shortest
    let wait = max(delay, Self.shortest - sinceBegun)
    return Int32((wait / .milliseconds(1)).rounded(.up))
  }
}
