import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Logging
import MessageText

extension EngineHost {
  /// Makes a client the deck's delegate, or changes what it answers.
  func register(_ client: Client, asDelegateOf deck: String) throws(ProtocolError) {
    let id = ObjectIdentifier(client)
    try delegates.checkVacancy(of: deck, for: id, asks: engine.askingDecks.contains(deck)) { clients[$0]?.title }
    delegates.register(id, for: deck)
  }

  /// Removes a client as the delegate of its decks, which then decide without a delegate.
  ///
  /// It may have vanished while effects are published; the effects of its removal follow them.
  func dismissDelegate(_ client: Client) {
    for deck in delegates.decks(of: ObjectIdentifier(client)) {
      endDelegation(of: deck)
      // No client waits for the reply: ticket 0 is never issued.
      handle(.command(.consult([]), deck: deck, ticket: 0))
    }
  }

  func endDelegation(of deck: String) {
    let mistakes = delegates.remove(deck)
    guard mistakes > 0 else { return }
    log.notice("a delegate has left", metadata: ["deck": "\(deck)", "wrong answers": "\(mistakes)"])
  }

  /// Sends a question to the deck's delegate.
  func ask(_ ticket: UInt64, _ question: DelegateQuestion) {
    guard let delegate = delegates.client(of: question.deck), let client = clients[delegate] else { return }
    clients.send(question.line(ticket: ticket), to: client)
  }

  /// Handles a delegate's answer; one that is late, or whose question was withdrawn, is ignored.
  func receive(_ answer: ClientAnswer, from client: Client) {
    handle(.deadline)
    guard let last = engine.lastQuestion(ofDeck: answer.deck), (1...max(last, 1)).contains(answer.ticket), last > 0
    else {
      clients.send(Reply.failure(id: ClientRequest.unknownID, ClientAnswer.unasked), to: client)
      return
    }
    guard delegates.client(of: answer.deck) == ObjectIdentifier(client),
      let question = engine.question(answer.ticket, ofDeck: answer.deck)
    else { return }
    var given: DelegateAnswer?
    do {
      given = try answer.answer(to: question.subject)
      if let failure = answer.failure { recordMistake(failure, question) }
    } catch {
      recordMistake("\(error.expected)", question)
      var error = error
      error.message = "wrong answer to \(question.method) about \(truncatedQuote(question.card)); the deck's own holds"
      clients.send(Reply.failure(id: ClientRequest.unknownID, error), to: client)
    }
    handle(.reply(given, ticket: answer.ticket, deck: answer.deck))
  }

  /// Logs the first mistake of a delegate and counts the others.
  private func recordMistake(_ mistake: String, _ question: DelegateQuestion) {
    guard delegates.countMistake(for: question.deck) else { return }
    log.warning(
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
