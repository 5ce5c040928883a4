import Foundation
import TestSupport
import Testing

extension Workshop {
  /// An invented accelerometer of 8192 units per g.
  fileprivate static let accelerometer = root.appending(path: "Tests/TouchBed/fixtures/accelerometer.desc").path
}

extension TouchBed {
  /// How often the daemon has begun to read an accelerometer.
  ///
  /// That a node is open does not show it: libinput opens each node too, and closes those of accelerometers again.
  fileprivate var accelerometerCount: Int { log.components(separatedBy: "accelerometer name=").count - 1 }
}

/// An accelerometer of the bed, whose samples have times of their own.
private final class Hand {
  private let bed: TouchBed
  private let node: String
  /// The time of the last sample, in ns.
  private var time: Int64

  /// Adds the accelerometer, and waits until the daemon reads it.
  init(_ bed: TouchBed, node: String = "event1") throws {
    (self.bed, self.node) = (bed, node)
    let count = bed.accelerometerCount
    try bed.order("add \(node) \"\(Workshop.accelerometer)\"")
    try wait(for: "deckd to read \(node)") { bed.accelerometerCount > count }
    let now = try bed.order("ev \(node) 3 2 8192 0 0 0")
    time = try #require(now.first.flatMap(Int64.init))
  }

  /// Moves the device to and fro `count` times, 0.1 s each; the kernel loses the samples of the swings in `lost`.
  func shake(_ count: Int, by g: Double = 2, losing lost: Set<Int> = []) throws {
    for swing in 0..<count {
      for step in 1...10 {
        time += 10_000_000
        let value = Int(8192 * g * sin(.pi * Double(step) / 10)) * (swing.isMultiple(of: 2) ? 1 : -1)
        let sample = "3 0 \(value) 3 1 0 3 2 8192 0 0 0"
        try bed.order(lost.contains(swing) ? "drop \(node) \(sample)" : "ev \(node) @\(time) \(sample)")
      }
    }
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A device that is shaken` {
  private static let configuration = """
    [shake]
    enabled = true
    pause = 0.5
    [[decks]]
    id = "main"
    preset = "wallet"
    """

  private static func start(_ configuration: String = configuration) throws -> (TouchBed, LiveClient) {
    let bed = try TouchBed(configuration: configuration)
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    // The deck has appeared.
    try client.rest()
    return (bed, client)
  }

  /// Whether the deck bounces; what it does is done by the time of the reply.
  private static func bounces(_ client: LiveClient) throws -> Bool {
    try !client.ask("deck.get").contains(#""phase":"rest""#)
  }

  @Test
  func `bounces its stacks, and so again after the pause`() throws {
    let (bed, client) = try Self.start()
    let hand = try Hand(bed)
    for _ in 1...2 {
      try hand.shake(8)
      try client.event("deck.bounced")
    }
    #expect(bed.stop() == 0)
  }

  @Test
  func `too little, or below the threshold, does nothing`() throws {
    let (bed, client) = try Self.start(Self.configuration.replacing("pause = 0.5", with: "threshold = 3"))
    let hand = try Hand(bed)
    try hand.shake(12)
    try hand.shake(4, by: 4)
    // What was read before the request has had its effect.
    #expect(try !Self.bounces(client))
    try hand.shake(2, by: 4)
    try client.event("deck.bounced")
    #expect(bed.stop() == 0)
  }

  @Test
  func `is read on after samples were lost, after it was unplugged, and after a suspend`() throws {
    let (bed, client) = try Self.start()
    var hand = try Hand(bed)
    try hand.shake(14, losing: [2])
    try client.event("deck.bounced")
    try hand.shake(3)
    try bed.order("remove event1")
    hand = try Hand(bed)
    // Not with those before.
    try hand.shake(4)
    #expect(try !Self.bounces(client))
    let count = bed.accelerometerCount
    try bed.order("suspend 1000")
    try wait(for: "the accelerometer to be opened again") { bed.accelerometerCount > count }
    try hand.shake(8)
    try client.event("deck.bounced")
    #expect(bed.stop() == 0)
  }

  @Test
  func `is not noticed unless the configuration wants it, and is after a reload that does`() throws {
    let (bed, client) = try Self.start("# [shake]\n[[decks]]\nid = \"main\"\npreset = \"wallet\"\n")
    try bed.order("add event1 \"\(Workshop.accelerometer)\"")
    try bed.order("add event2 \"\(Workshop.panel)\"")
    try bed.waitUntilOpened("event2")
    #expect(try bed.order("opens event1").first == "0")
    try Data(Self.configuration.utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    try client.ask("daemon.reload")
    try bed.waitUntilOpened("event1")
    #expect(bed.stop() == 0)
  }

  @Test
  func `by an accelerometer without a scale is an error that says what to do`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let description = folder.appending(path: "bare.desc")
    let text = try String(contentsOfFile: Workshop.accelerometer, encoding: .utf8)
    try Data(text.replacingOccurrences(of: " 8192\n", with: " 0\n").utf8).write(to: description)
    let (bed, _) = try Self.start()
    try bed.order("add event1 \"\(description.path)\"")
    try wait(for: "the error") { bed.log.contains("units per g in udev's hwdb: EVDEV_ABS_00") }
    #expect(bed.stop() == 0)
  }
}
