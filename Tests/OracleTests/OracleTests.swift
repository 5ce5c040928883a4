import Foundation
import Kinetics
import KineticsText
import TestSupport
import Testing

/// Springs and velocities against numpy and scipy, 1,000 random ones of each.
///
/// Every tenth goes through the program `deckctl`; the others through the code behind it, which saves a minute of
/// starting processes.
@Suite(.enabled(if: Oracle.isAvailable, Oracle.absence))
struct `An independent computation` {
  private static let count = 1000

  @Test
  func `agrees with deckctl spring on 1,000 random springs`() throws {
    let oracle = Oracle(script: "springs.py", count: Self.count)
    let answers = try oracle.questions().enumerated().map { index, question in
      let words = question.split(separator: " ").map(String.init)
      return index % 10 == 0 ? try output(of: ["spring"] + words) : try spring(words)
    }
    try oracle.judge(answers)
  }

  @Test
  func `agrees with deckctl velocity on 1,000 random fingers`() throws {
    let oracle = Oracle(script: "velocities.py", count: Self.count)
    let answers = try oracle.questions().enumerated().map { index, question in
      let lines = question.split(separator: "\n", maxSplits: 1).map(String.init)
      guard index % 10 != 0 else { return try output(of: ["velocity", "--strategy", lines[0]], input: lines[1]) }
      let strategy = try #require(VelocityStrategy(rawValue: lines[0]))
      return try FingerSamples(Array(lines[1].utf8), strategy: strategy).line
    }
    try oracle.judge(answers)
  }

  private func output(of arguments: [String], input: String = "") throws -> String {
    let outcome = try run(deckctl, arguments, input: input)
    #expect(outcome.status == 0, "deckctl \(arguments): \(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  /// What `deckctl spring` prints for these flags.
  private func spring(_ words: [String]) throws -> String {
    var parameters = SpringParameters()
    var numbers: [String: Double] = [:]
    var times: [Double] = []
    for place in stride(from: 0, to: words.count, by: 2) {
      let (flag, value) = (words[place], words[place + 1])
      if flag == "--times" { times = try TimeList(value).seconds } else { numbers[flag] = Double(value) }
    }
    parameters.response = numbers["--response"]
    parameters.damping = numbers["--damping"]
    parameters.duration = numbers["--duration"]
    parameters.bounce = numbers["--bounce"]
    parameters.bounciness = numbers["--bounciness"]
    parameters.speed = numbers["--speed"]
    parameters.mass = numbers["--mass"]
    parameters.stiffness = numbers["--stiffness"]
    let table = SpringTable(
      try parameters.spring(),
      from: try #require(numbers["--from"]),
      to: try #require(numbers["--to"]),
      velocity: try #require(numbers["--velocity"])
    )
    return (times.compactMap { table.line(after: $0) } + [table.constants]).joined(separator: "\n")
  }
}

/// What people get to read who ask for something that is not there.
@Suite struct `deckctl spring and velocity` {
  @Test(arguments: [
    (["--response", "-1", "--damping", "1"], "--response must be a finite number greater than 0, not -1.0"),
    (["--response", "nan", "--damping", "1"], "--response must be a finite number greater than 0, not nan"),
    (["--response", "1", "--damping", "-0.5"], "--damping must be a finite number of 0 or more, not -0.5"),
    (["--stiffness", "100", "--damping", "inf"], "--damping must be a finite number of 0 or more, not inf"),
    (["--response", "1", "--damping", "1", "--velocity", "nan"], "--velocity must be a finite number, not nan"),
    (["--duration", "1", "--damping", "1"], "--damping and --duration do not belong together"),
  ])
  func `name the flag that is wrong`(arguments: [String], message: String) throws {
    let outcome = try run(deckctl, ["spring", "--times", "0"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test
  func `take negative numbers and print a line each time and one with the constants`() throws {
    let arguments = ["--response", "0.5", "--damping", "0", "--from", "-3", "--velocity", "-5", "--times", "0,0.5"]
    let lines = try run(deckctl, ["spring"] + arguments).output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first == #"{"t":0.0,"position":-3.0,"velocity":-5.0}"#)
    #expect(lines.last?.hasSuffix(#""dampingFraction":0.0,"settlingDuration":null}"#) == true)
  }

  @Test
  func `name the line that is wrong`() throws {
    let outcome = try run(deckctl, ["velocity"], input: "{\"t\":0,\"x\":1,\"y\":2}\n{\"t\":1,\"x\":1}\n")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "Error: line 2: expected \"x\" and \"y\"\n")
  }
}
