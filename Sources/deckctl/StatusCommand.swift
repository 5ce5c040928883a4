import ArgumentParser
import DeckProtocol

/// Says what the daemon and its decks are doing.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say what the daemon and its decks are doing."
  )

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var choice: DeckChoice

  @Flag(help: "Print the daemon's own answers, one deck a line.")
  var json = false

  func run() throws {
    let connection = try daemon.connect()
    let hello = try daemon.ask(connection, "hello", deck: nil).value
    let decks = (hello["decks"]?.elements ?? []).compactMap { $0["id"]?.text }
    if let deck = choice.deck, !decks.contains(deck) {
      throw Failure("there is no deck \"\(deck)\"; there is \(decks.joined(separator: ", "))")
    }
    if !json { print("deckd \(hello["version"]?.text ?? "?") at \(daemon.socketPath)") }
    for deck in decks where choice.deck == nil || choice.deck == deck {
      let answer = try daemon.ask(connection, "deck.get", deck: deck)
      print(json ? String(decoding: answer.source, as: UTF8.self) : Self.line(deck, answer.value["snapshot"] ?? .null))
    }
  }

  private static func line(_ deck: String, _ snapshot: JSONValue) -> String {
    let place = snapshot["kind"]?.text == "stack" ? stack(snapshot) : front(snapshot)
    let decisions = Int(snapshot["undoDepth"]?.number ?? 0)
    let undo = decisions == 0 ? "" : "  \(decisions) to undo"
    return """
      \(deck)  \(snapshot["kind"]?.text ?? "?")/\(snapshot["preset"]?.text ?? "?")  \(place)  \
      \(snapshot["phase"]?.text ?? "?")  event \(Int(snapshot["seq"]?.number ?? 0))\(undo)
      """
  }

  /// How far a swipe deck is.
  private static func front(_ snapshot: JSONValue) -> String {
    let current = Int(snapshot["current"]?.number ?? 0)
    let count = Int(snapshot["count"]?.number ?? 0)
    let front = snapshot["cards"]?.elements.first { $0["depth"]?.number == 0 && $0["role"]?.text != "leaving" }
    let name = front?["id"]?.text
    return name.map { "\($0) in front, \(current + 1) of \(count)" } ?? "out of cards, all \(count) decided"
  }

  /// Which card of a stack is open.
  private static func stack(_ snapshot: JSONValue) -> String {
    "\(snapshot["open"]?.text ?? "no card") open, \(counted(Int(snapshot["count"]?.number ?? 0), "card"))"
  }
}
