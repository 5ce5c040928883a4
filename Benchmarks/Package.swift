// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, so that the product needs nothing to be measured with.
///
/// Its harness is its own too. What has to be known are ratios, and on a machine that is shared they hold only where
/// both sides are measured in turn, in one process. ordo-one/benchmark runs each benchmark in a process of its own,
/// compares runs with stored ones, and takes a minute and a half to build here.
let package = Package(
  name: "deckd-benchmarks",
  dependencies: [.package(name: "deckd", path: "..")],
  targets: [
    .target(name: "CSpring", linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
      name: "springs",
      dependencies: ["CSpring", .product(name: "Kinetics", package: "deckd")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
