import DeckConfiguration
import Foundation
import TestSupport
import Testing

/// Files that are no configuration.
struct ConfigurationFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func problem(_ name: String) -> String {
    do {
      _ = try ConfigurationFile.read(path(name))
      return "none"
    } catch {
      return "\(error)"
    }
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func `text that is not UTF-8 is named by its line`() throws {
    try Data(Array("# ä\n\nx = \"".utf8) + [0xE4] + Array("\"\n".utf8)).write(to: URL(filePath: path("latin1.toml")))
    #expect(problem("latin1.toml").contains("latin1.toml:3: not UTF-8; expected a file saved as UTF-8"))
    // A character that ends with the file.
    try Data(Array("# ä\n# ".utf8) + [0xC3]).write(to: URL(filePath: path("cut.toml")))
    #expect(problem("cut.toml").contains("cut.toml:2: not UTF-8"))
  }

  @Test(arguments: [[0], [0xFF], [0xFE]] as [[UInt8]])
  func `a file of one byte is no text in UTF-16`(bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path("byte.toml")))
    #expect(problem("byte.toml").contains("byte.toml:1"))
  }

  @Test func `nobody waits for a pipe, and a device has no end`() {
    #expect(mkfifo(path("pipe.toml"), 0o600) == 0)
    #expect(problem("pipe.toml").contains("pipe.toml: not a file that can be read again"))
    for device in ["/dev/zero", "/dev/null"] {
      #expect(throws: InputFileError.self) { try ConfigurationFile.read(device) }
    }
    #expect(problem("").contains("expected a file, not a folder"))
  }

  @Test func `a file that is too large is not read`() throws {
    #expect(FileManager.default.createFile(atPath: path("large.toml"), contents: nil))
    #expect(truncate(path("large.toml"), 1 << 40) == 0)
    #expect(problem("large.toml").contains("File too large; expected a file of at most 1073741824 bytes"))
  }
}
