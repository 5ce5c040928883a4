import DeckDaemon
import DeckProtocol
import Evdev
import Kinetics
import Testing

@Suite
struct `Haptic feedback on a motor` {
  @Test
  func `is at most one effect in 40 ms, and none is owed afterwards`() {
    var pacer = HapticPacer()
    let admitted = (0...1000).filter { pacer.admits(at: Instant(microseconds: Int64($0) * 1000)) }
    #expect(admitted == Array(stride(from: 0, through: 1000, by: 40)))
    let after = (0...2).map { pacer.admits(at: Instant(microseconds: 5_000_000 + Int64($0) * 39_999)) }
    #expect(after == [true, false, true])
  }

  @Test
  func `has an effect of its own for each kind, stronger or longer in their order`() {
    let rumbles = [HapticKind.selection, .light, .medium, .heavy, .success].map(\.rumble)
    #expect(rumbles.count == HapticKind.allCases.count)
    let energies = rumbles.map { Double($0.effect.length * $0.times) * $0.effect.strength }
    for (one, next) in zip(energies, energies.dropFirst()) { #expect(one < next) }
    #expect(rumbles.allSatisfy { (0.5...1).contains($0.effect.strength) })
  }
}
