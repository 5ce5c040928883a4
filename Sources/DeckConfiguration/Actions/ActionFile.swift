import DeckEngine
import DeckProtocol
import Glibc
import MessageText

/// The file of actions.
///
/// Whoever can write it decides what runs. So it is read only where nobody but root and the program's own user can
/// change it, or put another in its place.
package enum ActionFile {
  /// The default path.
  package static let usualPath = "/etc/deckd/actions.toml"

  /// The actions of the file at `path`, if only root or this user can change them.
  package static func read(_ path: String) throws -> [ActionSection] {
    try parse(try InputFile.read(try TrustedFile.resolve(path), onlyRegular: true), file: path)
  }

  /// The actions of a file that may be anybody's, to check it.
  package static func check(_ path: String) throws -> [ActionSection] {
    try parse(try InputFile.read(path), file: path)
  }

  /// Why a service of this user refuses the file at `path`; `nil` if it takes it.
  package static func distrust(of path: String) -> String? {
    do {
      _ = try TrustedFile.resolve(path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The actions of a TOML text; `file` is named in errors, all of which are thrown.
  package static func parse(_ bytes: [UInt8], file: String) throws -> [ActionSection] {
    let text = try ConfigurationFile.text(of: bytes, file)
    var actions: [ActionSection] = []
    do {
      let read = try TOMLReader.read(text)
      var reader = ConfigurationReader(findings: read.findings, folder: CardFile.folder(of: file))
      _ = reader.read(read.root, ActionTable.file, into: &actions)
      guard reader.findings.isEmpty else { throw ConfigurationError(file: file, findings: reader.findings) }
    } catch let problem as ConfigurationError.Problem {
      throw ConfigurationError(file: file, problems: [problem])
    }
    return actions
  }

  /// Valid but probably unintended: types of events that this version does not know, one sentence each.
  package static func warnings(of actions: [ActionSection]) -> [String] {
    actions.filter { DeckEvent.TypeName(rawValue: $0.event) == nil }.map { action in
      let hint = Suggestion.hint(for: action.event, among: DeckEvent.typeNames)
      return "\(action.name): this version knows no event \(SettingText.quoted(action.event))\(hint)"
    }
  }
}
