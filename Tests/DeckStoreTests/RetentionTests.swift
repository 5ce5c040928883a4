import DeckStore
import EventLoop
import Testing

@Suite
struct `The journal` {
  /// A wall clock that a test turns.
  private final class Clock: Sendable {
    private let value = Lock<Int64>(1_000_000)

    var second: Int64 {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  private static func store(
    _ directory: TemporaryDirectory,
    _ retention: Retention,
    _ clock: Clock = Clock()
  ) throws -> StateStore {
    var surroundings = StateStore.Surroundings()
    surroundings.second = { clock.second }
    return try StateStore(directory: directory.path, retention: retention, surroundings: surroundings)
  }

  private static func line(_ sequence: UInt64) -> [UInt8] { Array("{\"seq\":\(sequence)}\n".utf8) }

  private static func events(_ range: ClosedRange<UInt64>) -> StateChange {
    StateChange(
      events: range.map { StoredEvent(sequence: $0, deck: $0.isMultiple(of: 2) ? "even" : "odd", line: line($0)) }
    )
  }

  @Test
  func `gives back the bytes that were published, of all decks or one, as far as is asked`() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let store = try Self.store(directory, .ample)
    try store.commit([Self.events(1...9)])
    #expect(
      try store.events(after: 3, upTo: 6, byteLimit: .max)
        == .lines(Self.line(4) + Self.line(5) + Self.line(6), through: 6)
    )
    #expect(
      try store.events(after: 3, upTo: 7, deck: "even", byteLimit: .max)
        == .lines(Self.line(4) + Self.line(6), through: 7)
    )
    #expect(try store.events(after: 9, upTo: 9, byteLimit: .max) == .lines([], through: 9))
    #expect(try store.events(after: 9, upTo: 4, byteLimit: .max) == .lines([], through: 9))
    #expect(try store.events(after: 0, upTo: 9, deck: "none", byteLimit: .max) == .lines([], through: 9))
  }

  @Test
  func `answers in parts where much was missed`() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let store = try Self.store(directory, .ample)
    try store.commit([Self.events(1...100)])
    var since: UInt64 = 0
    var lines: [UInt8] = []
    var parts = 0
    while since < 100 {
      guard case .lines(let part, let through) = try store.events(after: since, upTo: 100, byteLimit: 30) else {
        Issue.record("no lines after \(since)")
        return
      }
      #expect(through > since)
      lines += part
      since = through
      parts += 1
    }
    #expect(lines == (1...100).flatMap { Self.line($0) })
    #expect(parts == 34)
  }

  @Test
  func `says when a client has missed too much, or seen more than there was`() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let store = try Self.store(directory, Retention(events: 10, age: 1_000_000))
    try store.commit([Self.events(1...50)])
    #expect(try store.oldest() == 41)
    #expect(try store.events(after: 39, upTo: .max, byteLimit: .max) == .tooOld(oldest: 41))
    #expect(
      try store.events(after: 40, upTo: .max, byteLimit: .max)
        == .lines((41...50).flatMap { Self.line($0) }, through: 50)
    )
    #expect(try store.events(after: 51, upTo: .max, byteLimit: .max) == .ahead(newest: 50))
    #expect(try store.events(after: .max, upTo: .max, byteLimit: .max) == .ahead(newest: 50))
  }

  @Test
  func `forgets what is too old, at a commit and at an opening`() throws {
    let directory = try TemporaryDirectory()
    let clock = Clock()
    let retention = Retention(events: 1000, age: 60)
    do {
      let store = try Self.store(directory, retention, clock)
      try store.commit([Self.events(1...5)])
      clock.second += 60
      try store.commit([Self.events(6...7)])
      #expect(try store.oldest() == 1)
      clock.second += 1
      try store.commit([Self.events(8...8)])
      #expect(try store.oldest() == 6)
    }
    clock.second += 60
    #expect(try Self.store(directory, retention, clock).oldest() == 8)
  }

  @Test
  func `goes on with its numbers when it has forgotten every event`() throws {
    let directory = try TemporaryDirectory()
    let clock = Clock()
    do {
      let store = try Self.store(directory, Retention(events: 5, age: 60), clock)
      try store.commit([Self.events(1...7)])
    }
    clock.second += 1000
    let store = try Self.store(directory, Retention(events: 0, age: 60), clock)
    #expect(store.sequence == 7)
    #expect(try store.oldest() == 8)
    #expect(try store.events(after: 6, upTo: .max, byteLimit: .max) == .tooOld(oldest: 8))
    #expect(try store.events(after: 7, upTo: .max, byteLimit: .max) == .lines([], through: 7))
    try store.commit([Self.events(8...9)])
    #expect(store.sequence == 9)
    #expect(try store.oldest() == 10)
  }

  @Test
  func `has no gap when the wall clock was put back`() throws {
    let store: StateStore
    let clock = Clock()
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    store = try Self.store(directory, Retention(events: 1000, age: 60), clock)
    try store.commit([Self.events(1...2)])
    clock.second -= 500_000
    try store.commit([Self.events(3...4)])
    clock.second += 100
    // 3 and 4 have expired, and wait behind 1 and 2, which seem to be of the future.
    try store.commit([Self.events(5...5)])
    #expect(try store.oldest() == 1)
    clock.second += 600_000
    try store.commit([Self.events(6...6)])
    #expect(try store.oldest() == 6)
  }
}
