import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Logging
import MessageText

/// The clients that decide for decks: asks them the decks' questions, and gives the engine their answers.
final class DelegateHost {
  private unowned let host: EngineHost
  private(set) var registry = DelegateRegistry()
  /// The questions sent and not answered, oldest first.
  private var open: [(question: DelegateQuestion, ticket: UInt64, delegate: ObjectIdentifier)] = []

  /// Whether a question is open, so that it may have ended with a step that has no effects.
  var awaitsAnswers: Bool { !open.isEmpty }

  init(_ host: EngineHost) {
    self.host = host
  }

  /// Makes a client the deck's delegate, or changes what it answers.
  func register(
    _ client: Client,
    asDelegateOf deck: String,
    answering topics: Set<DelegateTopic>
  ) throws(ProtocolError) {
    let id = ObjectIdentifier(client)
    let asks = host.engine.askingDecks.contains(deck)
    try registry.checkVacancy(of: deck, for: id, asks: asks) { host.clients[$0]?.title }
    registry.register(id, for: deck, answering: topics)
  }

  /// Follows a change of the configuration, before which the decks `asked` had questions: a deck that is gone has no
  /// delegate any more, and one that asks again has the one that it had.
  func reconfigure(after asked: Set<String>) {
    let (decks, again) = (host.engine.deckEntries.map(\.id), host.engine.askingDecks.subtracting(asked))
    for deck in registry.decks {
      if !decks.contains(deck) {
        endDelegation(of: deck)
      } else if again.contains(deck) {
        host.handle(.command(.consult(registry.topics(of: deck)), deck: deck, ticket: 0))
      }
    }
  }

  /// Removes a client as the delegate of its decks, which then decide without a delegate.
  ///
  /// It may have vanished while effects are published; the effects of its removal follow them.
  func dismiss(_ client: Client) {
    for deck in registry.decks(of: ObjectIdentifier(client)) {
      endDelegation(of: deck)
      // No client waits for the reply: ticket 0 is never issued.
      host.handle(.command(.consult([]), deck: deck, ticket: 0))
    }
  }

  func endDelegation(of deck: String) {
    let mistakes = registry.remove(deck)
    guard mistakes > 0 else { return }
    host.log.notice("a delegate has left", metadata: ["deck": "\(deck)", "wrong answers": "\(mistakes)"])
  }

  /// Sends a question to the deck's delegate.
  func ask(_ ticket: UInt64, _ question: DelegateQuestion) {
    guard let delegate = registry.client(of: question.deck), let client = host.clients[delegate],
      // The input that had it asked may have ended it.
      host.engine.question(ticket, ofDeck: question.deck) != nil
    else { return }
    // A dialog closes before the next one opens.
    closeQuestions()
    open.append((question, ticket, delegate))
    host.clients.send(question.line(ticket: ticket), to: client)
  }

  /// Sends the delegates which of their questions have ended without their answer, so that dialogs close.
  ///
  /// The engine is compared, not asked to report each: a question also ends with its deck, and with a step that is
  /// taken back.
  func closeQuestions() {
    for (question, ticket, delegate) in open where host.engine.question(ticket, ofDeck: question.deck) == nil {
      forget(ticket, of: question.deck)
      guard let client = host.clients[delegate] else { continue }
      host.clients.send(question.closedLine(ticket: ticket), to: client)
    }
  }

  private func forget(_ ticket: UInt64, of deck: String) {
    open.removeAll { $0.ticket == ticket && $0.question.deck == deck }
  }

  /// Handles a delegate's answer; one that is late, or whose question was withdrawn, is ignored.
  func receive(_ answer: ClientAnswer, from client: Client) {
    host.handle(.deadline)
    guard let last = host.engine.lastQuestion(ofDeck: answer.deck), (1...max(last, 1)).contains(answer.ticket), last > 0
    else {
      host.clients.send(Reply.failure(id: ClientRequest.unknownID, ClientAnswer.unasked), to: client)
      return
    }
    guard registry.client(of: answer.deck) == ObjectIdentifier(client),
      let question = host.engine.question(answer.ticket, ofDeck: answer.deck)
    else { return }
    forget(answer.ticket, of: answer.deck)
    var given: DelegateAnswer?
    do {
      given = try answer.answer(to: question.subject)
      if let failure = answer.failure { recordMistake(failure, question) }
    } catch {
      recordMistake("\(error.expected)", question)
      var error = error
      error.message = "wrong answer to \(question.method) about \(truncatedQuote(question.card)), taken as none"
      host.clients.send(Reply.failure(id: ClientRequest.unknownID, error), to: client)
    }
    host.handle(.reply(given, ticket: answer.ticket, deck: answer.deck))
  }

  /// Logs the first mistake of a delegate and counts the others.
  private func recordMistake(_ mistake: String, _ question: DelegateQuestion) {
    guard registry.countMistake(for: question.deck) else { return }
    host.log.warning(
      "a delegate's answer is of no use; further ones are only counted",
      metadata: ["deck": "\(question.deck)", "question": "\(question.method)", "reason": "\(mistake)"]
    )
  }
}

extension Engine {
  /// The ids of the decks that may ask a delegate.
  var askingDecks: Set<String> {
    Set(deckEntries.filter { DeckKind(rawValue: $0.kind)?.decidesCards ?? false }.map(\.id))
  }
}
