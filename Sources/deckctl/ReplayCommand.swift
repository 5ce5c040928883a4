import ArgumentParser
import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Glibc
import Kinetics

/// Plays recordings through the engine in virtual time.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play recorded touches through the engine, without a daemon.",
    discussion: """
      Prints the notifications that a client would get, one a line, with the recording's own time (its first
      frame is 0), until every deck is at rest. The same recording always gives the same bytes. Each recording
      starts with decks at rest.
      """
  )

  @Argument(help: ArgumentHelp("Recordings made by evemu-record.", valueName: "file"))
  var files: [String]

  @Option(help: "The decks' preset: \(Preset.allCases.map(\.rawValue).joined(separator: ", ")).")
  var preset: Preset?

  @Option(help: ArgumentHelp("The surface in points (default: from the panel's size).", valueName: "width x height"))
  var surface: SurfaceSize?

  @Option(help: ArgumentHelp("How many cards the built-in deck has (default: 10).", valueName: "number"))
  var cards: Int?

  @Option(help: ArgumentHelp("A configuration of the daemon's.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("What describes the panel, for recordings that do not.", valueName: "file"))
  var desc: String?

  @Flag(help: "Print the frames too.")
  var frames = false

  @Flag(help: "Print the touches too.")
  var touches = false

  func validate() throws {
    if let cards, !(0...100_000).contains(cards) { throw ValidationError("--cards: expected 0 to 100000.") }
    if config != nil, preset != nil || cards != nil {
      throw ValidationError("--config says which decks there are; leave out --preset and --cards.")
    }
  }

  func run() throws {
    let output = OutputBuffer()
    for file in files {
      do {
        try replay(file, to: output)
      } catch {
        output.flush()
        throw Failure("\(error)")
      }
    }
    output.flush()
  }

  private func replay(_ file: String, to output: OutputBuffer) throws {
    let (recorded, identity) = try RecordingFile.read(file, description: desc)
    let configuration = try daemonConfiguration()
    let mapping = configuration.mapping(for: identity)
    var engine = configuration.engineConfiguration(panels: [(identity, recorded.panel)])
    guard let place = engine.surfaces.firstIndex(where: { $0.name == mapping.surface }) else {
      throw Failure("\(config ?? "configuration"): there is no surface \"\(mapping.surface)\"")
    }
    if let surface { engine.surfaces[place].size = surface.size }
    let geometry = PanelGeometry(surface: engine.surfaces[place].size, rotation: mapping.rotation)
    var replay = try Replay(
      engine,
      surface: mapping.surface,
      geometry: geometry,
      topics: topics
    )
    replay.run(recorded.frames) { output.append($0.line) }
  }

  private var topics: Set<Topic> {
    var topics: Set<Topic> = [.events, .gestures]
    if frames { topics.insert(.frames) }
    if touches { topics.insert(.touches) }
    return topics
  }

  private func daemonConfiguration() throws -> DaemonConfiguration {
    if let config { return try ConfigurationFile.read(config) }
    var configuration = DaemonConfiguration.builtIn
    configuration.decks = [.builtIn(preset: preset ?? .swipeclean, count: cards ?? 10)]
    return configuration
  }
}

/// A surface's size on the command line: `400x800`.
struct SurfaceSize: ExpressibleByArgument {
  let size: Size

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    guard (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
    size = Size(width: width, height: height)
  }
}

extension Preset: ExpressibleByArgument {}

/// Collects lines and writes them to standard output in large pieces.
final class OutputBuffer {
  private static let piece = 1 << 16
  private var bytes: [UInt8] = []

  func append(_ line: [UInt8]) {
    bytes += line
    if bytes.count >= Self.piece { flush() }
  }

  /// Writes what has been collected; ends the program quietly when nobody reads any more.
  func flush() {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EPIPE { perror("deckctl: standard output") }
        exit(1)
      }
      written += count
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
