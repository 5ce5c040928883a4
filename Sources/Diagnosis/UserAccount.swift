import Glibc

/// A user of the system, with the groups whose permissions apply.
package struct UserAccount: Hashable, Sendable {
  /// What a file may be used for; the bits of each three of a mode.
  package enum Use: UInt32, Sendable {
    case reading = 4
    case writing = 2
    case readingAndWriting = 6
    /// Of a folder: to create files in it.
    case creating = 3
  }

  package var name: String
  package var number: UInt32
  package var groups: Set<UInt32>

  /// A user with these groups.
  package init(name: String, number: UInt32, groups: Set<UInt32>) {
    (self.name, self.number, self.groups) = (name, number, groups)
  }

  /// The user and the groups of this process.
  package init(ofProcessIn tree: SystemTree) {
    var groups = [gid_t](repeating: 0, count: 1 << 16)
    let count = getgroups(Int32(groups.count), &groups)
    number = geteuid()
    self.groups = Set(groups.prefix(Int(max(0, count))) + [getegid()])
    name = Accounts(tree).name(ofUser: geteuid()) ?? "\(geteuid())"
  }

  /// The user of this name in the system's files, with the groups that they give it; `nil` if there is none.
  package init?(named name: String, in tree: SystemTree) {
    let accounts = Accounts(tree)
    guard let user = accounts.users.first(where: { $0.name == name }) else { return nil }
    self.init(
      name: name,
      number: user.number,
      groups: Set(accounts.groups.filter { $0.members.contains(name) }.map(\.number) + [user.group])
    )
  }

  /// Whether the mode of a file permits a use; root needs no permission.
  package func may(_ use: Use, _ file: FileAttributes) -> Bool {
    if number == 0 { return true }
    let shift: UInt32 = file.owner == number ? 6 : groups.contains(file.group) ? 3 : 0
    return file.mode >> shift & use.rawValue == use.rawValue
  }
}

/// The users and groups in `/etc/passwd` and `/etc/group`.
package struct Accounts: Sendable {
  /// A line of `/etc/passwd`.
  package struct User: Hashable, Sendable {
    package var name: String
    package var number: UInt32
    package var group: UInt32
  }

  /// A line of `/etc/group`.
  package struct Group: Hashable, Sendable {
    package var name: String
    package var number: UInt32
    package var members: [String]
  }

  package let users: [User]
  package let groups: [Group]

  /// The accounts of a system.
  package init(_ tree: SystemTree) {
    func lines(_ path: String) -> [[String]] {
      (tree.text(of: path) ?? "").split(separator: "\n").map {
        $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      }
    }
    users = lines("/etc/passwd").compactMap { fields in
      guard fields.count > 3, let number = UInt32(fields[2]), let group = UInt32(fields[3]) else { return nil }
      return User(name: fields[0], number: number, group: group)
    }
    groups = lines("/etc/group").compactMap { fields in
      guard fields.count > 3, let number = UInt32(fields[2]) else { return nil }
      return Group(name: fields[0], number: number, members: fields[3].split(separator: ",").map(String.init))
    }
  }

  package func name(ofUser number: UInt32) -> String? { users.first { $0.number == number }?.name }

  package func name(ofGroup number: UInt32) -> String? { groups.first { $0.number == number }?.name }

  package func group(named name: String) -> Group? { groups.first { $0.name == name } }

  /// Who may use a file, in a few words: `root:input, mode 0660`.
  package func owners(of file: FileAttributes) -> String {
    let mode = String(file.mode, radix: 8)
    return
      "\(name(ofUser: file.owner) ?? "\(file.owner)"):\(name(ofGroup: file.group) ?? "\(file.group)"), mode \(mode)"
  }
}
