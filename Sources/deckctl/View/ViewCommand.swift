import ArgumentParser
import DeckClient
import DeckProtocol
import JSON

/// Draws decks in a terminal, live.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Draw decks in the terminal, as they move.",
    discussion: """
      Draws every deck, or the one that is named, with what happens to it beside it; without decks, the events of \
      surfaces. For terminals with 24-bit colors, \
      of 20 x 6 characters or more, also over ssh: a slow line shows fewer pictures and is never behind by more than \
      one. Waits for the daemon where it restarts. NO_COLOR in the environment turns colors off. q or Ctrl-C ends it.
      """
  )

  @OptionGroup var daemon: DaemonAddress

  @Option(
    help: ArgumentHelp("Only this deck (default: all decks).", valueName: "id"),
    completion: CompletionWords.decks
  )
  var deck: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Pictures a second, at the most.", valueName: "Hz"))
  var rate = 30.0

  func validate() throws {
    try OptionRange("--rate", 0.1...120, "Hz").check(rate)
  }

  func run() throws {
    // The client would wait for a daemon, and for a deck, that may never be.
    _ = try daemon.ask(try daemon.connect(), deck == nil ? "daemon.status" : "deck.get", deck: deck)
    let screen = try TerminalScreen(isColored: TerminalStyle(isTerminal: true).isColored)
    defer { screen.restore() }
    var options = DeckSession.Options()
    options.client = "deckctl view"
    if let deck { options.deck = deck }
    let client = DeckClient(socket: daemon.socketPath, options: options)
    defer { client.close() }
    show(client, on: screen)
  }

  /// Shows the decks until the user, or the terminal, ends it.
  private func show(_ client: DeckClient, on screen: TerminalScreen) {
    let interval = Duration.seconds(1 / rate)
    let updates = client.updateQueue()
    var view = DecksView()
    var shown: DecksView?
    var next = ContinuousClock.now
    while true {
      switch screen.wait(until: next) {
      case .quit: return
      case .resize, .resume: shown = nil
      case nil: break
      }
      guard ContinuousClock.now >= next, screen.isReady else { continue }
      next = max(next.advanced(by: interval), .now)
      updates.takeAll().forEach { view.take($0) }
      view.look(at: client)
      guard view != shown else { continue }
      let size = screen.size
      screen.show(view.picture(columns: size.columns, rows: size.rows))
      shown = view
    }
  }
}
