import ArgumentParser
import DeckClient
import DeckProtocol
import JSON
import MessageText

/// Sends the cards of a file to a deck, in as many requests as needed.
struct CardTransfer {
  let options: DeckCommandOptions
  let file: CardListFile
  /// The command's verb in messages: `loaded`.
  let verb: String
  let terms: FieldTerms
  private let connection: DeckConnection
  private let status: Received<DaemonStatus>
  private let limits: DaemonLimits
  /// Started before the connection, as a user waits for that, too.
  private let progress = ProgressLine()

  /// A transfer of `file`; throws if a card by itself exceeds the daemon's limits.
  init(_ file: CardListFile, _ options: DeckCommandOptions, verb: String, terms: FieldTerms) throws {
    self.options = options
    self.file = file
    self.verb = verb
    self.terms = terms
    connection = try options.command.daemon.connect()
    status = try options.command.daemon.ask(connection, "daemon.status", deck: nil).as(DaemonStatus.self)
    limits = DaemonLimits(status.limits)
    try file.checkSizes(room: limits.ofRequests.room(beside: options.choice.deck), data: limits.cardData)
  }

  /// Throws if the deck would exceed its limits on cards or data, before any card is sent.
  ///
  /// With `isAdding` the cards join those of the deck; without, they replace them.
  func checkTotals(isAdding: Bool) throws(Failure) {
    let present = isAdding ? self.present : (cards: 0, bytes: 0)
    try file.checkCount(limit: limits.cards, present: present.cards)
    try file.checkData(limit: limits.deckData, present: present.bytes)
  }

  /// What the deck holds now; zero if the daemon does not report it, or has to ask which deck is meant.
  ///
  /// The daemon then rejects what is too much itself.
  private var present: (cards: Int, bytes: Int) {
    let named = options.choice.deck.map { id in status.decks.filter { $0[\.entry.id] == id } } ?? status.decks
    let deck = named.count == 1 ? named.first : nil
    return (deck?[\.counts.count] ?? 0, deck?.dataBytes ?? 0)
  }

  /// Sends the cards in as many requests as they need, with the parameters that `others` writes, and reports the
  /// result; a failure reports how many cards the deck has taken.
  func send(_ method: ClientRequest.MethodName, _ others: (inout JSONWriter) -> Void = { _ in }) throws {
    let parameters = DaemonAddress.parameters(deck: options.choice.deck) { json in
      others(&json)
      json.key("cards")
      json.array(file.cards) { $0.raw($1) }
    }
    var progress = progress
    var answer: DaemonAddress.Answer?
    for part in RequestParts(method.rawValue, parameters, under: limits.ofRequests) {
      do {
        answer = try daemon.exchange(connection, part)
      } catch {
        progress.clear()
        throw failure(error, in: part)
      }
      progress.show("\(verb) \(part.cards.upperBound) of \(pluralized(file.cards.count, "card"))")
    }
    progress.clear()
    if let answer { options.command.report(answer) }
  }

  private var daemon: DaemonAddress { options.command.daemon }

  /// The failure of a request in the file's terms.
  private func failure(_ error: any Error, in part: RequestParts.Part) -> Failure {
    let (text, status): (String, ExitStatus) =
      switch error {
      case let refusal as Refusal: (self.text(of: refusal, from: part.cards.lowerBound), .refused)
      case let failure as Failure: (failure.description, failure.status)
      case let error as DeckConnectionError: ("\(error)", .noDaemon)
      default: ("\(error)", .refused)
      }
    let done = part.cards.lowerBound
    guard done > 0, part.method != ClientRequest.MethodName.deckStage.rawValue else { return Failure(text, status) }
    return Failure("\(text)\n\(verb) before that: the first \(done) of \(pluralized(file.cards.count, "card"))", status)
  }

  private func text(of refusal: Refusal, from start: Int) -> String {
    let field = "params.cards"
    guard refusal.field.hasPrefix(field) else { return terms.text(of: refusal) }
    var path = String(refusal.field.dropFirst(field.count))
    if let index = path.firstMatch(of: /^\[(\d+)\]/), let number = Int(index.1) {
      path.replaceSubrange(index.range, with: "[\(start + number)]")
    }
    let message = refusal.message.replacing(refusal.field, with: path)
    return file.text(of: terms.words(message), path: path, expected: terms.words(refusal.expected))
  }
}
