import DeckProtocol
import Kinetics
import MessageText

/// The client whose vertical syncs each surface follows.
///
/// A panel's own front end is there from the start of the machine, and a browser in the office comes and goes: the first
/// that reports keeps the surface until it leaves. One that may change decks takes it from one that only looks on.
struct VsyncSources {
  private var clients: [String: Client] = [:]

  /// The distance from now, in seconds, beyond which a sync belongs to another clock, whose grid would only seem to fit.
  private static let farthestSync = 10.0

  /// Makes `client`, which has a vertical sync at `sync`, the one that `surface` follows; throws while the surface follows
  /// another.
  mutating func claim(_ surface: String, for client: Client, drawingAt sync: Instant, now: Instant)
    throws(ProtocolError)
  {
    guard now.seconds(since: sync).magnitude <= Self.farthestSync else {
      throw ProtocolError(
        .invalidParameters,
        "params.t is \(sync.microseconds)",
        field: "params.t",
        expected: "microseconds of CLOCK_MONOTONIC, within 10 s of now, which is \(now.microseconds)"
      )
    }
    if let present = clients[surface], present !== client, present.access.control || !client.access.control {
      throw ProtocolError(
        .refused,
        "surface \(truncatedQuote(surface)) follows the vertical syncs of another client",
        field: "method",
        expected: "to be the first that reports them, or one of the control socket while the other only looks on"
      )
    }
    clients[surface] = client
  }

  /// Lets others have the surfaces that follow a client and of which it draws nothing.
  ///
  /// - Returns: these surfaces.
  mutating func release(_ client: Client, drawing surfaces: Set<String> = []) -> [String] {
    let released = clients.filter { $0.value === client && !surfaces.contains($0.key) }.map(\.key).sorted()
    for surface in released { clients[surface] = nil }
    return released
  }
}
