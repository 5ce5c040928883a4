package import DeckProtocol
import DeckSocket
package import Kinetics

/// Divides the daemon's time among clients.
///
/// A few requests of a client are answered in its turn. The next turn is of the client that has used the least time;
/// observers have half of the time, however many they are.
///
/// A request that takes long is performed in portions, over as many turns as it needs: touches, ticks and the turns of
/// other clients come in between.
package final class RequestScheduler {
  /// What follows a client's turn.
  package enum Continuation: Hashable {
    /// It has more requests, or the rest of one: another turn follows, after those of the clients that wait already.
    case schedule
    /// Its requests wait until a reply is on disk, a file is read, or it has read what is queued for it.
    case hold
    /// It is read again once it sends more.
    case read
    /// It sends nothing more, and its replies wait for the disk: each of them schedules a turn.
    case awaitReplies
    /// It only closed its sending side, and still receives what it subscribes to.
    case halfClose
    /// It sends nothing more and receives nothing more.
    case leave
    /// Its connection broke.
    case remove
  }

  /// Whether a client has its turn.
  enum Turn: Hashable {
    case none
    case waiting
    case running
  }

  /// How many requests a turn answers at most: some 30 µs each, so that even many clients that send without pause leave
  /// the others a frame of 8 ms.
  private static let requestsPerTurn = 16

  /// How many microseconds a turn may last before it answers no further request: some take much longer than others.
  ///
  /// Less than a touch takes to its frame, beside what it may wait for; and several times the cost of a change of clients.
  static let turnTime: Int64 = 100

  /// What a turn counts for in microseconds: at least the cost of waking up for it.
  private static func charge(for microseconds: Int64) -> Int64 { max(microseconds, 10) }

  /// Clients of the control socket and observers are a group each.
  private var waiting = TurnOrder<Access, Client>()
  private var isPosted = false

  /// A scheduler without waiting clients.
  package init() {}

  /// Whether no client waits for a turn.
  package var isEmpty: Bool { waiting.isEmpty }

  /// Appends a client whose requests no longer have to wait to those that wait for a turn.
  package func release(_ client: Client) {
    if client.phase.isOpen, !client.isHeld { append(client) }
  }

  /// Appends a client to those that wait for a turn, unless it waits already, or has its turn; `isBack` if it had sent
  /// nothing before.
  package func append(_ client: Client, isBack: Bool = false) {
    guard client.turn == .none else { return }
    client.turn = .waiting
    let grace = isBack ? 2 * Self.turnTime : 0
    waiting.insert(client, in: client.access.access, after: client.turnEnd, turn: Self.turnTime, grace: grace)
  }

  /// Whether the next turns must be enqueued in the loop now.
  ///
  /// No more are enqueued than take the time of one, so that panels and the timer do not wait for those of all clients.
  package func mustPost() -> Bool {
    guard !isPosted, !waiting.isEmpty else { return false }
    isPosted = true
    return true
  }

  /// Removes and returns the client that has the next turn.
  package func next() -> Client? {
    isPosted = false
    guard let (client, start) = waiting.beginTurn() else { return nil }
    client.turn = .running
    client.turnEnd = start
    return client
  }

  /// Runs a client's turn: reads what it sent, if every earlier request is answered, and answers some of it.
  ///
  /// `resume` performs the next portion of the request that keeps the client busy. The turn counts for the time that
  /// passes on `processorTime`: what other processes take meanwhile is not the client's.
  package func runTurn(
    of client: Client,
    clock: () -> Instant,
    processorTime: () -> Instant,
    answer: (LineFraming.Line, Client) -> Void,
    resume: (Client) -> Void
  ) {
    let (start, used) = (clock().microseconds, processorTime().microseconds)
    defer {
      let charge = Self.charge(for: processorTime().microseconds - used)
      client.turnEnd = (client.turnEnd ?? 0) + charge
      client.turn = .none
      waiting.endTurn(charging: charge)
    }
    if client.requests.isEmpty, !client.isBusy { client.requests.receive(client.connection.read()) }
    var answered = 0
    while !client.isHeld, !client.phase.isLeaving {
      if client.isBusy {
        resume(client)
      } else {
        guard answered < Self.requestsPerTurn, let line = client.requests.popFirst() else { return }
        answer(line, client)
        answered += 1
      }
      if clock().microseconds - start > Self.turnTime { return }
    }
  }

  /// Returns what follows the turn of a client; `isServed` if it subscribes to anything.
  package static func continuation(of client: Client, isServed: Bool) -> Continuation {
    if client.isHeld { return .hold }
    guard client.requests.isEmpty, !client.isBusy else { return .schedule }
    client.requests.removeAll()
    switch client.requests.stream {
    case .open: return .read
    case .ended where client.connection.isHungUp, .broken: return .remove
    case .ended where client.unanswered > 0: return .awaitReplies
    case .ended: return isServed ? .halfClose : .leave
    }
  }
}
