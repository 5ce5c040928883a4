package import DeckProtocol
import Glibc
package import UnixSocket

/// The most that one client can make its connection hold, in bytes.
package struct ConnectionLimits: Hashable, Sendable {
  /// Of a line that is not complete yet.
  package var line: Int
  /// What may wait to go out to it when more comes; see `OutgoingQueue`.
  package var backlog: Int

  /// Limits in bytes.
  package init(line: Int = LineFraming.defaultLimit, backlog: Int = OutgoingQueue.defaultLimit) {
    self.line = line
    self.backlog = backlog
  }
}

/// One client of the daemon's socket: its lines in, and what waits to go out to it.
///
/// To be used by one owner, on its loop. The owner waits for the descriptor to be readable and calls `read()`. After
/// queuing it calls `flush()`, and waits for the descriptor to be writable for as long as that gives `blocked`. It
/// calls `close()` when the loop has let go of the descriptor.
package final class ClientConnection {
  /// What reading gave.
  package struct Reading: Hashable, Sendable {
    package var lines: [LineFraming.Line]
    package var stream: Stream

    /// A reading of `lines`, in their order.
    package init(lines: [LineFraming.Line], stream: Stream) {
      self.lines = lines
      self.stream = stream
    }
  }

  /// What may still come from a client.
  package enum Stream: Hashable, Sendable {
    case open
    /// The client sends no more, and may still read unless `isHungUp` (`shutdown(2)`, a pipe at its end): stop
    /// watching for reading, write what waits, then close.
    case ended
    /// The connection broke: close.
    case broken(Errno)
  }

  /// What writing left.
  package enum Flush: Hashable, Sendable {
    /// Nothing waits any more.
    case drained
    /// The socket is full: write again when it is writable.
    case blocked
    /// The connection broke: close.
    case broken(Errno)
  }

  /// Read at most this much at a time, so that a flood from one client keeps no other waiting.
  private static let readShare = 1 << 12

  package let descriptor: Int32
  /// Who the client is.
  package let peer: PeerCredentials

  /// What waits to go out.
  package var outgoing: OutgoingQueue

  private var framing: LineFraming
  private var isClosed = false

  /// Takes over the connected, non-blocking `descriptor`, and closes it when it throws.
  ///
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

  /// Whether the client has closed both directions: what would be written to it is lost.
  package var isHungUp: Bool {
    precondition(!isClosed, "an open connection is looked at")
    return StreamSocket.isHungUp(descriptor)
  }

  /// Reads what is there, up to a share; the descriptor stays readable when there is more.
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

  /// Writes what the socket takes of what waits.
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

  /// Closes the connection; what was written can still be read at the other end.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    Glibc.close(descriptor)
  }
}
