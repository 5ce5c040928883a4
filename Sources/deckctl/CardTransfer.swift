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
  private let status: JSONValue
  private let limits: DaemonLimits
  /// The capacity of a request for cards, in bytes.
  private let room: Int
  /// Started before the connection, as a user waits for that, too.
  private let progress = ProgressLine()

  /// A transfer of `file`; throws if a card by itself exceeds the daemon's limits.
  init(_ file: CardListFile, _ options: DeckCommandOptions, verb: String, terms: FieldTerms) throws {
    self.options = options
    self.file = file
    self.verb = verb
    self.terms = terms
    // The largest request without cards.
    let frame = DaemonAddress.request("\(ClientRequest.MethodName.deckReload.rawValue)", deck: options.choice.deck) {
      $0.member("cards") { _ in }
      $0.member("current", Int.max)
    }
    connection = try options.command.daemon.connect()
    status = try options.command.daemon.ask(connection, "daemon.status", deck: nil).value
    limits = DaemonLimits(status)
    room = limits.line - frame.count
    try file.checkSizes(room: room, data: limits.cardData)
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
    let decks = status["decks"]?.elements ?? []
    let named = options.choice.deck.map { id in decks.filter { $0["id"]?.text == id } } ?? decks
    let deck = named.count == 1 ? named.first : nil
    return (Int(deck?["count"]?.number ?? 0), Int(deck?["dataBytes"]?.number ?? 0))
  }

  /// The division of the cards into requests.
  var upload: CardUpload {
    CardUpload(whole: file.cards.map(\.count), bare: file.bareCards.map(\.count), limit: room)
  }

  /// The index of the first visible card, and how many cards a reload must keep because decisions may be about them:
  /// all in a deck that loops, else those before the front card.
  func position() throws -> (decided: Int, front: Int) {
    let answer = try daemon.ask(connection, "deck.get", deck: options.choice.deck, terms: terms)
    let snapshot = answer.value["snapshot"] ?? .null
    let shown = (snapshot["cards"]?.elements ?? []).compactMap { $0["index"]?.number }
    let current = snapshot["current"]?.number ?? 0
    let isLooping = snapshot["settings"]?["loop"] == .boolean(true)
    let decided = (isLooping ? snapshot["count"]?.number : current) ?? current
    return (Int(decided), Int(shown.min() ?? current))
  }

  /// Sends the requests, and reports the result; a failure reports how many cards were sent.
  func send(_ parts: [CardUpload.Part]) throws {
    var progress = progress
    var done: [CardUpload.Part] = []
    var answer: DaemonAddress.Answer?
    for part in parts {
      do {
        answer = try send(part)
      } catch {
        progress.clear()
        throw failure(error, in: part, after: done)
      }
      done.append(part)
      progress.show("\(verb) \(done.reduce(0) { $0 + $1.whole.count }) of \(pluralized(file.cards.count, "card"))")
    }
    progress.clear()
    if let answer { options.command.report(answer) }
  }

  private var daemon: DaemonAddress { options.command.daemon }

  private func send(_ part: CardUpload.Part) throws -> DaemonAddress.Answer {
    try daemon.exchange(connection, part.method.rawValue, deck: options.choice.deck) { json in
      json.key("cards")
      json.array(part.cards) { json, index in
        if part.whole.contains(index) { json.raw(file.cards[index]) } else { json.raw(file.bareCards[index][...]) }
      }
      if let index = part.index { json.member(part.method == .deckLoad ? "current" : "at", index) }
    }
  }

  /// The failure of a part in the file's terms, with the result of the parts before it.
  private func failure(_ error: any Error, in part: CardUpload.Part, after done: [CardUpload.Part]) -> Failure {
    let (text, status): (String, ExitStatus) =
      switch error {
      case let refusal as Refusal: (self.text(of: refusal, in: part), .refused)
      case let failure as Failure: (failure.description, failure.status)
      case let error as DeckConnectionError: ("\(error)", .noDaemon)
      default: ("\(error)", .refused)
      }
    guard !done.isEmpty else { return Failure(text, status) }
    let whole = done.map(\.whole).filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    let ranges = whole.reduce(into: [Range<Int>]()) { ranges, next in
      if let last = ranges.last, last.upperBound == next.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<next.upperBound
      } else {
        ranges.append(next)
      }
    }
    let names = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound - 1)" }
    let total = ranges.reduce(0) { $0 + $1.count }
    return Failure(
      "\(text)\n\(verb) before that: \(total) of \(pluralized(file.cards.count, "card")) (\(names.joined(separator: ", ")))",
      status
    )
  }

  private func text(of refusal: Refusal, in part: CardUpload.Part) -> String {
    let field = "params.cards"
    guard refusal.field.hasPrefix(field) else { return terms.text(of: refusal) }
    var path = String(refusal.field.dropFirst(field.count))
    if let index = path.firstMatch(of: /^\[(\d+)\]/), let number = Int(index.1) {
      path.replaceSubrange(index.range, with: "[\(part.cards.lowerBound + number)]")
    }
    let message = refusal.message.replacing(refusal.field, with: path)
    return file.text(of: terms.words(message), path: path, expected: terms.words(refusal.expected))
  }
}
