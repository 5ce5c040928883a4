import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `Processors kept from sleeping` {
  private static let configuration = "[latency]\nhold = true\n[[decks]]\nid = \"main\"\ncount = 5\n"

  /// What the daemon has written to the bed's device: 0 holds, −1 withdraws.
  private static func requests(_ bed: TouchBed) throws -> [Int32] {
    let data = try Data(contentsOf: bed.latencyDevice)
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self) }
    }
  }

  @Test
  func `are held under a finger and while a card flies, and released at rest`() throws {
    let bed = try TouchBed(configuration: Self.configuration)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    try client.rest()
    // The deck may have appeared.
    try wait(for: "the release") { try Self.requests(bed).last != 0 }
    let before = try Self.requests(bed).count
    let finger = PanelFinger(bed)
    try finger.down(560, 1000)
    // Nothing moves yet.
    try wait(for: "the hold") { try Self.requests(bed).count == before + 1 }
    #expect(try Self.requests(bed).last == 0)
    try finger.slide(from: (560, 1000), by: (400, 0))
    try finger.up()
    try client.event("card.swiped")
    try client.rest()
    try wait(for: "the release") { try Self.requests(bed).count == before + 2 }
    #expect(try Self.requests(bed).last == -1)
    // A reload without the key withdraws all, and a finger asks for nothing.
    try Data("[[decks]]\nid = \"main\"\ncount = 5\n".utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    try client.ask("daemon.reload")
    try finger.down(560, 1000)
    try client.frame("pressing")
    #expect(try Self.requests(bed).count == before + 2)
    #expect(bed.stop() == 0)
  }

  @Test
  func `by a device that is absent are a warning that says what to do`() throws {
    let bed = try TouchBed(configuration: Self.configuration, latencyDevice: false)
    try wait(for: "the warning") {
      bed.log.contains("[latency] hold has no effect: /dev/cpu_dma_latency: No such file or directory")
    }
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["frames"]}"#)
    try client.rest()
    try PanelFinger(bed).down(560, 1000)
    try client.frame("pressing")
    #expect(bed.stop() == 0)
  }
}
