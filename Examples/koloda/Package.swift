// swift-tools-version: 6.2
import PackageDescription

/// Koloda's demonstration with deckd, and a finger to try it without a panel.
///
/// Elsewhere the dependency is `.package(url: "…/deckd", from: "…")`.
let package = Package(
  name: "koloda",
  dependencies: [.package(name: "deckd", path: "../..")],
  targets: [
    .executableTarget(
      name: "koloda",
      dependencies: [
        .product(name: "DeckClient", package: "deckd"), .product(name: "DeckProtocol", package: "deckd"),
      ]
    ),
    .executableTarget(
      name: "finger",
      dependencies: [
        .product(name: "DeckClient", package: "deckd"), .product(name: "DeckProtocol", package: "deckd"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
