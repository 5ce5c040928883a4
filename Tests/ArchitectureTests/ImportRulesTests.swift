import Foundation
import Testing

/// What each module may import: the arrows of the module graph (ARCHITECTURE.md).
private let allowed: [String: Set<String>] = [
  "Kinetics": ["RealModule"],
  "Gestures": ["Kinetics"],
  "MessageText": [],
  "JSON": ["MessageText"],
  "DeckProtocol": ["JSON", "MessageText"],
  "KineticsText": ["JSON", "Kinetics"],
  "DeckEngine": ["DeckProtocol", "Gestures", "Kinetics", "MessageText", "RealModule"],
  "DeckReplay": ["DeckEngine", "DeckProtocol", "Gestures", "Kinetics", "MessageText"],
  "DeckConfiguration": [
    "CTOML", "DeckEngine", "DeckProtocol", "Gestures", "Glibc", "JSON", "Kinetics", "MessageText", "UnixSocket",
  ],
  "EventLoop": ["CLinux", "Dispatch", "Glibc", "Kinetics", "Synchronization"],
  "SystemCalls": ["CLinux", "Glibc"],
  "UnixSocket": ["CLinux", "Glibc", "SystemCalls"],
  "Udev": ["CUdev", "Glibc"],
  "LibinputTouch": ["CLibinput", "Gestures", "Glibc", "Kinetics", "Udev"],
  "Evdev": ["CLibevdev", "Gestures", "Glibc", "Kinetics", "SystemCalls"],
  "Diagnosis": [
    "DeckConfiguration", "DeckProtocol", "Evdev", "Gestures", "Glibc", "JSON", "Kinetics", "MessageText", "SystemCalls",
    "Udev",
  ],
  "DeckSocket": ["DeckProtocol", "Glibc", "SystemCalls", "UnixSocket"],
  "Service": ["CSystemd", "EventLoop", "Glibc", "Kinetics", "Logging", "MessageText"],
  "DeckStore": ["CSQLite", "DeckEngine", "DeckProtocol", "EventLoop", "Glibc", "JSON", "SystemCalls"],
  "DeckDaemon": [
    "CLinux", "DeckConfiguration", "DeckEngine", "DeckProtocol", "DeckSocket", "DeckStore", "Evdev", "EventLoop",
    "Gestures", "Glibc", "JSON", "Kinetics", "LibinputTouch", "Logging", "MessageText", "Service", "SystemCalls",
    "Udev", "UnixSocket",
  ],
  "DeckClient": ["DeckProtocol", "EventLoop", "Glibc", "JSON", "Kinetics", "SystemCalls", "UnixSocket"],
  "DeckWeb": [
    "CWebClient", "DeckProtocol", "Glibc", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket", "SystemCalls",
    "UnixSocket",
  ],
  "DeckMQTT": ["CMosquitto", "DeckClient", "DeckProtocol", "Glibc", "JSON", "Logging", "MessageText", "SystemCalls"],
  "DeckActions": [
    "CLinux", "DeckClient", "DeckConfiguration", "DeckEngine", "DeckProtocol", "EventLoop", "Glibc", "JSON", "Kinetics",
    "Logging", "MessageText", "SystemCalls",
  ],
  "ManualPages": ["DeckConfiguration", "DeckEngine", "DeckProtocol", "JSON", "UnixSocket"],
  "deckd": [
    "ArgumentParser", "DeckActions", "DeckConfiguration", "DeckDaemon", "DeckMQTT", "DeckProtocol", "DeckSocket",
    "DeckWeb", "EventLoop", "Glibc", "Logging", "MessageText", "Service", "SystemCalls", "UnixSocket", "deckctl",
  ],
  "deckctl": [
    "ArgumentParser", "CLinux", "DeckActions", "DeckClient", "DeckConfiguration", "DeckEngine", "DeckProtocol",
    "DeckReplay", "Diagnosis", "Evdev", "Gestures", "Glibc", "JSON", "Kinetics", "KineticsText", "MessageText",
    "SystemCalls", "Udev", "UnixSocket",
  ],
  "deckd-manual": ["ArgumentParser", "DeckConfiguration", "ManualPages"],
  // No module: a file of swift-argument-parser (edit.sh).
  "ParserFoundation": [],
]

/// The pure core: values in, values out.
private let core = [
  "Kinetics", "Gestures", "MessageText", "JSON", "DeckProtocol", "KineticsText", "DeckEngine", "DeckReplay",
]

/// Words that would let a clock, a file or a thread into the core.
private let impure = [
  "ContinuousClock", "SuspendingClock", "Date()", "DispatchTime", "Task {", "Task.", "Thread", "FileManager",
  "ProcessInfo", "random(in:", "SystemRandomNumberGenerator", "print(",
]

/// What would have Dispatch watch descriptors.
///
/// It frees their bookkeeping on a worker thread after a hang-up, while its manager thread may use it
/// (swift-corelibs-libdispatch issue 949). A timer source has none.
private let descriptorSources = [
  "makeReadSource", "makeWriteSource", "makeProcessSource", "makeSignalSource", "DispatchIO", "FileHandle",
]

@Suite
struct `The module graph` {
  @Test(arguments: allowed.keys.sorted())
  func `has no other arrows`(module: String) throws {
    let sources = try files(in: "Sources/\(module)", ["swift"])
    #expect(!sources.isEmpty, "Sources/\(module) is empty; take it out of the table")
    for (file, text) in sources {
      for imported in Self.imports(in: text) where !(allowed[module]?.contains(imported) ?? false) {
        Issue.record("\(file) imports \(imported)")
      }
    }
  }

  @Test
  func `has every folder of Sources in it`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
    // The clients of other languages have no Swift in their folders.
    let modules = try folders.filter { try !files(in: "Sources/\($0)", ["swift"]).isEmpty }
    #expect(Set(modules) == Set(allowed.keys))
  }

  @Test(arguments: core)
  func `keeps clocks, files and threads out of the core`(module: String) throws {
    for (file, text) in try files(in: "Sources/\(module)", ["swift"]) {
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.prefix(upTo: line.range(of: "//")?.lowerBound ?? line.endIndex)
        for word in impure where code.contains(word) { Issue.record("\(file):\(number + 1): \(word)") }
      }
    }
  }

  @Test
  func `uses Dispatch for time, never for descriptors`() throws {
    for (file, text) in try files(in: "Sources", ["swift"]) {
      for word in descriptorSources where text.contains(word) {
        Issue.record("\(file) has \(word); watch it on the loop")
      }
    }
  }

  @Test
  func `lets unsafe concurrency through only with a reason`() throws {
    for module in allowed.keys {
      for (file, text) in try files(in: "Sources/\(module)", ["swift"]) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated()
        where line.contains("@unchecked") || line.contains("nonisolated(unsafe)") {
          let before = lines[max(0, index - 6)...index]
          #expect(before.contains { $0.contains("//") }, "\(file):\(index + 1) says not why it is safe")
        }
      }
    }
  }

  /// `swift build` builds all targets but those of tests, and the static Swift runtime has neither library.
  @Test
  func `leaves the libraries of tests to targets of tests`() throws {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    // Targets of tests have the usual path, which the manifest does not name.
    let named = manifest.matches(of: /path: "([^"]+)"/).map { String($0.1) }
    #expect(named.contains("Tests/CFaultVFS"))
    for folder in ["Sources"] + named {
      for (file, text) in try files(in: folder, ["swift"]) {
        for imported in Self.imports(in: text) where ["Testing", "XCTest"].contains(imported) {
          Issue.record("\(file) imports \(imported), and is not in a target of tests")
        }
      }
    }
  }

  @Test
  func `has tests write into folders that are removed with them`() throws {
    // The folder itself, and the one of system tests, whose sockets need short paths.
    let makers = ["TemporaryFolder.swift", "Workshop.swift", "ImportRulesTests.swift"]
    for (file, text) in try files(in: "Tests", ["swift"]) where !makers.contains(where: { file.hasSuffix("/\($0)") }) {
      for word in ["temporaryDirectory", "NSTemporaryDirectory", "mkdtemp", "mkstemp"] where text.contains(word) {
        Issue.record("\(file) has \(word); TemporaryFolder of TestSupport is removed by itself")
      }
    }
  }

  private static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      let access: Set = ["public", "package", "internal", "private", "fileprivate", "@preconcurrency", "@_exported"]
      let rest = words.drop { access.contains($0) }
      return rest.first == "import" ? rest.dropFirst().last : nil
    }
  }
}
