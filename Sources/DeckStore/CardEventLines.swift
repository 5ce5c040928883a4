package import DeckEngine
import DeckProtocol
import EventLoop
import JSON

/// The lines of the events about many cards, encoded by whichever thread needs them first.
///
/// Encoding 20,000 of them takes 10 ms: the loop lets another thread do it, and with persistence the writer's thread has
/// done it by the time they are sent.
package final class CardEventLines: Sendable {
  /// The lines, in order.
  private struct Lines: Sendable {
    /// Whole lines, each with its newline.
    var chunks: [[UInt8]] = []
    /// Where each line ends: the number of its chunk, and the index after its last byte there.
    var ends: [(chunk: Int, index: Int)] = []
  }

  /// The size in bytes from which a chunk is complete: as much as is queued for a client before it is written.
  private static let chunkSize = 1 << 16

  package let events: CardEvents
  private let encoded = Lock<Lines?>(nil)

  /// The lines of `events`, which are not encoded yet.
  package init(_ events: CardEvents) { self.events = events }

  /// The lines as they are sent, several to an array; `nil` until they are encoded.
  package var chunks: [[UInt8]]? { encoded.withLock { $0?.chunks } }

  /// Encodes the lines, unless they are encoded.
  package func encode() { _ = lines }

  /// The events as the journal has them; encodes them if they are not encoded.
  var storedEvents: [StoredEvent] {
    let lines = lines
    var (chunk, start, sequence) = (0, 0, events.first)
    return lines.ends.map { end in
      if end.chunk != chunk { (chunk, start) = (end.chunk, 0) }
      defer { (start, sequence) = (end.index, sequence + 1) }
      return StoredEvent(sequence: sequence, deck: events.deck, line: Array(lines.chunks[chunk][start..<end.index]))
    }
  }

  private var lines: Lines {
    // Two threads may both encode: neither waits for the other.
    if let lines = encoded.withLock({ $0 }) { return lines }
    let lines = Self.encode(events)
    encoded.withLock { $0 = lines }
    return lines
  }

  private static func encode(_ events: CardEvents) -> Lines {
    var lines = Lines()
    lines.ends.reserveCapacity(events.count)
    var writer = JSONWriter(capacity: chunkSize + 4096)
    for event in events {
      DeckNotification.event(event).write(to: &writer)
      lines.ends.append((lines.chunks.count, writer.bytes.count))
      guard writer.bytes.count >= chunkSize else { continue }
      lines.chunks.append(writer.bytes)
      writer = JSONWriter(capacity: chunkSize + 4096)
    }
    if !writer.bytes.isEmpty { lines.chunks.append(writer.bytes) }
    return lines
  }
}

extension CardEventLines: Equatable {
  package static func == (left: CardEventLines, right: CardEventLines) -> Bool { left.events == right.events }
}
