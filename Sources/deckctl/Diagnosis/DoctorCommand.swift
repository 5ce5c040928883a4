import ArgumentParser
import Diagnosis
import Glibc
import JSON
import MessageText

/// What `doctor` and `report` check, as options.
struct CheckupOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonAddress

  @Option(
    help: ArgumentHelp("The configuration (default: the daemon's, else /etc/deckd/deckd.toml).", valueName: "file"),
    completion: CompletionWords.configurations
  )
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The state directory (default: the daemon's, else /var/lib/deckd of the service).",
      valueName: "folder"
    ),
    completion: .directory
  )
  var stateDir: String?

  @Option(help: ArgumentHelp("Check for this user instead of the one who runs deckctl.", valueName: "name"))
  var user: String?

  func validate() throws {
    if config == "" { throw ValidationError("--config: expected the path of a file, not an empty one.") }
    if stateDir == "" { throw ValidationError("--state-dir: expected the path of a folder, not an empty one.") }
  }

  /// Checks this machine, or the files of a system below `root`.
  func checkup(root: String = "") throws -> Checkup {
    let tree = SystemTree(root: root)
    let devices = InputDevice.candidates
    var user = UserAccount(ofProcessIn: tree)
    if let name = self.user {
      guard let found = UserAccount(named: name, in: tree) else {
        throw Failure("--user: there is no user \"\(name)\" in \(tree.path("/etc/passwd"))")
      }
      user = found
    }
    let socket = tree.isThisMachine ? daemon.socketPath : daemon.socket ?? tree.path("/run/deckd/deckd.sock")
    var subject = Checkup.Subject(
      tree: tree,
      user: user,
      daemon: tree.isThisMachine ? DaemonProbe.state(of: socket) : .unasked,
      socket: socket
    )
    // This process may have more permissions than the user, and another system's socket is judged by its mode.
    if self.user != nil || !tree.isThisMachine, let file = FileAttributes(of: socket),
      !user.may(.readingAndWriting, file)
    {
      subject.daemon = .notPermitted
    }
    subject.configuration = config
    subject.stateDirectory = stateDir
    return Checkup(subject, devices: tree.isThisMachine ? devices : [])
  }
}

/// Checks how deckd is set up.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is wrong with the set-up, and the command that fixes it.",
    discussion: """
      Checks the configuration, the state directory and its disk, the service, the socket and who may use it, udev's \
      rules, every panel with its permissions, size and calibration, and the panels' mapping to surfaces. Nothing is \
      changed. Each finding is a line, and the command that fixes it is the line below. The exit code is 1 if there is \
      a problem, and 0 if there are notes at most: a note is on something that works, and may have been meant otherwise.

      --root checks the files of another system, such as a mounted image; its commands change that system.

      --json prints each finding as a line: {"kind": "panel-size", "weight": "problem", "text": …, "command": …}
      """
  )

  @OptionGroup var options: CheckupOptions

  @Option(
    help: ArgumentHelp("Check the system in this folder, not this machine.", valueName: "folder"),
    completion: .directory
  )
  var root: String?

  @Flag(help: "Print JSON, one finding a line.")
  var json = false

  func validate() throws {
    guard let root else { return }
    guard FileAttributes(of: root)?.isFolder ?? false else {
      throw ValidationError("--root: expected a folder, not \(root).")
    }
  }

  func run() throws {
    let checkup = try options.checkup(root: root ?? "")
    if json {
      for finding in checkup.findings { print(CheckupText.json(finding)) }
    } else {
      let style = TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1)
      for line in CheckupText(checkup, style).lines { print(line) }
    }
    if checkup.hasProblems { throw ExitCode(ExitStatus.refused.rawValue) }
  }
}
