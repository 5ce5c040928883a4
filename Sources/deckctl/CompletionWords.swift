import ArgumentParser
import DeckClient
import DeckEngine
import DeckProtocol
import JSON
import UnixSocket

/// What the shell completes words of the command line with.
enum CompletionWords {
  /// The decks of the daemon.
  static let decks = CompletionKind.custom { words, _, _ in names(words) { $0.decks.map { $0[\.entry.id] } } }
  /// The surfaces of the daemon.
  static let surfaces = CompletionKind.custom { words, _, _ in names(words) { $0.surfaces.map(\.name) } }
  static let directions = CompletionKind.list(Direction.allCases.map(\.rawValue))
  static let recordings = CompletionKind.file(extensions: ["evemu", "events", "yml", "yaml", "log", "txt"])
  static let configurations = CompletionKind.file(extensions: ["toml"])
  static let cardFiles = CompletionKind.file(extensions: ["json"])

  /// The words of `deckctl configure`: a deck, settings, and after `name=` the values of a setting that has choices.
  static let settings = CompletionKind.custom { words, index, prefix in
    // bash makes a word of the sign.
    let before = words.prefix(index).last
    if prefix == "=" { return choices(of: before ?? "") }
    if before == "=" { return choices(of: words.prefix(index).dropLast().last ?? "") }
    if let sign = prefix.firstIndex(of: "=") {
      return choices(of: String(prefix[..<sign])).map { prefix[...sign] + $0 }
    }
    let settings = SettingsTable.rows.map { "\($0.name)=" }
    // Only the first word after the subcommand can name the deck.
    return (before == ConfigureCommand._commandName ? names(words) { $0.decks.map { $0[\.entry.id] } } : []) + settings
  }

  /// How long a shell waits for the daemon.
  private static let patience = Duration.milliseconds(500)

  /// The names that are `list`ed by the daemon on the command line; empty where none replies.
  private static func names(_ words: [String], of list: (Received<DaemonStatus>) -> [String?]) -> [String] {
    let address = words.firstIndex(of: "--socket").map { words[($0 + 1)...].first { $0 != "=" } } ?? nil
    let path = DeckConnection.socketPath(explicit: address, environment: SocketPath.environment)
    guard let connection = try? DeckConnection(path: path),
      (try? connection.send(DaemonAddress.request("daemon.status", deck: nil) { _ in })) != nil
    else { return [] }
    while case .line(let line) = try? connection.readLine(timeout: patience) {
      if let result = (try? ReceivedMessage(line: line))?.result {
        return list(Received(result.value)).compactMap(\.self)
      }
    }
    return []
  }

  /// The values of a setting that are words; empty for one that takes others.
  private static func choices(of name: String) -> [String] {
    guard let row = SettingsTable.rows.first(where: { $0.name == name }) else { return [] }
    return row.samples.compactMap { sample in
      switch sample {
      case .flag(let flag): "\(flag)"
      case .text(let text): row.range.contains(text) && !text.isEmpty ? text : nil
      case .number: nil
      }
    }
  }
}
