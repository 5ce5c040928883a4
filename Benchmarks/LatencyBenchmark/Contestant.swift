import Foundation
import Glibc
import LiveDaemon

/// One of the programs that are compared, on a panel of its own, and its subscribers.
final class Contestant {
  /// The time between two touches in µs: a panel of 125 Hz.
  static let period: Int64 = 8000
  /// How many touches of a turn are measured.
  static let steps = 120
  /// How many precede them: the card has begun to move by then.
  private static let before = 20
  /// How long a touch may take to arrive at every subscriber, in ms; then it counts as that late.
  private static let patience: Int32 = 500

  let name: String
  let daemon: LiveDaemon
  let crowd: Crowd
  private var newest: [Int64] = []

  init(_ name: String, program: URL? = nil) throws {
    self.name = name
    daemon = try LiveDaemon(configuration: Self.configuration, program: program)
    crowd = try Crowd()
  }

  /// Has more clients subscribe until there are `count`.
  func join(upTo count: Int) throws {
    try crowd.join(count - crowd.count, at: daemon.socket)
    newest += [Int64](repeating: 0, count: count - newest.count)
  }

  /// Drags a card around; returns the delay of each touch at each subscriber: from the kernel's time stamp, which
  /// libinput reports, to the return of the subscriber's read.
  func turn() throws -> Latencies {
    try crowd.drain(within: 50)
    try daemon.put("3 57 1 3 53 560 3 54 1000 1 330 1")
    var delays: [Double] = []
    delays.reserveCapacity(Self.steps * crowd.count)
    var next = Crowd.now
    func rest() {
      next += Self.period
      usleep(UInt32(max(next - Crowd.now, 1)))
    }
    // The first touches move nothing: a drag begins after some distance.
    for step in 1...Self.before {
      rest()
      try daemon.put(Self.position(step))
    }
    try crowd.drain(within: 50)
    next = Crowd.now
    for step in Self.before + 1...Self.before + Self.steps {
      rest()
      delays += try move(step)
    }
    // Where it came down, and at rest: nothing is decided.
    usleep(20_000)
    try daemon.put("3 53 560 3 54 1000")
    usleep(300_000)
    try daemon.put("3 57 -1 1 330 0")
    return Latencies(delays)
  }

  /// Moves the finger one step around a circle; returns the delay at each subscriber.
  private func move(_ step: Int) throws -> [Double] {
    let start = Crowd.now
    try daemon.begin(Self.position(step))
    var received: [Int64] = []
    // The bed's reply is read later: reading it at once would have another thread run beside the one measured.
    while received.count < crowd.count, Crowd.now < start + Int64(Self.patience) * 1000 {
      try crowd.read(within: Self.patience) { frame in
        // Only the first frame that shows the touch: what moves by itself may show it again.
        guard let input = frame.input, input > newest[frame.reader], input >= start else { return }
        newest[frame.reader] = input
        received.append(frame.received - input)
      }
    }
    let touched = try daemon.injectedTime()
    let missing = crowd.count - received.count
    guard missing < crowd.count else { throw Missing("a frame of the touch at \(touched) from \(name)") }
    return received.map(Double.init) + [Double](repeating: Double(Self.patience) * 1000, count: missing)
  }

  private static func position(_ step: Int) -> String {
    let angle = Double(step) * 2 * .pi / 125
    return "3 53 \(560 + Int(150 * sin(angle))) 3 54 \(1000 + Int(150 * (1 - cos(angle))))"
  }

  private static let configuration = """
    [[surfaces]]
    name = "main"
    [[decks]]
    id = "main"
    preset = "swipeclean"
    """
}
