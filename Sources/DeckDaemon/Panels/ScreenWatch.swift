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
      screens[surface.name] = Screen(file: file)
      // Now, rather than when the first finger finds the file missing.
      if (try? TextFile.read(file.path)) == nil { _ = isDark(surface.name, log: log) }
    }
  }

  /// Whether the surface has a file that says that its screen is dark.
  ///
  /// The log has what is wrong with it once, rather than with every finger.
  mutating func isDark(_ surface: String, log: Logger) -> Bool {
    guard var screen = screens[surface] else { return false }
    defer { screens[surface] = screen }
    let metadata: Logger.Metadata = ["surface": "\(surface)", "file": "\(screen.file.path)"]
    do throws(Errno) {
      guard screen.file.isDark(try TextFile.read(screen.file.path)) else {
        screen.state = .lit
        return false
      }
    } catch {
      if screen.state != .unknown {
        log.warning(
          "cannot read whether the screen is dark: \(error); touches count on a dark screen, too",
          metadata: metadata
        )
      }
      screen.state = .unknown
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
}
