import ArgumentParser
import DeckClient
import DeckProtocol
import JSON

/// Shows the state of the daemon and its decks.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say what the daemon and its decks are doing.",
    discussion: """
      The daemon with its configuration and state directory, the panels, surfaces with their gestures, and clients \
      that it has, and a line for each deck: what is in front, what the deck does, its newest event, the round, and what can be undone.
      """
  )

  @OptionGroup var daemon: DaemonAddress

  @Option(
    help: ArgumentHelp("Only this deck (default: the daemon and all decks).", valueName: "id"),
    completion: CompletionWords.decks
  )
  var deck: String?

  @Flag(help: "Print the daemon's own answers: that to daemon.status, and to deck.get for each deck, one a line.")
  var json = false

  func run() throws {
    let connection = try daemon.connect()
    let answer = try daemon.ask(connection, "daemon.status", deck: nil)
    let status = answer.as(DaemonStatus.self)
    let names = status.decks.compactMap { $0[\.entry.id] }
    if let deck, !names.contains(deck) {
      throw Failure("there is no deck \"\(deck)\"; there is \(names.joined(separator: ", "))")
    }
    if json {
      if deck == nil { print(String(decoding: answer.source, as: UTF8.self)) }
    } else {
      if deck == nil {
        let list = try daemon.ask(connection, "surface.list", deck: nil).as(Reply.SurfaceList.self)
        for line in StatusText(status, list.surfaces, socket: daemon.socketPath).lines { print(line) }
      }
    }
    for name in names where deck == nil || deck == name {
      let answer = try daemon.ask(connection, "deck.get", deck: name)
      let text = String(decoding: answer.source, as: UTF8.self)
      print(json ? text : StatusText.deck(answer.as(Reply.Subscribed.self).snapshot ?? Received(.null)))
    }
  }
}
