import Foundation

/// `deck-simulation SEED DAYS [FIRST]` simulates days one after another, and shrinks the first that fails.
///
/// The days run in a process of their own, so that a failed precondition is a finding as well.
@main
enum SimulationProgram {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let isChild = arguments.first == "--child"
    let numbers = arguments.dropFirst(isChild ? 1 : 0).compactMap { UInt64($0) }
    guard numbers.count >= 2 else {
      print("usage: deck-simulation SEED DAYS [FIRST-DAY]")
      exit(64)
    }
    let (seed, count) = (numbers[0], Int(numbers[1]))
    let first = numbers.count > 2 ? Int(numbers[2]) : 1
    // Days of the child's that are not simulated whole have the numbers of their operations after these.
    if isChild {
      return runDays(seed, first..<first + count, kept: numbers.count > 3 ? numbers[3...].map { Int($0) } : nil)
    }
    try simulate(seed, first..<first + count)
  }

  private static func runDays(_ seed: UInt64, _ days: Range<Int>, kept: [Int]?) {
    signal(SIGPIPE, SIG_IGN)
    let parent = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    let folder = "\(parent)/deckd-simulation-\(getpid())"
    var digest: UInt64 = 0
    for day in days {
      print("day \(day)")
      // A failed precondition prints nothing that is buffered.
      fflush(nil)
      // A day that takes a minute never ends.
      alarm(60)
      let all = Operation.day(day, seed: seed)
      var step = 0
      do {
        defer { removeFolder(folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let kept = kept?.filter { all.indices.contains($0) } ?? Array(all.indices)
        let result = try Day(folder: folder).run(kept.map { all[$0] }) { step = kept[$0] }
        digest = (digest ^ result) &* 0x100_0000_01b3
      } catch {
        print("step \(step) (\(all[step])): \(error)")
        exit(1)
      }
    }
    print("digest \(String(digest, radix: 16))")
  }

  private static func removeFolder(_ folder: String) {
    // Half of it may be gone already.
    _ = try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: - Findings

  private struct Finding {
    let day: Int
    let message: String

    /// The message without its numbers: shrinking keeps to one problem.
    var kind: Substring {
      let problem = message.split(separator: "): ", maxSplits: 1).last ?? ""
      return problem.filter { !$0.isNumber }.prefix(20)[...]
    }
  }

  private static func simulate(_ seed: UInt64, _ days: Range<Int>) throws {
    let start = Date()
    let (finding, digest) = try run([seed, UInt64(days.count), UInt64(days.lowerBound)])
    let seconds = Int(Date().timeIntervalSince(start))
    guard let finding else {
      return print("seed \(seed): \(days.count) days in \(seconds) s, nothing found, digest \(digest)")
    }
    print("seed \(seed), day \(finding.day), after \(seconds) s: \(finding.message)")
    let all = Operation.day(finding.day, seed: seed)
    let (kept, last) = try shrink(finding, seed, Array(all.indices))
    print("shrunk from \(all.count) to \(kept.count) operations: \(last.message)")
    for index in kept { print("  \(index): \(all[index])") }
    print("again: make simulate SEED=\(seed) DAY=\(finding.day)")
    exit(1)
  }

  /// Leaves out operations, ever fewer at a time, while the day fails in the same way.
  private static func shrink(_ finding: Finding, _ seed: UInt64, _ all: [Int]) throws -> ([Int], Finding) {
    var (kept, last) = (all, finding)
    var size = kept.count / 2
    while size > 0 {
      var start = 0
      while start < kept.count, kept.count > 1 {
        var fewer = kept
        fewer.removeSubrange(start..<min(start + size, kept.count))
        let arguments = [seed, 1, UInt64(finding.day)] + fewer.map { UInt64($0) }
        if !fewer.isEmpty, let found = try run(arguments).finding, found.kind == finding.kind {
          (kept, last) = (fewer, found)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return (kept, last)
  }

  private static func run(_ numbers: [UInt64]) throws -> (finding: Finding?, digest: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--child"] + numbers.map { "\($0)" }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n")
    let day = lines.last { $0.hasPrefix("day ") }.flatMap { Int($0.dropFirst(4)) } ?? 0
    if process.terminationReason == .exit, process.terminationStatus == 0 {
      return (nil, String(lines.last?.dropFirst(7) ?? ""))
    }
    let messages = lines.filter { !$0.hasPrefix("day ") && !$0.isEmpty }
    let message = messages.first { $0.contains("Fatal error") } ?? messages.first ?? "it takes more than a minute"
    return (Finding(day: day, message: String(message.prefix(2000))), "")
  }
}
