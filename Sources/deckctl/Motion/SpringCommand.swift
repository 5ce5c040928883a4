import ArgumentParser
import Kinetics
import KineticsText

/// Computes a spring's positions at given times.
struct SpringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spring",
    abstract: "Work out a spring's path and constants.",
    usage: """
      deckctl spring --response <s> --damping <fraction> --times <s,s,…>
             deckctl spring --duration <s> --bounce <bounce> --times <s,s,…>
             deckctl spring --bounciness <0…20> --speed <0…20> --times <s,s,…>
             deckctl spring [--mass <m>] --stiffness <k> --damping <c> --times <s,s,…>
             and with each: [--from <position>] [--to <position>] [--velocity <velocity>]
      """,
    discussion: """
      Prints a JSON line for each time: t in seconds, position and velocity; then one with the spring's mass, stiffness, \
      damping, response, dampingFraction and settlingDuration (null for a spring that never settles). Numbers have \
      all their digits.
      """
  )

  @OptionGroup var output: JSONOutput

  @Option(parsing: .unconditional, help: ArgumentHelp("The undamped period.", valueName: "s"))
  var response: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The damping fraction; with --stiffness the damping coefficient.", valueName: "number")
  )
  var damping: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The perceptual duration, as SwiftUI has it.", valueName: "s"))
  var duration: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("More than -1, at most 1.", valueName: "number"))
  var bounce: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("Pop's bounciness, 0 to 20.", valueName: "number"))
  var bounciness: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("Pop's speed, 0 to 20.", valueName: "number"))
  var speed: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The mass on the spring (default: 1).", valueName: "number"))
  var mass: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The stiffness.", valueName: "number"))
  var stiffness: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The position at time 0.", valueName: "position"))
  var from = 0.0

  @Option(parsing: .unconditional, help: ArgumentHelp("Where the spring comes to rest.", valueName: "position"))
  var to = 1.0

  @Option(parsing: .unconditional, help: ArgumentHelp("The velocity at time 0, per second.", valueName: "velocity"))
  var velocity = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("When to look, in seconds, separated by commas.", valueName: "s,s,…"),
    transform: { try TimeList($0) }
  )
  var times: TimeList

  func validate() throws {
    for (flag, value) in [("--from", from), ("--to", to), ("--velocity", velocity)] where !value.isFinite {
      throw ValidationError("\(flag) must be a finite number, not \(value)")
    }
    _ = try table()
  }

  func run() throws {
    let table = try table()
    for time in times.seconds {
      guard let line = table.line(after: time) else { throw Failure("after \(time) s the numbers are too large") }
      print(line)
    }
    print(table.constants)
  }

  private func table() throws -> SpringTable {
    var parameters = SpringParameters()
    parameters.response = response
    parameters.damping = damping
    parameters.duration = duration
    parameters.bounce = bounce
    parameters.bounciness = bounciness
    parameters.speed = speed
    parameters.mass = mass
    parameters.stiffness = stiffness
    do {
      return SpringTable(try parameters.spring(), from: from, to: to, velocity: velocity)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
