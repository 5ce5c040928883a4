import DeckProtocol
import DeckSocket

/// The requests of one client that were read and not answered yet.
package struct RequestQueue {
  private var lines: ArraySlice<LineFraming.Line> = []
  /// The state of the stream after those lines.
  private(set) var stream = ClientConnection.Stream.open

  package var count: Int { lines.count }
  package var isEmpty: Bool { lines.isEmpty }

  /// Replaces the queue, which is empty, by what was read next.
  mutating func receive(_ reading: ClientConnection.Reading) {
    lines = reading.lines[...]
    stream = reading.stream
  }

  /// Removes and returns the first request.
  mutating func popFirst() -> LineFraming.Line? { lines.popFirst() }

  /// Drops the requests, and the buffer that they were in.
  mutating func removeAll() { lines = [] }
}
