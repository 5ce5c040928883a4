import DeckClient
import DeckProtocol
import Glibc
import JSON
package import Logging

/// What a bridge carries, and where.
package struct BridgeOptions: Sendable {
  package var broker: BrokerOptions
  package var topics: TopicTree
  package var policy: CommandPolicy
  package var socket: String
  /// Frames per second of each deck; `nil` for none.
  package var frameRate: Double?
  /// The prefix of Home Assistant's discovery; `nil` for none.
  package var discovery: String?
  package var positions: PositionFile

  package init(
    _ broker: BrokerOptions,
    _ topics: TopicTree,
    _ policy: CommandPolicy,
    socket: String,
    positions: PositionFile
  ) {
    (self.broker, self.topics, self.policy, self.socket, self.positions) = (broker, topics, policy, socket, positions)
  }
}

/// Carries one panel's decks to a broker, until it is stopped.
///
/// The journal of deckd is the only queue: without the broker the bridge leaves deckd, and returns with the number of the
/// last event that the broker has acknowledged. So neither an outage of the broker nor an end of the bridge loses an
/// event, and the bridge's memory does not depend on their length.
package final class Bridge: Sendable {
  /// What the bridge does at the moment, for the service manager.
  package enum State: Hashable, Sendable {
    case connected
    case waitingForBroker
    case waitingForDaemon
  }

  private let options: BridgeOptions
  private let log: Logger
  private let report: @Sendable (State) -> Void
  private let stopPipe = StopPipe()

  /// A bridge that does not run yet, of which a process has one; `report` is called on its thread.
  ///
  /// - Throws: What to install, where the library is missing.
  package init(_ options: BridgeOptions, log: Logger, report: @escaping @Sendable (State) -> Void) throws {
    try BrokerConnection.startLibrary()
    (self.options, self.log, self.report) = (options, log, report)
  }

  /// Ends `run()` as soon as it does not wait for the system to connect; from any thread.
  package func stop() { stopPipe.stop() }

  /// Connects again and again until stopped.
  package func run() {
    var delay = RetryDelay(from: 1, to: 60)
    var (record, isDamaged) = loadRecord()
    // Two reasons may alternate: each is logged once for an outage.
    var reported: Set<String> = []
    while !stopPipe.isStopped {
      report(.waitingForBroker)
      let reason: String
      do {
        var session = try BridgeSession(
          options,
          after: record,
          fromBeginning: isDamaged,
          isRetry: !reported.isEmpty,
          log: log,
          report: report
        )
        defer {
          // Also what was published before an end that came soon.
          record = session.record
        }
        reason = session.run(stopPipe)
        if session.isLasting {
          delay.connectionEnded(after: session.age)
          (reported, isDamaged) = ([], false)
        }
      } catch {
        reason = "\(error)"
      }
      guard !stopPipe.isStopped else { break }
      let seconds = delay.next()
      if reported.insert(reason).inserted {
        log.warning("\(options.broker.address): \(reason)", metadata: ["retry": "\(Int(seconds.rounded(.up))) s"])
      }
      stopPipe.wait(seconds: seconds)
    }
  }

  private func loadRecord() -> (BridgeRecord, isDamaged: Bool) {
    do {
      return (try options.positions.load(), false)
    } catch {
      // Better twice than never: consumers know an event by its number.
      log.error("\(error); every event that the journal still has is published again")
      return (BridgeRecord(), true)
    }
  }
}

/// A pipe that ends waits for good.
final class StopPipe: Sendable {
  private let ends: (reading: Int32, writing: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    let code = pipe(&ends)
    precondition(code == 0, "no pipe (errno \(errno)); raise the limit of open files")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  func stop() {
    var byte: UInt8 = 0
    _ = write(ends.writing, &byte, 1)
  }

  var descriptor: Int32 { ends.reading }
  var isStopped: Bool {
    var request = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  func wait(seconds: Double) {
    var request = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, Int32(seconds * 1000))
  }
}
