import DeckDaemon
import Kinetics
import Testing

@Suite
struct `The frames of a client with a rate` {
  private static let (a, b, c): ([UInt8], [UInt8], [UInt8]) = ([1], [2], [3])

  private static func milliseconds(_ count: Double) -> Instant {
    Instant(microseconds: Int64(count * 1000))
  }

  @Test
  func `all go out at once without a rate`() {
    var pacer = FramePacer(rate: nil)
    for time in 0..<3 { #expect(pacer.offer(Self.a, at: Self.milliseconds(Double(time))) == Self.a) }
    #expect(pacer.deadline == nil)
  }

  @Test
  func `go out one an interval, and the newest held one at its end`() {
    var pacer = FramePacer(rate: 10)
    #expect(pacer.offer(Self.a, at: Self.milliseconds(0)) == Self.a)
    #expect(pacer.deadline == nil)
    #expect(pacer.offer(Self.b, at: Self.milliseconds(10)) == nil)
    #expect(pacer.offer(Self.c, at: Self.milliseconds(99)) == nil)
    #expect(pacer.deadline == Self.milliseconds(100))
    #expect(pacer.takeDue(at: Self.milliseconds(99.9)) == nil)
    #expect(pacer.takeDue(at: Self.milliseconds(100)) == Self.c)
    // Sent once; the next interval starts there.
    #expect(pacer.deadline == nil)
    #expect(pacer.takeDue(at: Self.milliseconds(300)) == nil)
    #expect(pacer.offer(Self.a, at: Self.milliseconds(150)) == nil)
    #expect(pacer.deadline == Self.milliseconds(200))
  }

  @Test
  func `do not wait for a held one that a newer one overtakes`() {
    var pacer = FramePacer(rate: 10)
    _ = pacer.offer(Self.a, at: Self.milliseconds(0))
    _ = pacer.offer(Self.b, at: Self.milliseconds(50))
    // The timer is late: the newer frame is sent, and the older one never is.
    #expect(pacer.offer(Self.c, at: Self.milliseconds(120)) == Self.c)
    #expect(pacer.deadline == nil)
    #expect(pacer.takeDue(at: Self.milliseconds(500)) == nil)
  }

  @Test
  func `are each tick of a surface as fast as the rate, whose ticks are whole microseconds`() {
    var pacer = FramePacer(rate: 60)
    for tick in 0..<600 {
      let time = Instant(microseconds: Int64((Double(tick) * 1e6 / 60).rounded(.down)))
      #expect(pacer.offer(Self.a, at: time) == Self.a)
    }
  }
}
