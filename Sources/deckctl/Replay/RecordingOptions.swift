import ArgumentParser
import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics

/// The options that select recordings to play, and their decks.
struct RecordingOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Recordings: of evemu-record or libinput record, or logs of evtest or Android's getevent -lt; - for standard input.",
      valueName: "file"
    ),
    completion: CompletionWords.recordings
  )
  var files: [String] = []

  @Option(help: "The decks' preset: \(Preset.allCases.map(\.rawValue).joined(separator: ", ")).")
  var preset: Preset?

  @Option(help: ArgumentHelp("The surface in points (default: from the panel's size).", valueName: "width x height"))
  var surface: SurfaceSize?

  @Option(help: ArgumentHelp("How many cards the built-in deck has (default: 10).", valueName: "number"))
  var cards: Int?

  @Option(
    help: ArgumentHelp("A configuration of the daemon's.", valueName: "file"),
    completion: CompletionWords.configurations
  )
  var config: String?

  @Option(
    help: ArgumentHelp(
      "What describes the panel, for recordings that do not: any recording, or what evtest or getevent -lp prints.",
      valueName: "file"
    ),
    completion: .file()
  )
  var desc: String?

  func validate() throws {
    if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("- stands for standard input, which ends once.") }
    if let cards, !(0...100_000).contains(cards) { throw ValidationError("--cards: expected 0 to 100000.") }
    if config != nil, preset != nil || cards != nil {
      throw ValidationError("--config says which decks there are; leave out --preset and --cards.")
    }
  }

  /// Whether no option about recordings was given.
  var isEmpty: Bool { files.isEmpty && desc == nil && !setsDecks }

  /// Whether an option says which decks there are.
  var setsDecks: Bool { preset != nil || surface != nil || cards != nil || config != nil }

  /// Plays each recording in its own replay; `body` runs it and writes its output.
  func play(
    topics: Set<Topic>,
    _ body: (_ file: String, inout Replay, RecordedSession, OutputBuffer) throws -> Void
  ) throws {
    let output = OutputBuffer()
    defer { output.flush() }
    for file in files {
      do {
        let session = try read(file)
        var replay = try session.replay(topics: topics)
        try body(file, &replay, session, output)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure("\(error)")
      }
    }
  }

  /// Reads a recording, with what is unusual about it noted on standard error.
  func read(_ file: String) throws(Failure) -> RecordedSession {
    do {
      return try session(of: file)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
  }

  private func session(of file: String) throws -> RecordedSession {
    let (recorded, identity) = try RecordingFile.read(file, description: desc)
    let configuration = try daemonConfiguration()
    let mapping = configuration.mapping(for: identity)
    var engine = configuration.engineConfiguration(panels: [(identity, recorded.panel)])
    guard let place = engine.surfaces.firstIndex(where: { $0.name == mapping.surface }) else {
      throw Failure("\(config ?? "configuration"): there is no surface \"\(mapping.surface)\"")
    }
    if let surface { engine.surfaces[place].size = surface.size }
    if let problem = mapping.areaProblem(with: recorded.panel) { StandardError.note("\(file): \(problem)") }
    return RecordedSession(
      name: file == "-" ? "standard input" : String(file.split(separator: "/").last ?? ""),
      frames: recorded.frames,
      ignored: recorded.ignored,
      configuration: engine,
      surface: mapping.surface,
      geometry: PanelGeometry(surface: engine.surfaces[place].size, placement: mapping.placement(of: recorded.panel)),
      filtersLift: mapping.filtersLift
    )
  }

  private func daemonConfiguration() throws -> DaemonConfiguration {
    if let config { return try ConfigurationFile.read(config) }
    var configuration = DaemonConfiguration.builtIn
    let count = cards ?? 10
    configuration.decks = [.builtIn(preset: preset ?? .usual, count: count)]
    return configuration
  }
}

/// A recording that was read, and the decks that it is played on.
struct RecordedSession {
  /// The file's name, without its folder.
  let name: String
  let frames: [TouchFrame]
  /// The contacts that libinput would ignore.
  let ignored: [TouchFrame]
  let configuration: EngineConfiguration
  let surface: String
  let geometry: PanelGeometry
  /// Whether the panel's `liftFilter` is set.
  let filtersLift: Bool

  /// A replay of it, with decks at rest; `adjusting` changes their configuration before.
  func replay(
    topics: Set<Topic>,
    adjusting: (inout EngineConfiguration) throws -> Void = { _ in }
  ) throws -> Replay {
    var configuration = configuration
    try adjusting(&configuration)
    return try Replay(configuration, surface: surface, geometry: geometry, filtersLift: filtersLift, topics: topics)
  }
}

extension Preset: ExpressibleByArgument {}
