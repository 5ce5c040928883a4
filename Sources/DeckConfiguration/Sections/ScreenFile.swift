import DeckEngine
import DeckProtocol

/// A file of the kernel that says whether a screen is lit.
package struct ScreenFile: Hashable, Sendable {
  /// What such a file is called, which says what it has.
  fileprivate enum Kind: String, CaseIterable {
    /// Of a backlight: 0 is on, any other state is dark.
    case power = "bl_power"
    /// Of a backlight: 0 is dark.
    case brightness
    /// Of a connector: `On`, or a state that is dark.
    case dpms
  }

  package let path: String
  private let kind: Kind

  /// The file at an absolute path; `nil` if it is called otherwise than those that are known.
  package init?(_ path: String) {
    guard path.hasPrefix("/"), let kind = path.split(separator: "/").last.flatMap({ Kind(rawValue: String($0)) })
    else { return nil }
    (self.path, self.kind) = (path, kind)
  }

  /// Whether the screen is dark where the file has this text.
  package func isDark(_ text: String) -> Bool {
    // A file that says nothing must not keep a panel from working.
    guard let state = text.split(whereSeparator: \.isWhitespace).first else { return false }
    return switch kind {
    case .power: state != "0"
    case .brightness: state == "0"
    case .dpms: state != "On"
    }
  }
}

/// The path of a `ScreenFile`.
struct ScreenFileParser: SettingParser {
  var expectation: String {
    "an absolute path to a file called \(ScreenFile.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
  }
  var bounds: String { "a path" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> ScreenFile {
    guard case .text(let path) = given else { throw mismatch(given) }
    guard let file = ScreenFile(path) else { throw error("\(SettingText.quoted(path)) says nothing of a screen") }
    return file
  }
}
