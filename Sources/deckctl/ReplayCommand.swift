import ArgumentParser
import DeckProtocol
import DeckReplay
import Glibc

/// Plays recordings through the engine in virtual time.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play recorded touches through the engine, without a daemon.",
    discussion: """
      Prints the notifications that a client would get, one a line, with the recording's own time (its first
      frame is 0), until every deck is at rest. The same recording always gives the same bytes. Each recording
      starts with decks at rest.
      """
  )

  @OptionGroup var recordings: RecordingOptions

  @Flag(help: "Print the frames too.")
  var frames = false

  @Flag(help: "Print the touches too.")
  var touches = false

  func run() throws {
    try recordings.play(topics: topics) { replay, frames, output in
      replay.run(frames) { output.append($0.line) }
    }
  }

  private var topics: Set<Topic> {
    var topics: Set<Topic> = [.events, .gestures]
    if frames { topics.insert(.frames) }
    if touches { topics.insert(.touches) }
    return topics
  }
}

/// Collects lines and writes them to standard output in large pieces.
final class OutputBuffer {
  private static let piece = 1 << 16
  private var bytes: [UInt8] = []

  func append(_ line: [UInt8]) {
    bytes += line
    if bytes.count >= Self.piece { flush() }
  }

  /// Writes what has been collected; ends the program quietly when nobody reads any more.
  func flush() {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EPIPE { perror("deckctl: standard output") }
        exit(1)
      }
      written += count
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
