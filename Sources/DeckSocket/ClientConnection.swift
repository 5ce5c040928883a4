package import DeckProtocol
import Glibc
package import SystemCalls
package import UnixSocket

/// The limits on what one client can make its connection hold, in bytes.
package struct ConnectionLimits: Hashable, Sendable {
  /// The maximum length of an incomplete line.
  package var line: Int
  /// The maximum that may be queued for the client when a line is added; see `OutgoingQueue`.
  package var backlog: Int

  /// Limits in bytes.
  package init(line: Int = LineFraming.defaultLimit, backlog: Int = OutgoingQueue.defaultLimit) {
    self.line = line
    self.backlog = backlog
  }
}

/// One client of the daemon's socket: its incoming lines, and its outgoing queue.
///
/// Must be used by one owner, on its loop. The owner waits for the descriptor to be readable and calls `read()`. After
/// queuing it calls `flush()`, and waits for the descriptor to be writable as long as that returns `blocked`. It
/// calls `close()` once its watches are cancelled.
package final class ClientConnection {
  /// The result of a read.
  package struct Reading: Hashable, Sendable {
    package var lines: [LineFraming.Line]
    package var stream: Stream

    /// A reading of `lines`, in their order.
    package init(lines: [LineFraming.Line], stream: Stream) {
      self.lines = lines
      self.stream = stream
    }
  }

  /// The state of the incoming stream.
  package enum Stream: Hashable, Sendable {
    case open
    /// The client sends no more, and may still read unless `isHungUp` (`shutdown(2)`, a pipe at its end): stop
    /// watching for reading, write what is queued, then close.
    case ended
    /// The connection broke: close.
    case broken(Errno)
  }

  /// The result of a flush.
  package enum Flush: Hashable, Sendable {
    /// The queue is empty.
    case drained
    /// The socket is full: write again when it is writable.
    case blocked
    /// The connection broke: close.
    case broken(Errno)
  }

  /// The maximum size of one read, so that a flood from one client does not block others.
  private static let readShare = 1 << 12

  package let descriptor: Int32
  /// The client's credentials.
  package let peer: PeerCredentials

  /// The outgoing queue.
  package var outgoing: OutgoingQueue

  private var framing: LineFraming
  private var isClosed = false

  /// Takes over the connected, non-blocking `descriptor`, and closes it when it throws.
  package init(descriptor: Int32, limits: ConnectionLimits = ConnectionLimits()) throws(Errno) {
    do {
      peer = try StreamSocket.peer(of: descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    framing = LineFraming(limit: limits.line)
    outgoing = OutgoingQueue(limit: limits.backlog)
  }

  deinit {
    close()
  }

  /// The supplementary groups of the client's process.
  package var peerGroups: [UInt32] {
    get throws(Errno) { try StreamSocket.peerGroups(of: descriptor) }
  }

  /// Whether the client has closed both directions, so that anything written to it is lost.
  package var isHungUp: Bool {
    precondition(!isClosed, "an open connection is looked at")
    return StreamSocket.isHungUp(descriptor)
  }

  /// Reads available data, up to a share; the descriptor stays readable if there is more.
  package func read() -> Reading {
    precondition(!isClosed, "an open connection is read")
    do throws(Errno) {
      let (lines, atEnd) = try StreamSocket.receive(descriptor, atMost: Self.readShare) { bytes in
        (framing.append(bytes), bytes.isEmpty)
      }
      guard atEnd else { return Reading(lines: lines, stream: .open) }
      return Reading(lines: framing.finish().map { [$0] } ?? [], stream: .ended)
    } catch {
      return Reading(lines: [], stream: error.code == EAGAIN ? .open : .broken(error))
    }
  }

  /// The bytes that are held for this client alone: of a line that it has not completed, and of what waits for it.
  package var ownBytes: Int { framing.heldBytes + outgoing.ownBytes }

  /// Drops a line that is not complete, of a client that is not read any more.
  package func dropInput() {
    framing = LineFraming(limit: framing.limit)
  }

  /// Whether a frame of `key` is queued that was not begun.
  package func hasFrame(for key: OutgoingQueue.FrameKey) -> Bool { outgoing.hasFrame(for: key) }

  /// Writes as much of the queue as the socket accepts.
  package func flush() -> Flush {
    precondition(!isClosed, "an open connection is written")
    do throws(Errno) {
      try outgoing.flush { (bytes) throws(Errno) in try StreamSocket.send(descriptor, bytes) }
      return outgoing.isEmpty ? .drained : .blocked
    } catch {
      if error.code == EAGAIN { return .blocked }
      outgoing.removeAll()
      return .broken(error)
    }
  }

  /// Closes the connection; the client can still read what was written.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    Glibc.close(descriptor)
  }
}
