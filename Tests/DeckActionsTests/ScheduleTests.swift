import DeckActions
import DeckConfiguration
import Kinetics
import Testing

@Suite
struct `The schedule of actions` {
  private static func action(_ keys: String, name: String = "a") throws -> ActionSection {
    let text = "[[actions]]\nname = \"\(name)\"\non = \"card.swiped\"\nrun = [\"true\"]\n\(keys)"
    return try #require(try ActionFile.parse(Array(text.utf8), file: "f").first)
  }

  private static func swiped(_ number: Int) throws -> ActionEvent {
    try event(#"{"seq":\#(number),"type":"card.swiped"}"#)
  }

  private static func at(_ seconds: Double) -> Instant { Instant(microseconds: Int64(seconds * 1_000_000)) }

  @Test
  func `drops an event while the command of the last one runs`() throws {
    var schedule = ActionSchedule([try Self.action("")])
    #expect(schedule.take(try Self.swiped(1), at: Self.at(0)).map(\.event.sequence) == [1])
    #expect(schedule.take(try Self.swiped(2), at: Self.at(0.5)).isEmpty)
    #expect(schedule.ended("a").isEmpty)
    #expect(schedule.take(try Self.swiped(3), at: Self.at(1)).map(\.event.sequence) == [3])
    #expect(schedule.takeReports(at: Self.at(1.5)).map(\.dropped.counts) == [[.stillRunning: 1]])
  }

  @Test
  func `has events wait in order, so many of them`() throws {
    var schedule = ActionSchedule([try Self.action("overlap = \"queue\"\nrate = 100")])
    let started = try (1...20).flatMap { schedule.take(try Self.swiped($0), at: Self.at(0)) }
    #expect(started.map(\.event.sequence) == [1])
    #expect(schedule.takeReports(at: Self.at(1)).map(\.dropped.counts) == [[.queueIsFull: 3]])
    var order: [UInt64] = []
    while case let next = schedule.ended("a"), !next.isEmpty { order += next.map(\.event.sequence) }
    #expect(order == Array(2...17))
  }

  @Test
  func `lets commands run beside each other, so many of an action and in all`() throws {
    let actions = try (0..<5).map { try Self.action("overlap = true\nrate = 100", name: "\($0)") }
    var schedule = ActionSchedule(actions)
    let started = try (1...10).flatMap { schedule.take(try Self.swiped($0), at: Self.at(0)) }
    #expect(started.count == ActionSchedule.mostRunning)
    for name in ["0", "1", "2"] {
      #expect(started.count { $0.action.name == name } <= ActionSchedule.mostBeside)
    }
    let dropped = schedule.takeReports(at: Self.at(1))
    #expect(dropped.map(\.action) == ["0", "1", "2", "3", "4"])
    let all = dropped.reduce(0) { $0 + $1.dropped.counts.values.reduce(0, +) }
    #expect(all == 5 * 10 - started.count)
    #expect(dropped.contains { $0.dropped.counts[.tooManyCommands] != nil })
  }

  @Test
  func `starts no more commands a second than an action's rate`() throws {
    var schedule = ActionSchedule([try Self.action("rate = 5")])
    var times: [Double] = []
    for number in 0..<600 {
      let time = Double(number) / 200
      for run in schedule.take(try Self.swiped(number), at: Self.at(time)) {
        times.append(time)
        #expect(schedule.ended(run.action.name).isEmpty)
      }
    }
    // Five at once, then one each 0.2 s.
    #expect(times.prefix(5).allSatisfy { $0 < 0.025 })
    #expect(times.count == 5 + 14)
  }

  @Test
  func `takes a rate below one a second`() throws {
    var schedule = ActionSchedule([try Self.action("rate = 0.1")])
    let times = try (0..<30).filter { second in
      let runs = schedule.take(try Self.swiped(second), at: Self.at(Double(second)))
      for run in runs { _ = schedule.ended(run.action.name) }
      return !runs.isEmpty
    }
    #expect(times == [0, 10, 20])
  }

  @Test
  func `reports a burst of dropped events once, a second after its last`() throws {
    var schedule = ActionSchedule([try Self.action("rate = 1")])
    #expect(schedule.nextReport == nil)
    for number in 0..<100 {
      for run in schedule.take(try Self.swiped(number), at: Self.at(Double(number) / 1000)) {
        _ = schedule.ended(run.action.name)
      }
    }
    #expect(schedule.nextReport == Self.at(1.099))
    #expect(schedule.takeReports(at: Self.at(1.098)).isEmpty)
    #expect(schedule.takeReports(at: Self.at(1.099)).map(\.dropped.counts) == [[.beyondRate: 99]])
    #expect(schedule.nextReport == nil)
  }

  @Test
  func `reports a burst without an end once a minute`() throws {
    var schedule = ActionSchedule([try Self.action("")])
    var reports = 0
    for number in 0..<1000 {
      let now = Self.at(Double(number) / 5)
      _ = schedule.take(try Self.swiped(number), at: now)
      reports += schedule.takeReports(at: now).count
    }
    #expect(reports == 3)
  }

  @Test
  func `counts commands that still run when others take their actions' places`() throws {
    var schedule = ActionSchedule([try Self.action("overlap = \"queue\"")])
    _ = schedule.take(try Self.swiped(1), at: Self.at(0))
    _ = schedule.take(try Self.swiped(2), at: Self.at(0))
    // The same name: what waits stays, and runs as the new file says.
    schedule.replace([try Self.action("overlap = \"queue\"\ntimeout = 3")])
    #expect(schedule.ended("a").map(\.action.timeout) == [3])
    // No such name: what waits is gone, and the end of what runs starts nothing.
    _ = schedule.take(try Self.swiped(3), at: Self.at(0))
    schedule.replace([try Self.action("", name: "b")])
    #expect(schedule.ended("a").isEmpty)
    #expect(schedule.take(try Self.swiped(4), at: Self.at(0)).map(\.action.name) == ["b"])
  }
}
