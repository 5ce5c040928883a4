package import DeckProtocol
package import DeckSocket
import JSON

/// Encodes notifications into reused buffers.
///
/// The frames of each deck have buffers of their own (`FrameEncoder`); every other notification is written by the time
/// the next one is encoded.
package struct NotificationEncoder {
  private var writer = JSONWriter(capacity: 4096)
  /// Identifies the frames of each deck that was ever subscribed to.
  private var keys: [String: OutgoingQueue.FrameKey] = [:]
  /// By the keys' numbers.
  private var frames: [FrameEncoder] = []

  /// An encoder for decks without subscribers so far.
  package init() {}

  /// Returns the key of a deck's frames in the queues of its subscribers.
  package mutating func key(for deck: String) -> OutgoingQueue.FrameKey {
    if let key = keys[deck] { return key }
    let key = OutgoingQueue.FrameKey(keys.count)
    keys[deck] = key
    frames.append(FrameEncoder())
    return key
  }

  /// Returns the line of the frame at an address; `key` is that of its deck.
  package mutating func encode(_ frame: UnsafePointer<DeckFrame>, _ key: OutgoingQueue.FrameKey) -> [UInt8] {
    frames[key.rawValue].encode(frame)
  }

  /// Returns the line of a notification that is no frame.
  package mutating func encode(_ notification: DeckNotification) -> [UInt8] {
    writer.removeAll()
    notification.write(to: &writer)
    return writer.bytes
  }
}
