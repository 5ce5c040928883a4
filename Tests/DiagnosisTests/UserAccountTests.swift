import Diagnosis
import Foundation
import TestSupport
import Testing

@Suite
struct `A user of a system` {
  private let folder: TemporaryFolder
  private let tree: SystemTree

  init() throws {
    folder = try TemporaryFolder()
    let etc = folder.url.appending(path: "etc")
    try FileManager.default.createDirectory(at: etc, withIntermediateDirectories: true)
    try Data("root:x:0:0:root:/root:/bin/sh\nkiosk:x:1000:1000::/home/kiosk:/bin/sh\nbroken\n".utf8)
      .write(to: etc.appending(path: "passwd"))
    try Data("root:x:0:\nkiosk:x:1000:\ninput:x:104:other,kiosk\ndeckd:x:998:\n".utf8)
      .write(to: etc.appending(path: "group"))
    tree = SystemTree(root: folder.url.path + "/")
  }

  @Test
  func `has the groups of the system's files`() {
    #expect(UserAccount(named: "kiosk", in: tree)?.groups == [1000, 104])
    #expect(UserAccount(named: "nobody", in: tree) == nil)
    #expect(UserAccount(named: "broken", in: tree) == nil)
    #expect(Accounts(tree).owners(of: FileAttributes(owner: 0, group: 104, mode: 0o660)) == "root:input, mode 660")
  }

  @Test
  func `may what the first triple of the mode that applies permits`() throws {
    let kiosk = try #require(UserAccount(named: "kiosk", in: tree))
    func file(_ owner: UInt32, _ group: UInt32, _ mode: UInt32) -> FileAttributes {
      FileAttributes(owner: owner, group: group, mode: mode)
    }
    #expect(kiosk.may(.reading, file(0, 104, 0o640)) && !kiosk.may(.readingAndWriting, file(0, 104, 0o640)))
    #expect(!kiosk.may(.reading, file(0, 998, 0o660)) && kiosk.may(.reading, file(0, 998, 0o604)))
    // Its owner is refused although everybody else is not.
    #expect(!kiosk.may(.reading, file(1000, 104, 0o077)))
    #expect(kiosk.may(.creating, file(1000, 0, 0o700)) && !kiosk.may(.creating, file(1000, 0, 0o600)))
    #expect(UserAccount(named: "root", in: tree)?.may(.readingAndWriting, file(1000, 0, 0)) == true)
  }

  @Test
  func `has words that a shell leaves as they are`() {
    #expect(ShellWord.quoted("/etc/deckd/deckd.toml") == "/etc/deckd/deckd.toml")
    #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
    #expect(ShellWord.quoted("") == "''")
    #expect(ShellWord.quoted("$HOME") == "'$HOME'")
  }
}
