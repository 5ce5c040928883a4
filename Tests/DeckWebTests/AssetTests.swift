import DeckWeb
import Foundation
import NIOCore
import TestSupport
import Testing

@Suite
struct `The address of a file` {
  @Test(arguments: [
    ("/", ["index.html"]), ("/deckd.js?x=1", ["deckd.js"]), ("/a/b.png#c", ["a", "b.png"]),
    ("/a/", ["a", "index.html"]),
    ("/two%20words.jpg", ["two words.jpg"]), ("/%e2%82%ac.txt", ["€.txt"]),
  ])
  func `is divided into its parts`(uri: String, parts: [String]) {
    #expect(RequestTarget(uri).parts == parts)
  }

  @Test(arguments: [
    "", "*", "a", "http://localhost/", "/..", "/../etc/passwd", "/a/../../b", "/%2e%2e/b", "/.%2e/b", "/.git/config",
    "/a//b", "//evil.example", "/a%2fb", "/a%00b", "/%", "/%4", "/%+1", "/%zz", "/%ff",
  ])
  func `leads nowhere else`(uri: String) {
    #expect(RequestTarget(uri).parts == nil)
  }
}

@Suite
struct `The built-in files` {
  @Test
  func `are those of Sources/WebClient, byte for byte`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/WebClient")
    #expect(WebAssets.builtIn.count >= 4)
    for (name, asset) in WebAssets.builtIn {
      let bytes = try Data(contentsOf: sources.appending(path: name))
      #expect(bytes.elementsEqual(asset.bytes.readableBytesView), "\(name)")
    }
    #expect(Set(WebAssets.builtIn.values.map(\.tag)).count == WebAssets.builtIn.count)
    #expect(WebAssets.builtIn["index.html"]?.type == "text/html; charset=utf-8")
    #expect(WebAssets.builtIn["deckd.js"]?.type == "text/javascript; charset=utf-8")
  }
}

@Suite
struct `A folder of files` {
  private let temporary: TemporaryFolder
  private let folder: AssetFolder

  init() throws {
    temporary = try TemporaryFolder()
    let inside = temporary.url.appending(path: "inside")
    try FileManager.default.createDirectory(at: inside.appending(path: "sub"), withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: temporary.url.appending(path: "secret.txt"))
    try Data("page".utf8).write(to: inside.appending(path: "index.html"))
    try Data("photo".utf8).write(to: inside.appending(path: "sub/a.jpg"))
    for (link, target) in [
      ("out.txt", "../secret.txt"), ("out", ".."), ("in.html", "sub/../index.html"), ("zero", "/dev/zero"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: inside.appending(path: link).path,
        withDestinationPath: target
      )
    }
    #expect(mkfifo(inside.appending(path: "fifo").path, 0o600) == 0)
    folder = try AssetFolder(inside.path)
  }

  @Test
  func `opens its files, and what links in it lead to`() throws {
    #expect(try text(["index.html"]) == "page")
    #expect(try text(["sub", "a.jpg"]) == "photo")
    #expect(try text(["in.html"]) == "page")
    #expect(folder.open(["sub", "a.jpg"])?.type == "image/jpeg")
    #expect(folder.open(["index.html"])?.tag == folder.open(["in.html"])?.tag)
    #expect(folder.open(["index.html"])?.tag != folder.open(["sub", "a.jpg"])?.tag)
  }

  @Test(arguments: [
    ["out.txt"], ["out", "secret.txt"], ["..", "secret.txt"], ["sub"], ["fifo"], ["zero"], ["absent"],
    ["index.html", "x"],
  ])
  func `opens nothing else`(parts: [String]) {
    #expect(folder.open(parts) == nil)
  }

  @Test
  func `reports a file that became shorter`() throws {
    let file = try #require(folder.open(["index.html"]))
    try Data().write(to: temporary.url.appending(path: "inside/index.html"))
    #expect(throws: (any Error).self) { try file.read(4, at: 4) }
  }

  private func text(_ parts: [String]) throws -> String {
    let file = try #require(folder.open(parts))
    return String(buffer: try file.read(file.size, at: 0))
  }
}
