package import Kinetics

/// How far a client's connection has come; it only ever advances.
package struct ConnectionPhase: Equatable, Sendable {
  private enum Stage: Equatable, Sendable {
    case open
    case halfClosed
    /// `deadline` is when the connection is closed, whatever is still queued.
    case leaving(deadline: Instant)
    case done
  }

  private var stage = Stage.open

  /// A connection that has just been accepted.
  package init() {}

  /// Whether requests are read.
  package var isOpen: Bool { stage == .open }

  /// Whether the client has closed its sending side and still reads.
  package var isHalfClosed: Bool { stage == .halfClosed }

  /// Whether nothing more is queued for the client.
  package var isLeaving: Bool { deadline != nil || isDone }

  /// Whether the connection broke, or everything was written: the client is removed next.
  package var isDone: Bool { stage == .done }

  /// When a client that is leaving is removed at the latest.
  package var deadline: Instant? {
    if case .leaving(let deadline) = stage { deadline } else { nil }
  }

  /// Whether that time has passed.
  package func isOverdue(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }

  /// The client has closed its sending side.
  package mutating func halfClose() {
    if stage == .open { stage = .halfClosed }
  }

  /// Closes once everything queued is written, or at `deadline`; a later deadline replaces an earlier one.
  package mutating func leave(by deadline: Instant) {
    if stage != .done { stage = .leaving(deadline: deadline) }
  }

  /// Nothing more can be written, or must be.
  package mutating func finish() {
    stage = .done
  }
}

/// Whether a client's queue is to be written, and whether its socket takes anything.
package enum OutputState: Sendable {
  /// Nothing was queued since the last write.
  case idle
  /// Something was queued; it is written at the end of the wakeup.
  case queued
  /// The socket is full: nothing is written until the loop reports that it accepts more.
  case blocked
}
