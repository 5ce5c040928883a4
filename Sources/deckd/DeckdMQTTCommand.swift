import ArgumentParser
import DeckMQTT
import DeckProtocol
import EventLoop
import Glibc
import Logging
import MessageText
import Service
import SystemCalls

/// The command line of the bridge to a broker.
struct DeckdMQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckd-mqtt",
    abstract: "Carries deckd's decks to an MQTT broker.",
    discussion: """
      Publishes every event below deckd/PANEL/DECK/, with the journal's name and the event's number: none is lost while \
      the broker, the network, deckd or the bridge is away. Also the decks' states, and, where you allow them, carries \
      out commands.
      """,
    version: ReleaseVersion.current
  )

  @Option(
    help: ArgumentHelp(
      "The broker: \(BrokerAddress.expected) (default: \(Self.usualBroker)).",
      valueName: "url"
    ),
    transform: Self.address
  )
  var broker = Self.usualBroker

  @Option(help: ArgumentHelp("The panel's name in topics (default: the host's name).", valueName: "name"))
  var panel: String?

  @Option(help: ArgumentHelp("What topics begin with.", valueName: "topic"))
  var prefix = "deckd"

  @Option(
    help: ArgumentHelp(
      "The protocol: \(BrokerOptions.Version.allCases.map(\.rawValue).joined(separator: " or ")) (default: 5).",
      valueName: "version"
    ),
    completion: .list(BrokerOptions.Version.allCases.map(\.rawValue)),
    transform: Self.version
  )
  var mqttVersion = BrokerOptions.Version.v5

  @Option(help: ArgumentHelp("The user at the broker.", valueName: "name"))
  var user: String?

  @Option(
    help: ArgumentHelp("The file with the user's password (default: the credential password).", valueName: "file"),
    completion: .file()
  )
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "The authorities that sign the broker's certificate (default: the system's).",
      valueName: "file"
    ),
    completion: .file()
  )
  var caFile: String?

  @Option(
    help: ArgumentHelp("The certificate that the broker knows the panel by.", valueName: "file"),
    completion: .file()
  )
  var certificate: String?

  @Option(help: ArgumentHelp("The certificate's key.", valueName: "file"), completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp(
      "A command that others may send, such as deck.undo; repeat for several (default: none).",
      valueName: "method"
    ),
    completion: .list(CommandPolicy.allowable)
  )
  var allow: [String] = []

  @Option(help: ArgumentHelp("Also publish frames, at most so many a second for each deck.", valueName: "rate"))
  var frames: Double?

  @Option(
    help: ArgumentHelp("Let Home Assistant find the panel below this topic, usually homeassistant.", valueName: "topic")
  )
  var discovery: String?

  @OptionGroup var daemon: ClientSocket

  @Option(
    help: ArgumentHelp(
      "The folder for the number of the last event that the broker has (default: $STATE_DIRECTORY).",
      valueName: "path"
    ),
    completion: .directory
  )
  var stateDir: String?

  @OptionGroup var logging: LogOptions

  static func main() { main(ProgramArguments.all) }

  func validate() throws {
    if let frames, !(0.1...240).contains(frames) {
      throw ValidationError("--frames: expected 0.1 to 240 a second, not \(frames).")
    }
    for method in allow where !CommandPolicy.allowable.contains(method) {
      throw ValidationError("--allow: expected \(Suggestion.oneOf(CommandPolicy.allowable, not: method))")
    }
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--certificate and --key belong together.")
    }
    if !broker.isSecure, caFile != nil || certificate != nil {
      throw ValidationError("--ca-file and --certificate are for TLS: expected --broker mqtts://…, not \(broker).")
    }
    if let discovery,
      !discovery.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ TopicTree.isLevel(String($0)) })
    {
      throw ValidationError("--discovery: expected a topic such as homeassistant, not \"\(discovery)\".")
    }
  }

  func run() throws {
    // First, while there is only one thread: the others inherit it.
    let signals = EndingSignals()
    let name = panel ?? Self.hostName
    guard let topics = TopicTree(prefix: prefix, panel: name) else {
      throw ValidationError(
        "--prefix \"\(prefix)\", --panel \"\(name)\": expected parts of a topic, without + # and, in the panel, /."
      )
    }
    var client = BrokerOptions(broker, version: mqttVersion, client: "deckd-\(name)")
    (client.user, client.password, client.authorities) = (user, try readPassword(), caFile)
    if let certificate, let key { client.certificate = (certificate, key) }
    let policy = CommandPolicy(allow)
    var options = BridgeOptions(
      client,
      topics,
      policy,
      // Without commands it need not be able to change anything.
      socket: policy.isEmpty ? daemon.observing : daemon.control,
      positions: PositionFile(in: try stateFolder())
    )
    (options.frameRate, options.discovery) = (frames, discovery)

    let log = logging.logger(of: "deckd-mqtt")
    let manager = Lock(ServiceManager(at: Loop.now))
    let bridge: Bridge
    do {
      bridge = try Bridge(options, log: log) { [broker] state in
        manager.withLock { $0.report(.bridging(to: "\(broker)", state.status)) }
      }
    } catch {
      throw ProgramFailure("\(error)")
    }
    manager.withLock { $0.reportReady(.bridging(to: "\(broker)", .waitingForBroker)) }
    let isDone = Lock(false)
    WorkerThread {
      bridge.run()
      isDone.withLock { $0 = true }
    }.detach()
    log.notice("ending because of \(signals.wait())")
    manager.withLock { $0.reportStopping() }
    bridge.stop()
    // The system may try to connect for minutes; what is kept is on disk already.
    for _ in 0..<200 where !isDone.withLock({ $0 }) { usleep(10_000) }
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "panel" }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "panel" }
  }

  private func stateFolder() throws -> String {
    if let stateDir {
      // As deckd does: readable by its user alone.
      guard mkdir(stateDir, 0o700) == 0 || errno == EEXIST else {
        throw ProgramFailure("cannot create the folder \(stateDir): \(Errno(errno)); name another with --state-dir")
      }
      guard access(stateDir, W_OK | X_OK) == 0 else {
        throw ProgramFailure("cannot write to the folder \(stateDir): \(Errno(errno)); name another with --state-dir")
      }
      return stateDir
    }
    guard let folder = stateDirectoryOfService else {
      throw ValidationError("--state-dir: expected a folder for the number of the last event that the broker has.")
    }
    return folder
  }

  private func readPassword() throws -> String? {
    let credential = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) + "/password" }
    guard let path = passwordFile ?? credential.flatMap({ access($0, F_OK) == 0 ? $0 : nil }) else { return nil }
    guard user != nil else { throw ValidationError("--password-file \(path): a password needs --user.") }
    do {
      let text = try TextFile.read(path)
      return String(text.prefix { $0 != "\n" && $0 != "\r\n" })
    } catch {
      throw ProgramFailure("cannot read the password file \(path): \(error)")
    }
  }

  private static let usualBroker = BrokerAddress(host: "localhost", isSecure: false)

  private static func address(_ text: String) throws -> BrokerAddress {
    guard let address = BrokerAddress(text) else {
      throw ValidationError("expected an address such as \(BrokerAddress.expected), not \"\(text)\"")
    }
    return address
  }

  private static func version(_ text: String) throws -> BrokerOptions.Version {
    guard let version = BrokerOptions.Version(rawValue: text) else {
      throw ValidationError(
        "expected \(Suggestion.oneOf(BrokerOptions.Version.allCases.map(\.rawValue), insteadOf: text))"
      )
    }
    return version
  }
}

extension Bridge.State {
  fileprivate var status: ServiceStatus.BridgeState {
    switch self {
    case .connected: .connected
    case .waitingForBroker: .waitingForBroker
    case .waitingForDaemon: .waitingForDaemon
    }
  }
}
