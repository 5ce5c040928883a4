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
      "Recordings: what evemu-record wrote, or logs of Android's getevent -lt; - for standard input.",
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
      "What describes the panel, for recordings that do not: an evemu description, or what getevent -lp prints.",
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
  var isEmpty: Bool {
    files.isEmpty && preset == nil && surface == nil && cards == nil && config == nil && desc == nil
  }

  /// Plays each recording in its own replay; `body` runs it and writes its output.
  func play(
    topics: Set<Topic>,
    _ body: (_ file: String, inout Replay, [TouchFrame], OutputBuffer) throws -> Void
  ) throws {
    let output = OutputBuffer()
    defer { output.flush() }
    for file in files {
      do {
        var (replay, frames) = try replay(file, topics: topics)
        try body(file, &replay, frames, output)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure("\(error)")
      }
    }
  }

  private func replay(_ file: String, topics: Set<Topic>) throws -> (Replay, [TouchFrame]) {
    let (recorded, identity) = try RecordingFile.read(file, description: desc)
    let configuration = try daemonConfiguration()
    let mapping = configuration.mapping(for: identity)
    var engine = configuration.engineConfiguration(panels: [(identity, recorded.panel)])
    guard let place = engine.surfaces.firstIndex(where: { $0.name == mapping.surface }) else {
      throw Failure("\(config ?? "configuration"): there is no surface \"\(mapping.surface)\"")
    }
    if let surface { engine.surfaces[place].size = surface.size }
    if let problem = mapping.areaProblem(with: recorded.panel) { StandardError.note("\(file): \(problem)") }
    let geometry = PanelGeometry(surface: engine.surfaces[place].size, placement: mapping.placement(of: recorded.panel))
    return (
      try Replay(engine, surface: mapping.surface, geometry: geometry, topics: topics),
      recorded.frames
    )
  }

  private func daemonConfiguration() throws -> DaemonConfiguration {
    if let config { return try ConfigurationFile.read(config) }
    var configuration = DaemonConfiguration.builtIn
    let count = cards ?? 10
    configuration.decks = [preset.map { .builtIn(preset: $0, count: count) } ?? .builtIn(count: count)]
    return configuration
  }
}

extension Preset: ExpressibleByArgument {}
