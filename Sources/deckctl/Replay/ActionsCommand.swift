import ArgumentParser
import DeckActions
import DeckConfiguration
import DeckProtocol
import DeckReplay
import JSON
import Kinetics

/// Shows what `deckd-actions` would run.
struct ActionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions",
    abstract: "Show which commands recorded touches would run.",
    discussion: """
      Plays recordings as replay does, without a daemon, and prints the commands that deckd-actions would run for \
      their events, one a line. Nothing is run; each command counts as ended at once.

      Example:
        deckctl actions --dry-run swipe.evemu --config deckd.toml --actions actions.toml
      """
  )

  @OptionGroup var recordings: RecordingOptions

  @Flag(help: "Run nothing; required, since deckd-actions alone runs commands.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("The actions.", valueName: "file"),
    completion: .file(extensions: ["toml"])
  )
  var actions = ActionFile.usualPath

  @Flag(help: "Print JSON, one command a line, with the event that it would run for.")
  var json = false

  func validate() throws {
    if !dryRun || recordings.files.isEmpty { throw ValidationError("expected --dry-run and a recording.") }
  }

  func run() throws {
    let actions: [ActionSection]
    do {
      actions = try ActionFile.check(self.actions)
    } catch {
      throw Failure("\(error)")
    }
    for warning in ActionWarnings.of(actions) { StandardError.note(warning) }
    if let distrust = ActionFile.distrust(of: self.actions) { StandardError.note(distrust) }
    try recordings.play(topics: [.events]) { file, replay, session, output in
      func print(_ line: String) { output.append(Array("\(line)\n".utf8)) }
      let isOneOfSeveral = recordings.files.count > 1
      if isOneOfSeveral, !json { print("\(file):") }
      var schedule = ActionSchedule(actions)
      var wouldRun = false
      replay.run(session.frames) { notification in
        guard case .event(let note) = notification, let event = ActionEvent(notification) else { return }
        for run in schedule.take(event, at: Instant(microseconds: note.time)) {
          wouldRun = true
          if json {
            output.append(Self.json(run, of: isOneOfSeveral ? file : nil))
          } else {
            let seconds = (Double(note.time) / 1e6).text
            print("\(seconds) s  \(event.type)  \(run.action.name) would run \(run.action.commandText)")
          }
          _ = schedule.ended(run.action.name)
        }
      }
      for (action, dropped) in schedule.takeReports(at: Instant(microseconds: .max)) {
        StandardError.note("\(action): dropped events: \(dropped)")
      }
      if !wouldRun { StandardError.note("\(file): no command would run") }
    }
  }

  /// A line of JSON, with the recording where there are several.
  private static func json(_ run: ActionSchedule.Run, of recording: String?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      if let recording { json.member("recording", recording) }
      json.member("action", run.action.name)
      json.key("run")
      json.array(run.action.command) { $0.value($1) }
      json.key("event")
      json.raw(run.event.source[...])
    }
    json.newline()
    return json.bytes
  }
}

extension ActionEvent {
  /// The event as deckd-actions receives it; `nil` for any other notification.
  fileprivate init?(_ notification: DeckNotification) {
    guard let parameters = try? ReceivedMessage(line: notification.line.dropLast()).parameters else { return nil }
    self.init(parameters)
  }
}
