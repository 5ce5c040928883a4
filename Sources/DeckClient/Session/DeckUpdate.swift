public import DeckProtocol
public import JSON

/// What a client delivers to its author.
public enum DeckUpdate: Equatable, Sendable {
  /// The client has subscribed; decks join the model as their cards arrive.
  case connected
  /// The model has the deck with this id, as a new subscription or `deck.added` reports it.
  case ready(String)
  /// There is no connection, and why; the model stays as it was.
  case disconnected(String)
  /// An event, which the model includes.
  case event(DeckEvent)
  /// An event of a type that this version does not know.
  case unknownEvent(ReceivedEvent.UnknownEvent)
  /// Events were missed: the model is or will be that of now.
  case resync
  /// The cards whose contents to have ready, for a subscription to `prefetch`.
  case prefetch(PrefetchNote)
  /// A notification of another topic, by its method and `params`.
  case notification(String, JSONValue)
  /// The daemon refused something that the client sent by itself, such as `delegate.register`.
  case problem(DeckRequestError)

  /// The event, if it is one of a known type.
  public var event: DeckEvent? {
    if case .event(let event) = self { event } else { nil }
  }

  init(_ event: ReceivedEvent) {
    switch event {
    case .known(let event): self = .event(event)
    case .unknown(let event): self = .unknownEvent(event)
    }
  }
}
