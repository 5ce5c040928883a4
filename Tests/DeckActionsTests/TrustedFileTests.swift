import DeckConfiguration
import Foundation
import Glibc
import TestSupport
import Testing

@Suite
struct `Actions are read` {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "actions.toml").path
    try "[[actions]]\non = \"card.swiped\"\nrun = [\"true\"]\n".write(toFile: file, atomically: false, encoding: .utf8)
    chmod(file, 0o644)
    chmod(folder.path, 0o755)
  }

  @Test
  func `from a file that nobody else can write, also through a link`() throws {
    let link = folder.url.appending(path: "link.toml").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "actions.toml")
    for path in [file, link] {
      #expect(try ActionFile.read(path).count == 1)
      #expect(ActionFile.distrust(of: path) == nil)
    }
  }

  @Test(arguments: [0o664, 0o646, 0o666] as [mode_t])
  func `from no file that others can write`(mode: mode_t) {
    chmod(file, mode)
    let error = #expect(throws: UntrustedFileError.self) { try ActionFile.read(file) }
    #expect(
      error?.description == """
        \(file) is refused: its owner is the user \(geteuid()), and its mode 0\(String(mode, radix: 8)), so that \
        others could choose the commands that run; as root: chmod go-w \(file)
        """
    )
    #expect(ActionFile.distrust(of: file) == error?.description)
  }

  @Test(arguments: [0o775, 0o757, 0o1777] as [mode_t])
  func `from no folder that others can write`(mode: mode_t) {
    chmod(folder.path, mode)
    let error = #expect(throws: UntrustedFileError.self) { try ActionFile.read(file) }
    #expect(error?.path == folder.path)
    // Nobody is to take the permissions of a folder such as /tmp away.
    #expect(error?.remedy.contains("chmod") == (mode & S_ISVTX == 0))
  }

  @Test
  func `from nowhere below a folder that others can write, unless it is sticky as that of temporary files`() throws {
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    chmod(inner.path, 0o755)
    let moved = inner.appending(path: "actions.toml").path
    try FileManager.default.moveItem(atPath: file, toPath: moved)
    chmod(folder.path, 0o777)
    #expect(throws: UntrustedFileError.self) { try ActionFile.read(moved) }
    chmod(folder.path, 0o1777)
    #expect(try ActionFile.read(moved).count == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "left out: only root can give a file away"))
  func `from no file of another user`() {
    chown(file, 4711, 4711)
    let error = #expect(throws: UntrustedFileError.self) { try ActionFile.read(file) }
    #expect(error?.owner == 4711 && error?.remedy == "chown root \(file) && chmod go-w \(file)")
  }

  @Test
  func `never from a pipe, for which the service would wait`() {
    unlink(file)
    mkfifo(file, 0o600)
    #expect(throws: InputFileError.self) { try ActionFile.read(file) }
  }

  @Test
  func `not without a file, and the error says which`() {
    unlink(file)
    let error = #expect(throws: InputFileError.self) { try ActionFile.read(file) }
    #expect(error?.isMissing == true && error?.path == file)
  }
}
