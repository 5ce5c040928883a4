package import DeckProtocol
import DeckSocket
package import Kinetics

/// Divides the daemon's time among clients: each answers a few requests in its turn, then the next one has its turn.
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

  /// How many requests a turn answers at most: some 30 µs each, so that even many clients that send without pause leave
  /// the others a frame of 8 ms.
  private static let requestsPerTurn = 16

  /// How long a turn may last, in seconds, before it answers no further request: some requests take much longer than
  /// others.
  private static let turnTime = 0.002

  private var waiting: [Client] = []
  private var isPosted = false

  /// A scheduler without waiting clients.
  package init() {}

  /// Whether no client waits for a turn.
  package var isEmpty: Bool { waiting.isEmpty }

  /// Appends a client whose requests no longer have to wait to those that wait for a turn.
  package func release(_ client: Client) {
    if client.phase.isOpen, !client.isHeld { append(client) }
  }

  /// Appends a client to those that wait for a turn, unless it waits already.
  package func append(_ client: Client) {
    if !waiting.contains(where: { $0 === client }) { waiting.append(client) }
  }

  /// Whether the next turn must be enqueued in the loop now.
  ///
  /// Only one turn is enqueued at a time, so that panels and the timer wait for one turn and not for those of all
  /// clients.
  package func mustPost() -> Bool {
    guard !isPosted, !waiting.isEmpty else { return false }
    isPosted = true
    return true
  }

  /// Removes and returns the client whose turn was enqueued.
  package func next() -> Client? {
    isPosted = false
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Runs a client's turn: reads what it sent, if every earlier request is answered, and answers some of it.
  ///
  /// `resume` performs the next portion of the request that keeps the client busy.
  package static func runTurn(
    of client: Client,
    clock: () -> Instant,
    answer: (LineFraming.Line, Client) -> Void,
    resume: (Client) -> Void
  ) {
    if client.requests.isEmpty, !client.isBusy { client.requests.receive(client.connection.read()) }
    let start = clock()
    var answered = 0
    while !client.isHeld, !client.phase.isLeaving {
      if client.isBusy {
        resume(client)
      } else {
        guard answered < requestsPerTurn, let line = client.requests.popFirst() else { return }
        answer(line, client)
        answered += 1
      }
      if clock().seconds(since: start) > turnTime { return }
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
