import ArgumentParser
import DeckConfiguration
import Kinetics
import KineticsText

/// Computes a finger's velocity.
struct VelocityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "velocity",
    abstract: "Work out a finger's velocity from its positions.",
    discussion: """
      Reads a JSON line for each position from standard input, {"t":µs,"x":pt,"y":pt}; {"t":µs,"up":true} may follow \
      as the lift. Prints one JSON line with vx and vy in pt/s, at the last position: 0 for a finger that had stopped.
      """
  )

  @OptionGroup var output: JSONOutput

  @Option(
    help: """
      How: \(VelocityStrategy.allCases.map(\.rawValue).joined(separator: ", ")) (a parabola by least squares, Android's \
      impulse, or the mean of the last 40 ms).
      """,
    completion: .list(VelocityStrategy.allCases.map(\.rawValue)),
    transform: Self.strategy(named:)
  )
  var strategy = VelocityStrategy.leastSquares

  private static func strategy(named name: String) throws -> VelocityStrategy {
    guard let strategy = VelocityStrategy(rawValue: name) else {
      throw ValidationError("expected one of \(VelocityStrategy.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return strategy
  }

  func run() throws {
    do {
      print(try FingerSamples(try InputFile.readStandardInput(), strategy: strategy).line)
    } catch {
      throw Failure("\(error)")
    }
  }
}
