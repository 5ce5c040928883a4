import ArgumentParser
import DeckProtocol
import JSON
import Kinetics

/// Changes a surface at run time.
struct SurfaceSetCommand: ParsableCommand {
  /// A flag's value, as users write it.
  enum Switch: String, CaseIterable, ExpressibleByArgument {
    case on, off
  }

  static let configuration = CommandConfiguration(
    commandName: "surface",
    abstract: "Turn a surface, reduce its motion, or set its refresh rate or its size, until the daemon ends.",
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

  @Option(
    help: ArgumentHelp("Its size, where neither the file nor a panel gives it one, such as 400x800.", valueName: "WxH")
  )
  var size: SurfaceSize?

  func validate() throws {
    if reducedMotion == nil, rotation == nil, refresh == nil, size == nil {
      throw ValidationError("expected --reduced-motion, --rotation, --refresh or --size.")
    }
    let sides = 100.0...10_000
    if let size = size?.size, !sides.contains(size.width) || !sides.contains(size.height) {
      throw ValidationError("--size: expected a width and a height of 100 to 10000 points.")
    }
    if let rotation, ![0, 90, 180, 270].contains(rotation) {
      throw ValidationError("--rotation: expected 0, 90, 180 or 270, not \(rotation).")
    }
    if let refresh, !(1...1000).contains(refresh) { throw ValidationError("--refresh: expected 1 to 1000 Hz.") }
  }

  func run() throws {
    let terms: FieldTerms = [
      "surface": "<surface>", "reducedMotion": "--reduced-motion", "rotation": "--rotation", "refresh": "--refresh",
      "w": "--size", "h": "--size",
    ]
    try options.perform("surface.set", terms: terms) { json in
      if let surface { json.member("surface", surface) }
      if let reducedMotion { json.member("reducedMotion", reducedMotion == .on) }
      if let rotation { json.member("rotation", rotation) }
      if let refresh { json.member("refresh", refresh) }
      if let size {
        json.member("w", size.size.width)
        json.member("h", size.size.height)
      }
    }
  }
}
