import DeckConfiguration
package import DeckProtocol

/// Checks how deckd is set up: configuration, state, service, socket, devices and their mapping.
///
/// Everything is read when the check runs, and nothing is changed.
package struct Checkup: Sendable {
  /// What is checked.
  package struct Subject: Sendable {
    package var tree: SystemTree
    /// The user who is to use deckd.
    package var user: UserAccount
    package var daemon: DaemonState
    /// The daemon's socket.
    package var socket: String
    /// The configuration file; `nil` for the one of the daemon, else the usual one.
    package var configuration: String?
    /// The state directory; `nil` for the one of the daemon, else that of the service.
    package var stateDirectory: String?

    package init(tree: SystemTree, user: UserAccount, daemon: DaemonState, socket: String) {
      (self.tree, self.user, self.daemon, self.socket) = (tree, user, daemon, socket)
    }
  }

  /// The name of the service.
  static let unit = "deckd.service"
  /// The units that listen for it.
  static let socketUnits = ["deckd.socket", "deckd-observe.socket"]
  /// The file of the service; `nil` if it is not installed.
  let unitFile: String?
  let subject: Subject
  let accounts: Accounts
  /// The user that the daemon runs as, or would.
  let daemonUser: UserAccount
  /// The configuration's file, as it is on this machine.
  let configurationPath: String
  let stateDirectory: String?
  let devices: [InputDevice]

  package private(set) var findings: [CheckFinding] = []
  /// What was checked and is right, one fact each, with its topic.
  package private(set) var passed: [(topic: String, fact: String)] = []

  /// Runs every check, on `devices` beside the files.
  package init(_ subject: Subject, devices: [InputDevice]) {
    self.subject = subject
    self.devices = devices
    let tree = subject.tree
    accounts = Accounts(tree)
    let status = subject.daemon.status
    unitFile = Self.unitFile(in: tree)
    daemonUser = Self.daemonUser(unitFile, tree) ?? subject.user
    configurationPath =
      subject.configuration ?? status?.configuration ?? tree.path(ConfigurationFile.usualPath)
    let ofService = unitFile == nil ? nil : tree.path("/var/lib/deckd")
    stateDirectory = subject.stateDirectory ?? (status == nil ? ofService : status?.stateDirectory)
    let configuration = checkConfiguration()
    checkState()
    checkService()
    checkDaemon()
    checkDevices(configuration)
    checkFingers()
    if let configuration { checkMapping(configuration) }
  }

  /// What came of asking the daemon for its status.
  package var daemon: DaemonState { subject.daemon }

  /// The status of a daemon that replies.
  package var status: Received<DaemonStatus>? { subject.daemon.status }

  /// The configuration's file, whether it is there or not.
  package var configurationFile: String { configurationPath }

  /// Whether something does not work.
  package var hasProblems: Bool { findings.contains { $0.weight == .problem } }

  mutating func report(
    _ kind: CheckFinding.Kind,
    _ text: String,
    weight: CheckFinding.Weight = .problem,
    command: String
  ) {
    findings.append(CheckFinding(kind, text, weight: weight, command: command))
  }

  mutating func pass(_ topic: String, _ fact: String) {
    passed.append((topic, fact))
  }

  // MARK: - Words that commands share

  /// `systemctl` for the system that is checked.
  var systemctl: String {
    subject.tree.isThisMachine ? "systemctl" : "systemctl --root=\(ShellWord.quoted(subject.tree.root))"
  }

  /// The command that starts the daemon.
  var startCommand: String {
    if unitFile != nil {
      let units = (Self.enabledSockets(in: subject.tree) + [Self.unit]).joined(separator: " ")
      return subject.tree.isThisMachine ? "\(systemctl) enable --now \(units)" : "\(systemctl) enable \(Self.unit)"
    }
    var words = ["deckd", "--socket", subject.socket]
    if let file = subject.configuration { words += ["--config", file] }
    if let folder = subject.stateDirectory { words += ["--state-dir", folder] }
    return words.map(ShellWord.quoted).joined(separator: " ") + " &"
  }

  /// The command that ends the daemon and starts it again.
  var restartCommand: String {
    unitFile != nil ? "\(systemctl) restart \(Self.unit)" : startCommand
  }

  /// The command that has a running daemon read its configuration, to follow another one; empty without a daemon.
  var reloadSuffix: String {
    subject.daemon.status == nil ? "" : " && deckctl reload --socket \(ShellWord.quoted(subject.socket))"
  }

  /// The command that opens the configuration at a line.
  func editCommand(line: Int? = nil) -> String {
    let place = line.map { "+\($0) " } ?? ""
    return "${EDITOR:-editor} \(place)\(ShellWord.quoted(configurationPath))"
  }
}
