import DeckProtocol

/// Encodes one deck's frames, each in the room of the one before the last.
///
/// The last one may still wait, for a client's rate or for a socket that is full, until the next takes its place there:
/// so in the steady state the room is free, and a frame takes no memory. Where somebody has it after all, a frame takes
/// room of its own.
struct FrameEncoder {
  private var newest = JSONWriter(capacity: 4096)
  private var previous = JSONWriter(capacity: 4096)

  /// The notification's line.
  mutating func encode(_ notification: DeckNotification) -> [UInt8] {
    swap(&newest, &previous)
    newest.removeAll()
    notification.write(to: &newest)
    return newest.bytes
  }
}
