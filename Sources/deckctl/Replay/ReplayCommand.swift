import ArgumentParser
import DeckProtocol
import DeckReplay
import JSON

/// Plays recordings through the engine in virtual time.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play recorded touches through the engine, or into a running daemon.",
    discussion: """
      Prints the notifications that a client would get, one a line, with the recording's own time (its first \
      frame is 0), until every deck is at rest. The same recording always gives the same bytes. Each recording \
      starts with decks at rest. What is unusual about a recording is noted on standard error.

      With --live the daemon is touched as the recorded panel was, at the same speed, which needs the grant input.inject.

      Examples:
        deckctl replay swipe.evemu
        deckctl replay --live swipe.evemu --onto photos
      """
  )

  @OptionGroup var recordings: RecordingOptions

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var output: JSONOutput

  @Flag(help: "Touch the running daemon's decks, at the speed of the recording.")
  var live = false

  @Option(
    help: ArgumentHelp("The surface to touch with --live (default: the only one).", valueName: "surface"),
    completion: CompletionWords.surfaces
  )
  var onto: String?

  @Flag(help: "Print the frames too.")
  var frames = false

  @Flag(help: "Print the motions too: the formulas of what moves.")
  var motions = false

  @Flag(help: "Print the touches too.")
  var touches = false

  func validate() throws {
    if recordings.files.isEmpty { throw ValidationError("expected a recording.") }
    if live, recordings.setsDecks || frames || motions || touches {
      throw ValidationError(
        "--live prints nothing, and the daemon has the decks; it takes recordings, --desc and --onto."
      )
    }
    if !live, onto != nil { throw ValidationError("--onto is for --live.") }
  }

  func run() throws {
    guard !live else { return try playLive() }
    // One buffer for all lines: a recording may have hundreds of thousands.
    var json = JSONWriter(capacity: 4096)
    try recordings.play(topics: topics) { _, replay, session, output in
      replay.run(session.frames) { notification in
        json.removeAll()
        notification.write(to: &json)
        output.append(json.bytes)
      }
    }
  }

  private func playLive() throws {
    var live = try LiveReplay(daemon, surface: onto)
    for file in recordings.files {
      let session = try recordings.read(file)
      try live.play(session.frames, of: session.name)
    }
  }

  private var topics: Set<Topic> {
    var topics: Set<Topic> = [.events, .gestures, .haptics]
    if frames { topics.insert(.frames) }
    if motions { topics.insert(.motions) }
    if touches { topics.insert(.touches) }
    return topics
  }
}
