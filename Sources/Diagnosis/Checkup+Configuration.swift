import DeckConfiguration
import DeckProtocol
import Glibc
import MessageText

extension Checkup {
  /// The number of a file's mistakes that are reported one by one.
  private static let listedMistakes = 5

  /// Reads the configuration; `nil` if that is not possible.
  mutating func checkConfiguration() -> DaemonConfiguration? {
    let path = configurationPath
    guard FileAttributes(of: path) != nil || subject.configuration != nil else {
      pass("configuration", "built in; there is no \(path)")
      return .builtIn
    }
    do {
      let configuration = try ConfigurationFile.read(path)
      for warning in configuration.warnings {
        report(.configurationWarning, "\(path): \(warning)", weight: .note, command: editCommand())
      }
      checkReadable(path)
      pass("configuration", path)
      return configuration
    } catch let error as ConfigurationError {
      for (problem, line) in zip(error.problems, error.lines).prefix(Self.listedMistakes) {
        report(.configurationBroken, line, command: command(for: problem))
      }
    } catch let error as InvalidTextError {
      report(.configurationBroken, "\(error)", command: editCommand(line: error.line))
    } catch let error as InputFileError {
      report(.configurationUnreadable, "\(error)", command: commandToRead(path))
    } catch {
      report(.configurationUnreadable, "\(error)", command: editCommand())
    }
    return nil
  }

  /// Reports a file that this process can read and the daemon's user cannot.
  private mutating func checkReadable(_ path: String) {
    guard let file = FileAttributes(of: path), !daemonUser.may(.reading, file) else { return }
    let owners = accounts.owners(of: file)
    report(
      .configurationUnreadable,
      "\(path): the user \(daemonUser.name) of deckd may not read it (\(owners))",
      command: commandToRead(path)
    )
  }

  private func commandToRead(_ path: String) -> String {
    let file = ShellWord.quoted(path)
    guard FileAttributes(of: path) != nil else { return "deckd --check-config && touch \(file)" }
    return "chmod a+r \(file)\(reloadSuffix)"
  }

  /// The command that corrects a mistake: by itself where the right word is known, else in an editor at the line.
  private func command(for problem: ConfigurationError.Problem) -> String {
    guard problem.column == nil, let match = problem.text.firstMatch(of: Self.misspelledKey),
      let key = match.1.split(separator: ".").last
    else { return editCommand(line: problem.line) }
    return "sed -i '\(problem.line)s/\\b\(key)\\b/\(match.2)/' \(ShellWord.quoted(configurationPath))\(reloadSuffix)"
  }

  /// A message about a key that is nearly right: both words.
  private static var misspelledKey: Regex<(Substring, Substring, Substring)> {
    /^([\w.\[\]]+): unknown key; did you mean "([\w.]+)"\?$/
  }
}
