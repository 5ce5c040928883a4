// swift-tools-version: 6.2
import PackageDescription

/// Elsewhere the dependency is `.package(url: "…/deckd", from: "…")`.
let package = Package(
  name: "first-front-end",
  dependencies: [.package(name: "deckd", path: "../../..")],
  targets: [
    .executableTarget(
      name: "first-front-end",
      dependencies: [
        .product(name: "DeckClient", package: "deckd"), .product(name: "DeckProtocol", package: "deckd"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
