import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: FaultyDisk.isBuilt, Workshop.bedAbsence))
struct `A disk that fails at one write or sync after the other` {
  /// Commands of all kinds, with one commit each.
  private static func script(_ client: ResumingClient, _ ledger: EventLedger, round: Int) throws {
    func step(_ command: () throws -> Void) throws {
      try command()
      try client.settle()
    }
    try step { try client.command("deck.swipe", #"{"deck":"swipe","direction":"left"}"#) }
    try step { try client.insert("stack", ["r\(round)a", "r\(round)b"], at: 1) }
    try step { try client.command("deck.undo", #"{"deck":"swipe"}"#) }
    // Two commands that may share a commit.
    try client.command("deck.remove", #"{"deck":"stack","at":0}"#)
    try step { try client.load("swipe", (0..<6).map { "r\(round)s\($0)" }, current: 2) }
  }

  /// Starts a daemon on a faulty disk, and a client that has subscribed.
  private static func begin() throws -> (LoneDaemon, FaultyDisk, ResumingClient, EventLedger) {
    let (daemon, disk) = try FaultyDisk.daemon(configuration: RandomLoad.configuration)
    let ledger = RandomLoad.ledger()
    let client = ResumingClient(ledger, keepsLedger: true)
    try client.connect(daemon)
    try client.resume()
    // With decisions that can be undone whether or not the next one succeeds.
    try client.load("swipe", (0..<6).map { "s\($0)" }, current: 2)
    try client.settle()
    return (daemon, disk, client, ledger)
  }

  @Test(arguments: [FaultyDisk.Fault.killBefore, .killAfter])
  func `and the process with it: nothing published is lost or doubled`(_ fault: FaultyDisk.Fault) throws {
    let (daemon, disk, client, ledger) = try Self.begin()
    var call = 1
    var wasKilled = true
    while wasKilled {
      try disk.disturb(UInt64(call), fault)
      do {
        try Self.script(client, ledger, round: call)
        wasKilled = false
      } catch {
        #expect(daemon.waitForEnd() == -SIGKILL, "\(daemon.log)")
        try client.readToEnd()
        try disk.heal()
        try daemon.start()
        try client.connect(daemon)
        call += 1
      }
      try client.resume()
    }
    print("killed at each of \(call - 1) calls: \(ledger.last) events")
    #expect(call > 20)
    try disk.heal()
    #expect(daemon.stop() == 0)
  }

  @Test(arguments: [FaultyDisk.Fault.once(ENOSPC), .from(ENOSPC), .once(EIO), .from(EIO)])
  func `is an error to who commands, and the decks are what they were`(_ fault: FaultyDisk.Fault) throws {
    let (daemon, disk, client, ledger) = try Self.begin()
    var call: UInt64 = 1
    while true {
      try disk.disturb(call, fault)
      let before = client.refused
      try Self.script(client, ledger, round: Int(call))
      let calls = try disk.calls
      try client.expectDecks()
      let refused = client.refused - before
      let others = client.refusals.filter { !$0.contains(#""message":"not kept""#) }
      #expect(others.isEmpty)
      if calls < call { break }
      // A failure in a checkpoint refuses nothing. The last call of all is the last commit's mark.
      if case .from = fault { #expect(refused > 0, "call \(call)") }
      try disk.heal()
      // It works again for a client that stayed connected.
      let worked = client.done
      try Self.script(client, ledger, round: 1000 + Int(call))
      #expect(client.done == worked + 5, "call \(call): \(client.refusals.last ?? "")")
      try client.expectDecks()
      if call % 4 == 0 {
        // It also works for a client that reconnects after a crash at the worst moment.
        try disk.disturb(call, fault)
        try Self.script(client, ledger, round: 2000 + Int(call))
        daemon.stop(SIGKILL)
        try client.readToEnd()
        try disk.heal()
        try daemon.start()
        try client.connect(daemon)
        try client.resume()
      }
      call += 1
    }
    print("failed at each of \(call - 1) calls: \(client.refused) commands refused, \(ledger.last) events")
    #expect(call > 20 && client.refused > 20)
    #expect(daemon.stop() == 0)
    try SchemaValidator.expectValid(client.samples.map { Array($0.utf8) }, from: .daemon)
  }

  @Test
  func `at its start and at its end: the state is there as a whole or not at all`() throws {
    let (daemon, disk, client, _) = try Self.begin()
    try client.command("deck.swipe", #"{"deck":"swipe","direction":"left"}"#)
    try client.settle()
    // When it stops, it copies the log into the file.
    var call: UInt64 = 1
    var status: Int32 = -1
    while status != 0 {
      try disk.disturb(call, call % 2 == 0 ? .killBefore : .killAfter)
      status = daemon.stop()
      try disk.heal()
      try client.readToEnd()
      try daemon.start()
      try client.connect(daemon)
      try client.resume()
      call += 1
    }
    print("killed at each of \(call - 2) calls of its end")
    daemon.stop(SIGKILL)
    // First with a log to be read, then without a file.
    for isNew in [false, true] {
      call = 1
      while true {
        if isNew { try? FileManager.default.removeItem(at: daemon.folder.appending(path: "state")) }
        try disk.disturb(call, .killBefore)
        do { try daemon.start() } catch {
          try disk.heal()
          try daemon.start()
          let again = ResumingClient(RandomLoad.ledger(), keepsLedger: true)
          try again.connect(daemon)
          if isNew { try again.resume() }
          try client.connect(daemon)
          if !isNew { try client.resume() }
          #expect(!daemon.log.contains("set aside"), "\(daemon.log)")
          daemon.stop(SIGKILL)
          call += 1
          continue
        }
        break
      }
      print("killed at each of \(call - 1) calls of its start")
      daemon.stop(SIGKILL)
    }
  }
}
