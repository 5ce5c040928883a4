import ArgumentParser
import DeckConfiguration
import DeckProtocol
import Diagnosis
import Glibc
import JSON
import MessageText

/// Lists the devices that are or might be panels.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List panels as deckd sees them, and why a device is not used.",
    discussion: """
      Each input device that is or might be a touch panel, with what [[panels]] of the configuration matches it by: \
      name, id, path and udev's properties. With a running daemon, also where its touches go, whether deckd has them \
      alone, and how many fingers are down; without one, where the configuration would have them go. --all lists the \
      other input devices, too.

      --json prints each device as a line. Example: deckctl devices --json | jq -r 'select(.used) | .path'
      """
  )

  @OptionGroup var daemon: DaemonAddress

  @Option(
    help: ArgumentHelp("The configuration (default: the daemon's, else /etc/deckd/deckd.toml).", valueName: "file"),
    completion: CompletionWords.configurations
  )
  var config: String?

  @Flag(help: "List every input device.")
  var all = false

  @Flag(help: "Print every udev property.")
  var properties = false

  @Flag(help: "Print JSON, one device a line.")
  var json = false

  func run() throws {
    let list = try DeviceList(daemon, config: config, all: all)
    if json {
      for entry in list.entries { print(entry.json) }
      return
    }
    let style = TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1)
    for note in list.notes { StandardError.note(note) }
    for (index, entry) in list.entries.enumerated() {
      if index > 0 { print("") }
      for line in entry.lines(withProperties: properties, style) { print(line) }
    }
    if list.entries.isEmpty { print("no touch panel; \"deckctl doctor\" says what to do") }
  }
}

/// The devices of this machine with how deckd uses them.
struct DeviceList {
  private(set) var entries: [DeviceEntry]
  /// What is not known, and why.
  private(set) var notes: [String] = []

  /// The devices, all of them or only those that might be panels.
  init(_ daemon: DaemonAddress, config: String?, all: Bool = false) throws {
    let tree = SystemTree()
    let state = DaemonProbe.state(of: daemon.socketPath)
    let status = state.status
    var configuration: DaemonConfiguration?
    do {
      configuration = try ConfigurationFile.read(config ?? status?.configuration)
    } catch {
      // A mistake in the file that the user names is the user's; the daemon's own is a matter of doctor.
      if config != nil { throw Failure("\(error)") }
      notes.append("\(error)")
    }
    if status == nil {
      let absence = state.absence(on: daemon.socketPath)
      notes.append("\(absence): surfaces are those that the configuration would give")
    }
    let user = Checkup.daemonUser(in: tree) ?? UserAccount(ofProcessIn: tree)
    let accounts = Accounts(tree)
    entries = (all ? InputDevice.all : InputDevice.candidates).map { device in
      DeviceEntry(device, status, configuration, user: user, accounts)
    }
  }
}
