import Glibc
import MessageText

extension Checkup {
  /// What a disk must have left, in bytes: SQLite's log, which is truncated at 4 MiB, and as much again for cards.
  private static let leastSpace: UInt64 = 8 << 20

  mutating func checkState() {
    guard let folder = stateDirectory else {
      pass("state", "not kept across restarts (deckd --state-dir)")
      return
    }
    guard let attributes = FileAttributes(of: folder) else {
      pass("state", "\(folder), which deckd creates")
      return
    }
    let names = FileAttributes.names(in: folder)
    checkOwners(folder, attributes, names)
    let aside = names.filter { $0.contains(/^state\.db\.(damaged|foreign)-[0-9]+$/) }
    for name in aside {
      report(
        .stateSetAside,
        "\(folder)/\(name): deckd found an earlier state unusable, set it aside, and began empty",
        command: "mv \(ShellWord.quoted("\(folder)/\(name)"))* /var/tmp/"
      )
    }
    let hasSpace = checkSpace(folder, aside: aside)
    if hasSpace, aside.isEmpty, !findings.contains(where: { $0.kind == .stateNotWritable }) { pass("state", folder) }
  }

  private mutating func checkOwners(_ folder: String, _ attributes: FileAttributes, _ names: [String]) {
    var wrong: String?
    if !attributes.isFolder {
      wrong = "\(folder) is not a folder"
    } else if !daemonUser.may(.creating, attributes) {
      wrong = "\(folder): the user \(daemonUser.name) of deckd may not create files in it"
    } else {
      let files = names.filter { $0.hasPrefix("state.db") }.compactMap { name in
        FileAttributes(of: "\(folder)/\(name)").map { (name, $0) }
      }
      if let (name, file) = files.first(where: { !daemonUser.may(.readingAndWriting, $0.1) }) {
        wrong =
          """
          \(folder)/\(name): the user \(daemonUser.name) of deckd may not write it \
          (\(accounts.owners(of: file))); was deckd started as another user?
          """
      }
    }
    guard let wrong else { return }
    let group = accounts.users.first { $0.number == daemonUser.number }?.group ?? daemonUser.number
    let owner = subject.tree.isThisMachine ? "\(daemonUser.name):" : "\(daemonUser.number):\(group)"
    report(
      .stateNotWritable,
      wrong,
      command: "chown -R \(owner) \(ShellWord.quoted(folder)) && chmod -R u+rwX \(ShellWord.quoted(folder))"
    )
  }

  /// Whether the disk of the state has space.
  private mutating func checkSpace(_ folder: String, aside: [String]) -> Bool {
    var space = statvfs()
    guard statvfs(folder, &space) == 0 else { return true }
    let free = UInt64(space.f_bavail) * UInt64(space.f_frsize)
    guard free < Self.leastSpace || space.f_favail == 0 && space.f_files > 0 else { return true }
    let left = free < Self.leastSpace ? "\(free / 1024) KiB" : "no inode"
    // A state that was set aside is what deckd itself leaves on a disk.
    let command =
      aside.isEmpty
      ? "journalctl --vacuum-size=16M" : "rm \(ShellWord.quoted(folder + "/"))state.db.*-[0-9]*"
    report(
      .diskFull,
      "\(folder): \(left) left on the disk: decisions cannot be stored, and deckd refuses them",
      command: command
    )
    return false
  }
}
