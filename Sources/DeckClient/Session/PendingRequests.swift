/// The requests that wait for a reply, by their ids.
struct PendingRequests: Sendable {
  /// What a reply is for.
  enum Purpose: Hashable, Sendable {
    /// The subscription; the session cannot do without.
    case subscription
    /// Cards of a deck, for the follower with this number.
    case cards(deck: String, follower: Int)
    /// What the session sends by itself, and only reports when it fails.
    case courtesy
    /// The author's.
    case author
  }

  private var last = 0
  private var waiting: [Int: Purpose] = [:]

  /// The id of a new request.
  mutating func add(_ purpose: Purpose) -> Int {
    last += 1
    waiting[last] = purpose
    return last
  }

  /// What the reply with this id is for; `nil` if nothing waits for it.
  mutating func remove(_ id: Int) -> Purpose? {
    waiting.removeValue(forKey: id)
  }

  /// Forgets all requests, and returns the ids of the author's, in order.
  mutating func removeAll() -> [Int] {
    defer { waiting = [:] }
    return waiting.filter { $0.value == .author }.keys.sorted()
  }
}
