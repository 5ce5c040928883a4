import DeckConfiguration
import Logging
import SystemCalls

/// The files that say whether the screens of surfaces are lit.
///
/// They are read when a finger comes down: the kernel reports no change of theirs, and a timer would keep processors
/// from sleeping.
struct ScreenWatch {
  private struct Screen {
    let file: ScreenFile
    /// What was read last, and what the log has said since it was something else.
    var state = State.lit

    /// The text of the file; `nil` if it cannot be read.
    mutating func read(_ metadata: Logger.Metadata, log: Logger) -> String? {
      do throws(Errno) {
        return try TextFile.read(file.path)
      } catch {
        if state != .unknown {
          log.warning(
            "cannot read whether the screen is dark: \(error); touches count on a dark screen, too",
            metadata: metadata
          )
        }
        state = .unknown
        return nil
      }
    }
  }

  private enum State: Equatable {
    case lit
    case dark(touches: Int)
    case unknown
  }

  private var screens: [String: Screen] = [:]

  /// Whether no surface has a file.
  var isEmpty: Bool { screens.isEmpty }

  /// Watches the files of these surfaces.
  mutating func adopt(_ surfaces: [SurfaceSection], log: Logger) {
    screens = [:]
    for surface in surfaces {
      guard let file = surface.screen else { continue }
      var screen = Screen(file: file)
      // The log has a missing file now, rather than when the first finger comes down.
      _ = screen.read(metadata(of: surface.name, file), log: log)
      screens[surface.name] = screen
    }
  }

  /// Whether the surface has a file that says that its screen is dark.
  ///
  /// The log has what is wrong with it once, rather than with every finger.
  mutating func isDark(_ surface: String, log: Logger) -> Bool {
    guard var screen = screens[surface] else { return false }
    defer { screens[surface] = screen }
    let metadata = metadata(of: surface, screen.file)
    guard let text = screen.read(metadata, log: log) else { return false }
    guard screen.file.isDark(text) else {
      screen.state = .lit
      return false
    }
    let before = if case .dark(let touches) = screen.state { touches } else { 0 }
    screen.state = .dark(touches: before + 1)
    if before == 1 {
      log.warning(
        "a touch has woken the surface and its screen is dark still; light it upon surface.woken, or name another file",
        metadata: metadata
      )
    }
    return true
  }

  private func metadata(of surface: String, _ file: ScreenFile) -> Logger.Metadata {
    ["surface": "\(surface)", "file": "\(file.path)"]
  }
}
