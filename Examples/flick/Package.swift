// swift-tools-version: 6.2
import PackageDescription

/// A program that uses the libraries without the daemon.
///
/// Elsewhere the dependency is `.package(url: "…/deckd", from: "…")`.
let package = Package(
  name: "flick",
  dependencies: [.package(name: "deckd", path: "../..")],
  targets: [
    .executableTarget(
      name: "flick",
      dependencies: [
        .product(name: "Gestures", package: "deckd"), .product(name: "Kinetics", package: "deckd"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
