import Kinetics
import KineticsText
import Testing

@Suite struct SpringParametersTests {
  private func parameters(_ values: [WritableKeyPath<SpringParameters, Double?>: Double]) -> SpringParameters {
    values.reduce(into: SpringParameters()) { $0[keyPath: $1.key] = $1.value }
  }

  @Test func `each way makes its spring`() throws {
    #expect(
      try parameters([\.response: 0.5, \.damping: 0.7]).spring() == Spring(response: 0.5, dampingFraction: 0.7)
    )
    #expect(try parameters([\.duration: 0.5, \.bounce: 0.3]).spring() == Spring(duration: 0.5, bounce: 0.3))
    #expect(try parameters([\.bounciness: 10, \.speed: 20]).spring() == Spring(bounciness: 10, speed: 20))
    #expect(
      try parameters([\.mass: 2, \.stiffness: 100, \.damping: 10]).spring()
        == Spring(mass: 2, stiffness: 100, damping: 10)
    )
    #expect(
      try parameters([\.stiffness: 100, \.damping: 10]).spring() == Spring(mass: 1, stiffness: 100, damping: 10)
    )
  }

  @Test func `flags that are no one way are refused`() {
    #expect(throws: SpringParametersError.nothing) { try SpringParameters().spring() }
    #expect(throws: SpringParametersError.mixed([.response, .bounce])) {
      try parameters([\.response: 1, \.bounce: 0]).spring()
    }
    #expect(throws: SpringParametersError.mixed([.response, .damping, .mass])) {
      try parameters([\.response: 1, \.damping: 1, \.mass: 1]).spring()
    }
    #expect(throws: SpringParametersError.unfinished([.damping])) { try parameters([\.damping: 1]).spring() }
    #expect(throws: SpringParametersError.missing([.damping], beside: [.response])) {
      try parameters([\.response: 1]).spring()
    }
    #expect(throws: SpringParametersError.missing([.stiffness, .damping], beside: [.mass])) {
      try parameters([\.mass: 1]).spring()
    }
  }

  @Test func `a refusal names the flag, whatever the spring calls it`() {
    let refused = SpringParametersError.refused(.damping, value: -1, expected: .notNegative)
    #expect(throws: refused) { try parameters([\.response: 1, \.damping: -1]).spring() }
    #expect(throws: refused) { try parameters([\.stiffness: 1, \.damping: -1]).spring() }
    #expect(refused.description == "--damping must be a finite number of 0 or more, not -1.0")
    #expect(throws: SpringParametersError.self) { try parameters([\.response: 1e-200, \.damping: 1]).spring() }
  }

  @Test func `times are seconds of 0 or more`() throws {
    #expect(try TimeList("0,0.1, 2e-3").seconds == [0, 0.1, 0.002])
    for text in ["", "1,", "-1", "nan", "inf", "1;2", "0,x"] {
      #expect(throws: TimeListError.self, "\(text)") { try TimeList(text) }
    }
  }

  @Test func `lines have every digit, and null for a spring that never settles`() throws {
    let swinging = SpringTable(try Spring(response: 0.4, dampingFraction: 0), from: 0.1, to: 1, velocity: 1 / 3)
    #expect(swinging.line(after: 0) == #"{"t":0.0,"position":0.09999999999999998,"velocity":0.3333333333333333}"#)
    #expect(swinging.constants.hasSuffix(#","response":0.4,"dampingFraction":0.0,"settlingDuration":null}"#))
    let huge = SpringTable(swinging.spring, from: 1e308, to: -1e308, velocity: 0)
    #expect(huge.line(after: 0.1) == nil)
  }
}
