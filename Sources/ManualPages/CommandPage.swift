import JSON

/// The manual page of a program, made from its own help.
package struct CommandPage {
  private let program: HelpText.Command
  private let section: Int
  private let release: ManualRelease
  private var page = ManualText()

  /// The page of the program whose `--experimental-dump-help` is `help`.
  package init(help: [UInt8], section: Int, release: ManualRelease) throws {
    program = try HelpText.program(of: help)
    self.section = section
    self.release = release
  }

  /// The page in mdoc.
  package var text: String {
    var writer = self
    writer.write()
    return writer.page.text
  }

  private mutating func write() {
    page.head(program.name, section: section, summary: program.abstract, release: release)
    page.macro("Sh", "SYNOPSIS")
    synopsis(of: program, below: [])
    page.macro("Sh", "DESCRIPTION")
    page.discussion(program.discussion)
    page.macro("Sh", "OPTIONS")
    options(program.arguments)
    if !program.subcommands.isEmpty {
      page.macro("Sh", "SUBCOMMANDS")
      for subcommand in program.subcommands { describe(subcommand) }
    }
    for notes in ProgramNotes.of(program.name) { page.list(notes.heading, notes.marked, notes.rows) }
    page.seeAlso(except: program.name)
  }

  private mutating func describe(_ subcommand: HelpText.Command) {
    page.macro("Ss", ManualText.word(subcommand.name))
    synopsis(of: subcommand, below: [program.name])
    page.macro("Pp")
    page.prose(subcommand.abstract)
    if !subcommand.discussion.isEmpty {
      page.macro("Pp")
      page.discussion(subcommand.discussion)
    }
    // The others stand under OPTIONS.
    let own = subcommand.arguments.filter { argument in !program.arguments.contains { $0.names == argument.names } }
    if !own.isEmpty { options(own) }
  }

  private mutating func synopsis(of command: HelpText.Command, below parents: [String]) {
    page.macro("Nm", ManualText.word((parents.first ?? command.name)))
    if !parents.isEmpty { page.macro("Cm", ManualText.word(command.name)) }
    for argument in command.arguments where !argument.isUniversal {
      let words = argument.synopsis + (argument.isRepeating ? ["..."] : [])
      if argument.isOptional {
        page.macro("Op", words.joined(separator: " "))
      } else {
        page.macro(words[0], words.dropFirst().joined(separator: " "))
      }
    }
    if !command.subcommands.isEmpty { page.macro("Ar", "subcommand") }
  }

  private mutating func options(_ arguments: [HelpText.Argument]) {
    page.macro("Bl", "-tag", "-width", "Ds")
    for argument in arguments {
      page.macro("It", argument.tag.joined(separator: " "))
      page.prose(argument.description)
    }
    page.macro("El")
  }
}

extension HelpText.Argument {
  /// Whether every command has it, so that no synopsis needs it.
  fileprivate var isUniversal: Bool { names.contains("-version") || names.contains("-help") }

  /// The argument with its preferred name.
  fileprivate var synopsis: [String] { (preferredName.map(Self.flag) ?? []) + value }

  /// The argument with all its names.
  fileprivate var tag: [String] { names.map(Self.flag).joined(separator: [","]) + value }

  private var value: [String] { valueName.map { ["Ar", ManualText.word($0)] } ?? [] }

  private static func flag(_ name: String) -> [String] { ["Fl", ManualText.word(name)] }
}
