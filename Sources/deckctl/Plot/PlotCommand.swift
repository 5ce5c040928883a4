import ArgumentParser
import DeckEngine
import DeckProtocol

/// Draws replays and springs as SVG.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a replay over time, or springs, as SVG or PNG.",
    discussion: """
      Plays recordings as replay does, and draws the fingers, the cards that they touch, the progress to a decision, what \
      each recognizer made of the touch, and the events, all over the same time. Several recordings and springs come on \
      one sheet, which has colors for print and for a dark browser. A name in .png gives a PNG, with rsvg-convert of the \
      package librsvg2-bin; every other one is an SVG.

      Examples:
        deckctl plot swipe.evemu -o swipe.svg
        deckctl plot day.evemu --window 12..14.5 --preset wallet > detail.svg
        deckctl plot --spring "response 0.35, dampingFraction 0.85" --spring "bounciness 10, speed 20" -o springs.svg
      """
  )

  @OptionGroup var recordings: RecordingOptions

  @Option(
    name: .customLong("spring"),
    help: ArgumentHelp(
      "A spring as settings have it, such as \"response 0.35, dampingFraction 0.85\".",
      valueName: "spring"
    )
  )
  var springs: [String] = []

  @Option(help: ArgumentHelp("Only this part of each recording.", valueName: "s..s"))
  var window: NumberRange?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write, a name in .svg or .png (default: SVG on standard output).", valueName: "file"),
    completion: PlotOutput.completion
  )
  var output: PlotOutput?

  func validate() throws {
    if recordings.files.isEmpty, springs.isEmpty { throw ValidationError("expected a recording, or --spring.") }
    if springs.count > SVGSheet.Ink.series.count {
      throw ValidationError("--spring: expected at most \(SVGSheet.Ink.series.count), as a sheet has colors for.")
    }
    try output?.validate(beside: recordings.files)
    _ = try lines()
  }

  func run() throws {
    var sheet = SVGSheet()
    try recordings.play(topics: [.events, .frames, .touches]) { file, replay, session, _ in
      let name = file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "")
      ReplayChart(ReplayTrace(&replay, session.frames), window: window).draw(heading: name, on: &sheet)
    }
    if !springs.isEmpty { SpringChart(try lines()).draw(on: &sheet) }
    let title = "deckctl plot"
    if let output {
      try output.write(sheet, title: title)
    } else {
      OutputBuffer.print(Array(sheet.document(title: title).utf8))
    }
  }

  private func lines() throws -> [SpringChart.Line] {
    try springs.map { text in
      do throws(SpringSettingError) {
        let setting = try SpringSetting(text)
        return SpringChart.Line(text: setting.text, spring: setting.spring)
      } catch {
        throw ValidationError("--spring: \(error)")
      }
    }
  }
}
