import DeckDaemon
import Kinetics
import Testing

@Suite
struct `The phase of a connection` {
  private static func seconds(_ count: Int64) -> Instant { Instant(microseconds: count * 1_000_000) }

  private var phase = ConnectionPhase()

  @Test
  mutating func `goes from open over half-closed and leaving to done`() {
    #expect(phase.isOpen && !phase.isLeaving)
    phase.halfClose()
    #expect(phase.isHalfClosed && !phase.isOpen && !phase.isLeaving)
    phase.leave(by: Self.seconds(5))
    #expect(phase.isLeaving && !phase.isHalfClosed && phase.deadline == Self.seconds(5))
    phase.finish()
    #expect(phase.isDone && phase.isLeaving && phase.deadline == nil)
  }

  @Test
  mutating func `never goes back`() {
    phase.leave(by: Self.seconds(5))
    phase.halfClose()
    #expect(phase.isLeaving && !phase.isHalfClosed)
    phase.finish()
    phase.leave(by: Self.seconds(9))
    phase.halfClose()
    #expect(phase.isDone)
  }

  @Test
  mutating func `gives a client that reads more time to leave`() {
    #expect(!phase.isOverdue(at: Self.seconds(100)))
    phase.leave(by: Self.seconds(5))
    phase.leave(by: Self.seconds(8))
    #expect(!phase.isOverdue(at: Self.seconds(7)) && phase.isOverdue(at: Self.seconds(8)))
  }
}
