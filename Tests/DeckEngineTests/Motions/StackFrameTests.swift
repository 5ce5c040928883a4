import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `The frames of a stack` {
  /// Card 2 of four in a wallet rests at 70; it is under the finger.
  private static func press() -> FingerPath {
    FingerPath(down: Point(x: 200, y: 80), at: .zero, rate: 120)
  }

  @Test
  func `show a pressed card following the finger while a lift would still be a tap`() throws {
    var bench = try EngineBench(preset: .wallet, cards: 4)
    var path = Self.press()
    path.hold(0.1)
    path.move(to: Point(x: 200, y: 88), in: 0.1)
    bench.play(path)
    let moves = bench.frames.filter { $0.input != nil && $0.time > 100_000 }
    #expect(Set(moves.map(\.phase)) == [.pressing])
    // Twelve reports of the moving finger, each with its own frame.
    #expect(Set(moves.compactMap(\.input)).isSuperset(of: path.frames.dropFirst().map(\.time.microseconds)))
    #expect(moves.last?.drag?.dy == 8)
  }

  @Test
  func `tell the moment from which a pressed card that is held still is the finger's`() throws {
    // Without a lift nothing moves any more when the tap is over: no tick would show it.
    var settings = Preset.wallet.settings
    settings.stack?.pressLift = .points(0)
    var bench = try EngineBench(preset: .wallet, settings: settings, cards: 4)
    bench.play(Self.press())
    bench.wait(until: .seconds(1))
    let changes = bench.frames.map { ($0.time, $0.phase) }
    #expect(changes.last.map(\.0) == 250_000)
    #expect(changes.last.map(\.1) == .dragging)
    #expect(bench.frames.contains { $0.time == 50_000 && $0.phase == .pressing })
  }
}
