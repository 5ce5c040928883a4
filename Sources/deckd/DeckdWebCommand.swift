import ArgumentParser
import DeckProtocol
import DeckWeb
import EventLoop
import Glibc
import Logging
import Service
import SystemCalls
import UnixSocket

/// The bridge's command line.
struct DeckdWebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deckd-web",
    abstract: "Shows deckd's decks in a browser, and gives pages its socket as a WebSocket.",
    discussion: """
      / is what a panel shows: the decks of a surface fill the window. /studio is the workbench, with gestures, events, \
      settings and timing. Pages of your own use the modules /deckd.js and /cards.js and the WebSocket /socket. \
      Pages of other sites are refused, and pages only observe unless you add --control.
      """,
    version: ReleaseVersion.current
  )

  /// The environment variable that has the token.
  private static let tokenVariable = "DECKD_WEB_TOKEN"

  @Option(
    help: ArgumentHelp("Where to listen: \(ListenAddress.expected) for a proxy.", valueName: "address"),
    transform: Self.address
  )
  var listen = Self.usualAddress

  @OptionGroup var daemon: ClientSocket

  @Option(
    help: ArgumentHelp(
      "deckd's read-only socket, which pages are connected to (default: -observe beside the socket).",
      valueName: "path"
    ),
    completion: .file()
  )
  var observeSocket: String?

  @Flag(help: "Let pages change decks, settings and the daemon: connect them to deckd's control socket.")
  var control = false

  @Option(
    help: ArgumentHelp(
      "Also answer for this name, besides localhost and the address; repeat for several.",
      valueName: "name"
    )
  )
  var host: [String] = []

  @Option(
    help: ArgumentHelp("Also let pages of this origin open the WebSocket; repeat for several.", valueName: "url"),
    transform: Self.origin
  )
  var origin: [String] = []

  @Option(
    help: ArgumentHelp(
      "The token that pages must show (default: $\(Self.tokenVariable)); needed beyond this machine.",
      valueName: "file"
    ),
    completion: .file()
  )
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "Serve the files of this folder, beside /deckd.js, /cards.js, /cards.css and /studio, in place of the kiosk page.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var assets: String?

  @Option(
    help: ArgumentHelp(
      "Serve the files of this folder below /files/, for photographs that cards name.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var files: String?

  @Option(help: ArgumentHelp("How many pages may be open at the same time.", valueName: "count"))
  var connections = 128

  @OptionGroup var logging: LogOptions

  @Argument(help: .hidden)
  var folders: [String] = []

  static func main() { main(ProgramArguments.all) }

  func validate() throws {
    if observeSocket == "" {
      throw ValidationError("--observe-socket: expected the path of a socket, not an empty one.")
    }
    if control, observeSocket != nil {
      throw ValidationError("--control and --observe-socket exclude each other: pages are connected to one socket.")
    }
    if connections < 1 { throw ValidationError("--connections: expected 1 or more, not \(connections).") }
    for name in host where HostName.split(name)?.name != name.lowercased() {
      throw ValidationError("--host: expected a name without scheme and port, such as panel.example, not \"\(name)\".")
    }
  }

  func run() throws {
    // Not in validate(), which comes before an unknown option is named.
    if let folder = folders.first {
      throw ValidationError(
        "unexpected argument '\(folder)'; --assets serves a page's folder, and --files one of photographs"
      )
    }
    // First, while there is only one thread: the others inherit it.
    let signals = EndingSignals()
    let token = try readToken()
    if token == nil, !listen.isLocal {
      throw ValidationError(
        "--listen \(listen): a token is needed beyond this machine; name its file with --token-file, or set "
          + "\(Self.tokenVariable)."
      )
    }
    let log = logging.logger(of: "deckd-web")
    let options = WebServerOptions(
      address: listen,
      daemonSocket: daemonSocket,
      isControlling: control,
      policy: AdmissionPolicy(hosts: Set(host), origins: Set(origin), token: token),
      assets: try assets.map { try Self.folder($0, option: "--assets") },
      files: try files.map { try Self.folder($0, option: "--files") },
      pageLimit: connections
    )
    let server: WebServer
    do {
      server = try WebServer(options, log: log)
    } catch {
      throw ProgramFailure("\(error)")
    }
    let shown = token == nil ? "" : "?token= and the token"
    log.notice("listening on \(server.address)\(shown)")
    if let assets, options.assets?.open([WebAssets.index]) == nil {
      log.warning("\(assets) has no \(WebAssets.index): / shows no page")
    }
    log.notice("pages \(control ? "control" : "observe") deckd at \(daemonSocket)")
    var manager = ServiceManager(at: Loop.now)
    manager.reportReady(.listening("\(server.address)"))
    log.notice("ending because of \(signals.wait())")
    manager.reportStopping()
    server.stop()
  }

  private var daemonSocket: String {
    if let observeSocket { return observeSocket }
    return control ? daemon.control : SocketPath.observing(beside: daemon.control)
  }

  private static let usualAddress = ListenAddress(ListenAddress.usual) ?? .unix(path: "")

  private static func address(_ text: String) throws -> ListenAddress {
    guard let address = ListenAddress(text) else {
      throw ValidationError("expected an address such as \(ListenAddress.expected), not \"\(text)\"")
    }
    return address
  }

  private static func origin(_ text: String) throws -> String {
    let origin = text.hasSuffix("/") ? String(text.dropLast()) : text
    let scheme = ["http://", "https://"].first(where: origin.hasPrefix)
    guard let scheme, HostName.split(String(origin.dropFirst(scheme.count))) != nil,
      !origin.dropFirst(scheme.count).contains("/")
    else {
      throw ValidationError("expected an origin such as https://panel.example:8443, not \"\(text)\"")
    }
    return origin
  }

  private static func folder(_ path: String, option: String) throws -> AssetFolder {
    do {
      return try AssetFolder(path)
    } catch {
      throw ProgramFailure("cannot read the folder \(path): \(error); name another with \(option)")
    }
  }

  private func readToken() throws -> AccessToken? {
    let (text, source): (String, String)
    if let tokenFile {
      do {
        (text, source) = (try TextFile.read(tokenFile), tokenFile)
      } catch {
        throw ProgramFailure("cannot read the token file \(tokenFile): \(error)")
      }
    } else if let value = getenv(Self.tokenVariable) {
      (text, source) = (String(cString: value), "$\(Self.tokenVariable)")
    } else {
      return nil
    }
    guard let token = AccessToken(text) else {
      throw ProgramFailure("the token in \(source): expected \(AccessToken.expected)")
    }
    return token
  }
}
