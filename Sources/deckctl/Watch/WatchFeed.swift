import DeckClient
import DeckProtocol
import Glibc
import JSON

/// The notifications of a deck, or of all decks, over successive connections.
struct WatchFeed {
  /// The next item of the feed.
  enum Item {
    /// The subscription began, with the decks' snapshots.
    case began([Received<DeckSnapshot>])
    /// A notification, parsed and as it was written.
    case message(ReceivedMessage, [UInt8])
    /// The connection was lost, or could not be made, and will be retried.
    case interrupted(String)
  }

  /// The delay before the next attempt, doubled each time.
  private static let pauses = (first: Duration.milliseconds(100), longest: Duration.seconds(2))

  private let daemon: DaemonAddress
  /// `nil` for all decks.
  private let deck: String?
  private let topics: [String]
  private let rate: Double?
  private let reconnects: Bool
  private var connection: DeckConnection?
  /// The number of the newest event that was shown, or that the user specified.
  private var sequence: UInt64?
  /// The journal that contains it, if there is one.
  private var journal: String?
  private var pause = pauses.first
  private var nextAttempt = ContinuousClock.now
  /// Whether the lost connection was reported.
  private var isInterrupted = false

  /// A feed that begins after the event `since`; `nil` begins with the next event.
  init(_ daemon: DaemonAddress, deck: String?, topics: [String], rate: Double?, since: UInt64?, reconnects: Bool) {
    self.daemon = daemon
    self.deck = deck
    self.topics = topics
    self.rate = rate
    self.reconnects = reconnects
    sequence = since
  }

  /// The next item; `nil` if there is none before `deadline`.
  mutating func next(before deadline: ContinuousClock.Instant?) throws -> Item? {
    while true {
      do {
        guard let connection else { return try begin(before: deadline) }
        switch try connection.readLine(timeout: deadline.map { ContinuousClock.now.duration(to: $0) }) {
        case .timedOut: return nil
        case .closed: throw Failure("\(daemon.socketPath): the daemon closed the connection", .noDaemon)
        case .line(let line): return .message(try take(line), line)
        }
      } catch let failure as Failure where failure.status == .noDaemon && reconnects {
        if let item = interrupt(failure.description) { return item }
      } catch let error as DeckConnectionError where reconnects {
        if let item = interrupt("\(error)") { return item }
      }
    }
  }

  private mutating func take(_ line: [UInt8]) throws -> ReceivedMessage {
    let message = try ReceivedMessage(line: line)
    if let number = message.note(.event, as: DeckEvent.self)?.sequence { sequence = max(sequence ?? 0, number) }
    return message
  }

  private mutating func begin(before deadline: ContinuousClock.Instant?) throws -> Item? {
    let start = [nextAttempt, deadline].compactMap(\.self).min() ?? nextAttempt
    let left = ContinuousClock.now.duration(to: start)
    if left > .zero { usleep(UInt32(left / .microseconds(1))) }
    if let deadline, deadline <= .now { return nil }
    let connection = try daemon.connect()
    let terms: FieldTerms = ["topics": "--topics", "rate": "--rate", "since": "--since"]
    let answer = try daemon.ask(connection, "subscribe", deck: deck ?? "*", terms: terms) { json in
      json.key("topics")
      json.array(topics) { $0.value($1) }
      if let rate { json.member("rate", rate) }
      if let sequence { json.member("since", sequence) }
      if let journal { json.member("journal", journal) }
    }
    .as(Reply.Subscribed.self)
    self.connection = connection
    (pause, isInterrupted) = (Self.pauses.first, false)
    let isResync = answer.resync ?? false
    if isResync, let sequence {
      StandardError.note("the daemon does not have the events after \(sequence); the decks are shown as they are now")
    }
    journal = answer.journal
    // Without a resync, the events after `since` are still to come.
    if sequence == nil || isResync { sequence = answer.snapshot.map { $0[\.model.sequence] } ?? answer.sequence }
    return .began(answer.snapshot.map { [$0] } ?? answer.snapshots)
  }

  /// Schedules another attempt, and returns an item that reports the interruption the first time.
  private mutating func interrupt(_ reason: String) -> Item? {
    connection = nil
    nextAttempt = .now.advanced(by: pause)
    pause = min(pause * 2, Self.pauses.longest)
    defer { isInterrupted = true }
    return isInterrupted ? nil : .interrupted(reason)
  }
}
