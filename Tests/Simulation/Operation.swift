import DeckEngine

/// Something that happens on a simulated day.
///
/// Its number makes the choices within it, so that the operations of a day can be left out one by one, and the others
/// stay what they are.
struct Operation: CustomStringConvertible {
  enum Kind: String, CaseIterable {
    /// Time passes: milliseconds to hours.
    case pass
    /// A finger swipes, taps, presses long or drags, and perhaps is lost.
    case touch
    /// A panel is connected or disconnected.
    case panel
    /// A client connects, vanishes, closes its sending side, or reads from now on more or less.
    case connect, vanish, halfClose, pace
    /// A client reads some of what waits for it.
    case read
    /// A client sends a valid command, a request of a grammar, or bytes.
    case command, request, bytes
    /// The configuration file is replaced and read again.
    case reload
    /// The disk becomes slow or fast, writes, fails, or works again.
    case delay, write, fail, heal
    /// The daemon stops, is killed, loses power, or finds damaged files.
    case stop, kill, powerCut, damage
    /// The threads that read files become slow or fast.
    case stall
    /// Everyone reads, the disk works, and everything must fit together.
    case audit

    /// How often it happens.
    fileprivate var weight: Int {
      switch self {
      case .touch, .command: 24
      case .pass: 20
      case .read, .write: 8
      case .connect: 6
      case .request, .pace, .vanish: 4
      case .bytes, .panel, .delay, .stall, .fail, .heal: 2
      case .halfClose, .reload, .stop, .kill, .powerCut, .audit, .damage: 1
      }
    }

    fileprivate static let choices = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  }

  let kind: Kind
  let choice: UInt64

  var description: String { "\(kind.rawValue) \(String(choice, radix: 16))" }

  /// The operations of a day.
  static func day(_ day: Int, seed: UInt64) -> [Operation] {
    var random = SeededGenerator(seed: seed &+ UInt64(day) &* 0x9e37_79b9)
    let count = Int.random(in: 20...240, using: &random)
    return (0..<count).map { _ in
      Operation(kind: Kind.choices[Int.random(in: Kind.choices.indices, using: &random)], choice: random.next())
    }
  }
}

/// What must hold and does not.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(problem()) }
}
