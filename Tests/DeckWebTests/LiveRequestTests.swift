import DeckWeb
import Foundation
import NIOCore
import TestSupport
import Testing

@Suite
struct `The web server` {
  @Test
  func `serves the page with headers that keep other sites out`() throws {
    let program = try WebProgram()
    let answer = try program.get("/")
    #expect(answer.status == 200)
    #expect(answer.body == WebAssets.builtIn["index.html"].map { Array($0.bytes.readableBytesView) })
    let policy = try #require(answer.headers["content-security-policy"])
    for directive in [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ] {
      #expect(policy.contains(directive))
    }
    #expect(!policy.contains("unsafe"))
    for (name, value) in [
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"), ("cache-control", "no-cache"),
      ("cross-origin-opener-policy", "same-origin"), ("cross-origin-embedder-policy", "require-corp"),
      ("cross-origin-resource-policy", "same-origin"), ("content-type", "text/html; charset=utf-8"),
    ] {
      #expect(answer.headers[name] == value)
    }
    let tag = try #require(answer.headers["etag"])
    let second = try program.get("/index.html", [("If-None-Match", tag)])
    #expect(second.status == 304 && second.body.isEmpty)
    let head = try program.get("/kiosk.js", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] != "0")
    #expect(try program.get("/favicon.ico").status == 204)
  }

  @Test
  func `refuses what it does not serve`() throws {
    let program = try WebProgram()
    for (uri, status) in [("/nope", 404), ("/../etc/passwd", 404), ("/socket", 426), ("nope", 400)] {
      #expect(try program.get(uri).status == status, "\(uri)")
    }
    let post = try program.get("/", method: "POST", [("Content-Length", "0")])
    #expect(post.status == 405 && post.headers["allow"] == "GET, HEAD")
    let peer = try Peer(port: program.port)
    try peer.send("nonsense\r\n\r\n")
    #expect(try Answer(peer).status == 400)
  }

  @Test
  func `refuses other sites, and names that were rebound`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    for uri in ["/", "/socket", "/deckd.js"] {
      #expect(try program.get(uri, host: "evil.example").status == 421)
      #expect(try program.get(uri, [("Origin", "http://evil.example")]).status == 403)
      #expect(try program.get(uri, [("Origin", "null")]).status == 403)
    }
    #expect(throws: Unmet.self) { try LivePage(program, [("Origin", "http://evil.example")]) }
    // A page of its own is the daemon's first client.
    let page = try LivePage(program, [("Origin", "http://127.0.0.1:\(program.port)")])
    try daemon.accept().send("hello\n")
    #expect(try page.read()?.text == "hello")
  }

  @Test
  func `wants the token for everything, and a cookie shows it from then on`() throws {
    let token = "0123456789abcdef"
    let program = try WebProgram(["--listen", "127.0.0.1:0"], environment: ["DECKD_WEB_TOKEN": token])
    for uri in ["/", "/deckd.js", "/socket", "/?token=0123456789abcdeg"] {
      #expect(try program.get(uri).status == 401, "\(uri)")
    }
    #expect(throws: Unmet.self) { try LivePage(program) }
    let answer = try program.get("/?token=\(token)")
    #expect(answer.status == 303 && answer.headers["location"] == "/")
    let cookie = try #require(answer.headers["set-cookie"])
    #expect(cookie == "deckd-web=\(token); Path=/; HttpOnly; SameSite=Lax")
    // Another host's address for a browser, which takes `\` for a slash.
    for uri in ["//evil.example/", "/\\evil.example/", "/\\/evil.example/", "\\\\evil.example/"] {
      let answer = try program.get("\(uri)?token=\(token)")
      #expect([nil, "/evil.example/"].contains(answer.headers["location"]), "\(uri): \(answer)")
    }
    let shown = [("Cookie", "deckd-web=\(token)")]
    #expect(try program.get("/", shown).status == 200)
    _ = try LivePage(program, shown)
    #expect(!program.log.contains(token))
  }

  @Test
  func `serves the workbench at /studio`() throws {
    let program = try WebProgram()
    let answer = try program.get("/studio")
    #expect(answer.status == 200 && answer.headers["content-type"] == "text/html; charset=utf-8")
    #expect(answer.body == WebAssets.builtIn["studio.html"].map { Array($0.bytes.readableBytesView) })
    #expect(try program.get("/studio/").status == 404)
  }

  @Test(arguments: [false, true])
  func `serves the files of a folder below /files, whichever page it serves`(besideAssets: Bool) throws {
    let (photos, page) = (try TemporaryFolder(), try TemporaryFolder())
    try Data("a photo".utf8).write(to: photos.url.appending(path: "a b.jpg"))
    try Data("mine".utf8).write(to: page.url.appending(path: "index.html"))
    let program = try WebProgram(["--files", photos.path] + (besideAssets ? ["--assets", page.path] : []))
    let answer = try program.get("/files/a%20b.jpg")
    #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg" && answer.text == "a photo")
    for uri in ["/files", "/files/", "/files/none.jpg", "/files/../etc/passwd", "/a%20b.jpg"] {
      #expect(try program.get(uri).status == 404, "\(uri)")
    }
    #expect(try program.get("/").status == 200)
  }

  @Test
  func `serves an author's folder, and the modules with it`() throws {
    let folder = try TemporaryFolder()
    let large = [UInt8]((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    try Data("mine".utf8).write(to: folder.url.appending(path: "index.html"))
    try Data(large).write(to: folder.url.appending(path: "large photo.jpg"))
    let program = try WebProgram(["--assets", folder.path])
    #expect(try program.get("/").text == "mine")
    #expect(try program.get("/kiosk.js").status == 404)
    #expect(try program.get("/studio").text.contains("deckd studio"))
    for module in ["deckd.js", "cards.js", "cards.css", "studio.js"] {
      let builtIn = try #require(WebAssets.builtIn[module])
      #expect(try program.get("/" + module).body == Array(builtIn.bytes.readableBytesView))
    }
    let answer = try program.get("/large%20photo.jpg")
    #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg")
    #expect(answer.body == large)
    #expect(answer.headers["content-security-policy"]?.isEmpty == false)
    let tag = try #require(answer.headers["etag"])
    #expect(try program.get("/large%20photo.jpg", [("If-None-Match", tag)]).status == 304)
    #expect(try program.get("/large%20photo.jpg", method: "HEAD").headers["content-length"] == "1000000")
    try Data("my own".utf8).write(to: folder.url.appending(path: "deckd.js"))
    #expect(try program.get("/deckd.js").text == "my own")
    for uri in ["/absent", "/%2e%2e/%2e%2e/etc/passwd", "/sub/"] {
      #expect(try program.get(uri).status == 404, "\(uri)")
    }
  }

  @Test
  func `limits what a request may have`() throws {
    let program = try WebProgram()
    let many = String(repeating: "x", count: 1 << 12)
    #expect(try program.get("/", (0..<8).map { ("X-\($0)", many) }).status == 431)
    // A WebSocket has no request body: it would be buffered.
    #expect(throws: Unmet.self) { try LivePage(program, [("Content-Length", "10")]) }
    let peer = try Peer(port: program.port)
    try peer.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n")
    #expect(try Answer(peer).status == 405)
  }

  @Test
  func `closes a page that sends a long message, before it has arrived`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    let page = try LivePage(program)
    let client = try daemon.accept()
    try page.peer.send(LivePage.header(1, 1 << 30))
    #expect(try page.read()?.closeCode == 1009)
    #expect(try client.readLine() == nil)
  }

  @Test
  func `has room for as many pages as it may, and says so to the others`() throws {
    let program = try WebProgram(["--control", "--connections", "2"])
    let daemon = try FakeDaemon(at: program.socket)
    var page: LivePage? = try LivePage(program)
    let client = try daemon.accept()
    let other = try LivePage(program)
    #expect(throws: Unmet.self) { try LivePage(program) }
    #expect(try program.get("/").status == 200)
    try page?.send("", opcode: 8)
    #expect(try client.readLine() == nil)
    page = nil
    try wait(for: "room for a page") { (try? LivePage(program)) != nil }
    try daemon.accept().send("hello\n")
    #expect(try other.read()?.text == "hello")
  }

  @Test
  func `closes the oldest page of an address that has most for one of another`() throws {
    let program = try WebProgram(["--control", "--connections", "3"])
    let daemon = try FakeDaemon(at: program.socket)
    let pages = try (0..<3).map { _ in try LivePage(program, from: 9) }
    let other = try LivePage(program)
    let end = try #require(try pages[0].read())
    #expect(end.closeCode == 1001 && end.closeReason.hasPrefix("closed for a page of another address"))
    // Two and one: as equal as three can be.
    #expect(throws: Unmet.self) { try LivePage(program) }
    withExtendedLifetime((pages, other, daemon)) {}
  }

  @Test
  func `serves pages beside 300 connections that send nothing and come again`() throws {
    let program = try WebProgram(["--control"])
    let daemon = try FakeDaemon(at: program.socket)
    var silent = try (0..<300).map { _ in try Peer(port: program.port) }
    for number in 0..<13 {
      #expect(try program.get("/").status == 200)
      let page = try LivePage(program)
      try daemon.accept().send("hello\n")
      #expect(try page.read()?.text == "hello")
      // Those that were closed for the others are there again.
      for _ in 0..<50 {
        silent.removeFirst()
        silent.append(try Peer(port: program.port))
      }
      #expect(try program.descriptors < WebHost.connectionLimit + 64, "\(number)")
    }
  }

  @Test
  func `closes a connection that has sent no whole request after three seconds`() throws {
    let program = try WebProgram()
    let peers = try ["", "GET / HTTP/1.1\r\n"].map { text in
      let peer = try Peer(port: program.port)
      if !text.isEmpty { try peer.send(text) }
      return peer
    }
    for peer in peers { #expect(try Answer(peer).status == 408) }
  }
}
