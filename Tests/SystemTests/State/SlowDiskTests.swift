import DeckProtocol
import Foundation
import Glibc
import TestSupport
import Testing

/// The disk waits until the test releases it.
@Suite(.enabled(if: FaultyDisk.isBuilt, Workshop.bedAbsence))
struct `While the disk hangs` {
  private let daemon: LoneDaemon
  private let disk: FaultyDisk

  init() throws {
    (daemon, disk) = try FaultyDisk.daemon(configuration: RandomLoad.configuration)
    // All decks share one sequence: no events of the stack that appears come between those that a test counts.
    let client = try LiveClient(daemon)
    try wait(for: "the stack to appear") { try client.ask("deck.get", #"{"deck":"stack"}"#).contains(#""rest""#) }
  }

  private func post(_ client: LiveClient, _ id: String, _ method: String, _ parameters: String) throws {
    try client.send(#"{"jsonrpc":"2.0","id":"\#(id)","method":"\#(method)","params":\#(parameters)}"#)
  }

  private func swipe(_ direction: String = "left") -> String { #"{"deck":"swipe","direction":"\#(direction)"}"# }

  private func touch(_ client: LiveClient, _ phase: String, _ x: Int) throws {
    let contact = #"{"id":0,"phase":"\#(phase)","x":\#(x),"y":400}"#
    // Without an id: its reply would wait for the disk as well.
    try client.send(#"{"jsonrpc":"2.0","method":"input.inject","params":{"surface":"a","contacts":[\#(contact)]}}"#)
  }

  /// Holds the disk, has a client decide five cards, and returns when the daemon has read every command.
  ///
  /// On a busy machine what comes next, on another connection or as a signal, could overtake the last of them.
  private func decideFive(_ client: ResumingClient, _ parameters: String) throws {
    let watching = try LiveClient(daemon)
    try watching.ask("subscribe", #"{"deck":"swipe","topics":["frames"]}"#)
    try disk.hold()
    for _ in 0..<5 { try client.command("deck.swipe", parameters) }
    try waitUntilHeld()
    try watching.next { $0.contains(#""current":5,"#) }
  }

  private func waitUntilHeld(_ count: UInt64 = 1) throws {
    try wait(for: "a sync to wait") { try disk.held >= count }
  }

  @Test
  func `each touch has its frame at once, and events and answers come after it, in order`() throws {
    let (finger, watching) = (try LiveClient(daemon), try LiveClient(daemon))
    let before = try #require(try watching.ask("deck.get", #"{"deck":"swipe"}"#).number("seq"))
    try watching.ask("subscribe", #"{"deck":"swipe","topics":["events","frames"]}"#)
    try disk.hold()
    try post(finger, "swiped", "deck.swipe", swipe())
    try watching.frame("rest")
    try waitUntilHeld()
    // The card after it is dragged: one touch, one frame, none of which waits.
    try touch(finger, "down", 200)
    try touch(finger, "moved", 190)
    try watching.frame("dragging")
    for step in 1...40 {
      let count = watching.frames.count
      try touch(finger, "moved", 190 - step)
      let frame = try watching.frame("dragging")
      #expect(watching.frames.count == count + 1 && frame.contains(#""dx":-\#(10 + step),"#), "\(frame)")
    }
    try touch(finger, "up", 150)
    try watching.frame("rest")
    try finger.readWaiting()
    #expect(watching.eventNumbers.isEmpty && finger.lines.isEmpty)

    try disk.release()
    let answer = try finger.next { $0.contains(#""id":"swiped""#) }
    #expect(answer.number("seq") == before + 1)
    try watching.event("card.reset")
    #expect(watching.eventNumbers == Array(before + 1...before + Int64(watching.eventNumbers.count)))
    #expect(watching.lines.contains { $0.contains(#""type":"card.swiped","card":"card-0""#) })
  }

  @Test
  func `who subscribes has no gap and no overlap, with and without a number`() throws {
    let ledger = RandomLoad.ledger()
    let client = ResumingClient(ledger, keepsLedger: true)
    try client.connect(daemon)
    try client.resume()
    try client.command("deck.swipe", swipe())
    try client.settle()
    try decideFive(client, swipe("right"))
    let (new, back) = (try LiveClient(daemon), try LiveClient(daemon))
    let journal = try #require(ledger.journal)
    let base = ledger.base
    try post(new, "s", "subscribe", #"{"deck":"swipe","topics":["events"]}"#)
    let since = #""since":\#(base),"journal":"\#(journal)""#
    try post(back, "s", "subscribe", #"{"deck":"swipe","topics":["events"],\#(since)}"#)
    let commanding = try LiveClient(daemon)
    for number in 0..<5 { try post(commanding, "c\(number)", "deck.swipe", swipe()) }
    try disk.release()
    try client.settle()
    let last = try #require(try commanding.next { $0.contains(#""id":"c4""#) }.number("seq"))
    for subscriber in [new, back] { try subscriber.next { $0.number("seq") == last && $0.contains("event") } }
    let start = try #require(new.lines.first?.number("seq"))
    #expect(new.eventNumbers == Array(start + 1...last))
    #expect(back.eventNumbers == Array(base + 1...last) && !back.lines[0].contains("resync"))
    try client.expectDecks()
  }

  @Test
  func `who subscribes sees the deck as it has come to rest meanwhile`() throws {
    let (commanding, watching, late) = (try LiveClient(daemon), try LiveClient(daemon), try LiveClient(daemon))
    try watching.ask("subscribe", #"{"deck":"swipe","topics":["frames"]}"#)
    try disk.hold()
    try post(commanding, "swiped", "deck.swipe", swipe())
    try waitUntilHeld()
    try post(late, "s", "subscribe", #"{"deck":"swipe","topics":["frames"]}"#)
    try watching.frame("rest")
    try disk.release()
    try late.frame("rest")
    #expect(late.lines.first?.contains(#""phase":"settling""#) == true)
    #expect(late.frames.last?.contains(#""cards":[{"id":"card-1""#) == true)
  }

  @Test
  func `a finger goes on, however many its touches are`() throws {
    let (finger, watching) = (try LiveClient(daemon), try LiveClient(daemon))
    try watching.ask("subscribe", #"{"deck":"swipe","topics":["frames"]}"#)
    try disk.hold()
    try post(finger, "swiped", "deck.swipe", swipe())
    try watching.frame("rest")
    try waitUntilHeld()
    try touch(finger, "down", 200)
    for step in 1...200 { try touch(finger, "moved", 200 - step % 100) }
    // The last touch, farther than the others, is published though the reply to the command still waits.
    try touch(finger, "moved", 50)
    try watching.next { $0.contains(#""dx":-150,"#) }
    try disk.release()
    try finger.next { $0.contains(#""id":"swiped""#) }
  }

  @Test
  func `one who commands without end is held, others are not, and all is answered in the end`() throws {
    let flooding = try RawClient(daemon)
    let watching = try LiveClient(daemon)
    try watching.ask("subscribe", #"{"deck":"swipe","topics":["frames"]}"#)
    let before = try daemon.memory
    try disk.hold()
    // Together longer than what the sockets buffer.
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"deck.reset","params":{"deck":"stack"}}"# + String(repeating: " ", count: 800)
      + "\n"
    let count = 1500
    var rest = Array(String(repeating: request, count: count).utf8)[...]
    var idleTurns = 0
    try wait(for: "the commands to be held") {
      let taken = try flooding.push(rest)
      rest = rest.dropFirst(taken)
      // Other clients receive frames meanwhile: a command's frame, and then the one at rest.
      idleTurns = taken == 0 ? idleTurns + 1 : 0
      return idleTurns > 20
    }
    #expect(rest.count > 0)
    #expect(try daemon.memory - before < 4 << 20 || Sanitizer.keepsMemory)
    let other = try LiveClient(daemon)
    try touch(other, "down", 200)
    try touch(other, "moved", 150)
    try watching.frame("dragging")
    try disk.release()
    var answers = 0
    while answers < count {
      rest = rest.dropFirst(try flooding.push(rest))
      guard try flooding.readLine()?.contains(#""id":1"#) == true else { throw Unmet(what: "an answer") }
      answers += 1
    }
    #expect(!daemon.log.contains("let go"))
  }

  @Test
  func `it ends when the disk goes on, and what it was told before is kept`() throws {
    let ledger = RandomLoad.ledger()
    let client = ResumingClient(ledger, keepsLedger: true)
    try client.connect(daemon)
    try client.resume()
    try decideFive(client, swipe())
    let late = try LiveClient(daemon)
    daemon.signalProcess(SIGTERM)
    try wait(for: "the end to begin") { daemon.log.contains("stopping") }
    // The request arrives before the connections are closed, when nothing can be persisted any more.
    try post(late, "late", "deck.swipe", swipe())
    try post(
      late,
      "later",
      "subscribe",
      #"{"deck":"swipe","topics":["events"],"since":1,"journal":"\#(ledger.journal ?? "")"}"#
    )
    try disk.release()
    #expect(daemon.waitForEnd() == 0, "\(daemon.log)")
    try client.readToEnd()
    #expect(client.done == 5)
    try late.readToEnd()
    #expect(late.lines.isEmpty)
    try daemon.start()
    try client.connect(daemon)
    try client.resume()
    #expect(ledger.decks["swipe"]?.model?.counts.current == 5)
  }

  @Test(arguments: [ENOSPC, EIO])
  func `and then fails, it ends, and who had asked is told`(_ error: Int32) throws {
    let ledger = RandomLoad.ledger()
    let client = ResumingClient(ledger, keepsLedger: true)
    try client.connect(daemon)
    try client.resume()
    let asking = try LiveClient(daemon)
    let watching = try LiveClient(daemon)
    try watching.ask("subscribe", #"{"deck":"swipe","topics":["frames"]}"#)
    try decideFive(client, swipe())
    // Its reply reports what is not persisted: the request is performed again.
    try post(asking, "q", "deck.get", #"{"deck":"swipe"}"#)
    // A frame shows that the request before the touch has been read; behind the subscription, a touch waits with it.
    try touch(asking, "down", 200)
    try touch(asking, "moved", 150)
    try post(
      asking,
      "s",
      "subscribe",
      #"{"deck":"swipe","topics":["events"],"since":1,"journal":"\#(ledger.journal ?? "")"}"#
    )
    try watching.frame("dragging")
    try disk.disturb(1, .from(error))
    daemon.signalProcess(SIGTERM)
    try wait(for: "the end to begin") { daemon.log.contains("stopping") }
    try disk.release()
    #expect(daemon.waitForEnd() == 0, "\(daemon.log)")
    try client.readToEnd()
    try asking.readToEnd()
    #expect(client.refusals.count == 5 && client.done == 0)
    try disk.heal()
    try daemon.start()
    try client.connect(daemon)
    try client.resume()
  }
}
