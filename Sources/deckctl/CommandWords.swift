import ArgumentParser
import DeckProtocol
import MessageText

/// The words of a command line, with the global options before or after the subcommand.
struct CommandWords {
  /// Global options with a value, and without one.
  private static let valued = ["--socket"]
  private static let flags = ["--json"]
  /// ArgumentParser's own subcommand.
  private static let help = "help"

  private let words: [String]

  /// The words after the program's name.
  ///
  /// A range such as -10..10 is no option: a space before it has ArgumentParser take it as a value.
  init(_ words: [String]) {
    self.words = words.map { NumberRange.isNegative($0) ? " \($0)" : $0 }
  }

  /// The words with the subcommand first, followed by the global options that preceded it.
  ///
  /// A subcommand that is none of `subcommands` is an error that names the nearest one.
  func arranged(for subcommands: [String]) throws(ValidationError) -> [String] {
    let start = subcommandStart
    guard start < words.count, !words[start].hasPrefix("-") else { return words }
    let name = words[start]
    let rest = words[(start + 1)...]
    if name == Self.help {
      if let topic = rest.first, !topic.hasPrefix("-") { try check(topic, subcommands) }
      return [name] + rest
    }
    try check(name, subcommands)
    return [name] + words[..<start] + rest
  }

  /// The number of words before the subcommand, all of them global options.
  private var subcommandStart: Int {
    var place = 0
    while place < words.count {
      let option = words[place].prefix { $0 != "=" }
      if Self.flags.contains(words[place]) || Self.valued.contains(String(option)) && option != words[place] {
        place += 1
      } else if Self.valued.contains(words[place]) {
        place += 2
      } else {
        break
      }
    }
    return place
  }

  private func check(_ name: String, _ subcommands: [String]) throws(ValidationError) {
    guard name != Self.help, !subcommands.contains(name) else { return }
    let nearest = Suggestion.nearest(to: name, among: subcommands)
    let remedy = nearest.map { "did you mean '\($0)'?" } ?? "'deckctl --help' lists them."
    throw ValidationError("unknown subcommand '\(name)'; \(remedy)")
  }
}
