import DeckWeb
import NIOHTTP1
import Testing

@Suite
struct `The handshake of a WebSocket` {
  private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  private static func status(
    _ changes: [String: String?] = [:],
    _ method: HTTPMethod = .GET,
    _ version: HTTPVersion = .http1_1
  ) -> UInt? {
    var headers = HTTPHeaders([
      ("Host", "localhost"), ("Upgrade", "websocket"), ("Connection", "keep-alive, Upgrade"),
      ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key),
    ])
    for (name, value) in changes {
      headers.remove(name: name)
      if let value { headers.add(name: name, value: value) }
    }
    let head = HTTPRequestHead(version: version, method: method, uri: "/socket", headers: headers)
    return WebSocketHandshake.refusal(of: head)?.status.code
  }

  @Test
  func `is one of RFC 6455`() {
    #expect(Self.status() == nil)
    #expect(Self.status(["Upgrade": "WebSocket", "Connection": "upgrade"]) == nil)
  }

  @Test
  func `is named where a request has none, or of another version`() {
    #expect(Self.status(["Upgrade": nil]) == 426)
    #expect(Self.status(["Upgrade": "h2c"]) == 426)
    #expect(Self.status(["Sec-WebSocket-Version": "8"]) == 426)
    #expect(Self.status(["Sec-WebSocket-Version": nil]) == 426)
  }

  @Test(
    arguments: [
      ["Connection": nil], ["Connection": "close"], ["Sec-WebSocket-Key": nil], ["Content-Length": "0"],
      ["Transfer-Encoding": "chunked"],
    ] as [[String: String?]]
  )
  func `is refused without a header that it needs, or with a body`(changes: [String: String?]) {
    #expect(Self.status(changes) == 400)
  }

  @Test(arguments: [
    "", "x", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZSE=", "dGhl IHNhbXBsZSBub25jZQ==",
    "dGhlIHNhbXBsZSBub25jé==",
  ])
  func `is refused with a key that is not 16 bytes as base64`(key: String) {
    #expect(Self.status(["Sec-WebSocket-Key": key]) == 400)
  }

  @Test
  func `takes the subprotocol by its exact name`() {
    for (offered, isTaken) in [("deckd.lines", true), ("a, deckd.lines", true), ("DECKD.LINES", false), ("a", false)] {
      let headers = HTTPHeaders([("Sec-WebSocket-Protocol", offered)])
      let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/socket", headers: headers)
      #expect(WebSocketHandshake.joinsLines(head) == isTaken, "\(offered)")
    }
  }

  @Test
  func `is refused with another method, and of HTTP 1.0`() {
    #expect(Self.status([:], .HEAD) == 400)
    #expect(Self.status([:], .GET, .http1_0) == 400)
  }
}
