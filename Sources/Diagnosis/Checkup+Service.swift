import DeckProtocol
import Glibc

extension Checkup {
  /// Where units are, the first that is found is used (systemd.unit(5)).
  private static let unitFolders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
  ]

  /// The units of the sockets that listen from the start of the machine.
  ///
  /// They are started with the service, which creates sockets of its own otherwise.
  package static func enabledSockets(in tree: SystemTree) -> [String] {
    socketUnits.filter { isPresent(tree.path("/etc/systemd/system/sockets.target.wants/\($0)")) }
  }

  /// Whether something is at a path, be it a link that leads nowhere.
  private static func isPresent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func unitFile(in tree: SystemTree) -> String? {
    unitFolders.map { "\($0)/\(unit)" }.first { isPresent(tree.path($0)) }
  }

  /// The user that the service runs as; `nil` without a service or such a user.
  static func daemonUser(_ unitFile: String?, _ tree: SystemTree) -> UserAccount? {
    guard unitFile != nil else { return nil }
    let texts = unitFolders.compactMap { tree.text(of: "\($0)/\(unit)") }
    let line = texts.lazy.flatMap { $0.split(separator: "\n") }.first { $0.hasPrefix("User=") }
    return UserAccount(named: line.map { String($0.dropFirst(5)) } ?? "root", in: tree)
  }

  /// The user that the service of a system runs as; `nil` without a service.
  package static func daemonUser(in tree: SystemTree) -> UserAccount? { daemonUser(unitFile(in: tree), tree) }

  mutating func checkService() {
    guard let unitFile else {
      pass("service", "none; deckd is started by hand")
      return
    }
    if Self.isMasked(subject.tree.path(unitFile)) {
      report(
        .serviceMasked,
        "\(Self.unit) is masked (\(unitFile) leads to /dev/null): nothing can start it",
        command: "\(systemctl) unmask \(Self.unit)" + (subject.tree.isThisMachine ? " && \(startCommand)" : "")
      )
      return
    }
    let facts = subject.tree.runsSystemd ? Self.settledFacts() : [:]
    // A later systemd has two states between restarts: auto-restart and auto-restart-queued.
    if facts["ActiveState"] == "failed" || facts["SubState"]?.hasPrefix("auto-restart") ?? false {
      let cause = facts["Result"].map { $0 == "watchdog" ? "its watchdog ended it" : "\($0)" } ?? "unknown"
      let starts = facts["NRestarts"].flatMap { Int($0) }.map { ", \($0) restarts" } ?? ""
      report(
        .serviceFailed,
        "\(Self.unit) does not run: \(cause)\(starts); \"journalctl -u deckd -n 20\" has its last words",
        command: facts["ActiveState"] == "failed" ? startCommand : restartCommand
      )
    } else {
      pass("service", "\(unitFile)\(facts["ActiveState"].map { ", \($0)" } ?? "")")
    }
  }

  /// Whether a unit leads to `/dev/null`.
  private static func isMasked(_ path: String) -> Bool {
    var target = [CChar](repeating: 0, count: 64)
    let count = readlink(path, &target, target.count - 1)
    return count > 0 && target.prefix(count).elementsEqual("/dev/null".utf8.map { CChar($0) })
  }

  /// What systemd says of the service once it is ready or has failed: one that fails again and again starts in between.
  private static func settledFacts() -> [String: String] {
    var facts = facts()
    for _ in 0..<30 where facts["SubState"]?.hasPrefix("start") ?? false {
      usleep(100_000)
      facts = Self.facts()
    }
    return facts
  }

  /// What systemd says of the service.
  private static func facts() -> [String: String] {
    let properties = "ActiveState,SubState,Result,NRestarts,MainPID"
    guard let pipe = popen("systemctl show --property=\(properties) \(unit) 2>/dev/null", "r") else { return [:] }
    defer { pclose(pipe) }
    var facts: [String: String] = [:]
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), pipe) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(separator: "=", maxSplits: 1)
      guard words.count == 2 else { continue }
      facts[String(words[0])] = words[1].filter { $0 != "\n" }
    }
    return facts
  }

  mutating func checkDaemon() {
    let socket = subject.socket
    let cannotStart = findings.contains { [.serviceMasked, .serviceFailed].contains($0.kind) }
    switch subject.daemon {
    case .unasked: break
    case .answers(let status):
      let version = Received<DaemonStatus>(status).version ?? "?"
      pass("socket", "\(socket), where deckd \(version) answers")
      if version != ReleaseVersion.current {
        report(
          .daemonOutdated,
          "deckd \(version) runs, and \(ReleaseVersion.current) is installed",
          command: restartCommand
        )
      }
    // Sockets of systemd accept connections that a service which fails does not answer.
    case .missing where cannotStart, .stale where cannotStart, .silent where cannotStart: break
    case .missing:
      report(.daemonMissing, "deckd does not run: there is no socket at \(socket)", command: startCommand)
    case .stale:
      report(
        .socketStale,
        "deckd does not run: nobody listens on \(socket), which an earlier deckd has left",
        command: startCommand
      )
    case .notPermitted: reportRefusal(socket)
    case .silent(let process): reportSilence(process)
    case .failed(let reason):
      report(.socketWrong, reason, command: "rm \(ShellWord.quoted(socket)) && \(restartCommand)")
    }
  }

  private mutating func reportRefusal(_ socket: String) {
    let user = subject.user
    let file = FileAttributes(of: socket)
    let group = file.flatMap { accounts.name(ofGroup: $0.group) }
    let owners = file.map { " (\(accounts.owners(of: $0)))" } ?? ""
    guard let group, let file, UserAccount.mayGroup(.readingAndWriting, file) else {
      report(
        .socketRefused,
        "the user \(user.name) may not connect to \(socket)\(owners)",
        command: "chmod g+rw \(ShellWord.quoted(socket))"
      )
      return
    }
    // Membership of root's own group would permit far more than this socket.
    guard file.group != 0 else {
      report(
        .socketRefused,
        """
        the user \(user.name) may not connect to \(socket)\(owners); name a group of that user as group of [socket], and \
        start deckd again
        """,
        command: editCommand()
      )
      return
    }
    let isMember = accounts.group(named: group)?.members.contains(user.name) ?? false
    report(
      .socketRefused,
      isMember
        ? "the user \(user.name) is in the group \(group) of \(socket), and this session began before that"
        : "the user \(user.name) may not connect to \(socket)\(owners); a new session knows the group",
      command: isMember ? "newgrp \(group)" : "\(usermod) -aG \(group) \(ShellWord.quoted(user.name))"
    )
  }

  /// `usermod` for the system that is checked.
  var usermod: String {
    subject.tree.isThisMachine ? "usermod" : "usermod --prefix \(ShellWord.quoted(subject.tree.root))"
  }

  private mutating func reportSilence(_ process: Int32?) {
    // The peer of a socket that systemd has made is systemd.
    let process = process == 1 ? Self.facts()["MainPID"].flatMap { Int32($0) } : process
    // proc(5): the state follows the name in parentheses; T is stopped, as by SIGSTOP or a debugger.
    let stat = process.flatMap { SystemTree().text(of: "/proc/\($0)/stat") } ?? ""
    let isStopped = stat.contains("(deckd) T ") || stat.contains("(deckd) t ")
    if isStopped, let process {
      report(
        .daemonStopped,
        "deckd (process \(process)) is stopped, as by Ctrl-Z or a debugger, and answers nobody",
        command: "kill -CONT \(process)"
      )
    } else {
      report(
        .daemonSilent,
        "deckd accepts connections on \(subject.socket) and answers none",
        command: unitFile == nil ? process.map { "kill -ABRT \($0)" } ?? restartCommand : restartCommand
      )
    }
  }
}

extension UserAccount {
  /// Whether the mode permits a use to the members of the file's group.
  static func mayGroup(_ use: Use, _ file: FileAttributes) -> Bool { file.mode >> 3 & use.rawValue == use.rawValue }
}
