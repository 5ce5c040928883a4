// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Arrows of the module graph, innermost first; `ImportRulesTests` holds the sources to it.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    exclude: exclude,
    resources: resources,
    swiftSettings: strict
  )
}

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let http = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let webSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let real = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

let package = Package(
  name: "deckd",
  products: [
    .library(name: "Kinetics", targets: ["Kinetics"]),
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "DeckProtocol", targets: ["DeckProtocol", "JSON"]),
    .library(name: "DeckClient", targets: ["DeckClient"]),
    .executable(name: "deckd", targets: ["deckd"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
  ],
  targets: [
    // The pure core: values in, values out.
    module("Kinetics", [real]),
    module("Gestures", ["Kinetics"]),
    module("MessageText"),
    module("JSON", ["MessageText"]),
    module("DeckProtocol", ["JSON", "MessageText"], exclude: ["Schema"]),
    module("KineticsText", ["JSON", "Kinetics"]),
    module("DeckEngine", ["DeckProtocol", "Gestures", "Kinetics", "MessageText"]),
    module("DeckReplay", ["DeckEngine", "DeckProtocol", "Gestures", "Kinetics", "MessageText"]),

    // The shell: descriptors, clocks, files.
    .target(name: "CTOML"),
    module(
      "DeckConfiguration",
      ["CTOML", "DeckEngine", "DeckProtocol", "Gestures", "JSON", "Kinetics", "MessageText", "UnixSocket"]
    ),
    .target(name: "CLibinput", linkerSettings: [.linkedLibrary("input"), .linkedLibrary("udev")]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    module("Udev", ["CUdev"]),
    module("LibinputTouch", ["CLibinput", "Gestures", "Kinetics", "Udev"]),
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    module("Evdev", ["CLibevdev", "Gestures", "Kinetics", "SystemCalls"]),
    .target(name: "CLinux"),
    module("EventLoop", ["CLinux", "Kinetics"]),
    module("SystemCalls", ["CLinux"]),
    module("UnixSocket", ["CLinux", "SystemCalls"]),
    module("DeckSocket", ["DeckProtocol", "SystemCalls", "UnixSocket"]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    module("Service", ["CSystemd", "EventLoop", "Kinetics", "MessageText", log]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    module("DeckStore", ["CSQLite", "DeckEngine", "DeckProtocol", "EventLoop", "JSON", "SystemCalls"]),
    module(
      "DeckDaemon",
      [
        "CLinux", "DeckConfiguration", "DeckEngine", "DeckProtocol", "DeckSocket", "DeckStore", "Evdev", "EventLoop",
        "Gestures", "JSON", "Kinetics", "LibinputTouch", "MessageText", "Service", "SystemCalls", "Udev", "UnixSocket",
        log,
      ]
    ),
    module(
      "Diagnosis",
      [
        "DeckConfiguration", "DeckProtocol", "Evdev", "Gestures", "JSON", "Kinetics", "MessageText", "SystemCalls",
        "Udev",
      ]
    ),
    module("DeckClient", ["DeckProtocol", "EventLoop", "JSON", "Kinetics", "SystemCalls", "UnixSocket"]),

    // The browser: the files of Sources/WebClient in the program, and the bridge from the socket to WebSocket.
    .target(name: "CWebClient"),
    module(
      "DeckWeb",
      ["CWebClient", "DeckProtocol", "SystemCalls", "UnixSocket", http, log, nio, nioPosix, webSocket]
    ),

    // The broker: the bridge from the socket to MQTT.
    .target(name: "CMosquitto"),
    module(
      "DeckMQTT",
      ["CMosquitto", "DeckClient", "DeckProtocol", "JSON", "MessageText", "SystemCalls", log]
    ),

    // Commands that run for events.
    module(
      "DeckActions",
      [
        "CLinux", "DeckClient", "DeckConfiguration", "DeckEngine", "DeckProtocol", "EventLoop", "JSON", "Kinetics",
        "MessageText", "SystemCalls", log,
      ]
    ),

    // The manual pages, from the programs' help and the settings' table.
    module("ManualPages", ["DeckConfiguration", "DeckEngine", "DeckProtocol", "JSON", "UnixSocket"]),

    // The programs: command lines, no logic of their own.
    .target(
      name: "deckctl",
      dependencies: [
        "CLinux", "DeckActions", "DeckClient", "DeckConfiguration", "DeckEngine", "DeckProtocol", "DeckReplay",
        "Diagnosis", "Evdev", "Gestures", "JSON", "Kinetics", "KineticsText", "MessageText", "SystemCalls", "Udev",
        "UnixSocket", arguments,
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "deckd",
      dependencies: [
        "DeckActions", "DeckConfiguration", "DeckDaemon", "DeckMQTT", "DeckProtocol", "DeckSocket", "DeckWeb",
        "EventLoop", "MessageText", "Service", "SystemCalls", "UnixSocket", "deckctl", arguments, log,
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "deckd-manual",
      dependencies: ["DeckConfiguration", "ManualPages", arguments],
      swiftSettings: strict
    ),

    // What is measured, and the harness, whose reason is in Benchmarks/README.md.
    .target(name: "CSpring", path: "Benchmarks/CSpring", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "BenchmarkFigures", path: "Benchmarks/BenchmarkFigures", swiftSettings: strict),
    .target(name: "Contest", path: "Benchmarks/Contest", swiftSettings: strict),
    .executableTarget(
      name: "spring-benchmark",
      dependencies: ["BenchmarkFigures", "Contest", "CSpring", "Kinetics"],
      path: "Benchmarks/SpringBenchmark",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "deck-benchmark",
      dependencies: [
        "BenchmarkFigures", "Contest", "DeckEngine", "DeckProtocol", "DeckReplay", "Gestures", "Kinetics",
      ],
      path: "Benchmarks/DeckBenchmark",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "prediction-benchmark",
      dependencies: [
        "BenchmarkFigures", "DeckEngine", "DeckReplay", "Gestures", "Kinetics", real,
      ],
      path: "Benchmarks/PredictionBenchmark",
      exclude: ["plot.py"],
      swiftSettings: strict
    ),
    .target(name: "CCrowd", path: "Benchmarks/CCrowd"),
    .target(
      name: "LiveDaemon",
      dependencies: ["CCrowd", "DeckClient", "UnixSocket"],
      path: "Benchmarks/LiveDaemon",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "allocation-benchmark",
      dependencies: ["BenchmarkFigures", "LiveDaemon"],
      path: "Benchmarks/AllocationBenchmark",
      swiftSettings: strict
    ),
    // What deckd's latency is compared with.
    .executableTarget(
      name: "c-reader",
      path: "Benchmarks/CReader",
      linkerSettings: [.linkedLibrary("input"), .linkedLibrary("udev")]
    ),
    .executableTarget(
      name: "latency-benchmark",
      dependencies: ["BenchmarkFigures", "LiveDaemon"],
      path: "Benchmarks/LatencyBenchmark",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "crowd-benchmark",
      dependencies: ["BenchmarkFigures", "CCrowd", "LiveDaemon"],
      path: "Benchmarks/CrowdBenchmark",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "disk-benchmark",
      dependencies: ["BenchmarkFigures", "CCrowd", "LiveDaemon"],
      path: "Benchmarks/DiskBenchmark",
      swiftSettings: strict
    ),

    // What tests share. Itself a target of tests: `swift build` builds every other target, also where the Swift runtime is
    // linked statically, which has no Testing.
    tests(
      "TestSupport",
      ["DeckEngine", "DeckProtocol", "Gestures", "Kinetics"],
      exclude: ["validate_schema.py"]
    ),
    tests("KineticsTests", ["Kinetics", "TestSupport"]),
    tests("KineticsTextTests", ["Kinetics", "KineticsText"]),
    tests("ManualPagesTests", ["DeckConfiguration", "DeckEngine", "ManualPages"]),
    tests(
      "OracleTests",
      ["DeckEngine", "Kinetics", "KineticsText", "TestSupport"],
      exclude: ["motions.py", "springs.py", "velocities.py"]
    ),
    tests("GesturesTests", ["Gestures", "Kinetics", "TestSupport"], exclude: ["Scripts"]),
    tests(
      "DeckProtocolTests",
      ["DeckEngine", "DeckProtocol", "Gestures", "JSON", "MessageText", "TestSupport"],
      exclude: ["Fixtures"]
    ),
    tests(
      "DeckEngineTests",
      ["DeckEngine", "DeckProtocol", "DeckReplay", "Gestures", "Kinetics", "TestSupport"],
      exclude: ["Decks"]
    ),
    tests(
      "DeckReplayTests",
      ["DeckEngine", "DeckProtocol", "DeckReplay", "Gestures", "Kinetics", "TestSupport"],
      exclude: ["Fixtures"]
    ),
    tests(
      "DeckConfigurationTests",
      ["DeckConfiguration", "DeckEngine", "DeckProtocol", "Gestures", "Kinetics", "TestSupport", "UnixSocket"]
    ),
    tests("EvdevTests", ["CLibevdev", "Evdev", "Gestures", "Kinetics"]),
    tests("EventLoopTests", ["EventLoop", "Kinetics"]),
    tests("DiagnosisTests", ["DeckConfiguration", "Diagnosis", "Evdev", "JSON", "TestSupport", "Udev"]),
    tests("LibinputTouchTests", ["LibinputTouch"]),
    tests("ServiceTests", ["Kinetics", "Service", log]),
    tests(
      "DeckSocketTests",
      ["DeckClient", "DeckProtocol", "DeckSocket", "JSON", "SystemCalls", "TestSupport", "UnixSocket"]
    ),
    .executableTarget(
      name: "faults-client",
      dependencies: ["DeckClient", "DeckProtocol", "JSON"],
      path: "Tests/Conformance/FaultsClient",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "first-front-end-in-swift",
      dependencies: ["DeckClient", "DeckProtocol"],
      path: "Examples/first-front-end/swift/Sources/first-front-end",
      swiftSettings: strict
    ),
    tests("DeckClientTests", ["DeckClient", "DeckProtocol", "EventLoop", "JSON", "TestSupport", "UnixSocket"]),
    // Random inputs and what must hold of the events, for `make fuzz` and `make simulate`.
    .target(
      name: "FuzzSupport",
      dependencies: ["DeckEngine", "DeckProtocol", "JSON", "Kinetics"],
      path: "Fuzz/Support",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "deck-simulation",
      dependencies: [
        "CFaultVFS", "DeckClient", "DeckConfiguration", "DeckDaemon", "DeckEngine", "DeckProtocol", "DeckSocket",
        "DeckStore", "FuzzSupport", "Gestures", "JSON", "Kinetics", "LibinputTouch", "UnixSocket", log,
      ],
      path: "Tests/Simulation",
      exclude: ["LEDGER.md", "README.md"],
      swiftSettings: strict
    ),
    .target(name: "CFaultVFS", path: "Tests/CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    tests(
      "DeckStoreTests",
      ["CFaultVFS", "CSQLite", "DeckEngine", "DeckProtocol", "DeckStore", "EventLoop", "TestSupport"],
      exclude: ["Fixtures"]
    ),
    tests("ArchitectureTests", []),
    tests(
      "DeckWebTests",
      ["DeckProtocol", "DeckWeb", "TestSupport", http, log, nio, nioEmbedded, webSocket],
      exclude: ["hostile.py"]
    ),
    tests("DeckMQTTTests", ["DeckMQTT", "DeckProtocol", "JSON", "TestSupport"]),
    tests(
      "DeckActionsTests",
      ["DeckActions", "DeckConfiguration", "JSON", "Kinetics", "SystemCalls", "TestSupport"]
    ),
    tests(
      "DeckDaemonTests",
      [
        "DeckConfiguration", "DeckDaemon", "DeckEngine", "DeckProtocol", "DeckSocket", "DeckStore", "Evdev",
        "EventLoop", "Gestures", "Kinetics", "LibinputTouch", "SystemCalls", "TestSupport", "UnixSocket",
      ]
    ),
    tests(
      "SystemTests",
      ["DeckClient", "DeckProtocol", "DeckReplay", "JSON", "SystemCalls", "TestSupport", "UnixSocket"],
      exclude: ["Fixtures"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// `make quick-test`: the libraries and their tests, without the daemon, its programs and its C++.
if Context.environment["DECKD_QUICK"] == "1" {
  let libraries: Set = [
    "Kinetics", "Gestures", "MessageText", "JSON", "DeckProtocol", "KineticsText", "DeckEngine", "DeckReplay",
    "TestSupport",
  ]
  package.targets.removeAll { target in
    !libraries.contains { target.name == $0 || target.name == "\($0)Tests" } && target.name != "ArchitectureTests"
  }
  package.products.removeAll { $0.name != "Kinetics" }
}

// `make test` and `make quick-test`: the searches take hundreds of thousands of steps, unoptimized for minutes.
if Context.environment["DECKD_OPTIMIZED"] == "1" {
  let searched: Set = ["Kinetics", "Gestures", "JSON", "DeckProtocol", "DeckEngine", "DeckEngineTests"]
  for target in package.targets where searched.contains(target.name) {
    let flags = SwiftSetting.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
    target.swiftSettings = (target.swiftSettings ?? []) + [flags]
  }
}

// `make fuzz`: the libraries with coverage and AddressSanitizer, and the program with the fuzz targets alone. Other
// builds compile these, so that a change of what they fuzz is seen.
let fuzzed: [Target.Dependency] = [
  "DeckConfiguration", "DeckDaemon", "DeckEngine", "DeckProtocol", "DeckReplay", "DeckSocket", "DeckStore",
  "EventLoop", "FuzzSupport", "Gestures", "JSON", "Kinetics", "LibinputTouch", "SystemCalls", "UnixSocket",
]
if Context.environment["DECKD_FUZZ"] == "1" {
  let sanitizers = ["-sanitize=fuzzer,address", "-assert-config", "Debug"]
  package.products = []
  package.targets.removeAll { $0.type == .test || $0.type == .executable }
  package.targets.append(
    .executableTarget(
      name: "deckd-fuzz",
      dependencies: fuzzed,
      path: "Fuzz/Sources",
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    )
  )
  for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(sanitizers)]
    let flags: [CSetting] = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
    target.cSettings = (target.cSettings ?? []) + flags
    target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
  }
} else {
  package.targets.append(
    .target(name: "FuzzTargets", dependencies: fuzzed, path: "Fuzz/Sources", swiftSettings: strict)
  )
}
