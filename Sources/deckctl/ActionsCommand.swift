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
    try recordings.play(topics: [.events]) { file, replay, session, output in
      func print(_ line: String) { output.append(Array("\(line)\n".utf8)) }
      if recordings.files.count > 1 { print("\(file):") }
      var schedule = ActionSchedule(actions)
      replay.run(session.frames) { notification in
        guard case .event(let note) = notification, let event = ActionEvent(notification) else { return }
        for run in schedule.take(event, at: Instant(microseconds: note.time)) {
          let seconds = (Double(note.time) / 1e6).text
          print("\(seconds) s  \(event.type)  \(run.action.name) would run \(run.action.commandText)")
          _ = schedule.ended(run.action.name)
        }
      }
      for (action, dropped) in schedule.takeReports(at: Instant(microseconds: .max)) {
        print("\(action): dropped events: \(dropped)")
      }
    }
  }
}

extension ActionEvent {
  /// The event as deckd-actions receives it; `nil` for any other notification.
  fileprivate init?(_ notification: DeckNotification) {
    guard let parameters = try? JSONValue(message: notification.line.dropLast()).member("params") else { return nil }
    self.init(parameters)
  }
}
