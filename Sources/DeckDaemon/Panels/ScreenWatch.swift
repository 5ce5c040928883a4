import DeckConfiguration
import Logging
import SystemCalls

/// The files that say whether the screens of surfaces are lit.
///
/// They are read when a finger comes down: the kernel reports no change of theirs, and a timer would keep processors
/// from sleeping.
struct ScreenWatch {
  private var files: [String: ScreenFile] = [:]
  /// The surfaces whose file could not be read last.
  private var unread: Set<String> = []

  /// Watches the files of these surfaces.
  mutating func adopt(_ surfaces: [SurfaceSection]) {
    files = Dictionary(
      uniqueKeysWithValues: surfaces.compactMap { surface in surface.screen.map { (surface.name, $0) } }
    )
    unread = []
  }

  /// Whether the surface has a file that says that its screen is dark.
  mutating func isDark(_ surface: String, log: Logger) -> Bool {
    guard let file = files[surface] else { return false }
    do throws(Errno) {
      let text = try TextFile.read(file.path)
      unread.remove(surface)
      return file.isDark(text)
    } catch {
      // Once, rather than with every finger.
      if unread.insert(surface).inserted {
        log.warning(
          "cannot read \(file.path): \(error); touches on the dark screen count",
          metadata: ["surface": "\(surface)"]
        )
      }
      return false
    }
  }
}
