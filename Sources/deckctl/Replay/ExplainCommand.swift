import ArgumentParser
import DeckClient
import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import JSON
import Kinetics
import MessageText

/// Explains why each recognizer won or lost a finger, in a recording or on a panel.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why each touch was taken for what it was.",
    discussion: """
      Plays recordings as replay does, without a daemon, and prints for each contact which recognizer won and lost: \
      when, what was measured, and what was needed. A contact that no gesture follows is reported with the reason. With --live \
      it does so for the daemon's panels, as they are touched, until it is interrupted.
      """
  )

  @OptionGroup var recordings: RecordingOptions

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var choice: DeckChoice

  @Flag(help: "Explain what is touched now, on the daemon's panels.")
  var live = false

  @Flag(help: "Print JSON, one verdict a line, with the time in microseconds.")
  var json = false

  func validate() throws {
    if live, !recordings.isEmpty { throw ValidationError("--live takes no recordings, and no options about them.") }
    if !live, recordings.files.isEmpty { throw ValidationError("expected a recording, or --live.") }
  }

  func run() throws {
    guard !live else { return try follow() }
    try recordings.play(topics: [.events]) { file, replay, session, output in
      if let deck = choice.deck, !replay.decks.contains(deck) {
        let known = Suggestion.oneOf(replay.decks, insteadOf: deck)
        throw Failure("--deck: there is no deck \(truncatedQuote(deck)); expected \(known)")
      }
      // Each recording begins at 0.
      let isOneOfSeveral = recordings.files.count > 1
      if isOneOfSeveral, !json { output.append(Array("\(file):\n".utf8)) }
      replay.explain(session.frames, lost: session.ignored) { explanation in
        guard choice.deck == nil || explanation.deck == choice.deck else { return }
        output.append(json ? Self.json(explanation.note, of: isOneOfSeveral ? file : nil) : Self.line(explanation.note))
      }
    }
  }

  private func follow() throws {
    let connection = try daemon.connect()
    _ = try daemon.ask(connection, "explain", deck: choice.deck) { $0.member("on", true) }
    let output = OutputBuffer()
    while true {
      guard case .line(let line) = try connection.readLine() else {
        throw Failure("\(daemon.socketPath): the daemon closed the connection", .noDaemon)
      }
      let message = try ReceivedMessage(line: line)
      guard let note = message.note(.explanation, as: Explanation.self), let parameters = message.parameters
      else { continue }
      if json {
        output.append(Array(parameters.source) + [UInt8(ascii: "\n")])
      } else if let explanation = Explanation(note) {
        output.append(Self.line(explanation))
      }
      output.flush()
    }
  }

  private static func line(_ explanation: Explanation) -> [UInt8] {
    Array("\(explanation.text)\n".utf8)
  }

  /// A line of JSON, which begins with the recording where there are several.
  private static func json(_ explanation: Explanation, of recording: String?) -> [UInt8] {
    var json = JSONWriter()
    explanation.write(to: &json)
    json.newline()
    guard let recording else { return json.bytes }
    var name = JSONWriter()
    name.value(recording)
    // One after another: Swift 6.2 does not find a type for their sum.
    var line = Array("{\"recording\":".utf8)
    line += name.bytes
    line.append(UInt8(ascii: ","))
    line += json.bytes.dropFirst()
    return line
  }
}

extension Explanation {
  /// A notification's content, as far as a readable line shows it; `nil` for an outcome unknown to this deckctl.
  fileprivate init?(_ note: Received<Explanation>) {
    guard let outcome = note.outcome.flatMap(Outcome.init) else { return nil }
    self.init(
      time: note.time ?? 0,
      contact: note.contact ?? 0,
      surface: note.surface ?? "",
      x: note.x ?? 0,
      y: note.y ?? 0,
      deck: note.deck,
      card: note.card,
      recognizer: note.recognizer,
      outcome: outcome,
      reason: note.reason,
      measure: nil
    )
  }
}
