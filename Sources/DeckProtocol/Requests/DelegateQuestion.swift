import JSON

/// The questions that a delegate can answer, as named on the wire.
public enum DelegateTopic: String, CaseIterable, Hashable, Sendable {
  case shouldSwipe, shouldDrag, allowedDirections, threshold
}

extension DelegateTopic: WireName {
  package static let definition = NameDefinition("delegateTopic", "Question to a delegate", "What a delegate is asked.")

  package var meaning: String {
    switch self {
    case .shouldSwipe: "whether a card may be decided in a direction"
    case .shouldDrag: "whether a finger may move a card"
    case .allowedDirections: "the directions that a card may be swiped in"
    case .threshold: "the progress that a release of a card needs to decide it"
    }
  }
}

/// A deck's question to its delegate about a card: a request from the daemon to a client.
public struct DelegateQuestion: Hashable, Sendable {
  /// The question, with its parameters.
  public enum Subject: Hashable, Sendable {
    /// Whether the card may be decided in this direction.
    case shouldSwipe(Direction)
    /// Whether a finger may move the card.
    case shouldDrag
    /// The directions that the card may be swiped in.
    case allowedDirections
    /// The progress that a release of the card needs to commit.
    case threshold

    /// The topic of the question.
    public var topic: DelegateTopic {
      switch self {
      case .shouldSwipe: .shouldSwipe
      case .shouldDrag: .shouldDrag
      case .allowedDirections: .allowedDirections
      case .threshold: .threshold
      }
    }
  }

  /// The deck's id.
  public var deck: String
  /// The card's id.
  public var card: String
  /// The card's index in the deck.
  public var index: Int
  /// The question about the card.
  public var subject: Subject

  /// A question about a card.
  public init(deck: String, card: String, index: Int, subject: Subject) {
    self.deck = deck
    self.card = card
    self.index = index
    self.subject = subject
  }

  /// The request's method: `delegate.` and the topic's name on the wire.
  public var method: String { "delegate.\(subject.topic.rawValue)" }

  /// The JSON-RPC request, with the newline that ends it; tickets number a deck's questions.
  public func line(ticket: UInt64) -> [UInt8] {
    var json = JSONWriter(capacity: 256)
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("id", id(ticket: ticket))
      json.member("method", method)
      json.key("params")
      Self.object.write(self, to: &json)
    }
    json.newline()
    return json.bytes
  }

  /// The JSON-RPC notification that the question ended without its answer, with the newline that ends it.
  public func closedLine(ticket: UInt64) -> [UInt8] {
    var json = JSONWriter(capacity: 256)
    let closed = ClosedQuestion(deck: deck, card: card, id: id(ticket: ticket))
    NotificationName.delegateClosed.write(closed, to: &json)
    return json.bytes
  }

  private func id(ticket: UInt64) -> String { "\(deck)/\(ticket)" }

  private static let object = ObjectWriter<Self>(
    .init("deck", .deckID, "The deck that asks.", at: \.deck),
    .init("card", .cardID, "The card.", at: \.card),
    .init("index", .index, "The card's index.", at: \.index),
    .init(optional: "direction", "Where the card would go; only in delegate.shouldSwipe.") { question in
      if case .shouldSwipe(let direction) = question.subject { direction } else { nil }
    }
  )

  /// The schema of its `params`.
  package static var parameters: ObjectSchema { object.schema }
}

/// A question that ended without its answer: its time is up, its swipe was given up, or its card or deck is gone.
package struct ClosedQuestion: DefinedObject {
  fileprivate let deck, card, id: String

  package static let object = ObjectWriter<Self>(
    .init("deck", .deckID, "The deck that asked.", at: \.deck),
    .init("card", .cardID, "The card that the question was about.", at: \.card),
    .init("id", "The question's id.", at: \.id)
  )

  package static let definition = define("questionEnd", "End of a question", "Which question ended without its answer.")
}

/// A delegate's answer.
public enum DelegateAnswer: Hashable, Sendable {
  /// To `shouldSwipe` and `shouldDrag`.
  case permission(Bool)
  /// To `allowedDirections`; earlier ones win ties.
  case directions([Direction])
  /// To `threshold`: a progress, 0.01…1.
  case threshold(Double)
}
