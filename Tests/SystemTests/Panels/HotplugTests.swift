import Foundation
import TestSupport
import Testing

/// Evdev's numbers from the kernel's `input-event-codes.h`.
private enum Evdev {
  static let down = "3 47 0 3 57 %d 3 53 %d 3 54 %d 1 330 1 0 0 0"
  static let move = "3 53 %d 3 54 %d 0 0 0"
  static let up = "3 57 -1 1 330 0 0 0 0"
}

extension TouchBed {
  /// Puts a finger down at a position in the panel's own units (1120 × 1984).
  fileprivate func down(_ x: Int, _ y: Int, id: Int = 1, on node: String = "event0") throws {
    try order("ev \(node) " + String(format: Evdev.down, id, x, y))
  }

  fileprivate func move(_ x: Int, _ y: Int, on node: String = "event0") throws {
    try order("ev \(node) " + String(format: Evdev.move, x, y))
  }

  fileprivate func up(on node: String = "event0") throws {
    try order("ev \(node) " + Evdev.up)
  }

  /// Drags the front card by this many units; the finger stays down.
  fileprivate func drag(by units: Int, on node: String = "event0") throws {
    try down(560, 992, on: node)
    for step in 1...10 {
      Thread.sleep(forTimeInterval: 0.008)
      try move(560 + units * step / 10, 992, on: node)
    }
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A panel that comes and goes` {
  @Test(arguments: TouchBed.Backend.allCases)
  func `unplugged under a finger cancels the drag, and resumes its surface when it is back`(
    backend: TouchBed.Backend
  ) throws {
    let bed = try TouchBed(backend)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","gestures","frames"]}"#)
    // Beyond the threshold: an up would decide the card.
    try bed.drag(by: 500)
    try client.next { $0.contains(#""phase":"dragging""#) && $0.contains(#""progress":1"#) }
    try bed.order("remove event0")
    try client.next { $0.contains(#""recognizer":"drag""#) && $0.contains(#""phase":"cancelled""#) }
    try client.event("card.reset")
    try client.next { $0.contains(#""method":"frame""#) && $0.contains(#""phase":"rest""#) }
    #expect(!client.lines.contains { $0.contains("card.swiped") })

    try bed.order("add event0 \"\(Workshop.panel)\"")
    try bed.waitUntilOpened("event0")
    try bed.drag(by: 500)
    try bed.up()
    let swiped = try client.event("card.swiped")
    #expect(swiped.contains(#""card":"card-0","index":0,"direction":"right""#))
    #expect(bed.stop() == 0)
  }

  @Test
  func `later than the daemon is found, and gives the surface its size`() throws {
    let bed = try TouchBed(panels: [])
    let client = try LiveClient(bed)
    let before = try #require(Picture(try client.ask("subscribe", #"{"topics":["events","frames"]}"#)))
    // 400 pt less 20 on both sides; the panel has 448.
    #expect(before.cards.first?.x == 20)
    try bed.order("add event3 \"\(Workshop.panel)\"")
    try bed.waitUntilOpened("event3")
    try client.next { $0.contains(#""method":"frame""#) }
    try bed.drag(by: 500, on: "event3")
    try bed.up(on: "event3")
    try client.event("card.swiped")
  }

  @Test
  func `is joined by one of another size without moving a card or a threshold`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The same units at half the resolution: twice the size.
    let large = folder.appending(path: "large.desc")
    try String(contentsOfFile: Workshop.panel, encoding: .utf8)
      .replacingOccurrences(of: " 0 0 16\n", with: " 0 0 8\n")
      .write(to: large, atomically: true, encoding: .utf8)
    let bed = try TouchBed()
    let client = try LiveClient(bed)
    let before = try #require(Picture(try client.ask("subscribe", #"{"topics":["events"]}"#)))
    try bed.order("add event1 \"\(large.path)\"")
    try bed.waitUntilOpened("event1")
    // 36 % of the width, on either panel.
    for node in ["event0", "event1"] {
      try bed.drag(by: 403, on: node)
      try bed.up(on: node)
      try client.event("card.swiped")
    }
    try client.rest()
    let after = try #require(Picture(try client.ask("deck.get")))
    #expect(after.cards.first?.x == before.cards.first?.x)
  }

  @Test
  func `twenty times leaves no descriptor behind`() throws {
    let bed = try TouchBed(panels: [])
    let descriptors = "/proc/\(try bed.daemonProcess)/fd"
    // The descriptor that the event loop opens for the first timer stays open: count after a panel has come and gone.
    // The connection that found the daemon ready may still be among them.
    var before = 0
    for round in 0...20 {
      if round == 1 { before = try FileManager.default.contentsOfDirectory(atPath: descriptors).count }
      try bed.order("add event0 \"\(Workshop.panel)\"")
      try bed.waitUntilOpened("event0")
      try bed.order("remove event0")
    }
    try wait(for: "no more descriptors than before (\(before))") {
      try FileManager.default.contentsOfDirectory(atPath: descriptors).count <= before
    }
  }

  @Test
  func `does not disturb the finger on another panel of the same surface`() throws {
    let bed = try TouchBed(panels: [("event0", Workshop.panel), ("event1", Workshop.panel)])
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    try bed.drag(by: 500, on: "event0")
    try client.next { $0.contains(#""phase":"dragging""#) && $0.contains(#""progress":1"#) }
    // The same slot number on the other panel is a different contact.
    try bed.down(560, 992, on: "event1")
    try bed.up(on: "event1")
    try bed.order("remove event1")
    try bed.up(on: "event0")
    try client.event("card.swiped")
    #expect(!client.lines.contains { $0.contains("card.reset") || $0.contains("card.selected") })
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `Events that the kernel dropped` {
  @Test(arguments: TouchBed.Backend.allCases)
  func `leave the contacts as they truly are`(backend: TouchBed.Backend) throws {
    let bed = try TouchBed(backend, configuration: Workshop.swipeclean)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","touches","frames"]}"#)
    try bed.drag(by: 300)
    // The finger's lift and the next one's touch-down were lost in an overflow.
    try bed.order("drop event0 3 47 0 3 57 -1 3 47 1 3 57 9 3 53 900 3 54 300")
    try client.next { $0.contains(#""id":0,"phase":"up""#) }
    // libevdev may report the new finger in the same frame or in one of its own.
    if !client.lines.contains(where: { $0.contains(#""id":1,"phase":"down""#) }) {
      try client.next { $0.contains(#""id":1,"phase":"down""#) }
    }
    try bed.order("ev event0 3 47 1 3 57 -1 1 330 0 0 0 0")
    try client.next { $0.contains(#""id":1,"phase":"up""#) }
    try client.rest()
    #expect(client.lines.contains { $0.contains("card.reset") })
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A daemon at rest` {
  /// Seconds after the last touch from which nothing may run, and for how long that is measured.
  private static let (calm, watched) = (10.0, 10.0)

  @Test
  func `runs nothing, with a panel and a subscriber, from 10 s after the last touch`() throws {
    let bed = try TouchBed()
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","frames","gestures","touches"]}"#)
    try bed.drag(by: 500)
    try bed.up()
    try client.event("card.swiped")
    try client.rest()
    let process = try bed.daemonProcess
    Thread.sleep(forTimeInterval: Self.calm)
    let before = try Self.contextSwitches(of: process)
    Thread.sleep(forTimeInterval: Self.watched)
    #expect(try Self.contextSwitches(of: process) == before)
  }

  /// Returns the counts of context switches of each thread, by its number.
  private static func contextSwitches(of process: Int32) throws -> [String: [String]] {
    var switches: [String: [String]] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
      let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
      switches[thread] = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }.map(String.init)
    }
    return switches
  }
}
