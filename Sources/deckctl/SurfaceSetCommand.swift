import ArgumentParser
import DeckProtocol
import JSON

/// Changes a surface at run time.
struct SurfaceSetCommand: ParsableCommand {
  /// A flag's value, as users write it.
  enum Switch: String, CaseIterable, ExpressibleByArgument {
    case on, off
  }

  static let configuration = CommandConfiguration(
    commandName: "surface",
    abstract: "Turn a surface, reduce its motion, or set its refresh rate, until the daemon ends.",
    discussion: "Example: deckctl surface --rotation 90 --reduced-motion on"
  )

  @OptionGroup var options: CommandOptions

  @Argument(help: "The surface; may be left out when there is one.", completion: CompletionWords.surfaces)
  var surface: String?

  @Option(help: "Whether every animation is at its end at once: on or off.")
  var reducedMotion: Switch?

  @Option(help: ArgumentHelp("How far its panels are turned, clockwise: 0, 90, 180 or 270.", valueName: "degrees"))
  var rotation: Int?

  @Option(help: ArgumentHelp("Frames a second while something moves.", valueName: "Hz"))
  var refresh: Double?

  func validate() throws {
    if reducedMotion == nil, rotation == nil, refresh == nil {
      throw ValidationError("expected --reduced-motion, --rotation or --refresh.")
    }
    if let rotation, ![0, 90, 180, 270].contains(rotation) {
      throw ValidationError("--rotation: expected 0, 90, 180 or 270, not \(rotation).")
    }
    if let refresh, !(1...1000).contains(refresh) { throw ValidationError("--refresh: expected 1 to 1000 Hz.") }
  }

  func run() throws {
    let terms: FieldTerms = [
      "surface": "<surface>", "reducedMotion": "--reduced-motion", "rotation": "--rotation", "refresh": "--refresh",
    ]
    try options.perform("surface.set", terms: terms) { json in
      if let surface { json.member("surface", surface) }
      if let reducedMotion { json.member("reducedMotion", reducedMotion == .on) }
      if let rotation { json.member("rotation", rotation) }
      if let refresh { json.member("refresh", refresh) }
    }
  }
}
