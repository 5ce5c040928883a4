import ArgumentParser
import Gestures
import Kinetics

/// The options of the synthetic panel that reports a synthetic finger.
struct SyntheticPanelOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("How often the panel reports, 60 to 1000.", valueName: "Hz"))
  var rate = 120.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The standard deviation of reported positions along each axis.", valueName: "pt")
  )
  var noise = 0.0

  @Option(parsing: .unconditional, help: ArgumentHelp("What decides the noise.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The surface that the panel covers, in points; replay sees the same.",
      valueName: "width x height"
    )
  )
  var surface = SurfaceSize(SurfaceSizing.withoutPanel)

  @Option(help: ArgumentHelp("The panel's name.", valueName: "name"))
  var name = "Synthetic panel"

  /// The plausible sides of a panel, in points of 6.4 per millimeter: others would give the surface a different size.
  private static let sides = 128.0...19_200

  func validate() throws {
    try OptionRange("--rate", 60...1000, "Hz").check(rate)
    try OptionRange("--noise", 0...100, "pt").check(noise)
    guard Self.sides.contains(surface.size.width), Self.sides.contains(surface.size.height) else {
      throw ValidationError("--surface: expected sides of 128 to 19200 points, which are 20 to 3000 mm.")
    }
  }
}
