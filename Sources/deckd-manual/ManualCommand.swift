import ArgumentParser
import DeckConfiguration
import ManualPages

/// Makes the manual pages; the build alone uses it.
@main
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckd-manual",
    abstract: "Prints a manual page of deckd in mdoc.",
    discussion: "Example: deckctl --experimental-dump-help | deckd-manual --section 1 --date \"November 23, 2026\""
  )

  @Option(help: "The section of the program's page, or 5 for that of the configuration.")
  var section: Int

  @Option(help: "The day of the release, as mdoc has it.")
  var date: String

  func run() throws {
    let release = ManualRelease(date: date)
    let page =
      section == 5
      ? SettingsPage.text(release)
      : try CommandPage(help: InputFile.readStandardInput(), section: section, release: release).text
    print(page, terminator: "")
  }
}
