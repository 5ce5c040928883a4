import DeckReplay
import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `Clients that misbehave` {
  private static let everything =
    #"{"jsonrpc":"2.0","id":"s","method":"subscribe","params":{"topics":["events","frames","gestures","touches"]}}"#

  @Test
  func `take no frame from another's stream while a finger drags`() throws {
    let bed = try TouchBed()
    let watching = try LiveClient(bed)
    try watching.ask("subscribe", #"{"topics":["events","frames"]}"#)
    let (silent, sipping, wild) = (try RawClient(bed), try RawClient(bed), try RawClient(bed))
    for client in [silent, sipping] { try client.send(Self.everything + "\n") }
    var random = SeededGenerator(seed: Seed.value)
    var sips: [UInt8] = []
    var visitors: [RawClient] = []

    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    let steps = 100
    for step in 1...steps {
      // Back and forth in steps of 8 points.
      let x = 560 + (step % 40 < 20 ? step % 20 : 20 - step % 20) * 18
      let time = try finger.move(x, 992)
      _ = try wild.push(Self.garbage(&random)[...])
      for _ in 0..<40 { if let byte = try sipping.readByte() { sips.append(byte) } }
      // 200 clients connect, each subscribes or stops in mid-line, and they leave a few steps later.
      for visitor in 0..<2 {
        let client = try RawClient(bed)
        _ = try client.push(Array((visitor == 0 ? Self.everything + "\n" : #"{"jsonrpc""#).utf8)[...])
        visitors.append(client)
      }
      if visitors.count > 20 { visitors.removeFirst(4) }
      if step > 1 { try watching.next { $0.contains(#""input":\#(time),"#) } }
    }
    try finger.up()
    try watching.frame("rest")

    #expect(watching.frameNumbers == Array(1...Int64(watching.frames.count)), "DECKD_SEED=\(Seed.value)")
    #expect(watching.frames.count >= steps)
    #expect(try LiveClient(bed).ask("deck.list").contains("main"))

    // Clients that read late have every event, and the frames from the newest on.
    let events = watching.eventNumbers
    let last = try #require(watching.frames.last)
    for (client, first) in [(silent, []), (sipping, sips)] {
      let lines = try client.lines(after: first) { $0 == last }
      #expect(lines.filter { $0.contains(#""method":"event""#) }.compactMap { $0.number("seq") } == events)
      let numbers = lines.filter { $0.contains(#""method":"frame""#) }.compactMap { $0.number("frame") }
      #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
      try SchemaValidator.expectValid(lines.map { Array($0.utf8) }, from: .daemon)
    }
  }

  /// Returns a few lines, or parts of lines, that are no requests or malformed ones.
  private static func garbage(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        bytes += (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 1: bytes += Array(everything.utf8).prefix(Int.random(in: 0...60, using: &random)) + [10]
      case 2: bytes += [UInt8](repeating: UInt8(ascii: "["), count: Int.random(in: 0...2000, using: &random)) + [10]
      default:
        bytes += Array(#"{"jsonrpc":"2.0","id":1,"method":"deck.swipe","params":{"direction":"sideways"}}"#.utf8) + [10]
      }
    }
    return bytes
  }
}
