import Foundation
import Glibc
import LiveDaemon

/// What is counted of a report.
enum Figure: CaseIterable {
  case instructions, ownInstructions, codeLines, dataLines, codePages, dataPages

  var title: String {
    switch self {
    case .instructions: "instructions"
    case .ownInstructions: "of deckd itself"
    case .codeLines: "code lines"
    case .dataLines: "data lines"
    case .codePages: "code pages"
    case .dataPages: "data pages"
    }
  }

  func value(in footprint: Footprint) -> Int {
    switch self {
    case .instructions: footprint.instructions
    case .ownInstructions: footprint.ownInstructions
    case .codeLines: footprint.codeLines
    case .dataLines: footprint.dataLines
    case .codePages: footprint.codePages
    case .dataPages: footprint.dataPages
    }
  }
}

/// The clients that subscribe to the frames, and the recorded figures of each, in the order of `Figure`.
struct Audience {
  /// By how much a figure may exceed its limit, as a fraction: versions of the libraries differ.
  static let margin = 0.05
  /// By how much it may do so besides, as a count: the pages of data differ by 3 from run to run.
  static let slack = 4.0

  var count: Int
  var limits: [Int]

  static let all = [
    Audience(count: 0, limits: [12_602, 7333, 586, 309, 40, 62]),
    Audience(count: 1, limits: [31_820, 25_614, 910, 483, 50, 74]),
    Audience(count: 10, limits: [40_461, 34_030, 904, 598, 50, 80]),
  ]

  var title: String { "\(count) subscriber\(count == 1 ? "" : "s")" }
}

/// A daemon under valgrind's lackey, on a panel of the test bed with one finger.
final class Trial {
  /// How many reports are counted.
  static let steps = 20
  /// How many reports precede them: by then every buffer has the capacity that it needs.
  private static let before = 15

  /// What the last report took.
  private(set) var last: Footprint?
  private let folder: URL
  private let trace: AccessTrace
  private let daemon: LiveDaemon
  private let owners: CodeOwners
  private let crowd: Crowd

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "deckd-cold.\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appending(path: "deckd")
    try Self.strip(to: program)
    let trace = try AccessTrace(path: folder.appending(path: "trace").path)
    self.trace = trace
    daemon = try LiveDaemon(
      configuration: Self.configuration,
      program: program,
      wrapper: [
        "env", "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--tool=lackey", "--basic-counts=no", "--trace-mem=yes",
        "--log-file=\(trace.path)",
      ],
      patience: 180
    )
    owners = try CodeOwners(process: daemon.process, program: program.path)
    crowd = try Crowd()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the medians of all figures, with an audience that includes the previous one.
  func run(_ audience: Audience) throws -> [Int] {
    try crowd.join(audience.count - crowd.count, at: daemon.socket)
    // The last card is still moving.
    try settle()
    try daemon.put("3 57 1 3 53 560 3 54 1000 1 330 1")
    for step in 0..<Self.before { _ = try move(step) }
    let footprints = try (0..<Self.steps).map { try move(Self.before + $0) }
    try daemon.put("3 57 -1 1 330 0")
    last = footprints.last
    return Figure.allCases.map { figure in
      footprints.map { figure.value(in: $0) }.sorted()[Self.steps / 2]
    }
  }

  private func settle() throws {
    usleep(3_000_000)
    try crowd.drain()
  }

  /// Moves around the middle, and returns what that takes.
  private func move(_ step: Int) throws -> Footprint {
    let angle = Double(step) * 2 * .pi / 50
    let (x, y) = (560 + Int(150 * sin(angle)), 1000 + Int(150 * cos(angle)))
    let footprint = try trace.footprint(of: owners) { try daemon.put("3 53 \(x) 3 54 \(y)") }
    if crowd.count > 0 { try crowd.drain(within: 1) }
    return footprint
  }

  /// Copies the daemon without its debug information, which valgrind cannot read: that is how it is installed.
  private static func strip(to program: URL) throws {
    let strip = Process()
    strip.executableURL = URL(filePath: "/usr/bin/env")
    strip.arguments = ["strip", "-g", "-o", program.path, LiveDaemon.program.path]
    try strip.run()
    strip.waitUntilExit()
    guard strip.terminationStatus == 0 else { throw Missing("a deckd that strip can copy: \(LiveDaemon.program.path)") }
  }

  /// Without ticks, and without a tint whose motion ends by itself: each report is counted alone, however long it takes.
  private static let configuration = """
    [[surfaces]]
    name = "main"
    refresh = 1
    [[decks]]
    id = "main"
    preset = "swipeclean"
    count = 2000
    [decks.settings]
    wash.opacity = 0
    """
}
