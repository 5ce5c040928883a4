import ArgumentParser
import DeckEngine
import DeckProtocol
import JSON

/// Shows how what comes of recorded touches depends on a setting.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Say what comes of recorded touches over a range of a setting.",
    discussion: """
      Plays recordings as replay does, once for each value of the setting, and prints what came of each touch: a \
      direction for a swipe, the card on which a carousel settles, back, select, dismiss, move, fan or gather, and - for \
      nothing, or for a stack that is scrolled. Below the table is where the outcomes change. With -o it draws the same, as SVG or PNG like plot.

      Examples:
        deckctl tune commit.threshold 0.1..0.5 swipes.evemu
        deckctl tune press.duration 0.2..0.8 *.evemu --preset wallet --steps 13 -o press.svg
      """
  )

  @Argument(
    help: ArgumentHelp("The setting, as configure has it; one that is a number.", valueName: "setting"),
    completion: .list(SettingsTable.rows.filter { $0.isNumber }.map(\.name))
  )
  var setting: String

  @Argument(help: ArgumentHelp("The first and the last value.", valueName: "from..to"))
  var range: NumberRange

  @OptionGroup var recordings: RecordingOptions

  @Option(help: ArgumentHelp("How many values to try.", valueName: "number"))
  var steps = 9

  @Option(help: ArgumentHelp("Only this deck (default: each deck that has the setting).", valueName: "id"))
  var deck: String?

  @Flag(help: "Print JSON, a line for each touch.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write a plot, a name in .svg or .png.", valueName: "file"),
    completion: PlotOutput.completion
  )
  var output: PlotOutput?

  func validate() throws {
    if recordings.files.isEmpty { throw ValidationError("expected a recording.") }
    try output?.validate(beside: recordings.files)
    guard (2...100).contains(steps) else { throw ValidationError("--steps: expected 2 to 100.") }
  }

  func run() throws {
    var progress = ProgressLine()
    let sweep: SettingSweep
    let touches: [SettingSweep.Touch]
    do {
      let sessions = try recordings.files.map(recordings.read)
      sweep = try SettingSweep(setting, range, steps: steps, deck: deck, sessions: sessions)
      touches = try sweep.run { done, all in progress.show("\(setting): \(100 * done / all) %") }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
    progress.clear()
    if json {
      for touch in touches { print(Self.json(touch, of: sweep)) }
    } else {
      print(TuneTable(touches, of: sweep).text)
    }
    if let output {
      var sheet = SVGSheet()
      TuneChart(touches, of: sweep).draw(on: &sheet)
      try output.write(sheet, title: "deckctl tune \(setting)")
    }
  }

  private static func json(_ touch: SettingSweep.Touch, of sweep: SettingSweep) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("recording", touch.recording)
      json.member("t", Int64((touch.start * 1e6).rounded()))
      json.member("setting", sweep.setting.name)
      json.key("outcomes")
      json.array(Array(zip(sweep.values, touch.words))) { json, outcome in
        json.object { json in
          json.member("value", outcome.0)
          json.member("outcome", outcome.1)
        }
      }
      json.key("changes")
      json.array(touch.changes) { json, change in
        json.object { json in
          json.member("value", change.value)
          json.member("outcome", change.word)
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension SettingRow {
  /// Whether the setting has a range of numbers.
  fileprivate var isNumber: Bool {
    switch values {
    case .number, .integer: true
    case .flag, .choice, .directions, .spring, .text: false
    }
  }
}
