import DeckProtocol
import JSON

/// Encodes one deck's frames, each into the buffer of the frame before the last.
///
/// The last frame may still wait, for a client's rate or for a full socket, until the next one replaces it there: so in
/// the steady state the buffer is free, and encoding allocates nothing. If a queue still holds the buffer, a new one is
/// allocated.
struct FrameEncoder {
  private var newest = JSONWriter(capacity: 4096)
  private var previous = JSONWriter(capacity: 4096)
  /// The cards of the newest frame.
  private var memory = FrameMemory()

  /// Returns the line of the frame at an address.
  mutating func encode(_ frame: UnsafePointer<DeckFrame>) -> [UInt8] {
    swap(&newest, &previous)
    newest.removeAll()
    memory.write(frame, after: previous.bytes, to: &newest)
    return newest.bytes
  }
}
