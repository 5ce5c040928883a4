import DeckProtocol
import Gestures
import Kinetics

extension Engine {
  /// The names of the surfaces, in the order of the configuration.
  package var surfaceNames: [String] { surfaces.map(\.name) }

  /// Performs a command on a surface at the engine's clock.
  mutating func perform(_ command: SurfaceCommand, onSurface name: String) -> CommandResult {
    guard let place = surfaces.firstIndex(where: { $0.name == name }) else { return .failed(unknownSurface(name)) }
    let decks = members.indices.filter { members[$0].deck.definition.surface == name }
    switch command {
    case .set(let reducedMotion, let refresh):
      if let refresh { surfaces[place].refresh = refresh }
      let begins = reducedMotion == true && !surfaces[place].reducedMotion
      if let reducedMotion { surfaces[place].reducedMotion = reducedMotion }
      for index in decks { publishConfiguration(of: index) }
      for index in decks where begins && members[index].deck.isAnimating {
        skipMotions(of: index)
        redraw(index, input: nil)
      }
    case .align(let time, let period):
      // A time far from this clock's is that of another clock, whose grid would only seem to fit.
      guard clock.seconds(since: time).magnitude <= farthestSync else {
        return .failed(.outOfStep(time, now: clock))
      }
      for index in decks { members[index].frames.align(to: time, period: period) }
    case .cancelTouches:
      for index in decks where members[index].session != nil {
        cancelTouch(ofDeck: index)
        redraw(index, input: nil)
      }
    }
    return .done(sequence: sequence)
  }

  /// With reduced motion, brings everything of a deck that moves by itself to its end (M5).
  ///
  /// Each end triggers what follows it, as without reduced motion, so events keep their order.
  mutating func skipMotions(of index: Int) {
    guard members[index].deck.isAnimating, surface(of: index).reducedMotion else { return }
    repeat {
      publish(members[index].deck.skip(to: clock), of: index)
    } while members[index].deck.isAnimating
  }

  /// Returns the error that there is no such surface.
  func unknownSurface(_ name: String) -> ProtocolError {
    ProtocolError(
      .invalidParameters,
      "unknown surface \(truncatedQuote(name))",
      field: "params.surface",
      expected: "one of \(surfaceNames.joined(separator: ", "))"
    )
  }
}

/// The distance from now, in seconds, beyond which a vsync belongs to another clock.
private let farthestSync = 10.0

extension ProtocolError {
  fileprivate static func outOfStep(_ time: Instant, now: Instant) -> ProtocolError {
    ProtocolError(
      .invalidParameters,
      "params.t is \(time.microseconds)",
      field: "params.t",
      expected: "microseconds of CLOCK_MONOTONIC, within 10 s of now, which is \(now.microseconds)"
    )
  }
}
