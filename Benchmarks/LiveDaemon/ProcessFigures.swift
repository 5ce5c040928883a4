import Foundation

/// What the kernel reports of a process.
package enum ProcessFigures {
  /// A field of its memory in MiB, such as `RssAnon` or `VmRSS`.
  package static func memory(_ field: String, of process: String) throws -> Double {
    try number(field, in: "/proc/\(process)/status") / 1024
  }

  /// How often each of its threads has waited for something (voluntary context switches).
  package static func waits(of process: String) throws -> [String: Int] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    let counts = try threads.map { thread in
      (thread, Int(try number("voluntary_ctxt_switches", in: "/proc/\(process)/task/\(thread)/status")))
    }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  private static func number(_ field: String, in file: String) throws -> Double {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("\(field):") }),
      let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
    else { throw Missing("\(field) in \(file)") }
    return number
  }
}
