import ArgumentParser
import DeckProtocol
import DeckReplay

/// Plays recordings through the engine in virtual time.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play recorded touches through the engine, without a daemon.",
    discussion: """
      Prints the notifications that a client would get, one a line, with the recording's own time (its first \
      frame is 0), until every deck is at rest. The same recording always gives the same bytes. Each recording \
      starts with decks at rest. What is unusual about a recording is noted on standard error.
      """
  )

  @OptionGroup var recordings: RecordingOptions

  @Flag(help: "Print the frames too.")
  var frames = false

  @Flag(help: "Print the motions too: the formulas of what moves.")
  var motions = false

  @Flag(help: "Print the touches too.")
  var touches = false

  func validate() throws {
    if recordings.files.isEmpty { throw ValidationError("expected a recording.") }
  }

  func run() throws {
    try recordings.play(topics: topics) { _, replay, frames, output in
      replay.run(frames) { output.append($0.line) }
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
