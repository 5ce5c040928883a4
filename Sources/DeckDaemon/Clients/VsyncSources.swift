import DeckProtocol
import MessageText

/// The client whose vertical syncs each surface follows.
///
/// A panel's own front end is there from the start of the machine, and a browser in the office comes and goes: the first
/// that reports keeps the surface until it leaves. One that may change decks takes it from one that only looks on.
struct VsyncSources {
  private var clients: [String: Client] = [:]

  /// Makes `client` the one that `surface` follows; throws while it follows another.
  mutating func claim(_ surface: String, for client: Client) throws(ProtocolError) {
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

  /// Lets others have the surfaces that follow a client.
  mutating func remove(_ client: Client) {
    clients = clients.filter { $0.value !== client }
  }
}
