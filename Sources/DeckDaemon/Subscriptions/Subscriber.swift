import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import Kinetics

/// A client's subscriptions, the missed events that it has yet to receive, and what it wants explained.
final class Subscriber {
  /// A subscription to one deck or surface.
  struct Subscription {
    let subject: Subject
    /// Identifies a deck's frames in the client's queue.
    let key: OutgoingQueue.FrameKey
    let topics: Set<Topic>
    /// The same topics, for the question that each notification asks of each subscription.
    let mask: TopicMask
    /// Frames per second, at most.
    let rate: Double?
    /// Whether it is part of a subscription to all decks.
    let isOfAll: Bool
    fileprivate var pacer: FramePacer
  }

  /// A subscription to all decks and surfaces, including those that a reload adds.
  struct Everything {
    let topics: Set<Topic>
    /// The same topics, for the question that each notification asks.
    let mask: TopicMask
    /// Frames per second of each deck, at most.
    let rate: Double?
  }

  /// The missed events that a subscriber has yet to receive from the disk.
  struct MissedEvents {
    /// What they are about; `nil` for everything.
    let subject: Subject?
    /// The last event that it has received.
    var since: UInt64
    /// The last event that existed when more events were requested.
    var last: UInt64
    /// The last event of a deck that was removed: with it, the subscription ends.
    var end: UInt64?
    /// The pending request for more events; the answer to another request belongs to an earlier subscription.
    var asked: StateTicket?
    /// The decks among them that a reload has added meanwhile, and whose state is to be sent after the last event.
    var added: Set<String> = []
  }

  let client: Client
  /// One per deck or surface.
  private(set) var subscriptions: [Subscription] = []
  /// What applies to decks that a reload adds; `nil` without a subscription to all decks.
  private(set) var everything: Everything?
  /// The subscriptions to decks that were removed, by the decks' names: they continue when a reload adds the decks
  /// again.
  private(set) var absent: [Subscription] = []
  /// The missed events that the client has yet to receive; neither a new event of their decks nor a reply is sent
  /// meanwhile.
  ///
  /// There is one subscription at a time that has any: the client's next requests wait.
  var replay: MissedEvents? { didSet { client.isCatchingUp = replay != nil } }
  /// The number of the last job that read its missed events: who has waited longest is next.
  var turn: UInt64 = 0
  /// The replies to requests before the subscription that a delegate has let be given meanwhile.
  private var heldReplies: [[UInt8]] = []
  /// The decks and surfaces of which it wants to know why touches are taken for what they are.
  private(set) var explained: Set<Subject> = []

  init(_ client: Client) {
    self.client = client
  }

  /// Begins to explain decks and surfaces, or ends that.
  func explain(_ subjects: Set<Subject>, isOn: Bool) {
    if isOn { explained.formUnion(subjects) } else { explained.subtract(subjects) }
  }

  /// Whether it subscribes to anything that is there.
  var isSubscribed: Bool { everything != nil || !subscriptions.isEmpty }

  /// When a frame that was held back for the client's rate is due.
  var deadline: Instant? { subscriptions.reduce(nil) { .earlier($0, $1.pacer.deadline) } }

  /// Whether it has yet to receive missed events about `subject`.
  func misses(_ subject: Subject) -> Bool {
    replay.map { $0.subject == nil || $0.subject == subject } ?? false
  }

  /// Whether it receives a new event about `subject` now: it subscribes to events, and has received all earlier ones.
  func receivesEvents(of subject: Subject) -> Bool {
    if misses(subject) { return false }
    if case .surface = subject, everything?.mask.contains(.events) ?? false { return true }
    return subscriptions.contains { $0.subject == subject && $0.topics.contains(.events) }
  }

  /// The decks and surfaces that it subscribes to, also those that a reload has removed.
  var subjects: [Subject] { (subscriptions + absent).map(\.subject) }

  /// Subscribes to a deck or a surface, in place of an earlier subscription to it.
  ///
  /// `rate` is in frames per second.
  func add(_ subject: Subject, _ key: OutgoingQueue.FrameKey, _ topics: Set<Topic>, rate: Double?, isOfAll: Bool) {
    subscriptions.removeAll { $0.subject == subject }
    absent.removeAll { $0.subject == subject }
    subscriptions.append(
      Subscription(
        subject: subject,
        key: key,
        topics: topics,
        mask: TopicMask(topics),
        rate: rate,
        isOfAll: isOfAll,
        pacer: FramePacer(rate: rate)
      )
    )
    // A frame that is still queued is older than the snapshot.
    client.connection.outgoing.removeFrame(for: key)
  }

  /// Subscribes to decks that a reload adds.
  func addAll(_ topics: Set<Topic>, rate: Double?) {
    everything = Everything(topics: topics, mask: TopicMask(topics), rate: rate)
  }

  /// Ends the subscription to decks that a reload adds.
  func endAll() {
    everything = nil
  }

  /// Ends the subscription to a deck that was removed; one by its name continues when the deck is added again.
  func suspend(_ deck: String) {
    let suspended = subscriptions.filter { $0.subject == .deck(deck) && !$0.isOfAll }
    end { $0 == .deck(deck) }
    absent += suspended
  }

  /// What is subscribed to of a deck that a reload adds; `nil` if nothing is.
  func wanted(of deck: String) -> (topics: Set<Topic>, rate: Double?, isOfAll: Bool)? {
    // One that has yet to receive the removal is not absent yet.
    if let own = (absent + subscriptions).first(where: { $0.subject == .deck(deck) && !$0.isOfAll }) {
      return (own.topics, own.rate, false)
    }
    return everything.map { ($0.topics, $0.rate, true) }
  }

  /// Ends the subscriptions that `isEnding` holds for.
  func end(_ isEnding: (Subject) -> Bool) {
    for subscription in subscriptions where isEnding(subscription.subject) {
      client.connection.outgoing.removeFrame(for: subscription.key)
    }
    subscriptions.removeAll { isEnding($0.subject) }
    absent.removeAll { isEnding($0.subject) }
    if let subject = replay?.subject, isEnding(subject) { replay = nil }
  }

  /// Returns the index of the subscription to the frames of a deck.
  func indexOfFrames(of deck: String) -> Int? {
    for index in subscriptions.indices where subscriptions[index].mask.contains(.frames) {
      if case .deck(deck) = subscriptions[index].subject { return index }
    }
    return nil
  }

  /// Returns a frame for the subscription at `index` if it may be sent now; otherwise holds it for its rate.
  func offer(_ line: [UInt8], at index: Int, now: Instant) -> [UInt8]? {
    subscriptions[index].pacer.offer(line, at: now)
  }

  /// Removes and returns the held frame of the subscription at `index`, once it is due.
  func takeDue(at index: Int, now: Instant) -> [UInt8]? {
    subscriptions[index].pacer.takeDue(at: now)
  }

  /// Holds a reply until the client has received what it missed.
  func hold(_ reply: [UInt8]) {
    heldReplies.append(reply)
  }

  /// Returns the replies that were held, once the client has received what it missed.
  func takeReplies() -> [[UInt8]] {
    defer { heldReplies = [] }
    return heldReplies
  }
}
