/// The requests that wait for a reply, by their ids.
struct PendingRequests: Sendable {
  /// What a reply is for.
  enum Purpose: Hashable, Sendable {
    /// The subscription; the session cannot do without.
    case subscription
    /// Cards of a deck, for the follower with this number.
    case cards(deck: String, follower: Int)
    /// What introduces the client.
    case greeting
    /// What the session sends by itself, and only reports when it fails.
    case courtesy
    /// The author's with this id, with the requests that are to follow it.
    case author(Int, rest: RequestParts)
  }

  private var last = 0
  private var waiting: [Int: Purpose] = [:]

  /// The id of a new request.
  mutating func reserve() -> Int {
    last += 1
    return last
  }

  /// The request with this id waits for its reply.
  mutating func add(_ id: Int, _ purpose: Purpose) { waiting[id] = purpose }

  /// What the reply with this id is for; `nil` if nothing waits for it.
  mutating func remove(_ id: Int) -> Purpose? {
    waiting.removeValue(forKey: id)
  }

  /// Forgets all requests, and returns the ids of the author's, in order.
  mutating func removeAll() -> [Int] {
    defer { waiting = [:] }
    return waiting.values.compactMap { if case .author(let id, _) = $0 { id } else { nil } }.sorted()
  }
}
