import DeckWeb
import NIOCore
import NIOHTTP1
import Testing

@Suite
struct `The admission policy` {
  private static let token = AccessToken("0123456789abcdef0123456789abcdef")

  private static func status(
    _ headers: [(String, String)],
    _ policy: AdmissionPolicy = AdmissionPolicy(),
    uri: String = "/socket",
    at address: String = "127.0.0.1"
  ) throws -> UInt? {
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: HTTPHeaders(headers))
    return policy.refusal(of: head, at: try SocketAddress(ipAddress: address, port: 8137))?.status.code
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:8137", "localhost.", "deck.localhost:8137", "127.0.0.1:8137", "127.1.2.3", "[::1]:8137",
  ])
  func `admits names of this machine`(host: String) throws {
    #expect(try Self.status([("Host", host)]) == nil)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8137", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.5", "0.0.0.0",
    "[::2]", "notlocalhost", "127.evil.example",
  ])
  func `refuses every other name, also one that was rebound to this address`(host: String) throws {
    #expect(try Self.status([("Host", host)]) == 421)
  }

  @Test(arguments: ["", ":8137", "a:b", "[::1", "localhost:80:80", "local host:x", "[::1]x", "."])
  func `refuses what is no host`(host: String) throws {
    #expect(try Self.status([("Host", host)]) == 400)
  }

  @Test
  func `wants one host`() throws {
    #expect(try Self.status([]) == 400)
    #expect(try Self.status([("Host", "localhost"), ("Host", "localhost")]) == 400)
  }

  @Test
  func `admits the address of the connection, and the names that are given`() throws {
    #expect(try Self.status([("Host", "192.168.1.5:8137")], at: "192.168.1.5") == nil)
    #expect(try Self.status([("Host", "192.168.1.5:8137")], at: "::ffff:192.168.1.5") == nil)
    #expect(try Self.status([("Host", "[FE80::1]")], at: "fe80::1") == nil)
    #expect(try Self.status([("Host", "Panel.example:80")], AdmissionPolicy(hosts: ["panel.Example"])) == nil)
  }

  @Test(arguments: ["http://localhost:8137", "https://localhost:8137", "HTTP://LocalHost:8137"])
  func `admits the page's own origin`(origin: String) throws {
    #expect(try Self.status([("Host", "localhost:8137"), ("Origin", origin)]) == nil)
  }

  @Test(arguments: [
    "http://localhost:8138", "http://localhost", "http://127.0.0.1:8137", "http://evil.example", "null", "",
    "http://localhost:8137.evil.example", "file://", "http://localhost:8137/",
  ])
  func `refuses every other origin`(origin: String) throws {
    #expect(try Self.status([("Host", "localhost:8137"), ("Origin", origin)]) == 403)
    let both = [("Host", "localhost:8137"), ("Origin", "http://localhost:8137"), ("Origin", origin)]
    #expect(try Self.status(both) == 403)
  }

  @Test
  func `admits origins that are given, and programs, which have none`() throws {
    let policy = AdmissionPolicy(origins: ["http://localhost:5173"])
    #expect(try Self.status([("Host", "localhost"), ("Origin", "http://localhost:5173")], policy) == nil)
    #expect(try Self.status([("Host", "localhost"), ("Origin", "http://localhost:5174")], policy) == 403)
    #expect(try Self.status([("Host", "localhost")]) == nil)
  }

  @Test
  func `wants the token, however it is shown`() throws {
    let token = try #require(Self.token)
    let policy = AdmissionPolicy(token: token)
    let text = "0123456789abcdef0123456789abcdef"
    let host = ("Host", "localhost")
    #expect(try Self.status([host], policy) == 401)
    #expect(try Self.status([host, ("Cookie", "a=b; deckd-web=\(text)")], policy) == nil)
    #expect(try Self.status([host, ("Authorization", "Bearer \(text)")], policy) == nil)
    #expect(try Self.status([host], policy, uri: "/socket?a=b&token=\(text)") == nil)
    for wrong in [text.dropLast(), text + "0", "f" + text.dropFirst(), ""] {
      #expect(try Self.status([host, ("Cookie", "deckd-web=\(wrong)")], policy) == 401)
      #expect(try Self.status([host, ("Authorization", "Bearer \(wrong)")], policy) == 401)
      #expect(try Self.status([host], policy, uri: "/?token=\(wrong)") == 401)
    }
    #expect(try Self.status([host, ("Cookie", "not-deckd-web=\(text)")], policy) == 401)
  }

  @Test
  func `takes only tokens that nobody guesses`() {
    #expect(AccessToken("  0123456789abcdef\n") != nil)
    for text in ["", "0123456789abcde", "0123456789abcde;", "0123 456789abcdef", "0123456789abcdé"] {
      #expect(AccessToken(text) == nil, "\(text)")
    }
  }
}

@Suite
struct `An address to listen on` {
  @Test
  func `is an IP address with a port, or a path`() throws {
    #expect(try #require(ListenAddress("127.0.0.1:8137")).description == "http://127.0.0.1:8137/")
    #expect(try #require(ListenAddress("localhost:0")).description == "http://127.0.0.1:0/")
    #expect(try #require(ListenAddress("[::1]:80")).description == "http://[::1]:80/")
    #expect(ListenAddress("unix:/run/x.sock") == .unix(path: "/run/x.sock"))
    for text in ["", "8137", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "panel.example:80", "unix:", "::1:80"] {
      #expect(ListenAddress(text) == nil, "\(text)")
    }
  }

  @Test
  func `is local only where no network reaches it`() {
    for text in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "localhost:1", "unix:x"] {
      #expect(ListenAddress(text)?.isLocal == true, "\(text)")
    }
    for text in ["0.0.0.0:1", "[::]:1", "192.168.1.5:1", "[fe80::1]:1", "128.0.0.1:1"] {
      #expect(ListenAddress(text)?.isLocal == false, "\(text)")
    }
  }
}
