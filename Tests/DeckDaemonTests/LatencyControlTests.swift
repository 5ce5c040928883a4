import DeckConfiguration
import DeckDaemon
import Glibc
import SystemCalls
import Testing

/// A pipe in place of the kernel's device.
private struct FakeDevice {
  private let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  /// The numbers that were written since the last call; `nil` at the end, once the device was closed.
  func requests() -> [Int32]? {
    var numbers = [Int32](repeating: 0, count: 16)
    let count = read(reading, &numbers, 64)
    if count == 0 { return nil }
    return Array(numbers.prefix(max(count, 0) / 4))
  }

  func close() { Glibc.close(reading) }
}

@Suite
struct `What the daemon asks of the kernel for latency` {
  private static func section(hold: Bool = false, lock: Bool = false) -> LatencySection {
    var section = LatencySection()
    (section.holdsProcessors, section.locksMemory) = (hold, lock)
    return section
  }

  @Test
  func `is held while something is active, and each change is written once`() throws {
    let device = try FakeDevice()
    defer { device.close() }
    var control = LatencyControl()
    #expect(control.adopt(Self.section(hold: true), open: { LatencyRequest(descriptor: device.writing) }) == [])
    #expect(device.requests() == [])
    for isActive in [false, true, true, false, false, true] { #expect(control.update(isActive) == nil) }
    #expect(device.requests() == [0, -1, 0])
    // A second adoption keeps the request, and one without it withdraws it by closing the device.
    let other: () throws(Errno) -> LatencyRequest = { () throws(Errno) in throw Errno(EBUSY) }
    #expect(control.adopt(Self.section(hold: true), open: other) == [])
    #expect(device.requests() == [])
    #expect(control.adopt(Self.section()) == [])
    #expect(device.requests() == nil)
  }

  @Test
  func `is nothing by default, and what is active is not even looked at`() {
    var control = LatencyControl()
    #expect(control.adopt(LatencySection()) == [])
    var looks = 0
    func look() -> Bool {
      looks += 1
      return true
    }
    #expect(control.update(look()) == nil)
    #expect(looks == 0)
  }

  @Test(arguments: [
    (ENOENT, "No such file or directory: this kernel or container does not have it; set hold = false"),
    (EPERM, "Operation not permitted: add DeviceAllow=/dev/cpu_dma_latency w to the unit, or set hold = false"),
    (
      EACCES,
      "Permission denied: install deckd's udev rules and run udevadm trigger --sysname-match=cpu_dma_latency, or set "
        + "hold = false"
    ),
  ])
  func `that cannot be held has no effect, and says what to do`(code: Int32, words: String) {
    var control = LatencyControl()
    let problems = control.adopt(Self.section(hold: true), open: { () throws(Errno) in throw Errno(code) })
    #expect(problems == ["[latency] hold has no effect: /dev/cpu_dma_latency: \(words)"])
    #expect(control.update(true) == nil)
  }

  @Test
  func `that fails later is reported once`() throws {
    // A descriptor that cannot be written to.
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    var control = LatencyControl()
    #expect(control.adopt(Self.section(hold: true), open: { LatencyRequest(descriptor: descriptor) }) == [])
    #expect(control.update(true)?.contains("Bad file descriptor") == true)
    #expect(control.update(true) == nil)
  }

  @Test
  func `locks memory only where there is no limit that an allocation could meet`() {
    #expect(throws: MemoryLock.Failure.limited(8 << 20)) { try MemoryLock.check(8 << 20) }
    #expect(throws: Never.self) { try MemoryLock.check(.max) }
    var control = LatencyControl()
    let limited = control.adopt(
      Self.section(lock: true),
      lock: { () throws(MemoryLock.Failure) in throw .limited(65536) }
    )
    #expect(
      limited == [
        "[latency] lockMemory has no effect: at most 65536 bytes may be locked: set LimitMEMLOCK=infinity in the unit"
      ]
    )
    let refused = control.adopt(
      Self.section(lock: true),
      lock: { () throws(MemoryLock.Failure) in throw .refused(Errno(EPERM)) }
    )
    #expect(
      refused == ["[latency] lockMemory has no effect: mlockall: Operation not permitted: set lockMemory = false"]
    )
    var locks = 0
    for _ in 0..<2 { #expect(control.adopt(Self.section(lock: true), lock: { locks += 1 }) == []) }
    #expect(locks == 1)
  }
}
