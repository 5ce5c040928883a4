import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Logging
import UnixSocket

extension Daemon {
  /// Makes a client the deck's delegate, or changes what it answers.
  func register(_ client: Client, asDelegateOf deck: String) throws(ProtocolError) {
    if let delegate = delegates.client(of: deck), delegate != ObjectIdentifier(client) {
      let name = clients[delegate].map { Self.name(of: $0) } ?? "another client"
      throw ProtocolError(
        .refused,
        "deck \(truncatedQuote(deck)) has a delegate",
        field: "params.deck",
        expected: "a deck without one; \(name) has to leave first, or to call delegate.unregister"
      )
    }
    guard engine.deckEntries.contains(where: { $0.id == deck && $0.kind == DeckKind.swipe.rawValue }) else {
      throw ProtocolError(
        .refused,
        "a stack deck asks nothing",
        field: "params.deck",
        expected: "a deck of the kind swipe"
      )
    }
    delegates.register(ObjectIdentifier(client), for: deck)
  }

  /// Throws unless the client is the deck's delegate.
  func checkDelegate(_ client: Client, of deck: String) throws(ProtocolError) {
    guard delegates.client(of: deck) == ObjectIdentifier(client) else {
      throw ProtocolError(
        .refused,
        "this client is not the delegate of deck \(truncatedQuote(deck))",
        field: "params.deck",
        expected: "a deck that it is registered for; delegate.register does that"
      )
    }
  }

  /// Removes a client as the delegate of its decks, which then decide without a delegate.
  ///
  /// It may have vanished while effects are published; the effects of its removal follow them.
  func dismissDelegate(_ client: Client) {
    let decks = delegates.decks(of: ObjectIdentifier(client))
    guard !decks.isEmpty else { return }
    for deck in decks {
      endDelegation(of: deck)
      // No client waits for the reply: ticket 0 is never issued.
      publish(engine.handle(.command(.consult([]), deck: deck, ticket: 0), at: Loop.now))
    }
    rearm()
  }

  func endDelegation(of deck: String) {
    let mistakes = delegates.remove(deck)
    guard mistakes > 0 else { return }
    log.notice("a delegate has left", metadata: ["deck": "\(deck)", "wrong answers": "\(mistakes)"])
  }

  /// Sends a question to the deck's delegate.
  func ask(_ ticket: UInt64, _ question: DelegateQuestion) {
    guard let delegate = delegates.client(of: question.deck), let client = clients[delegate] else { return }
    reply(question.line(ticket: ticket), to: client)
  }

  /// Handles a delegate's answer; one that is late, or whose question was withdrawn, is ignored.
  func receive(_ answer: ClientAnswer, from client: Client) {
    publish(engine.handle(.deadline, at: Loop.now))
    guard let last = engine.lastQuestion(ofDeck: answer.deck), (1...max(last, 1)).contains(answer.ticket), last > 0
    else {
      reply(Reply.failure(id: ClientRequest.unknownID, ClientAnswer.unasked), to: client)
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
      reply(Reply.failure(id: ClientRequest.unknownID, error), to: client)
    }
    publish(engine.handle(.reply(given, ticket: answer.ticket, deck: answer.deck), at: Loop.now))
  }

  /// Logs the first mistake of a delegate and counts the others.
  private func recordMistake(_ mistake: String, _ question: DelegateQuestion) {
    guard delegates.countMistake(for: question.deck) else { return }
    log.warning(
      "a delegate's answer is of no use; further ones are only counted",
      metadata: ["deck": "\(question.deck)", "question": "\(question.method)", "reason": "\(mistake)"]
    )
  }

  private static func name(of client: Client) -> String {
    let process = "the client of process \(client.connection.peer.process)"
    return client.name.map { "\(truncatedQuote($0)), \(process)," } ?? process
  }
}
