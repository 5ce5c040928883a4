import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A machine that is suspended` {
  /// What the kernel does: it freezes processes, lifts the fingers, stops its clocks, and undoes the first and the last.
  private static func suspend(_ bed: TouchBed, _ finger: PanelFinger) throws {
    let daemon = try freeze(bed)
    defer { kill(daemon, SIGCONT) }
    try finger.up()
    try bed.order("suspend 3600000")
  }

  /// Stops the daemon, and waits until no thread of it runs.
  private static func freeze(_ bed: TouchBed) throws -> Int32 {
    let daemon = try bed.daemonProcess
    kill(daemon, SIGSTOP)
    let tasks = "/proc/\(daemon)/task"
    try wait(for: "the daemon to stop") {
      try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { thread in
        try String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8).contains(") T ")
      }
    }
    return daemon
  }

  @Test(arguments: TouchBed.Backend.allCases)
  func `under a finger cancels the drag, and reads the panel again afterwards`(_ backend: TouchBed.Backend) throws {
    let bed = try TouchBed(backend)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","gestures","frames","panels"]}"#)
    let finger = PanelFinger(bed)
    for round in 1...2 {
      try finger.down(560, 992)
      // Beyond the threshold: the kernel's up would decide the card.
      try finger.slide(from: (560, 992), by: (500, 0))
      try client.next { $0.contains(#""phase":"dragging""#) && $0.contains(#""progress":1"#) }
      try Self.suspend(bed, finger)
      try client.next { $0.contains(#""recognizer":"drag""#) && $0.contains(#""phase":"cancelled""#) }
      #expect(try client.event("card.reset").contains(#""reason":"cancelled""#))
      try client.next { $0.contains("panel.added") }
      try client.rest()
      #expect(client.lines.count { $0.contains("panel.removed") } == round)
      try bed.waitUntilOpened("event0")
    }
    #expect(!client.lines.contains { $0.contains("card.swiped") })
    try finger.down(560, 992)
    try finger.slide(from: (560, 992), by: (500, 0))
    try finger.up()
    #expect(try client.event("card.swiped").contains(#""card":"card-0","index":0,"direction":"right""#))
    #expect(bed.stop() == 0)
  }

  @Test
  func `wakes the daemon on resume; a clock that is only set changes nothing`() throws {
    let bed = try TouchBed()
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","panels"]}"#)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    try finger.slide(from: (560, 992), by: (300, 0))
    try bed.order("suspend 0")
    // The finger is still there.
    try finger.slide(from: (860, 992), by: (-300, 0))
    #expect(try client.ask("deck.get").contains(#""phase":"dragging""#))
    #expect(!client.lines.contains { $0.contains("panel.removed") })
    // Neither a touch nor a request wakes it.
    try bed.order("suspend 1")
    #expect(try client.event("card.reset").contains(#""reason":"cancelled""#))
    try client.next { $0.contains("panel.removed") }
    #expect(bed.log.contains("resumed from suspend"))
  }

  @Test
  func `opens again a panel that was given, and that went away meanwhile, when it is back`() throws {
    let bed = try TouchBed(.path, panels: [("event0", Workshop.panel), ("event1", Workshop.panel)])
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["panels"]}"#)
    let daemon = try Self.freeze(bed)
    try bed.order("remove event1")
    try bed.order("suspend 1000")
    kill(daemon, SIGCONT)
    try client.next { $0.contains("panel.removed") && $0.contains("event1") }
    try bed.waitUntilOpened("event0")
    try bed.order("add event1 \"\(Workshop.panel)\"")
    try bed.waitUntilOpened("event1")
    try client.next { $0.contains("panel.added") && $0.contains("event1") }
    #expect(try client.ask("daemon.status").components(separatedBy: #""node":"/dev/input/event"#).count == 3)
  }
}
