public import DeckProtocol
import EventLoop
public import JSON
import Kinetics

/// A client of `deckd` that connects by itself, again and again, and always has a whole model.
///
/// ```swift
/// let client = DeckClient()
/// for await update in client.updates() {
///   if case .cardSwiped(let swipe) = update.event?.kind { print(swipe.card, swipe.direction) }
/// }
/// ```
///
/// It may be created before the daemon runs. Where the daemon keeps its state, no event is missed or delivered twice,
/// whatever ends. Everything may be called from any thread, and nothing but `updates()` and requests waits.
public final class DeckClient: Sendable {
  private let link: ClientLink

  /// Begins to connect to the daemon on `socket`, or where the environment or the default location has it.
  ///
  /// `delegates` are the decks' delegates by the decks' ids.
  public init(
    socket: String? = nil,
    options: DeckSession.Options = DeckSession.Options(),
    delegates: [String: DeckDelegate] = [:]
  ) {
    var options = options
    options.delegates = delegates.mapValues(\.topics)
    link = ClientLink(socket: socket, DeckSession(options), delegates: delegates)
    let link = link
    WorkerThread { link.run() }.detach()
  }

  deinit {
    link.close()
  }

  /// Disconnects, fails the requests that wait, and ends the updates.
  public func close() {
    link.close()
  }

  // MARK: - The model

  /// Microseconds of the daemon's clock, `CLOCK_MONOTONIC`, at this moment.
  public static var now: Int64 { Loop.now.microseconds }

  /// The decks with all of their cards, by their ids.
  public var decks: [String: FollowedDeck] { link.session { $0.decks } }

  /// The deck with this id; `nil` if there is none, or its cards are not here yet.
  public subscript(deck: String) -> FollowedDeck? { link.session { $0[deck] } }

  /// The deck with this id, as soon as the model has it; `nil` if the client is closed before.
  public func deck(_ id: String) async -> FollowedDeck? {
    let updates = updates()
    if let deck = self[id] { return deck }
    for await _ in updates {
      if let deck = self[id] { return deck }
    }
    return nil
  }

  /// Everything that a deck shows at `time`, in microseconds of the daemon's clock.
  public func places(of deck: String, at time: Int64 = now) -> DeckPlaces {
    link.session { $0.places(of: deck, at: time) }
  }

  /// Says that a picture of a deck came at `time`, and one comes each `period`, in microseconds of the daemon's clock.
  ///
  /// To be called after each picture, so that a drag is drawn ahead of its finger.
  public func drew(_ deck: String, at time: Int64 = now, period: Double) {
    link.drew(deck, at: time, period: period)
  }

  /// Whether anything that a deck shows changes after `time`, so that a front end has to draw again.
  public func isMoving(_ deck: String, after time: Int64 = now) -> Bool {
    link.session { $0.isMoving(deck, after: time) }
  }

  /// What happens from now on; begins with `connected` if the client is.
  ///
  /// Each call has a sequence of its own, which keeps what is not read yet, and ends when the client is closed.
  public func updates() -> AsyncStream<DeckUpdate> {
    link.updates()
  }

  /// What happens from now on, for a loop that asks, such as that of a display; begins like `updates()`.
  public func updateQueue() -> UpdateQueue {
    link.updateQueue()
  }

  // MARK: - Requests

  /// Has a deck perform a command, and returns the number of the command's last event.
  ///
  /// Without `deck` it is the only deck there is.
  @discardableResult
  public func perform(_ command: DeckCommand, on deck: String? = nil) async throws(DeckRequestError) -> UInt64 {
    let result = try await request(command.method.rawValue) { json in
      if let deck { json.member("deck", deck) }
      command.writeParameters(to: &json)
    }
    return Received<Reply.Done>(result).sequence ?? 0
  }

  /// Makes any request of the protocol, and returns its result; `parameters` writes the members of `params`.
  @discardableResult
  public func request(
    _ method: String,
    _ parameters: (inout JSONWriter) -> Void = { _ in }
  ) async throws(DeckRequestError) -> JSONValue {
    try await withCheckedContinuation { continuation in
      link.request(method, parameters) { continuation.resume(returning: $0) }
    }
    .get()
  }
}
