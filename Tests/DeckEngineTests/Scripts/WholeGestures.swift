import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics
import TestSupport

/// Random gestures of one finger, each from its down to its up, and commands now and then; every one of them meets a
/// deck of 400 × 800 pt at rest.
struct WholeGestures {
  private var generator: SeededGenerator
  private(set) var now = Instant.zero

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The inputs of the next one.
  mutating func next() -> [TimedInput] {
    now = now.advanced(bySeconds: 30)
    func place() -> Point {
      Point(x: .random(in: 20...380, using: &generator), y: .random(in: 60...740, using: &generator))
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      let commands: [DeckCommand] = [
        .swipe(.init(.left, force: false)), .swipe(.init(.right)), .undo(.init()), .select(.init()), .dismiss, .bounce,
        .scroll(.init(to: .offset(.random(in: 0...900, using: &generator)))), .reset, .appear, .reload(.init()),
      ]
      let command = commands.randomElement(using: &generator) ?? .reset
      return [TimedInput(time: now, input: .command(command, deck: "main", ticket: 1))]
    }
    var path = FingerPath(contact: 0, down: place(), at: now, rate: 100)
    if Bool.random(using: &generator) { path.hold(.random(in: 0...0.6, using: &generator)) }
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      path.move(to: place(), in: .random(in: 0.05...0.5, using: &generator))
    }
    path.lift()
    return path.inputs
  }
}
